"""The first sector of a new log: settings, birth and one seal, ready to be replayed."""

from table_core import facts
from table_core.limits import POWER_REST_TICKS
from table_core.state import State
from table_wire.log_birth import first_sector
from table_wire.records import HEAD_BYTES
from table_wire.seals import BIRTH
from table_wire.sector_walk import GOOD, walk_sector
from table_wire.sectors import SECTOR_BYTES, read_header
from table_wire.settings_record import terms_of
from table_wire.table_keys import key_id
from tests.wire.log_writer import LOG_ID, PROGRAM, SEAL_KEY, make_record, replay_log


def born(reason: str = "a new table") -> bytes:
    written = first_sector(make_record(), LOG_ID, reason, PROGRAM, SEAL_KEY)
    return written + b"\xff" * (SECTOR_BYTES - len(written))


def test_birth_names_its_log_settings_and_program():
    header = read_header(born())
    assert (header.number, header.first_record, header.chain) == (0, 1, BIRTH)
    assert (header.log_id, header.program) == (LOG_ID, PROGRAM)
    assert header.terms == terms_of(make_record())
    assert header.state == State().pack()


def test_birth_replays_to_the_initial_meter_without_a_word():
    replay, applied = replay_log([born()])
    assert (replay.problems, replay.notes, replay.sealed_to) == ([], [], 4)
    assert [fact[1] for fact in applied] == [facts.SETTINGS, facts.KEYED, facts.LOG_BORN]
    state = replay.engine.state
    assert state.meter_cents == state.initial_cents == 500_000
    assert state.key_id == key_id(SEAL_KEY)
    assert state.round_number == 1 and state.since_power_up_ticks == POWER_REST_TICKS
    assert replay.settings.table_id == "T-07"


def test_birth_keeps_the_settings_record_and_the_reason():
    sector = born("x" * 80)
    found = {}
    for what, number, at, length in walk_sector(sector, 1):
        assert what == GOOD
        found[number] = sector[at + HEAD_BYTES : at + length - 4]
    assert found[1] == make_record()
    assert found[2] == key_id(SEAL_KEY).to_bytes(2, "little")
    assert found[3] == (500_000).to_bytes(4, "little") + LOG_ID + b"x" * 60  # the reason has 60 bytes
    assert len(found) == 4


def test_two_births_differ_by_their_id():
    other = first_sector(make_record(), b"log id 2", "a new table", PROGRAM, SEAL_KEY)
    assert read_header(other).log_id != read_header(born()).log_id
    assert other[-36:-4] != born().rstrip(b"\xff")[-36:-4]
