"""What a pull has collected, the table is told, and uses again: at the real firmware, with a small log."""

import json

import pytest

from host_tools import errors
from host_tools.at_table import connection
from host_tools.at_table.connection import read_snapshot
from host_tools.command_line import run
from host_tools.ledger import read_ledger
from host_tools.links.link import Link
from host_tools.links.port import CableGone
from host_tools.links.questions import tell_collected, wait_for_restart
from host_tools.links.refusals import Refused
from host_tools.log_file import open_log
from host_tools.log_image import split_sectors
from host_tools.simulator.provision import TEST_TABLE_KEY, read_partition
from host_tools.simulator.simulated_port import SimulatedPort
from host_tools.store import HOME_VARIABLE, table_folder
from table_wire import messages
from table_wire.sectors import read_header
from tests.links.pull_desk import PullDesk, table_with
from tests.links.test_never_erased import last_seal
from tests.simulated_table.linked_table import LinkedTable, record_of
from tests.wire.log_writer import write_log

ANOTHER_KEY = bytes(32)


class Plugged(SimulatedPort):
    """A cable that is pulled out when a command ends, and not the table's plug."""

    def close(self) -> None:
        if self.table.cable is self:
            self.cut()


class Floor:
    """A table with a small log, and a desktop with its key."""

    def __init__(self, folder, monkeypatch, capsys, log_sectors: int) -> None:
        self.linked = LinkedTable(folder / "table", log_sectors)
        self.table = self.linked.table
        self.out = folder / "night.bin"
        self._capsys = capsys
        monkeypatch.setenv(HOME_VARIABLE, str(folder / "home"))
        monkeypatch.setattr(connection, "open_port", lambda name: Plugged(self.table, "sim:table"))
        self.folder = table_folder("T-07", self.linked.link.welcome.hardware.hex())
        self.folder.make()
        self.folder.key.keep(TEST_TABLE_KEY)

    def run(self, *words) -> tuple[int, str, str]:
        status = run([*words, "--port", "any"])
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err and "defect" not in err, err
        return status, out, err

    def pull(self) -> dict:
        status, out, err = self.run("pull-log", "--out", str(self.out), "--json")
        assert status == errors.FINE, err
        return {**json.loads(out), "said": err}

    def replay(self) -> dict:
        assert run(["replay", str(self.out), "--json"]) == errors.FINE
        return json.loads(self._capsys.readouterr().out)[0]

    def link(self) -> Link:
        link = Link(Plugged(self.table))
        link.connect()
        return link

    def press(self, key: str) -> None:
        self.linked.port.hands.press(f"key {key}")
        self.table.run_for(300)

    def play_round(self) -> None:
        self.press("no_more_bets")
        self.press("round_over")

    def state(self):
        link = self.link()
        snapshot = read_snapshot(link)
        link.close()
        return snapshot

    def play_until_full(self) -> int:
        """Rounds that were played until the table takes none any more."""
        before = self.state().state.round_number
        while True:
            for _ in range(8):
                self.play_round()
            found = self.state()
            if found.stopping:
                return found.state.round_number - before


@pytest.fixture
def floor(tmp_path, monkeypatch, capsys, unix_port):
    floors = []

    def make(log_sectors: int = 6) -> Floor:
        floors.append(Floor(tmp_path, monkeypatch, capsys, log_sectors))
        return floors[0]

    yield make
    for one in floors:
        one.table.close()


def test_a_full_table_opens_again_with_a_pull_round_and_round_the_ring(floor):
    desk = floor(3)
    rounds = 0
    for turn in range(5):
        rounds += desk.play_until_full()
        assert desk.run("status")[0] == errors.DIFFERENCE
        data = desk.pull()
        assert data["freed_sectors"] == 1 and data["rounds"] == rounds
        assert "told" not in data["said"]
        desk.table.run_for(2000)
        found = desk.state()
        assert found.is_in_service and found.state.collected_sectors == turn + 1
        assert found.room.used_sectors == 1
    desk.pull()
    last = split_sectors(read_partition(desk.linked.folder, "roundlog"))[2]
    assert read_header(last).number == 5, "it went round"
    report = desk.replay()
    assert report["problems"] == [] and len(report["rounds"]) == rounds and report["collected_sectors"] == 5
    ledger = read_ledger(desk.folder.ledger_path)
    assert (ledger.last_record, ledger.sectors) == (report["records"], 6)
    assert desk.table.judge.check() == []


def test_in_a_round_the_table_is_told_at_the_next_pull(floor):
    desk = floor()
    _play_into_the_next_sector(desk)
    desk.press("no_more_bets")
    data = desk.pull()
    assert data["freed_sectors"] == 0
    (note,) = [line for line in data["said"].splitlines() if "not proved" not in line]
    assert "a round is on: at the next pull" in note
    desk.press("round_over")
    data = desk.pull()
    assert (data["freed_sectors"], data["said"]) == (1, "")
    assert desk.pull()["freed_sectors"] == 0, "nothing is new"


def _play_into_the_next_sector(desk) -> None:
    for _ in range(38):
        desk.play_round()
    assert desk.state().room.used_sectors == 2


def test_without_the_key_nobody_is_told(floor):
    desk = floor()
    _play_into_the_next_sector(desk)
    desk.folder.key_path.unlink()
    data = desk.pull()
    assert data["freed_sectors"] == 0 and "table's key" in data["said"]
    assert desk.state().state.collected_sectors == 0 and read_ledger(desk.folder.ledger_path)


def refusing(_payload):
    return messages.DONE, bytes((messages.WRONG_KEY,))


def unplugging(_payload):
    raise CableGone("fake: the cable is gone")


@pytest.mark.parametrize(("answer", "why"), [(refusing, "has other keys"), (unplugging, "cable is gone")])
def test_a_table_that_is_not_told_changes_nothing_of_the_pull(tmp_path, monkeypatch, capsys, answer, why):
    desk = PullDesk(tmp_path, monkeypatch, capsys)
    writer = write_log(40)
    desk.table = table_with(writer)
    desk.table.answers[messages.COMMIT] = answer
    status, out, err = desk.pull()
    assert status == errors.FINE and "may use again" not in out
    (line,) = err.splitlines()
    assert "the table was not told that its log is here" in line and why in line
    assert desk.out.exists() and desk.ledger()["last_record"] == writer.number - 1


def test_the_table_takes_the_word_of_nobody_who_has_not_its_log_and_its_key(floor):
    desk = floor()
    _play_into_the_next_sector(desk)
    record, head = last_seal(split_sectors(read_partition(desk.linked.folder, "roundlog")))
    link = desk.link()
    sent = []
    ask = link.ask
    link.ask = lambda kind, payload=b"": sent.append((kind, payload)) or ask(kind, payload)

    def refused(do, *arguments) -> int:
        with pytest.raises(Refused) as caught:
            do(*arguments)
        return caught.value.result

    def told(key=TEST_TABLE_KEY, number=record, digest=head) -> int:
        return refused(tell_collected, link, key, number, digest)

    before = link.next_heartbeat().record
    assert told(digest=bytes(32)) == messages.ANOTHER_LOG
    assert told(number=record - 1) == messages.ANOTHER_LOG, "no seal"
    assert told(number=record + 1) == messages.ANOTHER_LOG
    assert told(number=2**30) == messages.ANOTHER_LOG
    assert link.next_heartbeat().record == before, "nothing was logged"
    assert told(key=ANOTHER_KEY) == messages.WRONG_KEY
    before += 1  # that was
    tell_collected(link, TEST_TABLE_KEY, record, head)
    frame = sent[-1]
    assert link.next_heartbeat().record == before + 2
    assert refused(ask, *frame) == messages.OLD_SEQUENCE
    link.connect()
    assert refused(ask, *frame) == messages.WRONG_KEY, "the session's nonce is in it"
    tell_collected(link, TEST_TABLE_KEY, record, head)
    assert link.next_heartbeat().record == before + 4, "only the two wrong codes: it knew the rest already"
    link.close()


def test_a_table_that_overwrites_its_log_and_changes_its_terms_is_read_from_its_ring_alone(floor):
    """The ring has lost where the oldest terms began: the table logged them once more where they ended."""
    held = 4  # and one is erased ahead
    desk = floor(held + 1)
    for change in range(held + 2):
        desk.linked.arm()
        record = record_of(overwrite_log=True, reset_cents=600_000 + 100 * change)
        desk.linked.commit(messages.NEW_SETTINGS, record)
        wait_for_restart(desk.linked.link)
        desk.linked.port.hands.press("key no_more_bets")
        desk.table.run_for(300)
        desk.linked.port.hands.press("key round_over")
        desk.linked.link.listen(0.5)
    data = desk.pull()
    log = open_log(desk.out)
    terms = [read_header(sector).terms for sector in log.sectors]
    assert (data["problems"], data["not_replayed"]) == ([], []) and data["first_record"] > 1
    assert len(terms) == len(set(terms)) == data["rounds"] == held
    assert split_sectors(desk.out.read_bytes()) == log.sectors, "it needs no settings beside it"
    assert [row["digest"] != "" for row in desk.replay()["rounds"]] == [True] * held
