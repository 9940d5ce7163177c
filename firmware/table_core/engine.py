"""The engine: one fact at a time, asked first, then applied.

`can_apply` decides and changes nothing; between it and `apply` the device writes the fact to the
log.  `apply` is the one door through which the state changes; it fills `effects`.  Replay and
recovery call the same `apply` over the same facts.  A refused fact that was logged is applied too:
it yields its refusal and changes nothing but the count of the round's facts and the times.
"""

from table_core import displays, entries, facts, happenings, reasons, rounds
from table_core.arming import is_armed
from table_core.effects import DEALER, LIGHT, METER, REFUSE, SIGN, Effects
from table_core.limits import (
    FACTS_A_ROUND,
    LOCK_REST_TICKS,
    POWER_REST_TICKS,
    RESET_FLOOR_A_CENTS,
    RESET_FLOOR_B_CENTS,
)
from table_core.money import ensure
from table_core.settings import counted_spot
from table_core.state import LOCKED, OPEN, SETTLING

KINDS = 32  # more than there are kinds of facts


def cell(phase: int, kind: int) -> int:
    """The key of a cell of the matrix: a number, for a tuple would cost heap at each fact."""
    return phase * KINDS + kind


def _always(_t, _a: int, _b: int) -> int:
    return 0


MATRIX = {  # the dealer's keys: by phase, what is asked and what is done; the rest is "not now"
    cell(OPEN, facts.NO_MORE_BETS): (rounds.can_lock, rounds.lock),
    cell(LOCKED, facts.NO_MORE_BETS): (rounds.can_show_hands, rounds.show_hands),
    cell(LOCKED, facts.SEAT_HELD): (rounds.can_hold_seat, rounds.hold_seat),
    cell(LOCKED, facts.ROUND_OVER): (rounds.can_end, rounds.end),
    cell(LOCKED, facts.ROUND_OVER_HELD): (rounds.can_void_round, rounds.void_round),
    cell(SETTLING, facts.NO_MORE_BETS): (entries.can_confirm, entries.confirm),
    cell(SETTLING, facts.SEAT_PRESSED): (rounds.can_select, rounds.select),
    cell(SETTLING, facts.SEAT_HELD): (rounds.can_hold_seat, rounds.hold_seat),
    cell(SETTLING, facts.HAND_KEY): (entries.can_enter, entries.enter),
    cell(SETTLING, facts.CLEAR): (_always, entries.press_clear),
    cell(SETTLING, facts.CLEAR_HELD): (entries.can_reverse, entries.reverse),
    cell(SETTLING, facts.ROUND_OVER): (rounds.can_end, rounds.end),
    cell(SETTLING, facts.ROUND_OVER_HELD): (rounds.can_void_round, rounds.void_round),
}

HAPPENINGS = {  # the rest of what is so, in every phase
    facts.CHIP_PLACED: happenings.chip_placed,
    facts.CHIP_LIFTED: happenings.chip_lifted,
    facts.FLOOR_KEY: happenings.floor_key,
    facts.DOOR: happenings.door,
    facts.POWER_UP: happenings.power_up,
    facts.TIME: happenings.time_passed,
    facts.FAULT: happenings.fault,
    facts.FAULT_CLEARED: happenings.fault_cleared,
    facts.NOT_LOGGED: happenings.only_logged,
    facts.CLOCK: happenings.only_logged,
    facts.INPUT_HEALTH: happenings.only_logged,
    facts.LOG_BORN: happenings.log_born,
    facts.SETTINGS: happenings.only_logged,
    facts.ATTESTED: happenings.only_logged,
    facts.COLLECTED: happenings.collected,
    facts.CORRECTED: happenings.corrected,
    facts.KEYED: happenings.keyed,
    facts.CHANGE_REFUSED: happenings.only_logged,
    facts.RECOVERY_STOPPED: happenings.recovery_stopped,
}

_LAST_COUNTED = facts.ROUND_OVER_HELD  # chips and dealer's keys have the lowest numbers

# Taken even in a round that is full, as is a void: what ends, decides or gives back.
_ALWAYS_TAKEN = (
    facts.NO_MORE_BETS,
    facts.CLEAR,
    facts.CLEAR_HELD,
    facts.ROUND_OVER,
    facts.ROUND_OVER_HELD,
)


class Engine:
    """A table: its settings, its state, and the effects of the last fact.

    counted_spot: the betting area whose sensors decide anything; at Mississippi stud, which has no
    progressive, the antes, by which a seat is dealt in.  `covered` is what those sensors see now.  It is
    not part of the state: it follows the chips that are told, and POWER_UP and the end of a round set it
    anew.  Where `shows` is off, lights
    and texts are not worked out: they decide nothing, and a replay of many rounds takes half the time.
    """

    def __init__(self, settings, state) -> None:
        self.settings = settings
        self.state = state
        self.effects = Effects()
        self.all_seats = (1 << settings.seats) - 1
        self.counted_spot = counted_spot(settings)
        # No wager is taken for less than the meter must show (5324.33(f)(4)(ii), 5324.32(f)(4)(ii)).
        floors = (0, RESET_FLOOR_A_CENTS, RESET_FLOOR_B_CENTS)
        self.meter_floor_cents = floors[settings.pay_table] if settings.wager_cents else 0
        self.covered = 0
        self.ticks = 0  # of the fact that is being asked or applied
        self.asked_row = 0  # what the hand key was pressed for just before, if anything
        self.shows = True
        # What is shown: effects are its changes.
        self._lights = bytearray(settings.seats)
        self._causes = [-1] * 2  # of the lights
        self._meter_cents = state.meter_cents
        self._sign = [0] * 2
        self._dealer = [0] * 6
        self._row = [0] * 6

    def placed(self) -> int:
        """The mask that a NO MORE BETS now carries: sensed and not blocked."""
        is_counted = self.settings.wager_cents or self.counted_spot != facts.PROGRESSIVE
        return self.covered & ~self.state.blocked if is_counted else 0

    def can_apply(self, kind: int, a: int, b: int, ticks: int) -> int:
        """0 where the fact would be taken, else the reason (reasons.py).  Changes nothing lasting."""
        if kind in HAPPENINGS:
            return 0
        s = self.state
        self.ticks = ticks
        pair = MATRIX.get(s.phase * KINDS + kind)
        if pair is None:
            return reasons.NOT_NOW
        if s.facts_in_round + 1 >= FACTS_A_ROUND and not self._ends_something(kind):
            return reasons.ROUND_FULL
        return pair[0](self, a, b)

    def _ends_something(self, kind: int) -> bool:
        return kind in _ALWAYS_TAKEN or kind == facts.SEAT_HELD and is_armed(self.state)

    def apply(self, kind: int, a: int, b: int, ticks: int) -> None:
        """Takes one fact, or its refusal, and fills `effects`.  RuleBroken where the rules fail."""
        s = self.state
        self.effects.count = 0
        happening = HAPPENINGS.get(kind)
        reason = 0 if happening is not None else self.can_apply(kind, a, b, ticks)
        if s.since_power_up_ticks < POWER_REST_TICKS or s.since_lock_ticks < LOCK_REST_TICKS:
            happenings.time_passed(self, ticks, 0)
        if kind <= _LAST_COUNTED and s.facts_in_round < 255:
            s.facts_in_round += 1
        if happening is None:
            self._press(kind, a, b, reason)
        else:
            happening(self, a, b)
        if self.shows and kind > facts.CHIP_LIFTED:  # a chip has shown its seat's light: that is all
            self._show_changes()

    def _press(self, kind: int, a: int, b: int, reason: int) -> None:
        """A dealer's key.  A question lapses with whatever key comes next, a refused one too."""
        s = self.state
        self.asked_row = s.asked_row
        s.asked_row = 0
        if reason:
            self.effects.add(REFUSE, reason)
        else:
            MATRIX[s.phase * KINDS + kind][1](self, a, b)

    def move_chip(self, kind: int, seat: int) -> None:
        """A chip movement that is counted, not logged: it moves `covered` and a light, nothing else."""
        ensure(kind <= facts.CHIP_LIFTED and seat <= self.settings.seats, "only chips move unlogged")
        self.effects.count = 0
        bit = 1 << (seat - 1)
        self.covered = self.covered | bit if kind == facts.CHIP_PLACED else self.covered & ~bit
        self.show_light(seat)

    def show_all(self) -> None:
        """Adds everything that is shown to `effects`, as after a power-up."""
        for i in range(len(self._lights)):
            self._lights[i] = 255
        self._causes[0] = self._sign[0] = self._dealer[0] = -1
        self._meter_cents = -1
        self.show_meter()
        if self.shows:
            self._show_changes()

    def show_meter(self) -> None:
        if self._meter_cents != self.state.meter_cents and self.settings.wager_cents:
            self._meter_cents = self.state.meter_cents
            self.effects.add(METER, self._meter_cents)

    def show_light(self, seat: int) -> None:
        if self.shows:
            self._show_light(seat, displays.rhythms(self) if self.state.phase else 0)

    def _show_light(self, seat: int, rhythms: int) -> None:
        code = displays.light_code(self, seat, rhythms)
        if self._lights[seat - 1] != code:
            self._lights[seat - 1] = code
            self.effects.add(LIGHT, seat, code >> 4, code & 15)

    def _show_changes(self) -> None:
        row = self._row
        displays.put_causes(self, row)
        shown = self._causes
        if row[0] != shown[0] or row[1] != shown[1]:
            shown[0] = row[0]
            shown[1] = row[1]
            rhythms = displays.rhythms(self)
            for seat in range(1, self.settings.seats + 1):
                self._show_light(seat, rhythms)
        self._show_texts(row)

    def _show_texts(self, row: list) -> None:
        displays.put_sign(self, row)
        shown = self._sign
        if row[0] != shown[0] or row[1] != shown[1]:
            shown[0] = row[0]
            shown[1] = row[1]
            self.effects.add(SIGN, row[0], row[1])
        displays.put_dealer(self, row)
        if row != self._dealer:
            self._dealer, self._row = row, self._dealer
            self.effects.add(DEALER, row[0], row[1], row[2], row[3], row[4], row[5])
