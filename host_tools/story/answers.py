"""Was a seat's wager accepted in a round, and why not: the question that a dispute asks.

The answer is read off the replayed facts: what NO MORE BETS accepted, what the sensor had seen before and
saw behind it.  What must never change: nothing is said that no record shows.
"""

from host_tools.output import dollars
from host_tools.story.clauses import clause_of
from host_tools.story.model import SeatAnswer, ToldWin
from host_tools.story.refusals import WHY
from host_tools.story.seen import Seen
from host_tools.story.words import hand_text, seats_text, span_text
from table_core import facts, faults
from table_core.settings import counted_spot
from table_core.state import OPEN

_CHIPS = (facts.CHIP_PLACED, facts.CHIP_LIFTED)
_SICK = {facts.STUCK_ON: "stuck on", facts.STUCK_OFF: "stuck off", facts.JITTERY: "not at rest"}


class SeatCase:
    """One seat in one round.  seen: the round's facts in order; over_before: the record that ended the round
    before, 0 where it is not in the log; sick: (health, record) of the seat's sensor at the beginning."""

    def __init__(self, seat: int, seen: list[Seen], over_before: int = 0, sick: tuple = (0, 0)) -> None:
        self.seat = seat
        self.bit = 1 << (seat - 1)
        self.seen = seen
        self.over_before = over_before
        self.settings = seen[-1].settings
        self.game = self.settings.game
        self.area = facts.SPOTS[counted_spot(self.settings)]
        self.lock = next((one for one in seen if one.before.phase == OPEN != one.after.phase), None)
        # Where the lock's own record is missing, what follows shows what it did.
        self.locked = self.lock or next((one for one in seen if one.before.phase != OPEN), None)
        self.before_lock = seen[: seen.index(self.locked)] if self.locked else seen
        self.after_lock = seen[len(self.before_lock) :]
        self.sick = sick
        self.records: list[int] = []

    # --- what the records show --------------------------------------------------------------------

    def _cite(self, one: Seen) -> str:
        if one.record not in self.records:
            self.records.append(one.record)
        return f"record {one.record}"

    def _gap(self, one: Seen) -> str:
        """The time between a fact and NO MORE BETS; behind the last record before a cut nobody knows it."""
        text = span_text(abs(one.at_ms - self.lock.at_ms))
        if one.life == self.lock.life:
            return text
        return f"at least {text} (from the last record before the power cut until it was back is not counted)"

    def _movements(self, among: list[Seen]) -> list[Seen]:
        spot = counted_spot(self.settings)
        return [one for one in among if one.kind in _CHIPS and (one.a, one.b) == (self.seat, spot)]

    def _came_late(self) -> Seen | None:
        return next((one for one in self.after_lock if one.after.late & ~one.before.late & self.bit), None)

    def _was_voided(self) -> Seen | None:
        for one in self.after_lock:
            with_round = one.before.accepted if one.kind == facts.ROUND_OVER_HELD and not one.reason else 0
            if (with_round | one.after.voided & ~one.before.voided) & self.bit:
                return one
        return None

    def _accepted(self) -> bool:
        return any((one.before.accepted | one.after.accepted) & self.bit for one in self.after_lock)

    # --- the answer -------------------------------------------------------------------------------

    def answer(self, wins: list[ToldWin]) -> SeatAnswer:
        """The whole of it; `wins` are the round's confirmed ones."""
        word, sentences = self._judge()
        cited = "not offered" if self._not_offered() else word
        if word == "voided" and (voided := self._was_voided()) and voided.kind == facts.ROUND_OVER_HELD:
            cited = "round voided"
        clause = clause_of(cited, self.game)
        was_accepted = word in ("accepted", "voided")
        why, ending = " ".join(sentences), self._ending(wins)
        return SeatAnswer(self.seat, was_accepted, word, why, clause, sorted(self.records), ending)

    def _not_offered(self) -> bool:
        return not self.settings.wager_cents and self.area == facts.SPOTS[facts.PROGRESSIVE]

    def _judge(self) -> tuple[str, list[str]]:
        if self._not_offered():
            return "none", ["This table offers no progressive."]
        if not self.locked:
            return "none", [*self._never_locked(), *self._troubles()]
        if self._accepted():
            voided = self._was_voided()
            return ("voided" if voided else "accepted"), [self._why_accepted(), *self._why_voided(voided)]
        blocked = self._why_blocked()
        late = self._came_late()
        if late:
            return "late", [self._why_late(late), *self._lifted_before(), *blocked, *self._troubles()]
        if self.locked.before.late & self.bit:
            return "late", [
                "The chip came after NO MORE BETS, in a part that is missing here, and was refused."
            ]
        if self.locked.before.voided & self.bit:
            return "voided", ["The wager was accepted and then voided, in a part that is missing here."]
        if blocked:
            return "blocked", [*blocked, *self._troubles()]
        return "none", [*self._why_none(), *self._troubles()]

    def _why_accepted(self) -> str:
        if self.lock is None:
            return "The wager was accepted; the record of NO MORE BETS is missing here."
        press = f"NO MORE BETS ({self._cite(self.lock)})"
        moved = self._movements(self.before_lock)[-1:]
        for one in moved:
            if one.kind == facts.CHIP_PLACED:
                laid = f"The chip was laid ({self._cite(one)}) {self._gap(one)} before {press}"
                return f"{laid}, and was accepted."
        for one in reversed(self.before_lock):
            if one.kind == facts.POWER_UP and one.a & self.bit:
                return (
                    f"The chip lay there when the power came back ({self._cite(one)}); {press} accepted it."
                )
        return (
            f"The sensor saw a chip at {press}, and it was accepted; its being laid was not logged by itself."
        )

    def _why_voided(self, voided: Seen | None) -> list[str]:
        if voided is None:
            return []
        what = "the whole round" if voided.kind == facts.ROUND_OVER_HELD else "the seat"
        back = ", and the contribution was given back" if self.settings.wager_cents else ""
        return [f"The floor voided {what} later ({self._cite(voided)}){back}."]

    def _why_late(self, late: Seen) -> str:
        if late.kind == facts.POWER_UP:
            text = f"A chip lay there when the power came back after NO MORE BETS ({self._cite(late)})"
            return f"{text}, and none had been accepted: it is late and was refused."
        if self.lock is None:
            return f"The chip came after NO MORE BETS ({self._cite(late)}): it is late and was refused."
        after = f"{self._gap(late)} after NO MORE BETS ({self._cite(self.lock)})"
        return f"The chip came {after}, at {self._cite(late)}: it is late and was refused."

    def _why_blocked(self) -> list[str]:
        if not self.locked.before.blocked & self.bit:
            return []
        place = ""
        if self.over_before:
            self.records.append(self.over_before)
            place = f" (record {self.over_before} saw it)"
        lay = f"A chip lay there since the round before{place}"
        at = f" ({self._cite(self.lock)})" if self.lock else ""
        return [f"{lay} and was never lifted before NO MORE BETS{at}: it was blocked."]

    def _lifted_before(self) -> list[str]:
        moved = self._movements(self.before_lock)
        if not moved or moved[-1].kind != facts.CHIP_LIFTED or self.lock is None:
            return []
        lifted = moved[-1]
        when = f"lifted {self._gap(lifted)} before NO MORE BETS ({self._cite(lifted)})"
        laid = [one for one in moved if one.kind == facts.CHIP_PLACED][-1:]
        if not laid:
            return [f"One that lay there had been {when}."]
        return [f"One had been laid ({self._cite(laid[0])}) and was {when}."]

    def _why_none(self) -> list[str]:
        if self.lock is None:
            return ["No wager was accepted; the record of NO MORE BETS is missing here."]
        text = f"No chip was sensed when NO MORE BETS was pressed ({self._cite(self.lock)})"
        moved = self._movements(self.before_lock)
        if moved and moved[-1].kind == facts.CHIP_PLACED:
            text += (
                f"; one had been laid ({self._cite(moved[-1])}), and movements behind it were only counted"
            )
        elif not moved:
            text += ", and none had been laid since the round before"
        return [f"{text}.", *self._lifted_before()]

    def _never_locked(self) -> list[str]:
        sentences = ["NO MORE BETS was not taken in this round, so no wager is accepted."]
        refused = [one for one in self.seen if one.kind == facts.NO_MORE_BETS and one.reason]
        for one in refused[-1:]:
            sentences.append(f"It was pressed and refused ({self._cite(one)}): {WHY[one.reason]}.")
        moved = self._movements(self.seen)[-1:]
        for one in moved:
            what = "laid" if one.kind == facts.CHIP_PLACED else "lifted"
            sentences.append(f"A chip was {what} there last ({self._cite(one)}).")
        return sentences

    def _troubles(self) -> list[str]:
        """What kept the sensor from seeing, before the lock."""
        sentences = []
        health, record = self.sick
        number = self.seat << 4 | counted_spot(self.settings)
        for one in self.before_lock:
            if one.kind == facts.INPUT_HEALTH and one.a == number:
                health, record = one.b, one.record
            if one.kind in (facts.FAULT, facts.FAULT_CLEARED) and one.a == faults.INPUT_CHAIN:
                what = "was broken" if one.kind == facts.FAULT else "was whole again"
                sentences.append(f"The input chain {what} at {self._cite(one)}.")
            if one.kind == facts.NOT_LOGGED and one.a:
                sentences.append(f"{one.a} movements of chips were only counted ({self._cite(one)}).")
        if health:
            self.records.append(record)
            sentences.append(f"The seat's sensor was {_SICK[health]} since record {record}.")
        return sentences

    def _ending(self, wins: list[ToldWin]) -> str:
        last = next((one for one in reversed(self.seen) if one.before.phase != OPEN), None)
        parts = ["folded"] if last and last.before.folded & self.bit else []
        parts += [part for one in self.after_lock if one.reversed for part in self._reversed(one)]
        for win in wins:
            if win.seat == self.seat and win.win_cents:
                parts.append(f"won {dollars(win.win_cents)}")
            if win.seat == self.seat and win.envy_seats:
                each = f"{dollars(win.envy_cents)}{' each' * (len(win.envy_seats) > 1)}"
                parts.append(f"its {hand_text(win.row)} pays envy of {each} to {seats_text(win.envy_seats)}")
            if self.seat in win.envy_seats:
                parts.append(f"envy {dollars(win.envy_cents)}")
        return ", ".join(parts)

    def _reversed(self, one: Seen) -> list[str]:
        """What a reversal took from this seat."""
        holder, row = one.reversed, one.before.entry_row[one.reversed - 1]
        won_cents, envy_cents, receivers = one.reversed_amounts
        if holder == self.seat:
            amount = dollars(won_cents) if won_cents else "envy only"
            return [f"{hand_text(row)} for {amount} was confirmed and then reversed ({self._cite(one)})"]
        if not envy_cents or not receivers & self.bit:
            return []
        whose = f"seat {holder}'s {hand_text(row)}"
        return [f"envy {dollars(envy_cents)} for {whose} was reversed with it ({self._cite(one)})"]
