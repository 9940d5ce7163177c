"""`selftest` at a simulated table: what is shown is what is asked about, and a wrong plug is found."""

import json

import click
import pytest

from host_tools import keyboard
from host_tools.at_table import people, table_test
from host_tools.at_table.table_test import DIGITS, LOOKS
from host_tools.commands import selftest
from host_tools.log_file import open_log
from host_tools.settings_file import load_settings
from host_tools.simulator.judge import Judge, wiring_of
from host_tools.simulator.simulate import terms_of
from table_core import facts, names
from table_parts.seven_segments import DIGITS as DRAWN_DIGITS
from table_wire.replay import Replay
from tests.links.desktop import BOARD, PEOPLE

SETTING_UP = {
    facts.FLOOR_KEY,
    facts.POWER_UP,
    facts.LOG_BORN,
    facts.SETTINGS,
    facts.ATTESTED,
    facts.KEYED,
}
SELFTEST = ("selftest", "--port", "sim:table", *PEOPLE)


@pytest.fixture(autouse=True)
def nobody_there(monkeypatch):
    monkeypatch.setattr(people, "is_terminal", lambda: False)


def run_to_json(table, *options) -> tuple[int, dict]:
    """The status, and each finding's problem and remark by what it is about."""
    status, out, _ = table.run(*SELFTEST, "--yes", "--json", *options)
    told = json.loads(out)
    assert not told["stopped"]
    return status, {row["what"]: (row["problem"], row["remark"]) for row in told["findings"]}


def test_all_is_well_and_the_table_plays_on(table):
    status, found = run_to_json(table)
    assert status == 0 and set(found.values()) == {("", "")}
    assert len(found) == 7 + 11 + 4 + 51
    status, out, _ = table.run("status", "--port", "sim:table")
    assert status == 0 and "in service" in out


def test_nothing_that_is_moved_meanwhile_counts(table):
    run_to_json(table, "--only", "inputs")
    replay = Replay()
    (sector,) = open_log(table.flash).sectors
    kinds = {kind for _, kind, _, _, _ in replay.read_sector(sector)}
    assert not replay.problems and kinds == SETTING_UP


def test_plugs_that_were_changed_round_are_found(table):
    one, two = "seat 1 progressive", "seat 2 progressive"
    swapped = {one: two, two: one}

    def open_port(_name):
        port = table.open()
        press = port.hands.press
        port.hands.press = lambda contact, for_ms: press(swapped.get(contact, contact), for_ms)
        return port

    table.plug_in(open_port)
    status, found = run_to_json(table, "--only", "inputs")
    wrong = {what: problem for what, (problem, _) in found.items() if problem}
    assert status == 1 and set(wrong) == {one, two}
    assert all("the wrong seat is the wrong player" in problem for problem in wrong.values())


def test_an_input_that_never_shows_is_found(table, monkeypatch):
    def open_port(_name):
        port = table.open()
        press = port.hands.press
        port.hands.press = lambda contact, for_ms: contact == "key clear" or press(contact, for_ms)
        return port

    table.plug_in(open_port)
    monkeypatch.setattr(table_test, "INPUT_WAIT_S", 3)
    status, found = run_to_json(table, "--only", "inputs")
    assert status == 1 and [what for what, (problem, _) in found.items() if problem] == ["key clear"]
    assert "nothing showed" in found["key clear"][0]


@pytest.mark.parametrize("fails, status", [(1, 0), (2, 0), (3, 1)])
def test_another_contact_that_moves_is_a_remark_and_the_same_is_asked_again(table, fails, status):
    """A sleeve on another sensor, while seat 3's button is asked for."""
    asked = []

    def open_port(_name):
        port = table.open()
        press = port.hands.press

        def press_beside(contact: str, for_ms: int) -> None:
            asked.append(contact)
            press(contact, for_ms)
            if contact == "seat 3 button" and asked.count(contact) <= fails:
                press("seat 4 progressive", for_ms + 100)

        port.hands.press = press_beside
        return port

    table.plug_in(open_port)
    found_status, found = run_to_json(table, "--only", "inputs")
    odd = {what: texts for what, texts in found.items() if texts != ("", "")}
    beside = "seat 4 progressive showed instead: the wrong seat is the wrong player"
    assert found_status == status and list(odd) == ["seat 3 button"]
    assert odd["seat 3 button"][1 - status].startswith(beside)
    assert asked.count("seat 3 button") == min(fails + 1, 3)


def test_enter_skips_a_contact(table, monkeypatch):
    presses = iter([False] * 3 + [True])
    monkeypatch.setattr(keyboard, "was_enter_pressed", lambda: next(presses, False))
    status, found = run_to_json(table, "--only", "inputs")
    odd = [texts for texts in found.values() if texts != ("", "")]
    assert status == 1 and len(found) == 51 and odd[0] == ("skipped", "")
    assert len(odd) == 2 and odd[1][0] == ""  # it was let go while the next one was asked for


def test_what_was_typed_ahead_answers_nothing(table, monkeypatch):
    told = []
    monkeypatch.setattr(keyboard, "forget_typed", lambda: told.append("forgotten"))
    monkeypatch.setattr(selftest.click, "confirm", lambda *_, **__: told.append("asked") or True)
    monkeypatch.setattr(people, "is_terminal", lambda: True)
    assert table.run(*SELFTEST, "--reason", "r", "--only", "lights")[0] == 0
    assert told == ["forgotten", "asked"] * 18


class Person:
    """Looks at lights and displays, and answers by what stands there; `seen` is what the displays showed."""

    def __init__(self, table) -> None:
        self.eyes = Judge(wiring_of(BOARD), terms_of(load_settings("table.toml").settings))
        self.port = table.open()
        self.port.table.judge = self.eyes
        self.seen = {"meter sign": set(), "dealer display": set()}
        self._read = self.port.read
        self.port.read = self._read_and_look

    def _read_and_look(self, timeout_s: float) -> bytes:
        data = self._read(timeout_s)
        self.seen["meter sign"].add(self.eyes.sign.text())
        self.seen["dealer display"].add(self.eyes.dealer.text())
        return data

    def answer(self, question: str, **_) -> bool:
        table = self.port.table
        table.run_for(2500)
        if question.startswith("Is seat "):
            seat = int(question[len("Is seat ")])
            return self.eyes.lights.colours() == ["green" if n == seat else "" for n in range(1, 8)]
        if question.startswith("Is every seat "):
            asked = [light for light, looks in LOOKS if question == f"Is every seat {looks}?"]
            shown = {light.light(table.now_ms) for light in self.eyes.lights.seats}
            return shown == {names.LIGHTS[light] for light in asked}
        (name,) = [name for name in self.seen if name in question]
        wanted = ["8." * 8] if "8. in all" in question else [digit * 8 for digit in "0123456789"]
        return self.seen[name].issuperset(wanted)


def test_what_is_asked_about_is_what_is_shown(table, monkeypatch):
    person = Person(table)
    table.plug_in(lambda _: person.port)
    monkeypatch.setattr(people, "is_terminal", lambda: True)
    monkeypatch.setattr(selftest.click, "confirm", person.answer)
    status, out, err = table.run(*SELFTEST, "--reason", "r", "--only", "lights", "--only", "displays")
    assert (status, err) == (0, "") and "all 22 of what was tried" in out


def test_a_no_is_a_failure_and_the_rest_is_still_tried(table, monkeypatch):
    monkeypatch.setattr(people, "is_terminal", lambda: True)
    monkeypatch.setattr(selftest.click, "confirm", lambda question, **_: "seat 3" not in question)
    status, _, err = table.run(*SELFTEST, "--reason", "r", "--only", "lights")
    assert (status, err) == (1, "tablectl: T-07: light of seat 3: not as it should be\n")


def test_whoever_stops_it_leaves_a_table_that_plays(table, monkeypatch):
    port = table.open()

    def stop(*_, **__):
        raise KeyboardInterrupt

    table.plug_in(lambda _: port)
    monkeypatch.setattr(people, "is_terminal", lambda: True)
    monkeypatch.setattr(selftest.click, "confirm", stop)
    monkeypatch.setattr(port, "close", lambda: None)
    status, out, err = table.run(*SELFTEST, "--reason", "r")
    port.table.run_for(2000)
    assert (status, err) == (130, "tablectl: stopped\n") and "what was tried" not in out
    status, out, _ = table.run("status", "--port", "sim:table")
    assert status == 0 and "in service" in out
    port.table.close()


def test_a_table_that_is_not_set_up_is_not_tested(new_table):
    status, _, err = new_table.run(*SELFTEST, "--yes")
    assert status == 2 and "not set up yet" in err


def test_without_a_terminal_somebody_must_have_said_yes(table):
    status, _, err = table.run(*SELFTEST, "--only", "inputs")
    assert status == 2 and "--yes" in err


@pytest.mark.parametrize("how", [KeyboardInterrupt, click.Abort])
def test_whoever_stops_it_is_told_what_was_found_so_far(table, monkeypatch, how):
    answers = iter([True, False])

    def answer(*_, **__):
        found = next(answers, None)
        if found is None:
            raise how
        return found

    monkeypatch.setattr(people, "is_terminal", lambda: True)
    monkeypatch.setattr(selftest.click, "confirm", answer)
    status, out, err = table.run(*SELFTEST, "--reason", "r", "--only", "lights")
    wrong = "tablectl: T-07: light of seat 2: not as it should be\n"
    assert (status, err) == (130, wrong + "tablectl: stopped\n")


def test_digits_are_drawn_as_the_firmware_draws_them():
    assert DIGITS == DRAWN_DIGITS
