"""Every change that a link can ask for, with something sensible to ask, and what the log tells of it.

A change that is new in table_runtime.changes wants a row in PAYLOADS; test_change_matrix.py says so.
"""

import struct

from host_tools.ledger import seal_head
from host_tools.links.link import Link
from host_tools.links.questions import commit, tell_collected
from host_tools.links.refusals import Refused
from table_core import facts
from table_wire import messages
from table_wire.replay import Replay
from table_wire.seals import KEY_BYTES
from table_wire.session import read_attestation
from table_wire.settings_record import pack_settings, unpack_settings
from table_wire.table_keys import derive_keys
from tests.link_fuzz.cabled_table import TABLE_KEY, CabledTable
from tests.link_fuzz.log_records import records_of, sectors_of
from tests.links.asked_changes import replace_keys
from tests.wire.log_writer import LogWriter, make_record, write_log

REASON = "a test"
NAMES = ["A. Ames", "B. Bell"]
NEW_ID = b"another1"
NIGHT = write_log(40)  # its end is in the third sector, so that there is something to be collected


METER_CENTS = NIGHT.engine.state.meter_cents
NEW_KEY = b"a new key".ljust(32)
SEAL_KEYS = [derive_keys(key)[KEY_BYTES:] for key in (TABLE_KEY, NEW_KEY)]


def log_of(writer: LogWriter) -> bytes:
    return b"".join(map(bytes, writer.sectors))


def other_terms() -> bytes:
    settings = unpack_settings(make_record())
    settings.minimum_wager_cents += 100
    return pack_settings(settings)


def _last_seal() -> bytes:
    record = NIGHT.number - 1
    return struct.pack("<I", record) + bytes.fromhex(seal_head([bytes(s) for s in NIGHT.sectors], record))


PAYLOADS = {  # what is staged behind reason and names
    messages.NEW_LOG: NEW_ID + struct.pack("<I", 700_000) + make_record(),
    messages.NEW_SETTINGS: other_terms(),
    messages.SELF_TEST: b"",
    messages.SET_CLOCK: struct.pack("<HI", 9_800, 43_200),
    messages.COLLECTED: _last_seal(),
    messages.CORRECT_METER: struct.pack("<II", METER_CENTS + 12_345, METER_CENTS),
    messages.NEW_KEYS: b"",  # masked, with the session's nonce
}
WITHOUT_FLOOR = (messages.COLLECTED,)  # nor names: a desktop says so each time that it has pulled


def played_table() -> CabledTable:
    return CabledTable(log_of(NIGHT))


def ask(link: Link, change: int, key: bytes = TABLE_KEY, reason: str = REASON) -> int:
    """The table's answer to a change."""
    payload = PAYLOADS.get(change, b"")
    try:
        if change == messages.COLLECTED:
            tell_collected(link, key, *struct.unpack("<I32s", payload))
        elif change == messages.NEW_KEYS:
            replace_keys(link, key, reason, NAMES, NEW_KEY)
        else:
            commit(link, change, key, reason, NAMES, payload)
    except Refused as refused:
        return refused.result
    return messages.OK


# --- what the log tells ----------------------------------------------------------------------------------


def told(image: dict[str, bytes]) -> list[tuple]:
    """(change, reason, names) of each ATTESTED record that a seal proves, and (COLLECTED,) of each that tells
    of a pull."""
    found = []
    proved_to = replayed(sectors_of(image)).sealed_to
    for number, kind, payload in records_of(image):
        if number > proved_to:
            break
        if kind == facts.ATTESTED:
            reason, names, _end = read_attestation(payload[1:])
            found.append((payload[0], reason, list(names)))
        elif kind == facts.COLLECTED:
            found.append((messages.COLLECTED,))
    return found


def refusals(image: dict[str, bytes]) -> list[tuple]:
    """(change, result) of each attempt that the log tells of."""
    return [tuple(payload) for _, kind, payload in records_of(image) if kind == facts.CHANGE_REFUSED]


def standing(cabled: CabledTable) -> tuple:
    """All that no refusal may change: settings, keys, state, and the log but for what tells of refusals."""
    image = cabled.image()
    kept = [record[1:] for record in records_of(image) if record[1] not in (facts.CHANGE_REFUSED, facts.TIME)]
    return image["settings"], image["secret"], cabled.state(), kept


def replayed(sectors) -> Replay:
    whole = Replay(make_record(), SEAL_KEYS, shows=False)
    for sector in sectors:
        for _ in whole.read_sector(sector):
            pass
    whole.end()
    return whole
