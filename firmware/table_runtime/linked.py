"""What is ticked, and what the link asks of it: the base of the table in service and of its stand-bys."""

import gc
from struct import pack

from table_wire import messages
from table_wire.messages import COUNTERS_LAYOUT


class Linked:
    """`next` is what the loop ticks next: itself, another, or None for a planned restart.

    log: a RoundLog, or None where the table has none to show; faults: their mask, where there is no log.
    TAKES_FACTS: whether it plays, and can log what is changed; IS_WATCHED: whether the watchdog runs.
    """

    LINK_FLAGS = 0
    TAKES_FACTS = False
    IS_WATCHED = True

    def __init__(self, parts, link, clock, log=None, faults: int = 0) -> None:
        self.parts = parts
        self.link = link
        self.clock = clock
        self.log = log
        self.faults = faults
        self.next = self

    def tick(self) -> None:
        """Outputs and link live; nobody plays."""
        passed_ms = self.clock.update()
        self.clock.since_record_ms = 0  # nobody records, for weeks maybe: it must stay a small integer
        self.parts.poll_outputs(self.clock.at_ms, self.link.is_frame_coming())
        self.link.poll(self, passed_ms)
        if self.link.wants_collection:
            self.collect()

    def collect(self) -> None:
        gc.collect()
        self.link.spent = 0

    def floor_is_armed(self) -> bool:
        return False

    def is_in_round(self) -> bool:
        """Whether the loop must not be stalled, and nothing may change."""
        return False

    def take_test(self, payload: bytes):
        """The answer to a step of the self-test, which is not running."""
        return messages.DONE, bytes((messages.NOT_TESTING,))

    def counters(self, refused: int, slow_writes: int, spent: int) -> bytes:
        clock = self.parts.clock_state
        return pack(COUNTERS_LAYOUT, refused, slow_writes, self.lost_facts(), gc.mem_free(), spent, clock)

    def lost_facts(self) -> int:
        return 0

    def free_kib(self) -> int:
        return min(gc.mem_free() >> 10, 65535)
