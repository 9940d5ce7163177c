"""What a log tells of changes at its table: corrections of the meter, other keys, and changes refused.

Is told each fact of a replay in turn, and reads in the end who answered for what.  What must never change:
keys that nobody attested are always told, for that is what a thief of the box leaves behind.
"""

from dataclasses import dataclass

from host_tools.log_file import LogFile
from host_tools.log_times import UNKNOWN, Moment
from host_tools.output import dollars
from host_tools.story.payloads import payloads_of
from host_tools.story.words import listed
from host_tools.table_key import id_text
from table_core import facts
from table_wire import messages
from table_wire.session import read_attestation

ASKED_FOR = {  # a change, as somebody without the key asked for it; 0 is the gift of keys
    0: "to give it other keys",
    messages.NEW_LOG: "for a new log",
    messages.NEW_SETTINGS: "for new settings",
    messages.SELF_TEST: "for a self-test",
    messages.SET_CLOCK: "for another time",
    messages.COLLECTED: "for room in the log",
    messages.CORRECT_METER: "for a correction of the meter",
    messages.NEW_KEYS: "for other keys",
}
WITHOUT = {  # the result
    messages.WRONG_KEY: "without the table's key",
    messages.OLD_SEQUENCE: "with what had been sent before",
    messages.HAS_KEYS_ALREADY: "though it has some",
}
NOT_ATTESTED = "nobody attested it: the controller's keys were erased and given anew"
IS_MISSING = "whether somebody attested it is in a part that is missing"
NOBODY = (0, "", ())
AT_POWER_UP = (facts.POWER_UP, facts.RECOVERY_STOPPED, facts.KEYED)  # and others once the keys were told


def refused_text(change: int, result: int) -> str:
    what = ASKED_FOR.get(change, f"for change {change}")
    return f"somebody asked {what} {WITHOUT.get(result, f'(result {result})')}"


@dataclass
class Correction:
    """Amounts with the overflow; names and reason are empty where the log does not have them."""

    record: int
    from_cents: int
    to_cents: int
    reason: str = ""
    names: tuple[str, ...] = ()
    moment: Moment = UNKNOWN


class LogChanges:
    """corrections; and notes, (record number, text), of keys and refusals: once `end` was called."""

    def __init__(self) -> None:
        self.notes: list[tuple[int, str]] = []
        self.corrections: list[Correction] = []
        self._attested: int | None = 0  # the record that may have led to what comes; None: it may be missing
        self._has_restarted = False  # since then
        self._last = 0
        self._key_id = 0
        self._led_by: dict[int, int | None] = {}  # the record of a correction or of other keys: its ATTESTED
        self._keyed: list[tuple[int, int]] = []  # record, id
        self._refused: dict[str, list[int]] = {}  # by text: records

    def follow(self, state, record: int, kind: int, a: int, b: int) -> None:
        """A fact, and the state behind it."""
        if self._last and record > self._last + 2:  # a seal is one record between two facts
            self._attested = None
        elif self._has_restarted and (kind not in AT_POWER_UP or record > self._last + 1):
            self._attested = 0  # it went on, or sealed, under the keys that it had
        if kind == facts.ATTESTED:
            self._attested, self._has_restarted = record, False
        elif kind == facts.POWER_UP:
            self._has_restarted = True
        elif kind == facts.CHANGE_REFUSED:
            self._refused.setdefault(refused_text(a, b), []).append(record)
        elif kind == facts.CORRECTED:
            self.corrections.append(Correction(record, b, a))
            self._led_by[record] = self._attested
        elif kind == facts.KEYED and self._key_id:  # it is 0 at birth, and in logs that named no keys
            self._keyed.append((record, state.key_id))
            self._led_by[record] = self._attested
        self._key_id = state.key_id
        self._last = record

    def end(self, log: LogFile, moment) -> None:
        """moment(record): when it was written."""
        told = attestations_in(log) if self._led_by else {}
        for each in self.corrections:
            each.moment = moment(each.record)
            _, each.reason, each.names = told.get(self._led_by[each.record], NOBODY)
        for record, number in self._keyed:
            led_by = self._led_by[record]
            change, reason, names = told.get(led_by, NOBODY)
            who = f"{listed(names)} attested it: {reason}" if change == messages.NEW_KEYS else NOT_ATTESTED
            who = IS_MISSING if led_by is None else who
            self.notes.append((record, f"from here on other keys seal, {id_text(number)}; {who}"))
        for text, records in self._refused.items():
            times = f", {len(records)} times since record {records[0]}" if len(records) > 1 else ""
            self.notes.append((records[-1], text + times))


def attestations_in(log: LogFile) -> dict[int | None, tuple]:
    """(change, reason, names) by record."""
    found = {}
    for record, payload, _ in payloads_of(log, facts.ATTESTED):
        read = read_attestation(payload[1:])
        if read:
            found[record] = payload[0], read[0], tuple(read[1])
    return found


def correction_line(each: Correction) -> str:
    """As `Record 40: the meter was corrected from 5,000.00 to 6,123.45; A. Ames and B. Bell answer ...`."""
    when = f", {each.moment.text} UTC" if each.moment.at else ""
    who = f"; {listed(each.names)} answer for it: {each.reason}" if each.names else ""
    amounts = f"from {dollars(each.from_cents)} to {dollars(each.to_cents)}"
    return f"Record {each.record}{when}: the meter was corrected {amounts}{who}."
