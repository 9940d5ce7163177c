"""The table in service: each tick polls the parts, takes their facts, and carries out the effects.

One fact goes one way: asked, written to the log, applied, shown.  What must never change is that
order: "accepted" is lit only after its fact is on flash.
"""

from table_core import effects, facts, faults
from table_core.arming import is_armed
from table_core.limits import POWER_REST_TICKS, SMALL_INT_LIMIT, TICKS_MAX
from table_core.state import DOOR_OPEN, OPEN
from table_runtime.fact_ring import FactRing
from table_runtime.linked import Linked
from table_runtime.log_policy import LogPolicy
from table_runtime.on_demand import call

IDLE_MS = 200  # so long nothing moved: the loop may stall for an erase or a collection
REST_TICKS = 20  # 0.1 s
FINE_TICKS = 200  # 1 s: a loose plug that comes and goes is one episode
DOOR_TICKS = 200  # 1 s
COLLECT_EVERY = 32  # records between two collections
CLOCK_MS = 3_600_000  # so often the time of day is logged
LONG_GAP_MS = 1 << 29  # a TIME record keeps the clock below 2**30
_CHIPS = (facts.CHIP_PLACED, facts.CHIP_LIFTED)
_RECOVERY_BIT = 1 << (faults.RECOVERY - 1)
_ROUND_ENDS = (facts.ROUND_OVER, facts.ROUND_OVER_HELD)


class Table(Linked):
    """parts: part_builder.Parts; log: a recovered RoundLog; clock: Clock; link: SerialLink."""

    TAKES_FACTS = True

    def __init__(self, parts, log, clock, link) -> None:
        Linked.__init__(self, parts, link, clock, log)
        self.engine = log.engine
        self.ring = FactRing()
        self.policy = LogPolicy(self.engine.counted_spot)
        self.has_rested = False  # since power-up, for REST_TICKS on end: no key down, no input moving
        self._rested_ticks = 0
        self._fine_ticks = 0
        self._records_to_collect = COLLECT_EVERY
        self._clock_turn = 0
        self._door_rests = 0  # ticks until the door is looked at again

    # --- facts -----------------------------------------------------------------------------------

    def take(self, kind: int, a: int, b: int) -> None:
        """One fact, from whoever saw it."""
        engine = self.engine
        state = engine.state
        if kind in _CHIPS and not self.policy.logs_chip(state, kind, a, b):
            if b == engine.counted_spot:
                engine.move_chip(kind, a)
                self.show()
            return
        if not self._takes(kind, a):
            return
        if kind == facts.NO_MORE_BETS and state.phase == OPEN:
            a = engine.placed()
        elif kind in _ROUND_ENDS:
            a = engine.covered
        reason = engine.can_apply(kind, a, b, self.clock.ticks())
        if reason and not self.policy.logs_refusal(state, kind, a, reason):
            self.parts.dealer.refuse(reason, self.clock.at_ms)
            return
        ends = kind in _ROUND_ENDS and not reason
        if ends:
            self.parts.health.round_over(state.accepted, self.ring)
            self._record_counts()
        self.record(kind, a, b)
        if ends:
            self.log.seal()
            self.policy.begin_round()

    def _takes(self, kind: int, a: int) -> bool:
        """Whether what nobody refuses is logged: no contact, however loose, may fill the log."""
        if kind == facts.DOOR or self.engine.state.phase == OPEN and self.log.is_spent():
            return False  # the door is watched
        if kind == facts.FLOOR_KEY:
            return self.policy.takes_floor_key(self.engine.state, a, self.clock.at_ms)
        return kind != facts.INPUT_HEALTH or self.log.has_room() and self.policy.takes_health()

    def record(self, kind: int, a: int, b: int) -> None:
        """Writes a fact, applies it and shows what it yields."""
        ticks = self._next_ticks()
        self.log.append(kind, a, b, ticks)
        self.clock.recorded(ticks)
        self.engine.apply(kind, a, b, ticks)
        self._records_to_collect -= 1
        self.show()

    def record_whole(self, kind: int, payload: bytes) -> None:
        """Writes a fact whose payload only the desktop reads; it shows nothing."""
        ticks = self._next_ticks()
        self.log.append_whole(kind, payload, ticks)
        self.clock.recorded(ticks)
        self.engine.apply(kind, 0, 0, ticks)

    def _next_ticks(self) -> int:
        """The ticks for the next record, behind a TIME record where one's time would not hold them."""
        if self.clock.ticks() > TICKS_MAX:
            self._record_gap()
            return 0
        return self.clock.ticks()

    def _record_gap(self) -> None:
        ticks = min(self.clock.ticks(), SMALL_INT_LIMIT - 1)
        if self.log.is_spent():
            self.clock.recorded(ticks)  # nothing will follow whose time could be wrong
            return
        self.log.append(facts.TIME, ticks, 0, 0)
        self.clock.recorded(ticks)
        self.engine.apply(facts.TIME, ticks, 0, 0)
        self.show()

    def _record_counts(self) -> None:
        policy = self.policy
        if policy.movements_left_out or policy.refusals_left_out:
            self.record(facts.NOT_LOGGED, policy.movements_left_out, policy.refusals_left_out)

    # --- effects ---------------------------------------------------------------------------------

    def show(self) -> None:
        """Carries the effects out on the parts.  A refusal comes last: it stands over the rest."""
        parts = self.parts
        rows = self.engine.effects.rows
        reason = 0
        for n in range(self.engine.effects.count):
            i = n * effects.WIDTH
            kind = rows[i]
            if kind == effects.LIGHT:
                parts.lights.show(rows[i + 1], rows[i + 2], rows[i + 3])
            elif kind == effects.METER:
                parts.sign.show_meter(rows[i + 1])
            elif kind == effects.SIGN:
                parts.sign.show_text(rows[i + 1], rows[i + 2])
            elif kind == effects.DEALER:
                parts.dealer.show(
                    rows[i + 1], rows[i + 2], rows[i + 3], rows[i + 4], rows[i + 5], rows[i + 6]
                )
            elif kind == effects.REFUSE:
                reason = rows[i + 1]
        if reason:
            parts.dealer.refuse(reason, self.clock.at_ms)

    # --- the tick --------------------------------------------------------------------------------

    def tick(self) -> None:
        """One turn of the loop.  A tick in which nothing changes allocates nothing."""
        clock = self.clock
        ring = self.ring
        passed_ms = clock.update()
        self.parts.poll_inputs(clock.at_ms, ring)
        while ring.count:
            ring.take()
            self.take(ring.kind, ring.a, ring.b)
        self._watch()
        self.parts.poll_outputs(clock.at_ms, self.link.is_frame_coming())
        self.link.poll(self, passed_ms)
        if clock.since_record_ms >= IDLE_MS:
            self._use_idle_time()

    def _watch(self) -> None:
        """Faults that come and go, and time that must not pass unrecorded."""
        state = self.engine.state
        if not self.has_rested:
            self.look_for_rest()
        if self.parts.chain.fault:
            self._fine_ticks = 0
            self.watch_fault(faults.INPUT_CHAIN, True)
        elif self._fine_ticks < FINE_TICKS:
            self._fine_ticks += 1
        else:
            self.watch_fault(faults.INPUT_CHAIN, False)
            self.watch_fault(faults.NOT_AT_REST, not self.has_rested)
        self._watch_door(state)
        if self.policy.health_left:
            self.watch_fault(faults.INPUT, self.parts.health.any_unfit)
        if state.phase == OPEN:
            self.watch_fault(faults.LOG_FULL, self.log.is_full())
        ticks = self.clock.ticks()
        rests = state.since_power_up_ticks < POWER_REST_TICKS <= state.since_power_up_ticks + ticks
        if rests or self.clock.since_record_ms >= LONG_GAP_MS:
            self._record_gap()
        if state.since_power_up_ticks >= POWER_REST_TICKS:
            self.watch_fault(faults.WATCHDOG, False)

    def _watch_door(self, state) -> None:
        """Where it differs from what the log says; a loose contact is told once a second."""
        is_open = self.parts.door.is_on
        if self._door_rests:
            self._door_rests -= 1
        elif is_open != (state.door == DOOR_OPEN) and self.log.has_room():
            self._door_rests = DOOR_TICKS
            self.record(facts.DOOR, 1 if is_open else 0, 0)

    def look_for_rest(self) -> None:
        """Asked each tick until the inputs have rested once."""
        self._rested_ticks = self._rested_ticks + 1 if self.parts.health.is_at_rest() else 0
        self.has_rested = self._rested_ticks >= REST_TICKS

    def watch_fault(self, number: int, is_so: bool) -> None:
        """Records where a fault begins and where it ends, once for each episode."""
        is_new = is_so != bool(self.engine.state.faults >> (number - 1) & 1)
        if is_new and (number == faults.LOG_FULL or self.log.has_room()):
            self.record(facts.FAULT if is_so else facts.FAULT_CLEARED, number, 0)

    def read_clock(self) -> None:
        """Logs the time of day, where the board has a clock.  Its code is loaded for that, and collected."""
        self._clock_turn = self.clock.at_ms // CLOCK_MS
        if self.parts.clock_lines:
            call("table_runtime.time_of_day", self)
            self._records_to_collect = 0

    def _use_idle_time(self) -> None:
        is_open = self.engine.state.phase == OPEN
        if is_open and self.log.wants_erase():
            self.log.erase_ahead()
        elif not self.parts.chain.is_still:
            return
        elif is_open and self._clock_turn != self.clock.at_ms // CLOCK_MS:
            self.read_clock()
        elif self._records_to_collect <= 0 or self.link.wants_collection:
            self.collect()
            self._records_to_collect = COLLECT_EVERY

    # --- what the link asks ----------------------------------------------------------------------

    def floor_is_armed(self) -> bool:
        return is_armed(self.engine.state)

    def is_in_round(self) -> bool:
        """A stopped recovery plays no round that a new log could harm."""
        state = self.engine.state
        return state.phase != OPEN and not state.faults & _RECOVERY_BIT

    def lost_facts(self) -> int:
        return self.ring.lost
