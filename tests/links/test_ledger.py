"""The ledger: a log that does not go on from what was pulled before is refused, and it is said why."""

import json

import pytest

from host_tools import errors
from table_core.facts import CHIP_PLACED
from table_wire.sectors import SECTOR_BYTES
from tests.links.pull_desk import PullDesk, log_of, table_with
from tests.wire.log_writer import LogWriter, write_log


@pytest.fixture
def desktop(tmp_path, monkeypatch, capsys):
    return PullDesk(tmp_path, monkeypatch, capsys)


@pytest.fixture(scope="module")
def night():
    """A log of nine sectors."""
    return write_log(150)


def refused(desktop, *options) -> str:
    """Pulls where it must be refused: nothing is written, and the ledger stays.  What was said."""
    before = desktop.ledger(), desktop.folder.log_path.read_bytes(), desktop.out.read_bytes()
    status, out, err = desktop.pull(*options)
    assert (status, out) == (errors.DIFFERENCE, "") and err.count("\n") == 1
    assert (desktop.ledger(), desktop.folder.log_path.read_bytes(), desktop.out.read_bytes()) == before
    return err


@pytest.fixture
def pulled(desktop):
    """A desktop that has pulled forty rounds."""
    desktop.table = table_with(write_log(40))
    assert desktop.pull()[0] == errors.FINE
    return desktop


def test_another_table_of_the_same_name_is_refused(pulled):
    pulled.table.hardware = bytes(6)
    assert "another table" in refused(pulled)
    assert pulled.pull("--begin-ledger")[0] == errors.FINE
    assert pulled.pull()[0] == errors.FINE and len(list(pulled.folder.folder.parent.iterdir())) == 2


def test_another_log_is_refused(pulled):
    pulled.table.log_id = b"another."
    pulled.out.unlink()
    pulled.out.write_bytes(b"")
    assert "another log" in refused(pulled)


def test_a_cut_tail_is_refused(pulled):
    pulled.table = table_with(write_log(39))
    assert "tail is cut off" in refused(pulled)


def other_night() -> LogWriter:
    """Ten rounds as ever, then others: what a rolled-back flash is played on to."""
    writer = write_log(10)
    for _ in range(40):
        writer.fact(CHIP_PLACED, 2)
        writer.play_round()
    return writer


def test_a_flash_that_was_rolled_back_and_played_on_is_refused_by_its_first_record(pulled):
    common = write_log(10).number
    pulled.table = table_with(other_night())
    assert f"rolled back and played on: record {common} " in refused(pulled)


def test_a_changed_record_of_the_last_sector_is_refused_by_its_number(pulled):
    number, sector, at, _ = write_log(40).places[-30]
    pulled.table.log[sector * SECTOR_BYTES + at + 4] ^= 1
    assert f"record {number} is not the one" in refused(pulled)


def test_an_older_record_that_was_changed_is_refused_where_all_is_read(pulled):
    number, sector, at, _ = write_log(40).places[9]
    pulled.table.log[sector * SECTOR_BYTES + at + 4] ^= 1
    assert pulled.pull()[0] == errors.FINE
    assert f"record {number} is not the one" in refused(pulled, "--whole")


def test_sectors_that_were_overwritten_before_they_were_pulled(pulled, night):
    pulled.table = table_with(night, ring=4)
    assert "has overwritten sectors 3 to 4" in refused(pulled)


def test_a_copy_that_was_changed_here_is_not_the_tables_fault(pulled):
    copy = pulled.folder.log_path
    copy.write_bytes(copy.read_bytes()[:SECTOR_BYTES])
    assert "this desktop's own copy" in refused(pulled)
    copy.unlink()
    assert pulled.pull()[0] == errors.FINE


def test_a_ledger_alone_still_refuses_another_past(pulled):
    """The copy is gone, and the flash was written anew from its birth, with the key."""
    pulled.folder.log_path.unlink()
    pulled.table = table_with(other_night())
    before = pulled.ledger()
    status, _, err = pulled.pull()
    assert status == errors.DIFFERENCE and "the ledger has another seal here" in err
    assert pulled.ledger() == before


def test_a_ledger_that_is_none(pulled):
    pulled.folder.ledger_path.write_text("{}")
    status, _, err = pulled.pull()
    assert status == errors.USAGE and "this is no ledger" in err
    status, _, err = pulled.pull("--begin-ledger")
    assert status == errors.FINE and "before-1" in err
    assert (pulled.folder.folder / "before-1" / "ledger.json").read_text() == "{}"


def test_damage_is_told_and_kept_as_evidence(pulled):
    """A new record that is not as the table wrote it."""
    before = pulled.ledger()
    writer = write_log(45)
    number, sector, at, _ = writer.places[-30]
    writer.sectors[sector][at + 4] ^= 1
    pulled.table = table_with(writer)
    status, out, err = pulled.pull()
    assert status == errors.DIFFERENCE and f"record {number}: this record was changed" in err
    assert pulled.out.read_bytes() == log_of(writer) and pulled.ledger() == before
    assert pulled.folder.log_path.read_bytes() == log_of(write_log(40))


def test_a_file_with_something_else_is_never_written_over(desktop):
    desktop.out.write_bytes(b"a letter")
    desktop.table = table_with(write_log(2))
    status, _, err = desktop.pull()
    assert status == errors.USAGE and "holds something else" in err
    assert desktop.out.read_bytes() == b"a letter"


def test_without_the_key_the_seals_fit_and_it_is_said(desktop):
    desktop.folder.key_path.unlink()
    desktop.table = table_with(write_log(2))
    status, out, err = desktop.pull("--json")
    assert status == errors.FINE and json.loads(out)["key"] is None and "does not have the table's key" in err


def test_a_table_without_a_log(desktop):
    desktop.table = table_with(write_log(2))
    desktop.table.flags = 0
    status, _, err = desktop.pull()
    assert status == errors.DIFFERENCE and "has no log" in err
