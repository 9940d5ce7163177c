"""A chain that is cut or shifted is told from a table full of chips, whatever lies there.

The proof works on what each place reads instead of its own: a fixed level, or another place.  A fault of
the wiring is told with any pattern of inputs when some sentinel's place reads a fixed level, or another
sentinel, that is not its own.
"""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.board_file import load_board
from tests.parts.fakes import NAMES, SCANS, Chain
from tests.parts.test_input_chain import INPUTS, active, make_chain, polls, settle

BOARDS = [load_board(path) for path in sorted((Path(__file__).parents[2] / "boards").glob("*/board.toml"))]
LEVELS = {"sentinel high": 1, "sentinel low": 0}


def faults(size: int):
    """(what happens, a function from the true bits to what is read) of every single cut and shift."""
    for fill in (0, 1):
        for place in range(size):
            yield (
                f"cut before {place}, {fill} behind",
                lambda bits, p=place, n=fill: bits[:p] + [n] * (size - p),
            )
            yield (
                f"bit {place} lost, {fill} behind",
                lambda bits, p=place, n=fill: bits[:p] + bits[p + 1 :] + [n],
            )
            yield f"a bit {fill} before {place}", lambda bits, p=place, n=fill: [*bits[:p], n, *bits[p:-1]]
        for by in range(1, size):
            yield f"{by} bits early, {fill} behind", lambda bits, k=by, n=fill: bits[k:] + [n] * k
            yield f"{by} bits late, {fill} before", lambda bits, k=by, n=fill: [n] * k + bits[:-k]
        for place in range(0, size, 8):
            yield (
                f"chip at {place} left out, {fill} behind",
                lambda bits, p=place, n=fill: bits[:p] + bits[p + 8 :] + [n] * 8,
            )
    for place in range(1, size):
        yield f"bit {place - 1} twice", lambda bits, p=place: [*bits[:p], bits[p - 1], *bits[p:-1]]


def true_bits(names: list) -> list:
    """A sentinel by its level, an input by its name: it may read anything."""
    return [LEVELS.get(name, name) for name in names]


def is_told(names: list, bits: list) -> bool:
    return any(
        bits[i] in (0, 1) and bits[i] != LEVELS[name] for i, name in enumerate(names) if name in LEVELS
    )


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board["name"])
def test_every_cut_and_shift_is_told_whatever_lies_on_the_table(board):
    names = board["input_chain"]["inputs"]
    bits = true_bits(names)
    untold = [what for what, fault in faults(len(names)) if not is_told(names, fault(bits))]
    last, level = len(names) - 1, LEVELS[names[-1]]
    assert untold == [  # they read what an intact chain does
        f"cut before {last}, {level} behind",
        f"bit {last} lost, {level} behind",
        f"a bit {level} before {last}",
    ]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board["name"])
def test_a_chip_that_is_read_twice_is_told_from_a_table_at_rest(board):
    """Not from every table: what the last chip but one reads may look like the sentinels behind it."""
    names = board["input_chain"]["inputs"]
    rest = [LEVELS.get(name, 1) for name in names]
    for place in range(8, len(names), 8):
        assert is_told(names, rest[:place] + rest[place - 8 : -8])


FAULTS = list(faults(len(NAMES)))
SOME_INPUTS = st.sets(st.sampled_from(INPUTS))


@given(SOME_INPUTS, SOME_INPUTS, st.sampled_from(FAULTS))
def test_a_fault_moves_no_input_and_its_end_makes_no_edges(before, meanwhile, row):
    what, fault = row
    wires = Chain()
    for name in before:
        wires.set(name, True)
    chain = settle(wires)
    assert set(active(chain)) == before
    wires.fault = fault
    for name in INPUTS:
        wires.set(name, name in meanwhile)
    chain.poll()
    if fault(wires.levels) == wires.levels:
        return  # it is none
    if is_told(NAMES, fault(true_bits(NAMES))):
        assert chain.fault, what
    if chain.fault:
        assert polls(chain, 2 * SCANS) == [] and set(active(chain)) == before
        wires.fault = None
        for name in INPUTS:
            wires.set(name, name in before)
        assert polls(chain, 4 * SCANS) == [] and not chain.fault and chain.is_still


@given(SOME_INPUTS)
def test_no_pattern_of_chips_and_keys_is_taken_for_a_fault(covered):
    wires = Chain()
    for name in covered:
        wires.set(name, True)
    chain = make_chain(wires)
    for _ in range(3 * SCANS):
        chain.poll()
        assert not chain.fault
    assert set(active(chain)) == covered


@given(st.lists(st.integers(0, (1 << len(NAMES)) - 1), min_size=1, max_size=30))
def test_noise_on_the_data_line_yields_nothing(scans):
    """Every scan of noise that the sentinels let pass stands alone among those that they don't."""
    wires = Chain()
    chain = settle(wires)
    for noise in scans:
        for bits in (noise, 0):
            wires.fault = lambda levels, n=bits: [n >> i & 1 for i in range(len(levels))]
            assert polls(chain, 1) == []
    assert active(chain) == []
