"""What a log tells of keys, refusals and corrections, as whoever replays it reads it."""

import pytest

from host_tools.log_changes import IS_MISSING, NOT_ATTESTED, refused_text
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.story.stories import stories_of
from host_tools.table_key import id_text
from table_core import facts
from table_wire import messages
from table_wire.records import record_bytes
from table_wire.seals import KEY_BYTES
from table_wire.sectors import SECTOR_BYTES
from table_wire.session import pack_attestation
from table_wire.table_keys import derive_keys, key_id
from tests.story.told_logs import Night, quiet_round
from tests.wire import log_writer

OTHER_KEY = bytes(range(32, 64))
OTHER_ID = key_id(derive_keys(OTHER_KEY)[KEY_BYTES:])
BY = "A. Ames and B. Bell attested it: a laptop was lost"


class KeyedNight(Night):
    """A table's log in which changes were asked for."""

    def attest(self, change: int) -> None:
        payload = bytes((change,)) + pack_attestation("a laptop was lost", ["A. Ames", "B. Bell"])
        record = record_bytes(facts.ATTESTED, payload, 0, self.number)
        self.chain.add(record)
        self._append(record)
        self.engine.apply(facts.ATTESTED, 0, 0, 0)

    def restart(self, *others: tuple) -> None:
        """As a table does it: POWER_UP, what else is so, and a seal."""
        self.fact(facts.POWER_UP, 0, 0)
        for fact in others:
            self.fact(*fact)

    def report(self, folder):
        (folder / "table-other.key").write_text(OTHER_KEY.hex())
        return read_report(self.file(folder))


KEYED = (facts.KEYED, OTHER_ID & 255, OTHER_ID >> 8)


@pytest.fixture
def night(monkeypatch):
    """Its later seals are made with the other key, once `use_other` was called."""
    night = KeyedNight()
    quiet_round(night)
    seal_key = derive_keys(OTHER_KEY)[KEY_BYTES:]
    night.use_other = lambda: monkeypatch.setattr(log_writer, "SEAL_KEY", seal_key)
    return night


def notes_of(report) -> list[str]:
    assert report.problems == [], report.problems
    return [text for _, text in report.notes if "keys" in text or "somebody" in text]


def test_other_keys_are_told_with_who_attested_them(night, tmp_path):
    night.attest(messages.NEW_KEYS)
    night.seal()
    night.use_other()
    night.restart(KEYED)
    record = night.number - 1
    night.seal()
    quiet_round(night)
    report = night.report(tmp_path)
    assert (record, f"from here on other keys seal, {id_text(OTHER_ID)}; {BY}") in report.notes
    assert len(notes_of(report)) == 1 and report.sealed_to == report.records


def test_a_power_cut_between_the_two_takes_the_names_from_nobody(night, tmp_path):
    night.attest(messages.NEW_KEYS)
    night.seal()
    night.use_other()
    night.restart()  # its seal was never written
    night.restart(KEYED)
    night.seal()
    assert BY in notes_of(night.report(tmp_path))[0]


@pytest.mark.parametrize("change", [None, messages.SET_CLOCK])
def test_keys_that_nobody_attested_are_told_as_such(night, tmp_path, change):
    if change:
        night.attest(change)
        night.seal()
    night.use_other()
    night.restart(KEYED)
    night.seal()
    (note,) = notes_of(night.report(tmp_path))
    assert NOT_ATTESTED in note and "Ames" not in note


@pytest.mark.parametrize("later", [(facts.POWER_UP, 0, 0), (facts.CHIP_PLACED, 1, facts.PROGRESSIVE)])
def test_keys_that_were_attested_and_never_came_cover_no_later_theft(night, tmp_path, later):
    """The table went on under the old keys; then somebody took the box."""
    night.attest(messages.NEW_KEYS)
    night.seal()
    night.restart()
    night.seal()
    night.fact(*later)
    night.seal()
    night.use_other()
    night.restart(KEYED)
    night.seal()
    (note,) = notes_of(night.report(tmp_path))
    assert NOT_ATTESTED in note


def test_where_the_attestation_would_stand_and_is_missing_nobody_is_accused(night, tmp_path):
    night.open_sector()
    night.attest(messages.NEW_KEYS)
    night.seal()
    night.use_other()
    night.open_sector()
    night.restart(KEYED)
    night.seal()
    path = night.file(tmp_path).path
    data = path.read_bytes()
    path.write_bytes(data[:SECTOR_BYTES] + b"\xff" * SECTOR_BYTES + data[2 * SECTOR_BYTES :])
    (tmp_path / "table-other.key").write_text(OTHER_KEY.hex())
    report = read_report(open_log(path))
    (note,) = [text for _, text in report.notes if "keys" in text]
    assert IS_MISSING in note


def test_refusals_are_told_once_each_with_how_often(night, tmp_path):
    places = []
    for _ in range(3):
        night.fact(facts.CHANGE_REFUSED, messages.NEW_SETTINGS, messages.WRONG_KEY)
        places.append(night.number - 1)
    night.fact(facts.CHANGE_REFUSED, 0, messages.HAS_KEYS_ALREADY)
    night.seal()
    report = night.report(tmp_path)
    assert notes_of(report) == [
        f"somebody asked for new settings without the table's key, 3 times since record {places[0]}",
        "somebody asked to give it other keys though it has some",
    ]
    assert [record for record, _ in report.notes] == [places[2], places[2] + 1]


def test_every_change_has_its_words():
    changes = [value for name, value in vars(messages).items() if name in CHANGES]
    assert len(changes) == len(CHANGES)
    for change in (0, *changes):
        for result in (messages.WRONG_KEY, messages.OLD_SEQUENCE, messages.HAS_KEYS_ALREADY):
            text = refused_text(change, result)
            assert "change " not in text and "(result" not in text


CHANGES = (
    "NEW_LOG",
    "NEW_SETTINGS",
    "SELF_TEST",
    "SET_CLOCK",
    "COLLECTED",
    "CORRECT_METER",
    "NEW_KEYS",
)


def test_a_story_says_them_in_sentences(night, tmp_path):
    night.fact(facts.CORRECTED, 600_000, night.engine.state.meter_cents)
    night.fact(facts.CHANGE_REFUSED, messages.SELF_TEST, messages.WRONG_KEY)
    night.use_other()
    night.restart(KEYED)
    night.seal()
    quiet_round(night)
    (tmp_path / "table-other.key").write_text(OTHER_KEY.hex())
    said = [step.says for story in stories_of(night.file(tmp_path)) for step in story.steps]
    assert any("The meter is corrected from 5," in text and text.endswith("to 6,000.00.") for text in said)
    assert "Somebody asked for a self-test without the table's key." in said
    assert f"The table's keys are {id_text(OTHER_ID)} from here on." in said
