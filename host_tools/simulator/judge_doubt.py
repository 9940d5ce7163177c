"""What may be true of the rounds: most nights one thing, after some power cuts two.

ROUND OVER can have counted just before the power went, and the same seats can be locked anew before
any light came back: who looks on can't tell the next round from the one before, until the sign or the
dealer display says how much is at stake.  So both are followed from that green light on.  Whichever
would have to complain was not true, as long as another need not; the last one's complaints count.
"""

from host_tools.simulator.judge_round import Rounds


class Possible:
    """Go through it to tell each of the rounds that may be true; then `weigh` them."""

    def __init__(self, rounds: Rounds, complain) -> None:
        self.complain = complain
        self._all = [rounds]

    def __iter__(self):
        return iter(self._all)

    @property
    def likeliest(self) -> Rounds:
        return self._all[0]

    def see_frame(self, at_ms: int, colours: list[str]) -> None:
        others = [rounds.otherwise(at_ms, colours) for rounds in self._all]
        self._all += [other for other in others if other]
        for rounds in self._all:
            rounds.see_frame(at_ms, colours)

    def weigh(self) -> None:
        """Keeps what had nothing to complain about, once each; where all had, the likeliest."""
        if len(self._all) > 1:
            honest = [rounds for rounds in self._all if not rounds.complaints] or self._all[:1]
            unlike: dict[tuple, Rounds] = {}
            for rounds in honest:
                unlike.setdefault(rounds.outlook(), rounds)
            self._all = list(unlike.values())
        complaints = self.likeliest.complaints
        while complaints:
            self.complain(*complaints.pop(0))
