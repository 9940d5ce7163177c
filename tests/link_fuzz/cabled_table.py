"""The real Table and the real end of its link, over flash in memory, with a cable that a test holds.

Parser, session, pieces, changes and rules are the firmware's own; left out are the board's pins (glass.py)
and the rate of the line.  Time is virtual: a tick passes when somebody reads.  What must never change: a
write that a real chip would not keep is refused by the flash itself (cut_flash.py).
"""

from unittest.mock import patch

from host_tools.links.link import Link
from host_tools.links.port import Port
from table_core import facts, faults
from table_core.limits import TICK_MS
from table_runtime.link_identity import Identity
from table_runtime.log_pieces import LogPieces
from table_runtime.out_of_order import OutOfOrder
from table_runtime.serial_link import SerialLink
from table_wire import messages
from table_wire.messages import fingerprint
from table_wire.seals import KEY_BYTES
from table_wire.sectors import read_header
from table_wire.settings_record import terms_of, unpack_settings
from table_wire.slots import SLOT_BYTES, contents, newest_content, pack_slot
from table_wire.table_keys import derive_keys
from tests.link_fuzz.memory_board import Flash, Line, on_board, plug_into
from tests.power_cuts.glass import Glass
from tests.power_cuts.powered_table import HandClock, power_up
from tests.wire.log_writer import PROGRAM, LogWriter, make_record

TABLE_KEY = bytes(range(32))  # log_writer seals with this one
HARDWARE = bytes.fromhex("a1b2c3d4e5f6")
LOG_SECTORS = 8
BORN = bytes(LogWriter().sectors[0])
SLOTS_BYTES = 2 * SLOT_BYTES
REST_MS = 70_000  # behind a power-up: then nothing is recorded because time passes
SEATS = 7


class CountedLink(SerialLink):
    """heard: frames that were taken, misfits: those whose payload was none of their kind."""

    wants_collection = False  # which is nothing to a desktop

    def __init__(self, port, pieces, identity, flash) -> None:
        SerialLink.__init__(self, port, pieces, identity)
        self.heard = self.misfits = 0
        self._flash = flash

    def _hear(self, table, kind: int, tag: int, payload: bytes) -> None:
        self.heard += 1
        try:
            SerialLink._hear(self, table, kind, tag, payload)
        except ValueError:
            self.heard -= 1
            self.misfits += 1
            raise

    def _reply(self, table, kind: int, payload: bytes):
        if kind not in (messages.KEYS, messages.COMMIT):
            return SerialLink._reply(self, table, kind, payload)
        with on_board(self._flash):  # what is loaded on demand
            return SerialLink._reply(self, table, kind, payload)


class Felt(Glass):
    """Glass that the link asks too.  has_chips: whether any sensor is covered."""

    seats = SEATS

    def __init__(self, is_floor_on: bool = False) -> None:
        Glass.__init__(self, 0, is_floor_on, 0)
        self.has_chips = False
        self.sensors.any_covered = lambda: self.has_chips
        self.chain.stable = bytes(7)
        for display in (self.sign, self.dealer):
            display.show_segments = lambda segments: None


class CabledTable:
    """log: of log_writer's table, none where it is empty.  flash: by label.  `table` is what ticks now;
    `link` its end of the cable, `line` the cable."""

    def __init__(self, log: bytes = BORN, has_keys: bool = True, sectors: int = LOG_SECTORS) -> None:
        self.line = Line()
        blank = {"roundlog": sectors * SLOT_BYTES, "settings": SLOTS_BYTES, "secret": SLOTS_BYTES}
        self.flash = {label: Flash(bytearray(b"\xff" * size)) for label, size in blank.items()}
        if has_keys:
            self._put("secret", pack_slot(1, derive_keys(TABLE_KEY)))
        if log:
            self._put("settings", pack_slot(1, make_record()))
            self._put("roundlog", log)
        self.boots = 0
        self.power_up()

    def _put(self, label: str, data: bytes) -> None:
        self.flash[label].bytes[: len(data)] = data

    def image(self) -> dict[str, bytes]:
        return {label: bytes(flash.bytes) for label, flash in self.flash.items()}

    def put_image(self, image: dict[str, bytes]) -> None:
        for label, data in image.items():
            self.flash[label].bytes[:] = data

    def slots(self, label: str) -> list[bytes]:
        return [bytes(self.flash[label].bytes[at : at + SLOT_BYTES]) for at in (0, SLOT_BYTES)]

    # --- life --------------------------------------------------------------------------------------

    def power_up(self) -> None:
        """A life begins, with what is on flash; without keys or settings it is out of order."""
        self.boots += 1
        records = tuple(contents(self.slots("settings")))
        keys = newest_content(self.slots("secret"))
        self.link = self._make_link(records, keys)
        if records and keys:
            self.table = power_up(self.flash["roundlog"], records, Felt())
            self.table.link = self.link
        else:
            with patch("builtins.print"):
                self.table = OutOfOrder(Felt(), self.link, HandClock(), faults.NO_SETTINGS)
        self.pass_ms(REST_MS)

    def _make_link(self, records: tuple, keys) -> CountedLink:
        settings = unpack_settings(records[0]) if records else None
        identity = Identity(
            fingerprint(),
            HARDWARE,
            self.boots.to_bytes(4, "little"),
            settings.table_id if settings else "",
            read_header(self.flash["roundlog"].bytes).log_id if settings else bytes(8),
            terms_of(records[0]) if records else b"",
            PROGRAM,
            self.flash["roundlog"].sectors,
        )
        if keys:
            identity.take_key(keys[:KEY_BYTES])
        pieces = LogPieces((self.flash["roundlog"], self.flash["settings"]))
        return CountedLink(plug_into(self.line), pieces, identity, self.flash)

    # --- time --------------------------------------------------------------------------------------

    def tick(self, passed_ms: int = TICK_MS) -> None:
        self.line.now_ms += passed_ms
        self.table.clock.passed_ms = passed_ms
        self.table.tick()
        self.link.spent = 0
        following = self.table.next
        if following is None:
            self.power_up()
        elif following is not self.table:
            self.table = following

    def pass_ms(self, ms: int) -> None:
        """At once, and then a tick for what waits for idle time."""
        self.tick(ms)
        self.tick()

    def happen(self, kind: int, a: int = 0, b: int = 0, after_ms: int = 300) -> None:
        """A fact that a part sees."""
        self.table.parts.due.append((kind, a, b))
        self.pass_ms(after_ms)

    def turn_floor_key(self) -> None:
        """Off and on: the floor is armed."""
        self.happen(facts.FLOOR_KEY, 0, after_ms=3000)
        self.happen(facts.FLOOR_KEY, 1, after_ms=3000)

    def state(self) -> bytes:
        """Packed; nothing where the table has no log."""
        return self.table.log.engine.state.pack() if self.table.log else b""


class CablePort(Port):
    """The desktop's end.  written: all that it sent, a write each."""

    def __init__(self, cabled: CabledTable) -> None:
        self.name = "cable"
        self.cabled = cabled
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)
        self.cabled.line.incoming += data

    def read(self, timeout_s: float) -> bytes:
        line = self.cabled.line
        end_ms = line.now_ms + max(1, round(timeout_s * 1000))
        while not line.sent and line.now_ms < end_ms:
            self.cabled.tick()
        return line.take_sent()

    def now_s(self) -> float:
        return self.cabled.line.now_ms / 1000

    def close(self) -> None:
        pass


def connected(cabled: CabledTable) -> Link:
    """The real desktop's end of a session with it."""
    link = Link(CablePort(cabled))
    link.connect()
    return link
