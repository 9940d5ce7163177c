"""A script played at the table becomes the facts that it says, within two ticks."""

from types import SimpleNamespace

import pytest
from sim_programs import BOARD

from host_tools.places import SAMPLE_TABLES
from host_tools.rounds_text import parse_rounds
from host_tools.simulator.script_player import LEAD_MS, ScriptPlayer, Unplayable
from host_tools.simulator.simulate import finish, set_up_table
from host_tools.simulator.world import World
from table_core import facts
from table_wire.replay import Replay

ADDED = (facts.LOG_BORN, facts.SETTINGS, facts.KEYED, facts.SEAL)
TICKS_OFF = 2


def recorded(roundlog: bytes) -> list[tuple]:
    """(kind, a, b, at in ticks) of every record that is a fact of the table."""
    replay, at, found = Replay(), 0, []
    for start in range(0, len(roundlog), 4096):
        if roundlog[start] != 0xFF:
            for _, kind, a, b, ticks in replay.read_sector(roundlog[start : start + 4096]):
                at += a if kind == facts.TIME else ticks
                found.append((kind, a, b, at))
    replay.end()
    assert replay.problems == []
    return [row for row in found if row[0] not in (*ADDED, facts.TIME)]


def play(folder, text: str, runtime: str):
    path = folder / "script.rounds"
    path.write_text(f"settings {SAMPLE_TABLES / 'four-card-7-seats.toml'}\n{text}")
    script = parse_rounds(path)
    table = set_up_table(folder / "night", BOARD, script.settings, runtime)
    ScriptPlayer(table, script.steps).play()
    return script, finish(table, folder / "night")


def test_every_fact_of_a_script_is_recorded_at_its_time(tmp_path, runtime):
    script, result = play(tmp_path, EVERYTHING, runtime)
    assert result.violations == []
    rows = recorded(result.roundlog.read_bytes())
    assert [row[0] for row in rows] == [facts.POWER_UP, *(step.kind for step in script.steps)]
    birth = rows[1][3] - script.steps[0].at_ms // 5
    for row, step in zip(rows[1:], script.steps, strict=True):
        if step.kind in (facts.HAND_KEY, facts.SEAT_PRESSED, facts.SEAT_HELD, facts.POWER_UP, facts.DOOR):
            assert row[1:3] == (step.a, step.b), step.line_number
    before = [i for i, step in enumerate(script.steps) if step.kind == facts.POWER_UP][0]
    for row, step in list(zip(rows[1:], script.steps, strict=True))[:before]:
        assert abs(row[3] - birth - step.at_ms // 5) <= TICKS_OFF, step.line_number


def scheduled(*steps) -> list[tuple]:
    """The moves that steps (at_ms, kind, a) make, as (at_ms after the lead, name, closed)."""
    world = World(BOARD)
    made = [SimpleNamespace(line_number=1, at_ms=at, kind=k, a=a, b=0) for at, k, a in steps]
    ScriptPlayer(SimpleNamespace(world=world), made)
    return [(at_ms - LEAD_MS, name, closed) for at_ms, name, closed in world.move_until(1 << 30)]


def test_keys_speak_at_the_press_the_release_or_when_held():
    assert scheduled((5000, facts.NO_MORE_BETS, 0)) == [
        (4975, "key no_more_bets", True), (5125, "key no_more_bets", False)]  # fmt: skip
    assert scheduled((5000, facts.SEAT_PRESSED, 3)) == [
        (4825, "seat 3 button", True), (4975, "seat 3 button", False)]  # fmt: skip
    assert scheduled((5000, facts.CLEAR_HELD, 0)) == [
        (4175, "key clear", True), (5175, "key clear", False)]  # fmt: skip


def test_presses_in_quick_succession_are_shorter():
    moves = scheduled((5000, facts.HAND_KEY, 1), (5150, facts.HAND_KEY, 1), (5300, facts.HAND_KEY, 1))
    closed = [at_ms for at_ms, _, is_closed in moves if is_closed]
    opened = [at_ms for at_ms, _, is_closed in moves if not is_closed]
    assert closed == [4975, 5125, 5275] and opened == [5065, 5215, 5425]


def test_what_nobody_can_do_is_refused_with_its_line():
    with pytest.raises(Unplayable, match="line 1"):
        scheduled((0, facts.FAULT, 7))


EVERYTHING = """
0.000 chip_placed 3 progressive
0.000 chip_placed 3 ante
0.500 chip_placed 5 progressive
0.600 chip_placed 6 progressive
0.800 chip_lifted 6 progressive
1.000 no_more_bets
1.500 chip_placed 6 progressive         # late
3.500 seat_held 5
5.000 no_more_bets
6.000 seat_pressed 3
6.500 hand_key three_of_a_kind
7.000 hand_key straight_flush
7.500 clear
8.000 floor_key on
8.500 clear_held                        # nothing is confirmed: refused
9.500 floor_key off
10.000 door open
11.010 door closed
11.400 round_over
12.000 floor_key on
14.000 round_over_held                  # refused
15.000 floor_key off
16.000 power_up 3 6 floor
18.000 floor_key off
"""
