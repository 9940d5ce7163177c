"""The self-test: what a person is shown and asked at a table that plays no round meanwhile.

Lights: each seat alone, then each light on all seats.  Displays: all segments, then each digit.  Inputs:
the walking one.  What is found is a list of Findings, failures too, for the rest is still tested.  A
contact that shows alone at last is fine, with a remark on what showed before.
"""

from typing import NamedTuple

from host_tools import keyboard
from host_tools.at_table import input_walk
from table_core import effects
from table_wire import messages

ALL_SEGMENTS = 0xFF
DIGITS = bytes.fromhex("7e306d79335b5f707f7b")  # segments of 0 to 9, from 0x40 for A to 0x01 for G
DIGIT_S = 0.7
PRESS_MS = 300  # by a simulated hand
INPUT_WAIT_S = 60
TRIES = 3  # of a contact for which another one shows
SKIPPED = "skipped"
LOOKS = (  # a light of effects.py, and how it looks
    (effects.PLACED, "amber, half a second on, half a second off"),
    (effects.ACCEPTED, "green, steady"),
    (effects.LATE, "red, quick blinking"),
    (effects.BLOCKED, "violet, two short flashes, then a pause"),
    (effects.VOIDED, "white, one flash in two seconds"),
    (effects.NOT_ACCEPTING, "red, one short flash in two seconds"),
    (effects.NOT_OFFERED, "dim white, one short flash a second"),
    (effects.SELECTED, "blue, dips once a second"),
    (effects.ENVY, "blue, dips every third step"),
    (effects.WIN, "blue, flickers"),
    (effects.OFF, "dark"),
)
DISPLAYS = ("meter sign", "dealer display")


class Finding(NamedTuple):
    what: str
    problem: str = ""  # empty where it is fine
    remark: str = ""


class TableTest:
    """link: in a table that has begun its self-test; ask(question) -> bool; say(text) shows a line."""

    def __init__(self, link, inputs: list[str], ask, say) -> None:
        self.link = link
        self.inputs = inputs
        self.ask = ask
        self.say = say
        self.findings: list[Finding] = []

    def show(self, step: int, a: int = 0, b: int = 0) -> bytes:
        """Asks the table for a step; its answer's payload."""
        return self.link.ask(messages.TEST, bytes((step, a, b, 0)))[1]

    def judge(self, what: str, question: str) -> None:
        keyboard.forget_typed()
        self.findings.append(Finding(what, "" if self.ask(question) else "not as it should be"))

    # --- lights ----------------------------------------------------------------------------------

    def lights(self, seats: int) -> None:
        for lit in range(1, seats + 1):
            self._show_lights(seats, lambda seat, lit=lit: effects.ACCEPTED if seat == lit else effects.OFF)
            self.judge(f"light of seat {lit}", f"Is seat {lit} steady green, and every other seat dark?")
        for light, looks in LOOKS:
            self._show_lights(seats, lambda _, light=light: light)
            self.judge(f"all lights {looks}", f"Is every seat {looks}?")

    def _show_lights(self, seats: int, light_of) -> None:
        for seat in range(1, seats + 1):
            self.show(messages.TEST_LIGHT, seat, light_of(seat))

    # --- displays --------------------------------------------------------------------------------

    def displays(self) -> None:
        for display, name in enumerate(DISPLAYS):
            self.show(messages.TEST_DIGITS, display, ALL_SEGMENTS)
            self.judge(f"{name}, all segments", f"Does the {name} show 8. in all eight places?")
            self.say(f"the {name} counts from 0 to 9")
            for segments in DIGITS:
                self.show(messages.TEST_DIGITS, display, segments)
                self.link.listen(DIGIT_S)
            self.judge(f"{name}, digits", f"Did the {name} count from 0 to 9 in all eight places?")
            self.show(messages.TEST_DIGITS, display, 0)

    # --- inputs ----------------------------------------------------------------------------------

    def walk_inputs(self) -> None:
        if self._image()[1]:
            self.findings.append(Finding("input chain", "its sentinels are wrong: check the plugs first"))
            return
        keyboard.forget_typed()
        for contact in input_walk.contacts_of(self.inputs):
            self.findings.append(self._walk(contact))

    def _walk(self, contact: str) -> Finding:
        """Asks for one contact until it shows alone, or comes to no end, or others have shown too often."""
        remark = ""
        for _ in range(TRIES):
            step = self._try(contact)
            self.say(f"  {step.problem or 'fine'}")
            if not (step.is_over and step.problem):
                return Finding(contact, step.problem, remark)
            remark = step.problem
        return Finding(contact, remark)

    def _try(self, contact: str) -> input_walk.Step:
        step = input_walk.Step(contact, self._image()[0])
        self.say(input_walk.ask_for(contact) + " (Enter skips it)" * keyboard.is_watched())
        if self.link.port.hands:
            self.link.port.hands.press(contact, PRESS_MS)
        deadline_s = self.link.port.now_s() + INPUT_WAIT_S
        while not step.is_over:
            if keyboard.was_enter_pressed():
                step.problem = SKIPPED
                return step
            if self.link.port.now_s() >= deadline_s:
                step.problem = step.problem or step.why_not_over()
                return step
            step.see(*self._image())
        return step

    def _image(self) -> tuple[frozenset, bool]:
        """(names of the active inputs, whether the chain is at fault)."""
        fault, count, *stable = self.show(messages.TEST_INPUTS)
        return input_walk.active_in(bytes(stable[:count]), self.inputs), bool(fault)
