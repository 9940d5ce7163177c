"""The first sector of a new log: its settings, its birth, and the seal over both."""

from table_core import facts
from table_core.engine import Engine
from table_core.state import State
from table_wire.digests import short_digest
from table_wire.records import record_bytes
from table_wire.seals import BIRTH, Chain, seal_payload
from table_wire.sectors import Header
from table_wire.settings_record import terms_of, unpack_settings
from table_wire.table_keys import ID_BYTES, key_id


def first_sector(
    record: bytes,
    log_id: bytes,
    reason: str,
    program: bytes,
    seal_key: bytes,
    meter_cents: int = -1,
    attested: bytes = b"",
) -> bytes:
    """The bytes to write at the start of an erased partition.

    record: the settings record; log_id: 8 random bytes from the desktop; reason: at most 60 bytes of
    text; program: the 8 bytes that name the program.  The meter begins at the settings' initial amount
    unless another is given; attested: the payload of an ATTESTED record, if somebody answers for it.
    """
    settings = unpack_settings(record)
    engine = Engine(settings, State())
    header = Header(0, 1, log_id, terms_of(record), program, BIRTH, engine.state.pack()).pack()
    chain = Chain(BIRTH)
    chain.add(header)
    cents = settings.initial_cents if meter_cents < 0 else meter_cents
    born = cents.to_bytes(4, "little") + log_id + reason.encode()[:60]
    low, high = keyed = key_id(seal_key).to_bytes(ID_BYTES, "little")
    rows = [
        (facts.SETTINGS, record, 0, 0),
        (facts.ATTESTED, attested, 0, 0),
        (facts.KEYED, keyed, low, high),
        (facts.LOG_BORN, born, cents, 0),
    ]
    written = header
    number = 1
    for kind, payload, a, b in rows:
        if payload:
            added = record_bytes(kind, payload, 0, number)
            engine.apply(kind, a, b, 0)
            chain.add(added)
            written += added
            number += 1
    seal = seal_payload(chain, short_digest(engine.state), seal_key)
    return written + record_bytes(facts.SEAL, seal, 0, number)
