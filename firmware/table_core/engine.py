"""The engine: one fact at a time, asked first, then applied.

`can_apply` decides and changes nothing; between it and `apply` the device writes the fact to the
log.  `apply` is the one door through which the state changes; it fills `effects`.  Replay and
recovery call the same `apply` over the same facts.  A refused fact that was logged is applied too:
it yields its refusal and changes nothing but the count of the round's facts and the times.
"""

from table_core import displays, entries, facts, happenings, reasons, rounds
from table_core.arming import is_armed
from table_core.effects import DEALER, LIGHT, METER, REFUSE, SIGN, Effects
from table_core.limits import FACTS_A_ROUND, LOCK_REST_TICKS, POWER_REST_TICKS
from table_core.money import ensure
from table_core.state import LOCKED, OPEN, SETTLING


def _always(_t, _a: int, _b: int) -> int:
    return 0


MATRIX = {  # the dealer's keys: by phase, what is asked and what is done; the rest is "not now"
    (OPEN, facts.NO_MORE_BETS): (rounds.can_lock, rounds.lock),
    (LOCKED, facts.NO_MORE_BETS): (rounds.can_show_hands, rounds.show_hands),
    (LOCKED, facts.SEAT_HELD): (rounds.can_hold_seat, rounds.hold_seat),
    (LOCKED, facts.ROUND_OVER): (rounds.can_end, rounds.end),
    (LOCKED, facts.ROUND_OVER_HELD): (rounds.can_void_round, rounds.void_round),
    (SETTLING, facts.NO_MORE_BETS): (entries.can_confirm, entries.confirm),
    (SETTLING, facts.SEAT_PRESSED): (rounds.can_select, rounds.select),
    (SETTLING, facts.SEAT_HELD): (rounds.can_hold_seat, rounds.hold_seat),
    (SETTLING, facts.HAND_KEY): (entries.can_enter, entries.enter),
    (SETTLING, facts.CLEAR): (_always, entries.press_clear),
    (SETTLING, facts.CLEAR_HELD): (entries.can_reverse, entries.reverse),
    (SETTLING, facts.ROUND_OVER): (rounds.can_end, rounds.end),
    (SETTLING, facts.ROUND_OVER_HELD): (rounds.can_void_round, rounds.void_round),
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
    facts.LOG_BORN: happenings.log_born,
    facts.SETTINGS: happenings.only_logged,
    facts.RECOVERY_STOPPED: happenings.recovery_stopped,
}

CELLS = 32  # kinds a phase
_CHECKS = [None] * (3 * CELLS)
_ACTIONS = [None] * (3 * CELLS)
for (_phase, _kind), (_check, _action) in MATRIX.items():
    _CHECKS[_phase * CELLS + _kind] = _check
    _ACTIONS[_phase * CELLS + _kind] = _action
for _kind, _action in HAPPENINGS.items():
    for _phase in (OPEN, LOCKED, SETTLING):
        _CHECKS[_phase * CELLS + _kind] = _always
        _ACTIONS[_phase * CELLS + _kind] = _action

# Taken even in a round that is full, as is a void: what ends, decides or gives back.
_ALWAYS_TAKEN = (
    facts.NO_MORE_BETS,
    facts.CLEAR,
    facts.CLEAR_HELD,
    facts.ROUND_OVER,
    facts.ROUND_OVER_HELD,
)
_SHOWS_ONE_SEAT = (facts.CHIP_PLACED, facts.CHIP_LIFTED)


class Engine:
    """A table: its settings, its state, and the effects of the last fact.

    `covered` is what the progressive sensors see now.  It is not part of the state: it follows the
    chips that are told, and is set anew by every fact that carries a mask.
    """

    def __init__(self, settings, state) -> None:
        self.settings = settings
        self.state = state
        self.effects = Effects()
        self.all_seats = (1 << settings.seats) - 1
        self.covered = 0
        self.ticks = 0  # of the fact that is being asked or applied
        self.asked_row = 0  # what the hand key was pressed for just before, if anything
        self._lights = bytearray(settings.seats)
        self._sign = [0] * 2
        self._dealer = [0] * 5
        self._row = [0] * 5

    def placed(self) -> int:
        """The mask that a NO MORE BETS now carries: sensed and not blocked."""
        return self.covered & ~self.state.blocked if self.settings.wager_cents else 0

    def can_apply(self, kind: int, a: int, b: int, ticks: int) -> int:
        """0 where the fact would be taken, else the reason (reasons.py).  Changes nothing lasting."""
        s = self.state
        self.ticks = ticks
        check = _CHECKS[s.phase * CELLS + kind]
        if check is None:
            return reasons.NOT_NOW
        if s.facts_in_round >= FACTS_A_ROUND and kind in facts.DEALER_KEYS and not self._ends_something(kind):
            return reasons.ROUND_FULL
        return check(self, a, b)

    def _ends_something(self, kind: int) -> bool:
        return kind in _ALWAYS_TAKEN or kind == facts.SEAT_HELD and is_armed(self.state)

    def apply(self, kind: int, a: int, b: int, ticks: int) -> None:
        """Takes one fact, or its refusal, and fills `effects`.  RuleBroken where the rules fail."""
        s = self.state
        self.effects.clear()
        reason = self.can_apply(kind, a, b, ticks)
        s.since_lock_ticks = min(s.since_lock_ticks + ticks, LOCK_REST_TICKS)
        s.since_power_up_ticks = min(s.since_power_up_ticks + ticks, POWER_REST_TICKS)
        if kind in facts.DEALER_KEYS:
            self.asked_row = s.asked_row
            s.asked_row = 0  # a question lapses with whatever key comes next
            s.facts_in_round = min(s.facts_in_round + 1, 255)
        elif kind in _SHOWS_ONE_SEAT:
            s.facts_in_round = min(s.facts_in_round + 1, 255)
        if reason:
            self.effects.add(REFUSE, reason)
        else:
            _ACTIONS[s.phase * CELLS + kind](self, a, b)
        if kind == facts.POWER_UP or kind == facts.LOG_BORN:
            self.show_all()
        elif kind in _SHOWS_ONE_SEAT:
            if a <= self.settings.seats:
                self._show_light(a)
        else:
            self._show_changes()

    def move_chip(self, kind: int, seat: int) -> None:
        """A chip movement that is counted, not logged: it moves `covered` and a light, nothing else."""
        ensure(kind in _SHOWS_ONE_SEAT and seat <= self.settings.seats, "only chips move unlogged")
        self.effects.clear()
        bit = 1 << (seat - 1)
        self.covered = self.covered | bit if kind == facts.CHIP_PLACED else self.covered & ~bit
        self._show_light(seat)

    def show_all(self) -> None:
        """Adds everything that is shown to `effects`, as after a power-up."""
        for i in range(len(self._lights)):
            self._lights[i] = 255
        self._sign[0] = self._dealer[0] = -1
        if self.settings.wager_cents:
            self.effects.add(METER, self.state.meter_cents)
        self._show_changes()

    def _show_changes(self) -> None:
        for seat in range(1, self.settings.seats + 1):
            self._show_light(seat)
        row = self._row
        displays.put_sign(self, row)
        shown = self._sign
        if row[0] != shown[0] or row[1] != shown[1]:
            shown[0] = row[0]
            shown[1] = row[1]
            self.effects.add(SIGN, row[0], row[1])
        displays.put_dealer(self, row)
        if row != self._dealer:
            self._dealer, self._row = row, self._dealer
            self.effects.add(DEALER, row[0], row[1], row[2], row[3], row[4])

    def _show_light(self, seat: int) -> None:
        light = displays.base_light(self, 1 << (seat - 1))
        base = 0
        rhythm = displays.rhythm(self, seat)
        if rhythm:
            base = light
            light = rhythm
        code = light * 16 + base
        if self._lights[seat - 1] != code:
            self._lights[seat - 1] = code
            self.effects.add(LIGHT, seat, light, base)
