"""`pull-log` of several tables at once: each as if it were alone, and none waits for one that fails."""

import json
from threading import Event

import pytest

from host_tools import errors
from host_tools.at_table import connection, many_pulls
from host_tools.command_line import run
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.store import HOME_VARIABLE, table_folder
from table_wire.sectors import SECTOR_BYTES
from table_wire.settings_record import pack_settings, unpack_settings
from tests.links.fake_table import FakePort, FakeTable
from tests.many_logs.made_logs import TABLE_KEY, log_id, under_id
from tests.wire.log_writer import LogWriter, make_record

RING = 8


def make_table(number: int, rounds: int, name: str = "") -> FakeTable:
    settings = unpack_settings(make_record())
    settings.table_id = name or f"T-{number}"
    writer = LogWriter(record=pack_settings(settings))
    for _ in range(rounds):
        writer.play_round()
    log = b"".join(under_id([bytes(sector) for sector in writer.sectors], log_id(number)))
    end = (len(writer.sectors) - 1) * SECTOR_BYTES + writer.at
    table = FakeTable(log.ljust(RING * SECTOR_BYTES, b"\xff"), log_id(number), writer.number, end)
    table.hardware, table.table_id = number.to_bytes(6, "big"), settings.table_id.encode()
    return table


class Floor:
    """Three tables on their cables, and the desk where their logs are pulled."""

    def __init__(self, folder, monkeypatch, capsys) -> None:
        self.tables = {f"p{number}": make_table(number, 20 * number) for number in (1, 2, 3)}
        self.cables = {}
        self.folder = folder
        self._capsys = capsys
        monkeypatch.chdir(folder)
        monkeypatch.setenv(HOME_VARIABLE, str(folder / "home"))
        monkeypatch.setattr(connection, "open_port", self.open)
        monkeypatch.setattr(many_pulls, "find_boards", lambda: [(port, "CP210x") for port in self.tables])
        for number in (1, 2, 3):
            kept = table_folder(f"T-{number}", number.to_bytes(6, "big").hex())
            kept.make()
            kept.key.keep(TABLE_KEY)

    def open(self, name: str) -> FakePort:
        if name not in self.tables:
            raise errors.NotReached(f"{name}: there is no such port")
        return FakePort(self.tables[name], **self.cables.get(name, {}))

    def pull(self, *options) -> tuple[int, str, str]:
        status = run(["pull-log", *options])
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err and "p1: a defect" not in err, err
        return status, out, err

    def log(self, number: int):
        return self.folder / f"T-{number}-roundlog.bin"

    def rounds(self, number: int) -> int:
        report = read_report(open_log(self.log(number)))
        assert report.problems == [] and report.seal_key_known
        return len(report.rounds)


@pytest.fixture
def floor(tmp_path, monkeypatch, capsys) -> Floor:
    return Floor(tmp_path, monkeypatch, capsys)


def test_every_table_that_is_plugged_in_is_pulled_into_its_own_file(floor):
    status, out, err = floor.pull("--all")
    assert status == errors.FINE and [floor.rounds(number) for number in (1, 2, 3)] == [20, 40, 60]
    assert sorted(err.splitlines()) == [f"tablectl: p{n}: pulling the log of T-{n}" for n in (1, 2, 3)]
    rows = [line.split() for line in out.splitlines()]
    assert [row[:2] for row in rows if row and row[0] in floor.tables] == [
        ["p1", "T-1"],
        ["p2", "T-2"],
        ["p3", "T-3"],
    ]
    sent_bytes = {port: table.sent_bytes for port, table in floor.tables.items()}
    status, out, _ = floor.pull("--all", "--json")
    assert [row["new_records"] for row in json.loads(out)] == [0, 0, 0]
    for port, table in floor.tables.items():
        assert table.sent_bytes < 2 * sent_bytes[port]


def test_named_ports_are_pulled_each_once_and_in_their_order(floor):
    status, out, _ = floor.pull("--port", "p3", "--port", "p1", "--port", "p3", "--json")
    assert status == errors.FINE and [row["port"] for row in json.loads(out)] == ["p3", "p1"]
    assert floor.rounds(3) == 60 and not floor.log(2).exists()


def test_one_that_fails_stops_no_other_and_the_worst_status_counts(floor):
    floor.cables["p1"] = {"cut_ms": 700}
    floor.tables["p2"].log[SECTOR_BYTES + 700] ^= 1
    options = [word for port in ("p1", "p2", "p3", "p4") for word in ("--port", port)]
    status, out, err = floor.pull(*options, "--json")
    assert status == errors.NOT_REACHED and floor.rounds(3) == 60
    data = {row["port"]: row for row in json.loads(out)}
    statuses = [errors.NOT_REACHED, errors.DIFFERENCE, errors.FINE, errors.NOT_REACHED]
    assert [row["exit_status"] for row in data.values()] == statuses
    assert (
        "the cable is gone" in data["p1"]["problem"] and data["p2"]["problems"] and not data["p3"]["problems"]
    )
    assert "tablectl: p4: there is no such port" in err and not floor.log(1).exists()
    assert all(line.startswith("tablectl: p") for line in err.splitlines())
    floor.cables.clear()
    status, out, _ = floor.pull("--all")
    assert status == errors.DIFFERENCE and floor.rounds(1) == 20 and "T-2" in out


def test_two_tables_of_one_name_do_not_share_a_file(floor):
    floor.tables["p2"] = make_table(2, 10, name="T-1")
    status, _, err = floor.pull("--port", "p1", "--port", "p2")
    assert (
        status == errors.USAGE and "another table named T-1 is pulled over p" in err and "--out FILE" in err
    )
    assert floor.log(1).exists()


def test_a_table_on_two_cables_is_pulled_over_one(floor):
    floor.tables["p2"] = make_table(1, 20, name="T-9")
    status, _, err = floor.pull("--port", "p1", "--port", "p2")
    assert status == errors.USAGE and "this very controller is pulled over p" in err
    assert len(list(floor.folder.glob("*-roundlog.bin"))) == 1


def test_a_defect_is_of_one_table_alone(floor, monkeypatch):
    real = many_pulls.collect_log

    def collect(link, *arguments, **options):
        return 1 // 0 if link.welcome.log == log_id(2) else real(link, *arguments, **options)

    monkeypatch.setattr(many_pulls, "collect_log", collect)
    status, _, err = floor.pull("--all")
    assert status == errors.DEFECT and "p2: a defect of tablectl (ZeroDivisionError" in err
    assert floor.rounds(1) == 20 and floor.rounds(3) == 60


def test_ctrl_c_ends_all_pulls_and_the_next_one_goes_on(floor, monkeypatch):
    begun, pressed = Event(), Event()
    real = many_pulls._say_once

    def say_once(port):
        show = real(port)

        def show_and_wait(done, of_all, table):
            show(done, of_all, table)
            if done:
                begun.set()
                assert pressed.wait(10)

        return show_and_wait

    class Pressing(Event):
        def set(self):
            super().set()
            pressed.set()

    def press(waiting):
        assert begun.wait(10)
        raise KeyboardInterrupt

    monkeypatch.setattr(many_pulls, "_say_once", say_once)
    with monkeypatch.context() as patched:
        patched.setattr(many_pulls, "as_completed", press)
        patched.setattr(many_pulls, "Event", Pressing)
        status, out, err = floor.pull("--all")
    assert (status, out) == (errors.STOPPED, "") and "defect" not in err
    assert not any(floor.log(number).exists() for number in (1, 2, 3))
    assert floor.pull("--all")[0] == errors.FINE
    assert [floor.rounds(number) for number in (1, 2, 3)] == [20, 40, 60]


def test_without_a_board_it_says_what_to_do(floor, monkeypatch):
    floor.tables.clear()
    monkeypatch.setattr("host_tools.ports.find_boards", lambda: [])
    status, _, err = floor.pull("--all")
    assert status == errors.NOT_REACHED and "no board is found by its USB id" in err


@pytest.mark.parametrize("option", [("--out", "x"), ("--image", "x"), ("--key", "x"), ("--begin-ledger",)])
def test_what_is_of_one_table_is_refused_for_several(floor, option):
    status, _, err = floor.pull("--all", *option)
    assert status == errors.USAGE and "name its port alone" in err and not floor.log(1).exists()
