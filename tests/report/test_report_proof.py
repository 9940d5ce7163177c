"""What the report says is proved: never more than the seals, the key and the ledger give."""

from hashlib import sha256

import pytest

from host_tools.ledger import Ledger, seal_head, write_ledger
from host_tools.partition_table import find_partition
from host_tools.places import SAMPLE_TABLES
from host_tools.settings_file import load_settings
from host_tools.simulator.provision import provision_flash
from host_tools.store import HOME_VARIABLE, table_folder
from host_tools.table_key import KeptKey
from table_core import facts
from table_wire.sectors import read_header
from table_wire.settings_record import settings_digest
from tests.report.reported_logs import TABLE_KEY, quiet_round, reported, write
from tests.wire.log_writer import LOG_ID, PROGRAM, LogWriter, make_record, write_log


def verdict(told) -> str:
    (line,) = [p for p in told.page.root.all("p") if "verdict" in p.style]
    return line.all("b")[0].text


def test_a_whole_log_is_proved(tmp_path):
    told = reported(write(tmp_path, write_log(3)))
    assert verdict(told) == "PROVED" and "What is wrong" not in told.html
    assert "there is no ledger to compare it with" in told.html


def test_without_the_key_who_sealed_is_not_known(tmp_path):
    told = reported(write(tmp_path, write_log(3), has_key=False))
    assert verdict(told) == "NOT CHECKED WITH THE TABLE'S KEY"
    assert "table's key was not there" in told.page.root.text
    assert "that the table's key made the seal is not proved" in told.page.root.text


def test_an_unsealed_tail_is_not_proved(tmp_path):
    writer = write_log(2)
    writer.fact(facts.CHIP_PLACED, 1, facts.PROGRESSIVE)
    writer.fact(facts.NO_MORE_BETS, writer.engine.placed(), ticks=900)
    told = reported(write(tmp_path, writer))
    assert verdict(told) == "PROVED IN PART"
    first, last = told.report.not_proved[0]
    assert f"Records {first} to {last}: no seal covers them." in told.page.root.text


@pytest.mark.parametrize(
    "which, word", [("record", "NOT AS THE TABLE WROTE IT"), ("key", "THE SEALS DO NOT FIT THIS KEY")]
)
def test_what_was_changed_is_listed_with_its_record(tmp_path, which, word):
    writer = write_log(4)
    record, sector, at, _ = writer.places[20]
    if which == "record":
        writer.sectors[sector][at + 2] ^= 1
    path = write(tmp_path, writer)
    if which == "key":
        (tmp_path / "table.key").write_text("5" * 64)
    told = reported(path)
    text = told.page.root.text
    assert verdict(told) == word and "What is wrong" in text
    for at, problem in told.report.problems:
        assert (f"record {at}: {problem}" if at else problem) in text
    assert "Nothing was changed" not in text


def test_a_log_that_can_hardly_be_read_is_reported_all_the_same(tmp_path):
    """No settings, no round, nothing that is proved: the page says so, and stands."""
    writer = LogWriter()
    for _ in range(40):
        quiet_round(writer)
    writer.sectors[0] = bytearray(b"\xff" * 4096)
    told = reported(write(tmp_path, writer))
    assert not told.report.rounds and not told.stories
    text = told.page.root.text
    assert verdict(told) == "NOT AS THE TABLE WROTE IT" and "unknown" in text and "0 rounds" in text


def test_hashes_are_of_what_they_name(tmp_path):
    path = write(tmp_path, write_log(30))
    told = reported(path)
    about = told.about
    assert about.file_sha256 == about.log_sha256 == sha256(path.read_bytes()).hexdigest()
    assert about.settings == [(1, settings_digest(make_record()).hex())]
    assert about.programs == [(1, PROGRAM.hex())] and about.log_id == LOG_ID.hex()
    for digits in (about.file_sha256, about.settings[0][1], about.programs[0][1], about.chain_head):
        assert digits and digits in told.page.root.text


def test_a_new_program_is_named_with_its_first_record(tmp_path):
    writer = write_log(10)
    writer.header.program = b"program2"
    writer.open_sector()
    writer.header.program = PROGRAM
    writer.play_round()
    sector = writer.sectors[-1]
    told = reported(write(tmp_path, writer))
    first = read_header(bytes(sector)).first_record
    assert told.about.programs == [(1, PROGRAM.hex()), (first, b"program2".hex())]


def test_the_log_within_a_flash_has_a_hash_of_its_own(tmp_path):

    flash = bytearray(provision_flash(load_settings(SAMPLE_TABLES / "four-card-7-seats.toml").settings))
    address, _ = find_partition(flash, "roundlog")
    log = b"".join(bytes(sector) for sector in write_log(3).sectors)
    flash[address : address + len(log)] = log
    path = tmp_path / "flash.bin"
    path.write_bytes(flash)
    (tmp_path / "table.key").write_text(TABLE_KEY)
    about = reported(path).about
    assert about.file_sha256 == sha256(flash).hexdigest() != about.log_sha256
    assert about.log_sha256 == sha256(flash[address:]).hexdigest()


def test_times_that_are_not_known_are_bracketed_never_guessed(tmp_path):
    """A clock, then a power cut: of what follows only the bounds are known."""
    writer = LogWriter()
    writer.fact(facts.CLOCK, 9800, 36_000)
    quiet_round(writer)
    writer.fact(facts.POWER_UP, 0)
    quiet_round(writer, late=4)
    told = reported(write(tmp_path, writer))
    text = told.page.root.text
    first, second = told.report.rounds
    assert first.locked.at and second.locked.at is None
    assert f"Round 2: clock not set; not before {first.over.not_before[:10]}" in text
    assert f"{first.locked.at[:10]} {first.locked.at[11:19]}" in text


# --- the ledger --------------------------------------------------------------------------------------


@pytest.fixture
def pulled(tmp_path, monkeypatch):
    """A log of four rounds that this desktop pulled; (its path, its writer, the place of its ledger)."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "tables"))
    writer = write_log(4)
    path = write(tmp_path, writer)
    folder = table_folder("T-07", "0a0b0c")
    folder.make()
    sectors = [bytes(sector) for sector in writer.sectors]
    sealed = writer.number - 1
    ledger = Ledger(
        "T-07",
        "0a0b0c",
        LOG_ID.hex(),
        sealed,
        sealed,
        seal_head(sectors, sealed),
        1,
        4096,
        "2026-11-30T10:00:00+00:00",
    )
    write_ledger(folder.ledger_path, ledger)
    return path, writer, folder.ledger_path


def test_a_log_that_extends_its_ledger_says_since_when(pulled):
    path, writer, _ = pulled
    quiet_round(writer)
    write(path.parent, writer)
    told = reported(path)
    assert verdict(told) == "PROVED" and "extends what was pulled at 2026-11-30T10:00:00" in told.about.ledger
    assert "no ledger to compare it with" not in told.html


def test_a_cut_tail_is_wrong_though_every_seal_is_good(pulled):
    path, _, _ = pulled
    write(path.parent, write_log(2))
    told = reported(path)
    assert not told.report.problems and verdict(told) == "NOT AS THE TABLE WROTE IT"
    assert "an old image, or its tail is cut off" in told.page.root.text


def test_a_ledger_of_another_log_is_none(pulled):
    path, _, ledger_path = pulled
    ledger_path.write_text(ledger_path.read_text().replace(LOG_ID.hex(), "00" * 8))
    assert reported(path).about.ledger.startswith("none: this desktop has no ledger")


def test_a_ledger_that_cant_be_read_is_said(pulled):
    """The table's folder is found by its key; its ledger is torn."""
    path, _, ledger_path = pulled
    KeptKey(ledger_path.parent).keep(bytes.fromhex(TABLE_KEY))
    ledger_path.write_text("{")
    told = reported(path)
    assert "this is no ledger" in told.about.ledger and "this is no ledger" in told.page.root.text
