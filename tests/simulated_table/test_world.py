"""The world: contacts on the wire, moves in their order, bounces that a debounce outlasts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sim_programs import AT_REST, BOARD, SMALL_BOARD

from host_tools.simulator.world import World


def test_at_rest_sentinels_stand_at_their_levels_and_contacts_are_open():
    assert World(SMALL_BOARD).wires() == AT_REST


def test_a_closed_contact_of_a_chain_with_pull_ups_is_low():
    world = World(SMALL_BOARD)
    world.move(10, "door", True)
    assert world.move_until(9) == [] and world.wires() == AT_REST
    assert world.move_until(10) == [(10, "door", True)]
    assert world.wires() == bytes([AT_REST[0] & ~0x20, AT_REST[1]])


def test_without_pull_ups_a_closed_contact_is_high():
    chain = {**SMALL_BOARD["input_chain"], "active_low": False}
    world = World({**SMALL_BOARD, "input_chain": chain})
    world.move(0, "door", True)
    world.move_until(0)
    assert world.wires() == bytes([0b10100100, 0b11111110])


def test_moves_come_in_their_order_and_what_stays_is_no_move():
    world = World(SMALL_BOARD)
    world.press(100, "key clear", 50)
    world.move(120, "door", False)
    world.move(110, "door", True)
    assert world.next_move_ms() == 100
    assert world.move_until(200) == [
        (100, "key clear", True), (110, "door", True), (120, "door", False), (150, "key clear", False)
    ]  # fmt: skip
    assert world.next_move_ms() is None


@pytest.mark.parametrize("name", ["seat 8 progressive", "sentinel high", "spare"])
def test_only_what_can_be_moved_is_moved(name):
    with pytest.raises(KeyError):
        World(BOARD).move(0, name, True)


@given(st.integers(0, 2**32), st.booleans())
def test_bounces_are_repeatable_short_and_end_as_meant(seed, closed):
    worlds = [World(SMALL_BOARD, bounce_seed=seed) for _ in range(2)]
    seen = []
    for world in worlds:
        world.move(1000, "floor key", True)
        world.move_until(1100)
        world.move(2000, "floor key", closed)
        wires = []
        for at_ms in range(1990, 2100):
            world.move_until(at_ms)
            wires.append(world.wires())
        assert world.closed["floor key"] == closed and wires[-1] == wires[10 + 12]
        assert (wires[-1][0] & 0x10 == 0) == closed
        seen.append(wires)
    assert seen[0] == seen[1]


def test_bounces_are_not_told_as_moves():
    world = World(SMALL_BOARD, bounce_seed=3)
    for n in range(20):
        world.move(100 * n, "door", n % 2 == 0)
    assert [at_ms for at_ms, _, _ in world.move_until(5000)] == [100 * n for n in range(20)]


def test_a_broken_chain():
    world = World(SMALL_BOARD)
    rest = int.from_bytes(AT_REST)
    ones = 0xFFFF
    for fault, wires in (("stuck low", 0), ("stuck high", ones), ("shifted", rest << 1 & ones), ("", rest)):
        world.break_chain(0, fault)
        world.move_until(0)
        assert int.from_bytes(world.wires()) == wires, fault
    with pytest.raises(KeyError):
        world.break_chain(0, "on fire")
