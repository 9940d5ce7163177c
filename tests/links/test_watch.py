"""`watch` and `status` at a table that is played: every record once, whatever happens to the cable."""

import json

import pytest

from host_tools.at_table import table_watch
from host_tools.at_table.log_watch import Happening, LogWatch
from host_tools.commands.watch import show_line
from host_tools.errors import NotReached
from host_tools.links.port import CableGone
from host_tools.log_file import open_log
from host_tools.rounds_words import render_fact
from host_tools.settings_file import load_settings
from table_core import facts
from table_wire.replay import Replay
from table_wire.sectors import SECTOR_BYTES

BEGIN_MS, ROUND_MS = 3000, 8000
SENSORS = ["seat 1 progressive", "seat 3 progressive", "seat 6 progressive"]
KEY = "key no_more_bets"


def play(world, rounds: int) -> None:
    """Schedules rounds of three seats; seat 3's straight flush is confirmed in each."""
    for number in range(rounds):
        at_ms = BEGIN_MS + number * ROUND_MS
        for sensor in SENSORS:
            world.move(at_ms, sensor, True)
        for after_ms, contact in (
            (500, KEY),
            (2800, KEY),
            (3300, "seat 3 button"),
            (3800, "key straight_flush"),
            (4800, KEY),
            (6500, "key round_over"),
        ):
            world.press(at_ms + after_ms, contact)
        world.move(at_ms + 4300, "floor key", True)
        world.move(at_ms + 5300, "floor key", False)
        for sensor in SENSORS:
            world.move(at_ms + 6000, sensor, False)


class PlayedTable:
    """The board of a desktop, played; its cable is pulled at each of `cuts_ms` and plugged in 3 s later."""

    def __init__(self, desktop, monkeypatch, rounds: int, cuts_ms=()) -> None:
        self.desktop = desktop
        self.cuts_ms = list(cuts_ms)
        self.port = desktop.open()
        play(self.port.table.world, rounds)
        monkeypatch.setattr(table_watch, "TRY_AGAIN_S", 0)
        desktop.plug_in(self.open)

    def open(self, _name):
        port, read = self.port, self.port.read
        cut_ms = self.cuts_ms.pop(0) if self.cuts_ms else None

        def read_until_cut(timeout_s: float) -> bytes:
            if cut_ms is None or port.table.now_ms < cut_ms:
                return read(timeout_s)
            port.cut()
            port.table.run_for(3000)
            self.port = port.plug()
            raise CableGone("sim:table: the cable is gone")

        port.read = read_until_cut
        return port

    def watch(self, for_s: int) -> list[dict]:
        status, out, err = self.desktop.run("watch", "--port", "sim:table", "--for", for_s, "--json")
        assert (status, err) == (0, "")
        return [json.loads(line) for line in out.splitlines()]


def facts_on_flash(desktop) -> list[tuple[int, str]]:
    """Record and fact of everything in the board's log."""
    replay = Replay()
    facts = [
        (record, render_fact(kind, a, b))
        for sector in open_log(desktop.flash).sectors
        for record, kind, a, b, _ticks in replay.read_sector(sector)
    ]
    assert not replay.problems
    return facts


def check_complete(told: list[dict], facts: list[tuple[int, str]]) -> None:
    shown = [(line["record"], line["fact"]) for line in told if "record" in line]
    assert shown == [fact for fact in facts if fact[0] >= shown[0][0]]


def test_a_night_is_told_record_by_record_over_sectors(table, monkeypatch):
    """Enough rounds for a second sector."""
    played = PlayedTable(table, monkeypatch, rounds=20)
    told = played.watch(20 * ROUND_MS // 1000 + 4)
    check_complete(told, facts_on_flash(table))
    assert len(open_log(table.flash).sectors) == 2
    state = {"round": 1, "phase": "open", "meter_cents": 500_000, "accepted": []}
    assert told[1] == {"table": "T-07", "state": state}
    wins = [line for line in told if line.get("fact") == "hand_key straight_flush"]
    assert len(wins) == 20 and wins[0]["effects"][:2] == ["entry 3 pending", "pay 3 progressive 10000"]


@pytest.mark.parametrize("cuts_ms", [(4000, 9100, 14500), (11000,), (6250, 16250)])
def test_a_cable_that_comes_back_costs_no_record(table, monkeypatch, cuts_ms):
    played = PlayedTable(table, monkeypatch, rounds=3, cuts_ms=cuts_ms)
    told = played.watch(3 * ROUND_MS // 1000 + 8)
    check_complete(told, facts_on_flash(table))
    waits = [line for line in told if "waiting for the table to come back" in line.get("note", "")]
    assert len(waits) == len(cuts_ms)


def test_a_cable_that_stays_away_is_told_once_and_the_watch_ends_in_time(table, monkeypatch):
    played = PlayedTable(table, monkeypatch, rounds=1, cuts_ms=(4000,))
    begin = played.open
    tries = []

    def open_once(name):
        if not tries:
            tries.append(name)
            return begin(name)
        played.port.table.run_for(1000)
        raise NotReached("sim:table: there is no such port; plug the board in")

    table.plug_in(open_once)
    told = played.watch(15)
    assert played.port.table.now_ms < 20_000
    assert [line["note"] for line in told if "note" in line] == [
        "sim:table: the cable is gone; waiting for the table to come back",
        "sim:table: there is no such port; waiting for the table to come back",
    ]


def test_a_table_that_loses_its_power_is_followed_on(table, monkeypatch):
    played = PlayedTable(table, monkeypatch, rounds=2)
    port, read = played.port, played.port.read

    def read_with_a_power_cut(timeout_s: float) -> bytes:
        if port.table.now_ms > 6000 and port.table.process.starts == 1:
            port.table.cut_power()
            port.table.run_for(500)
            port.table.power_up()
        return read(timeout_s)

    port.read = read_with_a_power_cut
    told = played.watch(2 * ROUND_MS // 1000 + 6)
    check_complete(told, facts_on_flash(table))
    assert any(line.get("fact", "").startswith("power_up") for line in told)


def test_new_terms_do_not_end_a_watch(table):
    """They bring a sector of their own, whose settings stand in the sector before."""
    old_record = load_settings("table.toml").record
    table.change_terms('rate = "0.25"', 'rate = "0.20"')
    assert table.configure("--reason", "r")[0] == 0
    sectors = open_log(table.flash).sectors
    watch = LogWatch(old_record, 384 * SECTOR_BYTES, 0)
    told = [fact for data in sectors for fact in watch.feed(watch.wanted, data)]
    shown = [(fact.record, render_fact(fact.kind, fact.a, fact.b)) for fact in told]
    assert len(sectors) == 2 and shown == facts_on_flash(table)


def test_status_in_the_middle_of_a_round(table, monkeypatch):
    played = PlayedTable(table, monkeypatch, rounds=1)
    played.port.table.run_until(BEGIN_MS + 1500)
    status, out, _ = table.run("status", "--port", "sim:table")
    rows = dict(line.split("  ", 1) for line in out.splitlines()[1:] if "  " in line)
    assert status == 0 and rows["round"].strip() == "1, locked" and rows["accepted"].strip() == "seats 1 3 6"
    assert rows["meter"].strip() == "5,000.75, and 0 micro-cents"


def test_a_text_line_has_record_time_fact_and_effects(table, monkeypatch):
    PlayedTable(table, monkeypatch, rounds=1)
    status, out, _ = table.run("watch", "--port", "sim:table", "--for", 12)
    line = next(line for line in out.splitlines() if "hand_key" in line)
    record, time_s, fact = line.split(None, 2)
    assert status == 0 and record.isdigit() and float(time_s) > 3
    assert fact.startswith("hand_key straight_flush  -> entry 3 pending, pay 3 progressive 100.00")
    assert "T-07: round 1 open, meter 5,000.00, accepted none" in out
    assert "no_more_bets 1 3 6  -> meter 5,000.75" in out


@pytest.mark.parametrize(
    ("kind", "a", "b", "said"),
    [
        (facts.TIME, 12_000, 0, "60 s pass"),
        (facts.CORRECTED, 612_345, 500_667, "corrected from 5,006.67 to 6,123.45"),
        (facts.KEYED, 87, 230, "keyed e657"),
        (facts.CHANGE_REFUSED, 1, 7, "somebody asked for a new log without the table's key"),
    ],
)
def test_numbers_are_told_as_people_write_them(capsys, kind, a, b, said):
    show_line("fact", happening=Happening(7, 1000, kind, a, b, []))
    assert capsys.readouterr().out.split(None, 2)[2] == f"{said}\n"


def test_what_is_told_of_a_birth_is_in_dollars_too(capsys):
    show_line("fact", happening=Happening(1, 0, facts.LOG_BORN, 500_000, 0, ["meter 500000"]))
    assert capsys.readouterr().out.split(None, 2)[2] == "log_born 5,000.00  -> meter 5,000.00\n"
