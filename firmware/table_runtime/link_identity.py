"""Who the table is: what the link says of it when it is greeted."""

from struct import pack

from table_wire import messages
from table_wire.messages import WELCOME_LAYOUT


class Identity:
    """fingerprint: of the rows of messages; hardware: 6 bytes; boot: 4 random bytes, new at each start;
    keys: link key and seal key, or None; the digests in full."""

    def __init__(self, fingerprint, hardware, boot, table_id, log_id, terms, program, sectors):
        self.fingerprint = fingerprint
        self.boot = boot
        self.link_key = b""
        self.flags = messages.HAS_SETTINGS if terms else 0
        self._hardware = hardware
        self.program = program
        self._rest = (table_id.encode(), log_id, terms, program, sectors)

    def take_key(self, link_key: bytes) -> None:
        self.link_key = link_key
        self.flags |= messages.HAS_KEYS

    def welcome(self, flags: int, nonce: bytes) -> bytes:
        table_id, log_id, settings, program, sectors = self._rest
        return pack(
            WELCOME_LAYOUT,
            messages.VERSION,
            self.fingerprint,
            flags,
            self._hardware,
            self.boot,
            nonce,
            table_id,
            log_id,
            settings,
            program,
            sectors,
        )
