"""A table whose ring has come round, and a desktop that never had its first sectors."""

import json

import pytest

from host_tools import errors
from host_tools.at_table import log_pull
from host_tools.at_table.log_place import header_in
from host_tools.command_line import run
from table_core import facts
from table_wire import messages
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, read_header
from table_wire.slots import pack_slot
from tests.links.pull_desk import PullDesk, log_of, table_with
from tests.wire.log_writer import LogWriter, make_record
from tests.wire.test_settings_in_log import record_of

RING = 4
LAST = 6  # the newest sector
OLDEST = LAST + 1 - RING


def come_round(collected: int, record: bytes | None = None, last: int = LAST, winner: int = 3) -> LogWriter:
    """A log whose first sectors were collected, as many as these, up to sector `last`."""
    writer = LogWriter(record=record)
    while len(writer.sectors) <= last:
        writer.play_round(winner)
    if collected:
        writer.fact(facts.COLLECTED, writer.number - 1, collected)
        writer.seal()
    return writer


@pytest.fixture
def desktop(tmp_path, monkeypatch, capsys):
    return PullDesk(tmp_path, monkeypatch, capsys)


def plug_in(desktop, writer: LogWriter, record: bytes | None = None) -> None:
    desktop.table = table_with(writer, RING)
    desktop.table.settings = pack_slot(1, record or make_record()).ljust(2 * SECTOR_BYTES, b"\xff")


def was_told(desktop) -> bool:
    return messages.COMMIT in [kind for kind, _ in desktop.table.asked]


def test_what_another_desktop_has_collected_is_not_missing(desktop):
    writer = come_round(LAST - 1)
    plug_in(desktop, writer)
    status, out, err = desktop.pull("--json")
    assert status == errors.FINE and json.loads(out)["freed_sectors"] == 1 and was_told(desktop)
    first = read_header(writer.sectors[OLDEST]).first_record
    (line,) = err.splitlines()
    assert f"record {first}: the log begins here; what came before was collected, and erased since" in line
    assert desktop.ledger()["last_record"] == writer.number - 1
    assert run(["replay", str(desktop.out)]) == errors.FINE


@pytest.mark.parametrize("collected", [0, OLDEST - 1])
def test_what_nobody_has_collected_is_missing_till_a_ledger_begins_behind_it(desktop, collected):
    plug_in(desktop, come_round(collected))
    status, _, err = desktop.pull()
    assert status == errors.DIFFERENCE and "what came before is missing; where the table was let" in err
    assert not desktop.folder.ledger_path.exists() and not was_told(desktop)
    status, out, err = desktop.pull("--begin-ledger", "--json")
    assert status == errors.FINE and json.loads(out)["problems"] == [] and was_told(desktop)
    assert "the log begins here; what came before is missing" in err
    plug_in(desktop, come_round(collected))
    assert desktop.pull()[0] == errors.FINE and was_told(desktop), "its ledger begins there"


def test_a_copy_whose_first_sectors_are_gone_is_not_what_was_pulled(desktop):
    plug_in(desktop, come_round(0))
    assert desktop.pull("--begin-ledger")[0] == errors.FINE
    copy = desktop.folder.log_path
    copy.write_bytes(copy.read_bytes()[SECTOR_BYTES:])
    status, _, err = desktop.pull()
    assert status == errors.DIFFERENCE and "this desktop's own copy" in err


# --- what came before lies in an archived pull -------------------------------------------------------


def replays(desktop) -> tuple[int, str]:
    status = run(["replay", str(desktop.out)])
    return status, " ".join(desktop._capsys.readouterr())


def pull_then_begin(desktop, first: LogWriter) -> None:
    """A pull of all of a log, and one of what the ring has later, with a new ledger."""
    desktop.table = table_with(first)
    assert desktop.pull()[0] == errors.FINE
    plug_in(desktop, come_round(0))
    assert desktop.pull("--begin-ledger")[0] == errors.FINE


def test_what_an_archived_pull_has_is_not_missing(desktop):
    pull_then_begin(desktop, come_round(0, last=OLDEST))
    status, said = replays(desktop)
    assert status == errors.FINE and "what came before was pulled, and its ledger archived" in said
    plug_in(desktop, come_round(0, last=LAST + RING - 1))
    assert desktop.pull("--begin-ledger")[0] == errors.FINE
    assert replays(desktop)[0] == errors.FINE, "two archived pulls have it together"
    (desktop.folder.folder / "before-1" / "roundlog.bin").unlink()
    status, said = replays(desktop)
    assert status == errors.DIFFERENCE and "what came before is missing" in said


def test_an_archived_pull_that_ends_too_early_has_it_not(desktop):
    pull_then_begin(desktop, come_round(0, last=OLDEST - 1))
    status, said = replays(desktop)
    assert status == errors.DIFFERENCE and "what came before is missing" in said


def test_an_archived_pull_of_another_past_has_it_not(desktop):
    """The same table, log and sectors, and other rounds in them: a flash that was rolled back."""
    pull_then_begin(desktop, come_round(0, winner=1))
    status, said = replays(desktop)
    assert status == errors.DIFFERENCE and "what came before is missing" in said


# --- sectors that a power cut left half erased -------------------------------------------------------


def erase_half(desktop, start: int) -> None:
    """Of the sector that the table erases next."""
    at = OLDEST % RING * SECTOR_BYTES
    desktop.table.log[at + start : at + SECTOR_BYTES] = b"\xff" * (SECTOR_BYTES - start)


@pytest.mark.parametrize("start", [HEADER_BYTES, 1000])
def test_a_half_erased_sector_was_collected_and_is_not_changed(desktop, start):
    writer = come_round(LAST - 1)
    desktop.table = table_with(writer)
    assert desktop.pull()[0] == errors.FINE
    plug_in(desktop, writer)
    erase_half(desktop, start)
    status, _, err = desktop.pull("--whole")
    assert (status, err) == (errors.FINE, "") and desktop.out.read_bytes() == log_of(writer)


@pytest.mark.parametrize(("collected", "status"), [(OLDEST + 1, errors.FINE), (OLDEST, errors.DIFFERENCE)])
def test_a_first_pull_begins_behind_a_half_erased_sector_if_it_was_collected(desktop, collected, status):
    writer = come_round(collected)
    plug_in(desktop, writer)
    erase_half(desktop, 1000)
    found, out, _ = desktop.pull("--json")
    first = read_header(writer.sectors[OLDEST + (status == errors.FINE)]).first_record
    assert (found, json.loads(out)["first_record"]) == (status, first)


def test_a_first_pull_begins_behind_a_half_erased_sector_that_the_table_overwrites(desktop):
    overwriting = record_of()
    writer = come_round(0, overwriting)
    plug_in(desktop, writer, overwriting)
    erase_half(desktop, 1000)
    status, out, _ = desktop.pull("--json")
    first = read_header(writer.sectors[OLDEST + 1]).first_record
    assert (status, json.loads(out)["first_record"]) == (errors.FINE, first)


def test_a_sector_that_is_erased_during_the_pull_was_not_changed(desktop, monkeypatch):
    writer = come_round(LAST - 1)
    desktop.table = table_with(writer)
    assert desktop.pull()[0] == errors.FINE
    plug_in(desktop, writer)

    def look_and_erase(link, number):
        header = header_in(link, number)
        erase_half(desktop, 0)
        return header

    monkeypatch.setattr(log_pull, "header_in", look_and_erase)
    status, _, err = desktop.pull("--whole")
    assert (status, err) == (errors.FINE, "") and desktop.out.read_bytes() == log_of(writer)


def test_a_sector_that_is_not_the_next_to_be_erased_was_changed(desktop):
    writer = come_round(LAST - 1)
    desktop.table = table_with(writer)
    assert desktop.pull()[0] == errors.FINE
    desktop.table.log[1000:SECTOR_BYTES] = b"\xff" * (SECTOR_BYTES - 1000)
    status, _, err = desktop.pull("--whole")
    assert status == errors.DIFFERENCE and "the log was changed" in err


def test_a_half_erased_sector_that_nobody_has_collected_was_changed(desktop):
    writer = come_round(OLDEST)
    desktop.table = table_with(writer)
    assert desktop.pull()[0] == errors.FINE
    plug_in(desktop, writer)
    erase_half(desktop, 1000)
    status, _, err = desktop.pull("--whole")
    assert status == errors.DIFFERENCE and "the log was changed" in err
