"""`pull-log`: the table's own bytes, whatever happens to the cable and to the ring."""

import random
from pathlib import Path

import pytest

from host_tools import errors
from host_tools.at_table.log_pull import LogPull
from host_tools.command_line import run
from host_tools.simulator.simulated_port import LineNoise
from host_tools.store import HOME_VARIABLE
from tests.links.pull_desk import PullDesk, log_of, table_with
from tests.wire.log_writer import write_log


@pytest.fixture
def desktop(tmp_path, monkeypatch, capsys):
    return PullDesk(tmp_path, monkeypatch, capsys)


@pytest.fixture(scope="module")
def night():
    """A log of nine sectors."""
    return write_log(150)


def test_first_pull_then_what_is_new(desktop):
    writer = write_log(40)
    desktop.table = table_with(writer)
    status, out, err = desktop.pull()
    assert (status, err) == (errors.FINE, "") and "rounds   40" in out
    assert desktop.out.read_bytes() == log_of(writer) == desktop.folder.log_path.read_bytes()
    first = desktop.ledger()
    assert first["last_record"] == first["sealed_record"] == writer.number - 1
    asked_bytes = desktop.table.sent_bytes
    for _ in range(5):
        writer.play_round()
    desktop.table = table_with(writer)
    status, out, _ = desktop.pull()
    assert status == errors.FINE and "80 of them new" in out
    assert desktop.out.read_bytes() == log_of(writer)
    assert desktop.table.sent_bytes < asked_bytes and desktop.ledger()["head"] != first["head"]
    assert run(["replay", str(desktop.folder.log_path)]) == errors.FINE  # its key stands beside it


def test_the_log_that_grows_meanwhile_is_pulled_to_its_end(desktop):
    writer, longer = write_log(40), write_log(60)
    desktop.table = table_with(writer)
    grown = table_with(longer)
    tick = desktop.table.tick

    def growing():
        tick()
        if desktop.table.now_ms == 500:
            desktop.table.log, desktop.table.end, desktop.table.record = grown.log, grown.end, grown.record

    desktop.table.tick = growing
    assert desktop.pull()[0] == errors.FINE
    assert desktop.out.read_bytes() == log_of(longer)


@pytest.mark.parametrize("seed", range(2))
def test_a_cable_cut_fifty_times_loses_and_doubles_nothing(desktop, night, seed):
    moments = random.Random(seed)
    desktop.table = table_with(night)
    noise = LineNoise(seed, 0.002) if seed else bytes
    cuts = 0
    for _ in range(50):
        desktop.cable = {"cut_ms": desktop.table.now_ms + moments.randrange(300), "spoil_down": noise}
        status, _, err = desktop.pull()
        cuts += status == errors.NOT_REACHED
        assert status != errors.NOT_REACHED or ("cable" in err and not desktop.out.exists())
        if status == errors.FINE:
            break
    desktop.cable = {}
    assert cuts == 50 and desktop.pull()[0] == errors.FINE
    assert desktop.out.read_bytes() == log_of(night) and not desktop.folder.part_path.exists()


def test_a_cut_pull_goes_on_where_it_was(desktop, night):
    desktop.table = table_with(night)
    desktop.cable = {"cut_ms": 4000}
    assert desktop.pull()[0] == errors.NOT_REACHED
    kept = desktop.folder.part_path.stat().st_size
    assert kept > 20_000
    desktop.cable, desktop.table.sent_bytes = {}, 0
    assert desktop.pull()[0] == errors.FINE and desktop.out.read_bytes() == log_of(night)
    assert desktop.table.sent_bytes < (len(log_of(night)) - kept) * 1.6


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_pull_over_a_noisy_line_takes_at_most_two_and_a_half_times_as_long(desktop, seed):
    writer = write_log(250)
    desktop.table = table_with(writer)
    assert desktop.pull()[0] == errors.FINE
    clean_ms = desktop.table.now_ms
    desktop.folder.archive_log()
    desktop.table = table_with(writer)
    desktop.cable = {"spoil_up": LineNoise(seed), "spoil_down": LineNoise(seed + 1000)}
    assert desktop.pull()[0] == errors.FINE and desktop.out.read_bytes() == log_of(writer)
    assert desktop.table.now_ms <= 2.5 * clean_ms


def test_what_the_ring_has_overwritten_is_still_here(desktop, night):
    early = write_log(100)
    desktop.table = table_with(early, ring=7)
    assert len(early.sectors) == 6 and desktop.pull()[0] == errors.FINE
    desktop.table = table_with(night, ring=7)
    assert desktop.pull()[0] == errors.FINE
    assert desktop.out.read_bytes() == log_of(night) == desktop.folder.log_path.read_bytes()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_named(desktop, monkeypatch):
    desktop.table = table_with(write_log(3))
    desktop.folder.part_path.symlink_to("/dev/full")
    monkeypatch.setattr(LogPull, "_read_part", lambda self, first: b"")
    status, _, err = desktop.pull()
    assert status == errors.NOT_REACHED and "roundlog.part: No space left on device" in err
    assert HOME_VARIABLE in err and not desktop.out.exists()


@pytest.mark.parametrize("options", [(), ("--begin-ledger",)])
def test_a_pulled_log_is_replayed_with_the_tables_key_wherever_it_lies(desktop, capsys, options):
    desktop.table = table_with(write_log(3))
    desktop.pull()
    desktop.pull(*options)
    assert run(["replay", str(desktop.out)]) == errors.FINE
    assert "is sealed with the table's key" in capsys.readouterr().out
