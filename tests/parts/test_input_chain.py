"""The chain against a 74HC165 that shifts bit by bit: bounce, stuck, shifted and cut."""

import pytest

from table_parts.drivers import shift_in_74hc165
from table_parts.drivers.shift_in_74hc165 import ShiftIn74hc165
from table_parts.input_chain import BLIND_SCANS, SENTINELS, InputChain, mask_of
from tests.parts.fakes import CHIPS, NAMES, SCANS, Chain, Pin, Spi

INPUTS = [name for name in NAMES if name not in SENTINELS]


def make_chain(
    wires: Chain, polarity: int = shift_in_74hc165.POLARITY, phase: int = shift_in_74hc165.PHASE
) -> InputChain:
    latch = Pin(value=1)
    latch.listener = wires
    chip = ShiftIn74hc165(Spi(wires, polarity, phase), latch, len(wires.names) // 8)
    return InputChain(chip, wires.names, True, 5 * SCANS)


def settle(wires: Chain) -> InputChain:
    chain = make_chain(wires)
    for _ in range(SCANS + 1):
        chain.poll()
    assert chain.settled and not chain.fault and chain.is_still
    return chain


def polls(chain: InputChain, count: int) -> list[str]:
    """Polls, and returns what changed, by name."""
    seen = []
    for _ in range(count):
        chain.poll()
        seen += changed(chain)
    return seen


def changed(chain: InputChain) -> list[str]:
    found = [n for i, n in enumerate(NAMES) if chain.changed[i >> 3] & mask_of(i)]
    assert chain.any_changed == bool(found)
    return found


def active(chain: InputChain) -> list[str]:
    return [n for i, n in enumerate(NAMES) if chain.stable[i >> 3] & mask_of(i)]


def test_each_contact_is_read_in_its_own_place():
    wires = Chain()
    chain = settle(wires)
    for name in INPUTS:
        wires.set(name, True)
        assert polls(chain, SCANS + 1) == [name]
        assert active(chain) == [name]
        wires.set(name, False)
        assert polls(chain, SCANS + 1) == [name]
        assert active(chain) == []


def test_a_change_takes_its_scans_and_a_bounce_starts_anew():
    wires = Chain()
    chain = settle(wires)
    wires.set("door", True)
    assert polls(chain, SCANS - 1) == []
    wires.set("door", False)
    assert polls(chain, 1) == []
    wires.set("door", True)
    assert polls(chain, SCANS - 1) == []
    assert not chain.is_still
    assert polls(chain, 1) == ["door"]
    assert polls(chain, 20) == []
    assert chain.is_still


@pytest.mark.parametrize("polarity, phase", [(0, 0), (0, 1), (1, 1)])
def test_a_mode_that_reads_no_earlier_than_the_clock_shifts_is_a_fault(polarity, phase):
    chain = make_chain(Chain(), polarity, phase)
    polls(chain, 3)
    assert chain.fault


def test_a_chip_that_lies_just_one_debounce_is_lifted_one_debounce_later():
    wires = Chain()
    chain = settle(wires)
    for is_active in (True, False, True):
        wires.set("seat 1 progressive", is_active)
        assert polls(chain, SCANS - 1) == []
        assert polls(chain, 1) == ["seat 1 progressive"]


def broken_chains():
    yield "all low", lambda bits: [0] * len(bits)
    yield "all high", lambda bits: [1] * len(bits)
    for level in (0, 1):
        yield f"a bit lost, {level} behind", lambda bits, n=level: [*bits[1:], n]
        yield f"a bit doubled, {level} before", lambda bits, n=level: [n, *bits[:-1]]
        for chip in range(CHIPS):
            cut = 8 * chip
            yield (
                f"cut before chip {chip}, {level} behind",
                lambda bits, cut=cut, n=level: bits[:cut] + [n] * (len(bits) - cut),
            )


@pytest.mark.parametrize("at_rest", [True, False])
@pytest.mark.parametrize("fault", [row[1] for row in broken_chains()], ids=[r[0] for r in broken_chains()])
def test_a_broken_chain_freezes_every_input(fault, at_rest):
    wires = Chain()
    wires.set("seat 3 progressive", True)
    if not at_rest:
        for name in INPUTS[::2]:
            wires.set(name, True)
    chain = settle(wires)
    before = active(chain)
    wires.fault = fault
    chain.poll()
    assert chain.fault
    assert polls(chain, 40) == []
    assert active(chain) == before
    wires.fault = None
    assert polls(chain, SCANS - 1) == [] and chain.fault
    assert polls(chain, 1) == [] and not chain.fault
    assert polls(chain, 40) == []
    assert active(chain) == before
    assert chain.is_still


def test_what_really_changed_in_a_fault_shows_once_it_has_been_debounced():
    wires = Chain()
    chain = settle(wires)
    wires.fault = lambda bits: [0] * len(bits)
    polls(chain, 3)
    wires.set("seat 2 progressive", True)
    wires.fault = None
    assert polls(chain, 2 * SCANS - 1) == []
    assert polls(chain, 1) == ["seat 2 progressive"]


def test_counts_do_not_outlive_a_fault():
    wires = Chain()
    chain = settle(wires)
    wires.set("door", True)
    polls(chain, SCANS - 1)
    wires.fault = lambda bits: [1] * len(bits)
    polls(chain, 1)
    wires.fault = None
    polls(chain, SCANS)
    assert polls(chain, SCANS - 1) == []
    assert polls(chain, 1) == ["door"]


def test_the_first_image_is_silent():
    wires = Chain()
    for name in ("seat 1 progressive", "floor key", "key clear"):
        wires.set(name, True)
    chain = make_chain(wires)
    assert polls(chain, SCANS - 1) == [] and not chain.settled
    assert polls(chain, 1) == [] and chain.settled and not chain.first_image
    assert active(chain) == ["seat 1 progressive", "key clear", "floor key"]
    assert polls(chain, 10) == []


def test_a_start_without_a_chain_goes_on_and_says_so_when_it_sees():
    wires = Chain()
    wires.set("seat 1 progressive", True)
    wires.fault = lambda bits: [1] * len(bits)
    chain = make_chain(wires)
    polls(chain, BLIND_SCANS - 1)
    assert not chain.settled
    polls(chain, 1)
    assert chain.settled and chain.fault and active(chain) == []
    wires.fault = None
    polls(chain, SCANS)
    assert not chain.fault
    assert polls(chain, SCANS - 1) == []
    assert polls(chain, 1) == ["seat 1 progressive"] and chain.first_image
    polls(chain, 1)
    assert not chain.first_image


def test_spares_say_nothing():
    names = ["spare" if name == "seat 5 six_card_bonus" else name for name in NAMES]
    wires = Chain(names)
    chain = settle(wires)
    for i in range(30):
        wires.set("spare", i // 10 % 2 == 0)
        chain.poll()
        assert not chain.any_changed and not any(chain.stable) and not chain.fault


@pytest.mark.parametrize("scans", range(1, 8))
def test_every_length_of_debounce_counts_right(scans):
    wires = Chain()
    latch = Pin(value=1)
    latch.listener = wires
    chip = ShiftIn74hc165(Spi(wires, 1, 0), latch, CHIPS)
    chain = InputChain(chip, NAMES, True, 5 * scans)
    polls(chain, scans + 1)
    wires.set("door", True)
    assert polls(chain, scans - 1) == []
    assert polls(chain, 1) == ["door"]
