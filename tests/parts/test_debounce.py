"""The bit-parallel debounce against a plain one that looks at each input alone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from table_parts.input_chain import SENTINELS, SPARE
from tests.parts.fakes import NAMES, SCANS, Chain
from tests.parts.test_input_chain import INPUTS, active, changed, settle


class PlainChain:
    """The same rules, one input at a time: what the vertical counters must agree with."""

    def __init__(self, wires: Chain) -> None:
        self.wires = wires
        self.state = [0] * len(NAMES)
        self.run = [0] * len(NAMES)
        self.fault = False
        self.good = 0

    def poll(self) -> list[str]:
        bits = self.wires.fault(self.wires.levels) if self.wires.fault else self.wires.levels
        if any(n in SENTINELS and bits[i] != (n == "sentinel high") for i, n in enumerate(NAMES)):
            self.fault = True
            self.good = 0
            self.run = [0] * len(NAMES)
            return []
        if self.fault:
            self.good += 1
            self.fault = self.good < SCANS
            return []
        seen = []
        for i, name in enumerate(NAMES):
            if name in SENTINELS or name == SPARE:
                continue
            self.run[i] = self.run[i] + 1 if (1 - bits[i]) != self.state[i] else 0
            if self.run[i] == SCANS:
                self.run[i] = 0
                self.state[i] ^= 1
                seen.append(name)
        return seen


MOVES = st.tuples(st.integers(0, len(INPUTS) - 1), st.booleans(), st.integers(0, 7))


@settings(max_examples=60, deadline=None)
@given(st.lists(MOVES, max_size=60), st.sets(st.integers(0, 59), max_size=4))
def test_any_stream_of_moves_reads_as_each_input_alone_would(moves, faulty):
    wires = Chain()
    chain = settle(wires)
    plain = PlainChain(wires)
    for i, (which, is_active, scans) in enumerate(moves):
        wires.set(INPUTS[which], is_active)
        wires.fault = (lambda bits: [0] * len(bits)) if i in faulty else None
        for _ in range(scans):
            chain.poll()
            assert changed(chain) == plain.poll()
            assert chain.fault == plain.fault
    assert active(chain) == [n for i, n in enumerate(NAMES) if plain.state[i]]
