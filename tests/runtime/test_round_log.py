"""The round log on flash, and its recovery after every kind of cut."""

import pytest

from table_core import facts
from table_runtime.recovery import newest_sector, recover
from table_runtime.round_log import LogWriteError, RoundLog
from table_wire.log_birth import first_sector
from table_wire.replay import Replay, order_sectors
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, read_header
from tests.runtime.nor_flash import NorFlash, PowerLost
from tests.wire.log_writer import LOG_ID, PROGRAM, SEAL_KEY, make_record

RECORD = make_record()
BORN = first_sector(make_record(), LOG_ID, "a test", PROGRAM, SEAL_KEY)


def open_log(flash) -> RoundLog:
    return RoundLog(flash, SEAL_KEY, PROGRAM, recover(flash, RECORD))


def record(log, kind, a=0, b=0, ticks=1) -> None:
    log.append(kind, a, b, ticks)
    log.engine.apply(kind, a, b, ticks)


def power_up(log) -> None:
    record(log, facts.POWER_UP, log.engine.state.blocked, 0, 0)
    log.seal()


def play_round(log) -> None:
    for seat in (1, 3, 6):
        record(log, facts.CHIP_PLACED, seat, 0, 40)
    record(log, facts.NO_MORE_BETS, log.engine.placed(), 0, 500)
    record(log, facts.NO_MORE_BETS, 0, 0, 900)
    record(log, facts.ROUND_OVER, 0, 0, 300)
    log.seal()


def replayed(flash) -> Replay:
    """The whole partition, replayed as the desktop does."""
    replay = Replay(seal_keys=[SEAL_KEY])
    sectors = [flash.sector(i) for i in range(flash.sectors)]
    for i in order_sectors([read_header(sector) for sector in sectors]):
        for _ in replay.read_sector(sectors[i]):
            pass
    replay.end()
    return replay


def filled(sectors: int, rounds: int) -> tuple[NorFlash, RoundLog]:
    flash = NorFlash(sectors, BORN)
    log = open_log(flash)
    power_up(log)
    for _ in range(rounds):
        play_round(log)
    return flash, log


def test_a_log_over_many_sectors_replays_to_the_state_of_the_table():
    flash, log = filled(12, 200)
    replay = replayed(flash)
    assert replay.problems == [] and replay.notes == []
    assert replay.engine.state.pack() == log.engine.state.pack()
    assert replay.sealed_to == replay.number - 1 == log.number - 1
    assert log._header.number >= 5
    assert flash.erased == list(range(1, log._header.number + 1))


@pytest.mark.parametrize("sectors", [1, 2, 3, 4, 5, 7, 16])
def test_bisection_finds_the_newest_sector_of_every_filling(sectors):
    flash = NorFlash(sectors, BORN)
    for newest in range(sectors):
        assert newest_sector(flash) == newest
        if newest + 1 < sectors:
            header = read_header(flash.sector(newest))
            header.number += 1
            flash.write((newest + 1) * SECTOR_BYTES, header.pack())


def test_bisection_finds_the_newest_sector_of_a_ring_that_has_come_round():
    for newest in range(8):
        flash = NorFlash(8)
        for slot in range(8):
            header = read_header(BORN)
            header.number = 16 + slot if slot <= newest else 8 + slot
            flash.write(slot * SECTOR_BYTES, header.pack())
        assert newest_sector(flash) == newest
        flash.erase((newest + 1) % 8)  # erased ahead
        assert newest_sector(flash) == newest


def test_a_partition_that_holds_no_log_is_told_as_such():
    assert recover(NorFlash(4), RECORD) is None
    foreign = NorFlash(4, b"something else, that was here before")
    assert recover(foreign, RECORD) is None
    assert foreign.sector(0).startswith(b"something else"), "a foreign partition is never formatted"


def test_a_log_whose_terms_are_in_no_slot_is_not_gone_on_with():
    """Its first sector would tell them; the next one could not be read after a power-up."""
    flash = NorFlash(4, BORN)
    assert recover(flash, b"other terms") is None and recover(flash, RECORD)


@pytest.mark.parametrize("sector", [1, 2, 3])
def test_a_damaged_header_is_never_taken_for_the_end_of_the_log(sector):
    """Going on behind the sector before would erase what the damaged one holds."""
    flash, log = filled(8, 110)
    assert log._header.number == 3
    flash.bytes[sector * SECTOR_BYTES + 40] ^= 4
    found = recover(flash, RECORD)
    assert found is None or found.number == log.number


def test_recovery_reads_little_of_a_large_log():
    flash, _ = filled(384, 400)
    flash.bytes_read = 0
    recover(flash, RECORD)
    assert flash.bytes_read <= 16 * 1024


@pytest.mark.parametrize("rounds", [0, 1, 30, 41])
def test_recovery_comes_to_the_state_before_the_power_went(rounds):
    flash, log = filled(12, rounds)
    again = open_log(flash)
    assert again.engine.state.pack() == log.engine.state.pack()
    assert (again.number, again._at, again._slot) == (log.number, log._at, log._slot)


def test_power_lost_at_bytes_all_over_two_rounds_loses_nothing_that_was_written():
    """The rounds run over a sector's end, so that a header and an erase are cut too."""
    whole, log = filled(6, 0)
    while log._at < 3980:
        play_round(log)
    start = bytes(whole.bytes)
    cuts = 0
    while True:
        flash = NorFlash(6)
        flash.bytes[:] = start
        log = open_log(flash)
        flash.cut_after = cuts
        states = [log.engine.state.pack()]
        try:
            for kind, a in ((facts.CHIP_PLACED, 2), (facts.NO_MORE_BETS, 2), (facts.ROUND_OVER, 0)) * 2:
                record(log, kind, a)
                states.append(log.engine.state.pack())
                if kind == facts.ROUND_OVER:
                    log.seal()
        except PowerLost:
            pass
        flash.cut_after = -1
        again = open_log(flash)
        may_be = (states[-1], _next(states[-1], log, kind, a))
        assert again.engine.state.pack() in may_be, f"cut after {cuts}"
        power_up(again)
        play_round(again)
        replay = replayed(flash)
        assert replay.problems == [], f"cut after {cuts}"
        assert replay.engine.state.pack() == again.engine.state.pack()
        if len(states) == 7:
            break
        cuts += 3 if cuts < 400 or cuts > 4300 else 111
    assert cuts > 4096, "a sector was erased"


def _next(packed: bytes, log, kind: int, a: int) -> bytes:
    """The state with the fact applied that was being written: it counts if its last bit was in time."""
    from table_core.engine import Engine
    from table_core.state import unpack_state

    engine = Engine(log.engine.settings, unpack_state(packed))
    engine.apply(kind, a, 0, 1)
    return engine.state.pack()


def test_a_record_that_the_flash_does_not_keep_is_noticed():
    flash, log = filled(4, 1)
    flash.write = lambda place, data: None
    with pytest.raises(LogWriteError):
        log.append(facts.CLEAR, 0, 0, 1)


def test_a_full_log_says_so_a_sector_before_its_end():
    flash, log = filled(4, 0)
    rounds = 0
    while not log.is_full():
        play_round(log)
        rounds += 1
    assert log._header.number == 2 and rounds > 30
    while not log.is_spent():
        power_up(log)
    assert flash.erased == [1, 2, 3], "nothing was written over"
    assert replayed(flash).problems == []


def test_where_the_rules_refuse_a_record_the_state_before_it_stands():
    flash, log = filled(6, 2)
    before = log.engine.state.pack()
    log.append(facts.NO_MORE_BETS, 1, 0, 0)
    log.engine.state.meter_cents += 1  # memory went wrong: what is sealed now can't be replayed
    log.seal()
    found = recover(flash, RECORD)
    assert found.stopped_at == log.number - 1
    assert found.at == SECTOR_BYTES, "what follows begins a sector of its own"
    found.engine.state.meter_cents += 0
    assert found.engine.state.pack() != before  # the lock itself was good
    again = RoundLog(flash, SEAL_KEY, PROGRAM, found)
    record(again, facts.RECOVERY_STOPPED, found.stopped_at)
    assert open_log(flash).engine.state.stopped_at == found.stopped_at


def test_records_fill_a_sector_from_its_header_to_its_end():
    flash, log = filled(3, 0)
    while log._slot == 0:
        record(log, facts.CLEAR)
    header = read_header(flash.sector(1))
    assert header.first_record == log.number - 1
    assert log._at == HEADER_BYTES + 8


def test_a_stop_is_never_lost_wherever_the_power_goes_while_it_is_told():
    """A record that the rules refuse, and cuts at every byte until RECOVERY_STOPPED is on flash."""
    for cut in range(0, 420, 3):
        flash, log = filled(8, 12)
        refused = log.number
        log.append_whole(facts.LOG_BORN, bytes(14), 0)  # a log is born once
        for attempt in range(3):
            found = recover(flash, RECORD)
            assert refused in (found.stopped_at, found.engine.state.stopped_at), (cut, attempt)
            flash.cut_after = cut if attempt < 2 else -1
            try:
                log = open_log(flash)
                record(log, facts.POWER_UP, 0, 0, 0)
                if found.stopped_at:
                    record(log, facts.RECOVERY_STOPPED, found.stopped_at)
                log.seal()
            except PowerLost:
                pass
            flash.cut_after = -1
        assert recover(flash, RECORD).engine.state.stopped_at == refused, cut
