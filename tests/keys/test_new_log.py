"""`new-log`: the old log is kept, the meter goes on, and where it can't be told somebody must name it."""

import json
import random
import struct

import pytest

from host_tools.at_table import log_begin
from host_tools.at_table.meter_change import Correction
from host_tools.at_table.meter_change import correct as correct_meter
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.partition_table import place_of
from host_tools.places import SAMPLE_TABLES
from host_tools.settings_file import load_settings
from table_core import facts
from table_wire.records import record_bytes
from table_wire.replay import Replay
from table_wire.sectors import SECTOR_BYTES
from tests.links.desktop import PEOPLE, ROWS, cut_after
from tests.links.test_collected import Floor

WHY = ("--reason", "a new year")


def new_log(desktop, *words) -> tuple[int, str, str]:
    return desktop.run("new-log", *words, "--port", "sim:table", *PEOPLE, "--yes", *WHY)


def status_of(desktop) -> dict:
    return json.loads(desktop.run("status", "--port", "sim:table", "--json")[1])


def correct(desktop, amount: str) -> None:
    assert desktop.run("correct-meter", amount, "--port", "sim:table", *PEOPLE, "--yes", *WHY)[0] == 0


def write(desktop, label: str, content: bytes) -> None:
    address, size = place_of(ROWS, label)
    flash = bytearray(desktop.flash.read_bytes())
    flash[address : address + size] = content.ljust(size, b"\xff")
    desktop.flash.write_bytes(flash)


def home_of(desktop):
    (home,) = (desktop.folder / "home").iterdir()
    return home


def test_the_meter_goes_on_and_the_old_log_is_kept(table):
    correct(table, "6,123.45")
    assert table.run("pull-log", "--port", "sim:table", "--out", "night.bin")[0] == 0
    before = status_of(table)
    status, out, err = new_log(table)
    assert (status, err) == (0, "") and out.endswith("T-07: in service.\n")
    after = status_of(table)
    assert after["state"]["meter_cents"] == 612_345 and after["log"]["id"] != before["log"]["id"]
    assert after["settings_digest"] == before["settings_digest"]
    assert after["state"]["corrections_up"] == 0, "a new log has books of its own"
    (kept,) = home_of(table).glob("roundlog-*.bin")
    report = read_report(open_log(kept))
    assert report.problems == [] and report.meter_cents == 612_345 and str(kept.name) in out
    assert (home_of(table) / "before-1" / "ledger.json").exists()
    assert table.run("pull-log", "--port", "sim:table", "--out", "new.bin")[0] == 0
    assert b"a new year\x07A. Ames\x07B. Bell" in (table.folder / "new.bin").read_bytes()


def test_other_terms_and_another_amount(table):
    table.change_terms('rate = "0.25"', 'rate = "0.20"')
    status, out, _ = table.run(
        "new-log",
        "table.toml",
        "--meter",
        "7,000.00",
        "--port",
        "sim:table",
        *PEOPLE,
        "--yes",
        *WHY,
        "--json",
    )
    told = json.loads(out)
    digest = load_settings(table.folder / "table.toml").digest
    assert status == 0 and told["meter_cents"] == 700_000 and told["settings_digest"] == digest
    assert (home_of(table) / "settings.toml").read_text() == (table.folder / "table.toml").read_text()
    assert table.configure()[0] == 0, "nothing is left to bring onto it"


@pytest.mark.parametrize(
    ("sample", "options", "says"),
    [
        (None, ("--meter", "4999.99"), "below the reset of 5,000.00, the least that this"),
        (None, ("--meter", "0.00"), "is not offered at 0.00"),
        ("mississippi-stud-6-seats.toml", ("--meter", "5.00"), "there is no progressive under these terms"),
        ("mississippi-stud-6-seats.toml", (), "5,000.00 is what the meter stands at; say --meter 0.00"),
        ("crazy-4-6-seats.toml", (), "the progressive is another one, and 5,000.00 is what"),
    ],
)
def test_an_amount_that_does_not_fit_the_terms_is_refused(table, sample, options, says):
    if sample:
        text = (SAMPLE_TABLES / sample).read_text().replace('id = "C-12"', 'id = "T-07"')
        (table.folder / "table.toml").write_text(text.replace('id = "StUd 3"', 'id = "T-07"'))
    before = status_of(table)["log"]["id"]
    status, out, err = new_log(table, *(("table.toml",) if sample else ()), *options)
    assert status == 2 and says in err and out == "" and "tablectl new-log" not in err
    assert status_of(table)["log"]["id"] == before


def test_a_meter_at_nothing_must_be_named(table):
    correct(table, "0.00")
    status, _, err = new_log(table)
    assert status == 2 and "its reset is 5,000.00; name what it begins with, with --meter" in err
    assert new_log(table, "--meter", "5000.00")[0] == 0


def test_a_pull_into_the_file_of_the_log_before_says_so(table):
    """Its name is that of the table, if none is named."""
    pull = ("pull-log", "--port", "sim:table")
    assert table.run(*pull)[0] == 0 and new_log(table)[0] == 0
    before = (table.folder / "T-07-roundlog.bin").read_bytes()
    status, _, err = table.run(*pull)
    another = f"T-07-roundlog-{status_of(table)['log']['id']}.bin"
    assert status == 2 and f"another file, as --out {another}" in err
    assert (table.folder / "T-07-roundlog.bin").read_bytes() == before
    assert table.run(*pull, "--out", another)[0] == 0


def test_a_strangers_log_needs_the_amount_and_the_last_pull_is_named(table):
    correct(table, "6,000.00")
    assert table.run("pull-log", "--port", "sim:table", "--out", "night.bin")[0] == 0
    write(table, "roundlog", b"a stranger's bytes")
    status, _, err = new_log(table)
    assert status == 2 and "name it with --meter" in err
    assert f"{home_of(table) / 'roundlog.bin'}, ends at record" in err and "with 6,000.00" in err
    status, _, err = new_log(table, "--meter", "6000.00")
    assert (status, err) == (0, "")
    found = status_of(table)
    assert found["in_service"] and found["state"]["meter_cents"] == 600_000


def test_without_any_pull_that_is_said_too(table):
    write(table, "roundlog", b"a stranger's bytes")
    status, _, err = new_log(table)
    assert status == 2 and "no log of it was pulled to this desktop" in err


def test_a_table_without_terms_needs_a_file(table):
    write(table, "roundlog", b"")
    write(table, "settings", b"")
    status, _, err = new_log(table, "--meter", "5000.00")
    assert status == 2 and "name its settings file" in err
    assert new_log(table, "table.toml", "--meter", "5000.00")[0] == 0
    assert status_of(table)["in_service"]


def test_what_happens_while_the_floor_is_awaited_is_kept_too(table, monkeypatch):
    """The meter is corrected behind the first pull: the new log begins with that, and the old one has it."""
    make_change = log_begin.make_change

    def correct_first(link, change, key, attested, say, payload) -> None:
        correct_meter(link, key, attested, Correction(500_000, 650_000), say)
        make_change(link, change, key, attested, say, payload)

    monkeypatch.setattr(log_begin, "make_change", correct_first)
    assert new_log(table)[0] == 0
    assert status_of(table)["state"]["meter_cents"] == 650_000
    (kept,) = home_of(table).glob("roundlog-*.bin")
    assert read_report(open_log(kept)).meter_cents == 650_000


def test_a_full_log_is_kept_and_followed_by_a_new_one(tmp_path, monkeypatch, capsys):
    """It takes no other change any more.  A ring of two sectors is full from the beginning, this one too."""
    floor = Floor(tmp_path, monkeypatch, capsys, log_sectors=2)
    full = floor.linked.link.welcome.log
    status, out, err = floor.run("new-log", *PEOPLE, "--yes", *WHY, "--json")
    told = json.loads(out)
    assert (status, told["meter_cents"]) == (1, 500_000) and "the log is full" in err
    assert told["log"] != full.hex()
    assert read_report(open_log(floor.folder.folder / f"roundlog-{full.hex()}.bin")).problems == []
    floor.linked.port.close()


def test_after_a_recovery_that_stopped_the_meter_is_that_of_the_record_before(table):
    """A record with a good code that no table could have written."""
    correct(table, "6,000.00")
    log, replay = open_log(table.flash), Replay()
    for sector in log.sectors:
        list(replay.read_sector(sector))
    stops = record_bytes(facts.CORRECTED, struct.pack("<II", 900_000, 1), 0, replay.number)
    address = place_of(ROWS, "roundlog")[0] + (len(log.sectors) - 1) * SECTOR_BYTES + replay.at
    flash = bytearray(table.flash.read_bytes())
    flash[address : address + len(stops)] = stops
    table.flash.write_bytes(flash)
    assert "recovery" in status_of(table)["faults"]
    status, out, err = new_log(table)
    assert status == 0 and "its meter is that of the record where it stopped" in err
    found = status_of(table)
    assert found["in_service"] and found["state"]["meter_cents"] == 600_000 and found["faults"] == []
    assert list(home_of(table).glob("roundlog-*.bin"))


@pytest.mark.parametrize("seed", range(6))
def test_a_new_log_that_is_cut_off_is_begun_by_running_it_again(table, seed):
    """The same command, with the amount named, whatever the table has by then."""
    moments = random.Random(seed)
    table.plug_in(lambda name: cut_after(table, moments.randrange(1500, 7000))(name))
    for _ in range(3):
        status, _, err = new_log(table, "table.toml", "--meter", "6000.00")
        assert status in (0, 3), err
    table.plug_in(lambda _: table.open())
    status, _, err = new_log(table, "table.toml", "--meter", "6000.00")
    assert status == 0, err
    found = status_of(table)
    assert found["in_service"] and found["state"]["meter_cents"] == 600_000
