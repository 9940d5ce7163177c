"""A restart that was planned: the last answer still goes out, and nobody plays any more."""

from table_runtime.linked import Linked

ANSWER_MS = 200


class Restart(Linked):
    def __init__(self, table) -> None:
        Linked.__init__(self, table.parts, table.link, table.clock, table.log, table.faults)
        self._left_ms = ANSWER_MS

    def tick(self) -> None:
        before_ms = self.clock.at_ms
        Linked.tick(self)
        self._left_ms -= max(1, self.clock.at_ms - before_ms)
        if self._left_ms <= 0:
            self.next = None
