"""The first sector of a new log: its settings, its birth, and the seal over both."""

from table_core import facts
from table_core.engine import Engine
from table_core.state import State
from table_wire.digests import short_digest
from table_wire.records import record_bytes
from table_wire.seals import BIRTH, Chain, seal_payload
from table_wire.sectors import Header
from table_wire.settings_record import settings_digest, unpack_settings


def first_sector(record: bytes, log_id: bytes, reason: str, program: bytes, seal_key: bytes) -> bytes:
    """The bytes to write at the start of an erased partition.

    record: the settings record; log_id: 8 random bytes from the desktop; reason: at most 60 bytes of
    text; program: the 8 bytes that name the program.  The meter begins at the settings' initial amount.
    """
    settings = unpack_settings(record)
    engine = Engine(settings, State())
    digest = settings_digest(record)
    header = Header(0, 1, log_id, digest, program, BIRTH, engine.state.pack()).pack()
    chain = Chain(BIRTH)
    chain.add(header)
    cents = settings.initial_cents
    born = cents.to_bytes(4, "little") + log_id + reason.encode()[:60]
    written = header
    for number, (kind, payload, a) in enumerate(
        ((facts.SETTINGS, record, 0), (facts.LOG_BORN, born, cents)), 1
    ):
        added = record_bytes(kind, payload, 0, number)
        engine.apply(kind, a, 0, 0)
        chain.add(added)
        written += added
    seal = seal_payload(chain, short_digest(engine.state), seal_key)
    return written + record_bytes(facts.SEAL, seal, 0, 3)
