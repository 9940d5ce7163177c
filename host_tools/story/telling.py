"""One round while it is told: its facts are heard one by one, and make a RoundStory in the end."""

from host_tools.log_report import Win, confirmed_wins, is_key_at_fault
from host_tools.log_times import UNKNOWN, LogTimes, Moment
from host_tools.rounds_run import ROUND_ENDS, rendered_effects
from host_tools.rounds_words import render_fact, seats_of
from host_tools.story.answers import SeatCase
from host_tools.story.clauses import clause_of
from host_tools.story.model import RoundStory, Step, ToldWin
from host_tools.story.payloads import attestations_of
from host_tools.story.seen import Seen, confirmed_seat, copy_of, refusal
from host_tools.story.sentences import confirmer, says
from host_tools.story.shown_table import dealer_of, lights_of, sign_of
from host_tools.story.words import changes_of, fields_of
from table_core import facts, names
from table_core.limits import TICK_MS
from table_core.settings import FOUR_ACES, HANDS
from table_core.state import OPEN, PHASES, State
from table_wire.digests import digest_text

BEGINS_LATER = "the beginning of this round is missing here"
LOST = "not in this log"  # who confirmed a win whose confirmation is in a part that is missing


class Telling:
    """over_before: the record that ended the round before; sick: how inputs are at the round's beginning."""

    def __init__(self, number: int, over_before: int, sick: dict) -> None:
        self.number = number
        self.last_record = 0
        self.seal_record = 0
        self._over_before = over_before
        self._sick = sick
        self._seen: list[Seen] = []
        self._steps: list[Step] = []
        self._wins: list[Win] = []
        self._confirmed = 0  # the mask that _wins are of
        self._decided: dict[int, Seen] = {}  # by seat: what confirmed its entry
        self._digest = ""

    @property
    def is_locked(self) -> bool:
        return any(one.after.phase != OPEN or one.before.phase != OPEN for one in self._seen)

    def hear(self, replay, before: State, record: int, kind: int, a: int, b: int, ticks: int) -> None:
        """A fact, after it was applied; `before` is the state that it met."""
        engine = replay.engine
        last = self._seen[-1] if self._seen else None
        is_dark = last is None or kind == facts.POWER_UP or record > last.record + 2  # time that nobody knows
        passed = 0 if is_dark else ticks + (a if kind == facts.TIME else 0)
        seen = Seen(
            record=record,
            kind=kind,
            a=a,
            b=b,
            at_ms=(last.at_ms if last else 0) + passed * TICK_MS,
            life=(last.life if last else 0) + (kind == facts.POWER_UP),
            reason=refusal(engine.effects),
            confirmed=confirmed_seat(engine.effects),
            before=before,
            after=copy_of(engine.state),
            settings=replay.settings,
            spot=engine.counted_spot,
        )
        self._seen.append(seen)
        self._follow_wins(engine, seen)
        self._steps.append(self._step(engine, seen))

    def _follow_wins(self, engine, seen: Seen) -> None:
        state = engine.state
        if seen.confirmed:
            self._decided[seen.confirmed] = seen
        if state.phase != OPEN and state.confirmed != self._confirmed:
            self._confirmed = state.confirmed
            self._wins = confirmed_wins(engine)

    def _step(self, engine, seen: Seen) -> Step:
        effects = rendered_effects(engine)
        if seen.kind in ROUND_ENDS and engine.state.round_number == self.number + 1:
            self.last_record = seen.record
            self._digest = digest_text(engine.state)
            effects.append(f"digest {self._digest}")
        return Step(
            record=seen.record,
            after_ms=seen.at_ms,
            moment=UNKNOWN,  # until the whole log was read
            fact=render_fact(seen.kind, seen.a, seen.b),
            says=says(seen),
            effects=effects,
            lights=lights_of(engine),
            sign=sign_of(engine),
            dealer=dealer_of(engine),
            phase=PHASES[engine.state.phase],
            covered=seats_of(engine.covered),
            meter_cents=engine.state.meter_cents,
            changes=changes_of(seen.before, seen.after),
        )

    # --- the end ----------------------------------------------------------------------------------

    def story(self, log, reading, times: LogTimes) -> RoundStory:
        """The whole of it, once the log was read to its end."""
        is_attested = any(one.kind == facts.ATTESTED for one in self._seen)
        attested = attestations_of(log) if is_attested else {}
        for step in self._steps:
            step.moment = times.moment(step.record)
            step.says = attested.get(step.record, step.says)
        first, last = self._seen[0], self._seen[-1]
        born = [one.after for one in self._seen if one.kind == facts.LOG_BORN]
        settings = last.settings
        problems = log.problems + reading.problems
        wins = [self._told_win(win, times) for win in self._wins]
        cases = [self._case(seat) for seat in range(1, settings.seats + 1)]
        seal_record = self.seal_record if self._is_covered(reading.not_proved) else 0
        notes = reading.notes + times.notes
        if first.before.phase != OPEN:
            notes.append((first.record, BEGINS_LATER))
        return RoundStory(
            path=str(log.path),
            table=settings.table_id,
            game=names.GAMES[settings.game],
            number=self.number,
            first_record=first.record,
            last_record=self.last_record,
            locked=self._locked(times),
            over=times.moment(self.last_record) if self.last_record else None,
            steps=self._steps,
            before=fields_of(first.before),
            after=fields_of(last.after),
            seats=[case.answer(wins) for case in cases],
            wins=wins,
            meter_before_cents=(born or [first.before])[0].meter_cents,
            meter_after_cents=last.after.meter_cents,
            digest=self._digest,
            seal_record=seal_record,
            is_proved=bool(seal_record and log.seal_keys),
            seals_fit_key=not is_key_at_fault(problems, reading.replay.sealed_to),
            problems=self._within(problems),
            notes=self._within(notes),
        )

    def _locked(self, times: LogTimes) -> Moment:
        record = next((one.record for one in self._seen if one.after.phase != OPEN), 0)
        return times.moment(record) if record else UNKNOWN

    def _case(self, seat: int) -> SeatCase:
        number = seat << 4 | self._seen[-1].spot
        return SeatCase(seat, self._seen, self._over_before, self._sick.get(number, (0, 0)))

    def _within(self, told: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """What is told of a record of the round, its seal included, or of the one at which it breaks off."""
        first, last = self._seen[0].record, self.last_record or self._seen[-1].record + 1
        last = max(last, self.seal_record)
        return sorted(one for one in told if first <= one[0] <= last)

    def _is_covered(self, not_proved: list[tuple[int, int]]) -> bool:
        first, last = self._seen[0].record, self.last_record
        return not any(begin <= last and end >= first for begin, end in not_proved)

    def _told_win(self, win: Win, times: LogTimes) -> ToldWin:
        settings, row = self._seen[-1].settings, HANDS.index(win.hand)
        decided = self._decided.get(win.seat)
        odds = "100 percent of the meter" if row == FOUR_ACES else f"{settings.pay_odds[row - 1]} to 1"
        return ToldWin(
            seat=win.seat,
            hand=win.hand,
            row=row,
            win_cents=win.win_cents,
            envy_cents=win.envy_cents,
            envy_seats=win.envy_seats,
            odds=odds if win.win_cents else "",
            clause=clause_of("win" if win.win_cents else "envy", settings.game),
            confirmed_by=confirmer(decided).removeprefix("the ") if decided else LOST,
            record=decided.record if decided else 0,
            moment=times.moment(decided.record) if decided else UNKNOWN,
            envy_odds=f"{settings.envy_odds[row - 1]} to 1" if win.envy_seats else "",
            envy_clause=clause_of("envy", settings.game) if win.envy_seats else "",
        )
