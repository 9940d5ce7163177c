"""The world: contacts on the wire, moves in their order, bounces that a debounce outlasts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sim_programs import AT_REST, BOARD, SMALL_BOARD

from host_tools.simulator.disturbances import FAULTS, StripGlitch, faults_of, spoil_strip
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


# --- what is wrong with contacts and chain ------------------------------------------------------------


def wire_of(world: World, name: str) -> int:
    place = world.names.index(name)
    return world.wires()[place >> 3] >> (7 - (place & 7)) & 1


def stretches(world: World, name: str, until_ms: int) -> list[tuple[int, int]]:
    """(level, so many milliseconds) of a contact, from one change to the next."""
    found = []
    for at_ms in range(until_ms):
        world.move_until(at_ms)
        level = wire_of(world, name)
        if found and found[-1][0] == level:
            found[-1] = (level, found[-1][1] + 1)
        else:
            found.append((level, 1))
    return found


@given(st.integers(0, 2**32), st.booleans())
def test_a_contact_that_flickers_moves_often_and_is_never_elsewhere_for_a_debounce(seed, closed):
    world = World(SMALL_BOARD)
    world.move(0, "door", closed)
    world.flicker(100, "door", 2000, seed)
    rest = int(not closed)
    found = stretches(world, "door", 2200)
    elsewhere = [ms for level, ms in found[1:] if level != rest]
    assert found[-1][0] == rest and len(elsewhere) > 20 and max(elsewhere) <= 15
    assert min(ms for level, ms in found[1:] if level == rest) >= 12


def test_a_flicker_is_told_to_nobody_and_ends_when_the_contact_is_moved():
    world = World(SMALL_BOARD)
    world.flicker(100, "door", 2000, seed=1)
    world.move(1000, "door", True)
    assert world.move_until(1000) == [(1000, "door", True)]
    assert stretches(world, "door", 1000) == [(0, 1000)]


def test_a_key_that_chatters_is_down_when_it_has_come_to_rest():
    world = World(SMALL_BOARD)
    world.chatter(100, "key clear", True, 300, seed=2)
    assert world.move_until(99) == []
    found = stretches(world, "key clear", 1000)
    assert len(found) > 6 and found[-1] == (0, 600) and world.closed["key clear"]


@pytest.mark.parametrize("stuck", [True, False])
def test_a_contact_that_is_stuck_is_what_the_wire_says(stuck):
    world = World(SMALL_BOARD)
    world.stick(100, "door", stuck)
    world.move(200, "door", True)
    world.move(300, "door", False)
    world.move(400, "door", True)
    world.stick(500, "door", None)
    assert world.move_until(450) == ([(100, "door", True)] if stuck else [])
    assert wire_of(world, "door") == int(not stuck)
    assert world.move_until(500) == ([] if stuck else [(500, "door", True)])


def test_behind_a_broken_chain_nobody_is_told_of_a_move_until_it_is_mended():
    world = World(SMALL_BOARD)
    world.break_chain(100, "torn behind chip 1 low")
    world.press(150, "key clear")
    world.move(200, "floor key", True)
    world.break_chain(250, "shifted late")
    world.break_chain(900, "")
    assert world.move_until(899) == [(100, "input_chain", True)]
    assert world.move_until(900) == [(900, "input_chain", False), (900, "floor key", True)]


SEVEN = [f"seat {seat} progressive" for seat in range(1, 8)]


def seven_levels(fault: str) -> str:
    world = World(BOARD)
    for name in SEVEN:
        world.move(0, name, True)
    world.break_chain(1, fault)
    world.move_until(1)
    return "".join(f"{byte:08b}" for byte in world.wires())


def test_each_chain_fault_spoils_what_its_name_says():
    whole = seven_levels("")
    assert len(whole) == 56 and whole.count("0") == 7 + 3  # chips, and sentinels that are low
    assert seven_levels("torn behind chip 3 low") == whole[:24] + "0" * 32
    assert seven_levels("torn behind chip 6 high") == whole[:48] + "1" * 8
    assert seven_levels("shifted") == whole[1:] + "0"
    assert seven_levels("shifted late") == "1" + whole[:-1]
    assert seven_levels("2 chips lost") == whole[16:] + "0" * 16
    assert seven_levels("2 chips doubled") == "1" * 16 + whole[:-16]


def test_a_chain_has_the_faults_that_its_chips_can_have():
    assert faults_of(1) == ["stuck low", "stuck high", "shifted", "shifted late"]
    assert {"torn behind chip 6 low", "6 chips lost"} <= set(faults_of(7)) < {*FAULTS}


@pytest.mark.parametrize("fault", faults_of(7))
def test_no_chain_fault_passes_for_a_whole_chain(fault):
    """Else the nights would demand a fault that no table could see."""
    names, levels = BOARD["input_chain"]["inputs"], seven_levels(fault)
    sentinels = {
        n: "1" if name == "sentinel high" else "0" for n, name in enumerate(names) if "sentinel" in name
    }
    assert any(levels[n] != level for n, level in sentinels.items())


def test_noise_is_new_every_few_milliseconds_and_ends():
    worlds = [World(SMALL_BOARD) for _ in range(2)]
    seen: list[list[bytes]] = [[], []]
    for world, wires in zip(worlds, seen, strict=True):
        world.make_noise(100, 500, seed=4)
        for at_ms in range(700):
            world.move_until(at_ms)
            wires.append(world.wires())
    assert seen[0] == seen[1] and len(set(seen[0])) > 60
    assert set(seen[0][:100]) == set(seen[0][600:]) == {AT_REST}


def test_displays_and_lights_are_disturbed_when_their_time_has_come():
    world = World(SMALL_BOARD)
    glitch = StripGlitch(1, 0x00FF01, False)
    world.glitch_lights(300, glitch)
    world.garble_display(200, "meter_sign", 12, 0)
    assert world.move_until(300) == [(200, "meter_sign", (12, 0)), (300, "seat_lights", glitch)]


@pytest.mark.parametrize("is_all_behind, last", [(False, "0000ff"), (True, "00fffe")])
def test_a_glitch_turns_bits_of_one_pixel_or_of_all_behind_it(is_all_behind, last):
    spoiled = spoil_strip(bytes.fromhex("000000 000003 0000ff"), StripGlitch(1, 0x00FF01, is_all_behind))
    assert spoiled == bytes.fromhex("000000 00ff02" + last)
