"""Every golden file comes to its digests: by the rules alone, at the simulated table, and replayed.

The table plays with the real firmware; its log is all that the replays know.
"""

import random
from typing import NamedTuple

import pytest

from host_tools.board_file import load_board
from host_tools.command_line import run as tablectl
from host_tools.log_file import LogFile, open_log
from host_tools.log_report import LogReport, read_report
from host_tools.places import BOARDS
from host_tools.rounds_export import export_rounds
from host_tools.rounds_run import Run, run_script
from host_tools.rounds_text import Script, parse_rounds
from host_tools.runtimes import RUNTIMES, first_difference, replay_on
from host_tools.simulator.script_check import differences
from host_tools.simulator.script_player import ScriptPlayer
from host_tools.simulator.simulate import Result, finish, set_up_table
from table_core import facts, names
from table_core.settings import counted_spot
from table_core.state import PHASES
from table_wire.replay import Replay
from table_wire.sectors import HEADER_BYTES, SECTOR_BYTES, read_header
from tests.golden_rounds.record import HERE, SCRIPTS, digest_lines, digests_path

BLANK = 0xFF
FRAME_BYTES = 8  # of a record around its payload: length, type, time, CRC
FLIPS = 60  # bits of the log that are changed, one at a time, as SEED says
SEED = 5324
FIRST_NIGHT = HERE / "first_night.rounds"
OF_A_NIGHT = (  # what first_night must have shown: first words of effects
    "light 6 late", "light 4 blocked", "light 2 voided", "light 2 selected voided", "light 7 selected off",
    "light 4 envy accepted", "light 5 win accepted", "light 1 not_accepting", "dealer AGAIn", "dealer FLoor",
    "sign door", "sign PoWEr", "entry 1 rejected", "entry 4 none", "entry 5 none", "entry 1 confirmed",
    "hold on", "hold off", "refuse needs_floor", "refuse second_four_aces", "refuse pays_nobody",
    "refuse door_was_open", "pay 4 progressive 801433", "pay 1 envy",
)  # fmt: skip


class Night(NamedTuple):
    """A golden file, played at the simulated table, and what came of it."""

    script: Script
    result: Result
    log: LogFile
    report: LogReport
    exported: Run  # of the log as a .rounds text with effects


@pytest.fixture(scope="module", params=SCRIPTS, ids=lambda path: path.stem)
def night(request, tmp_path_factory) -> Night:
    """Under MicroPython where it is found, else under CPython."""
    script = parse_rounds(request.param)
    folder = tmp_path_factory.mktemp(request.param.stem)
    table = set_up_table(folder, load_board(BOARDS / "esp32_devkitc" / "board.toml"), script.settings)
    try:
        ScriptPlayer(table, script.steps, counted_spot=counted_spot(script.settings)).play()
    finally:
        table.close()
    result = finish(table, folder)
    log = open_log(result.roundlog)
    text = folder / "exported.rounds"
    lines = export_rounds(log, script.settings_path, text, with_effects=True)
    text.write_text("\n".join(lines) + "\n")
    return Night(script, result, log, read_report(log), run_script(parse_rounds(text)))


# --- by the rules alone --------------------------------------------------------------------------


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_rules_show_what_the_file_says_and_come_to_its_digests(path):
    run = run_script(parse_rounds(path))
    assert run.differences() == []
    assert digests_path(path).read_text().splitlines() == digest_lines(run), "reviewed? then record them"


def test_no_digests_are_left_over():
    assert sorted(HERE.glob("*.digests")) == [digests_path(path) for path in SCRIPTS]


def test_first_night_has_what_people_do_to_a_table():
    run = run_script(parse_rounds(FIRST_NIGHT))
    assert len(run.digests) >= 25 and run.script.settings.seats == 7
    kinds = {step.kind for step in run.script.steps}
    assert kinds >= {*names.DEALER_KEYS, facts.CHIP_LIFTED, facts.FLOOR_KEY, facts.DOOR, facts.POWER_UP}
    shown = [effect for ran in run.ran for effect in ran.effects]
    missing = [words for words in OF_A_NIGHT if not any(effect.startswith(words) for effect in shown)]
    assert missing == []


# --- at the simulated table ----------------------------------------------------------------------


def test_judge_objects_to_nothing(night):
    assert night.result.violations == []
    assert night.report.problems == []


def test_every_record_is_sealed(night):
    assert night.report.seal_key_known
    assert night.report.sealed_to == night.report.records and night.report.notes == []


def test_table_told_and_showed_what_the_file_says(night):
    """Every fact in its order and within two ticks, with the effects that are written below it."""
    assert differences(night.script, night.log) == []


def test_exported_text_has_the_facts_of_the_file(night):
    steps, (keyed, *exported) = night.script.steps, night.exported.script.steps
    assert (keyed.kind, exported[0].kind) == (facts.KEYED, facts.POWER_UP)
    if steps[0].kind != facts.POWER_UP:  # a file need not tell the table's first
        exported = exported[1:]
    assert [(step.kind, step.a, step.b) for step in exported] == [
        (step.kind, step.a, step.b) for step in steps
    ]


def test_exported_text_replays_to_the_digests_of_the_log(night):
    assert night.exported.differences() == []
    assert night.exported.digests == [round.digest for round in night.report.rounds]


def test_first_night_had_its_power_cut_in_each_phase(night):
    replay, phases = Replay(), set()
    for sector in night.log.sectors:
        for _number, kind, *_ in replay.read_sector(sector):
            if kind == facts.POWER_UP:
                phases.add(PHASES[replay.engine.state.phase])
    assert night.script.path != FIRST_NIGHT or phases == set(PHASES)


# --- replayed on every runtime -------------------------------------------------------------------


@pytest.fixture(scope="module")
def runs(night, unix_port, webassembly_port) -> dict:
    """The digest after every fact, by runtime, from the raw log alone."""
    return {name: replay_on(name, night.result.roundlog) for name in RUNTIMES}


def test_every_runtime_comes_to_the_same_digest_after_every_fact(runs, night):
    for name, run in runs.items():
        assert (run.missing, run.problem) == ("", ""), name
        assert run.lines == runs["cpython"].lines, name
    assert len(runs["cpython"].lines) > len(night.script.steps)


@pytest.mark.parametrize("name", RUNTIMES)
def test_one_changed_bit_of_its_state_fails_a_runtime_and_only_it(runs, night, name):
    facts_told = runs["cpython"].lines
    number = int(facts_told[len(facts_told) // 2].split()[0])
    planted = {**runs, name: replay_on(name, night.result.roundlog, flip_after=number)}
    assert planted[name].problem, "its seals refuse the state"
    for other in RUNTIMES:
        if other != name:
            assert f"record {number} " in first_difference(planted[other], planted[name])
            assert first_difference(planted[other], runs["cpython"]) == planted[other].problem == ""


# --- changed by a bit ----------------------------------------------------------------------------


def places_of(partition: bytes) -> list[tuple[int, int, int]]:
    """(record, first byte, its end) of all that was written; a sector's header counts as record 0."""
    places = []
    for start in range(0, len(partition), SECTOR_BYTES):
        sector = partition[start : start + SECTOR_BYTES]
        header = read_header(sector)
        if header is None:
            continue
        places.append((0, start, start + HEADER_BYTES))
        at, number = HEADER_BYTES, header.first_record
        while at < SECTOR_BYTES and sector[at] != BLANK:
            length = FRAME_BYTES + sector[at]
            places.append((number, start + at, start + at + length))
            at, number = at + length, number + 1
    return places


@pytest.fixture
def replay_flipped(night, tmp_path, capfd):
    """replay_flipped(bit) replays the log with that bit of it changed: status, and what was said."""
    changed = tmp_path / "changed.bin"
    (tmp_path / "table.key").write_bytes(night.result.key.read_bytes())

    def replay(bit: int) -> tuple[int, str]:
        flipped = bytearray(night.result.roundlog.read_bytes())
        flipped[bit // 8] ^= 1 << bit % 8
        changed.write_bytes(flipped)
        status = tablectl(["replay", str(changed)])
        return status, capfd.readouterr().err

    return replay


def bits_of(places) -> list[tuple[int, int]]:
    """(record, bit of the partition): each bit has the same chance to be drawn."""
    return [(record, bit) for record, at, end in places for bit in range(8 * at, 8 * end)]


def test_one_flipped_bit_of_a_record_is_refused_by_name(night, replay_flipped):
    """Facts and seals alike."""
    places = places_of(night.result.roundlog.read_bytes())
    assert places[-1][0] == night.report.records
    bits = bits_of(place for place in places if place[0])
    for record, bit in random.Random(SEED).sample(bits, FLIPS):
        status, said = replay_flipped(bit)
        assert status == 1 and f"record {record}:" in said, f"bit {bit % 8} of byte {bit // 8}: {said}"


def test_one_flipped_bit_of_a_sectors_header_is_refused(night, replay_flipped):
    """The record named is the first that stands behind a good header, or should."""
    for _, at, end in [place for place in places_of(night.result.roundlog.read_bytes()) if not place[0]]:
        for _, bit in random.Random(SEED).sample(bits_of([(0, at, end)]), FLIPS // 10):
            status, said = replay_flipped(bit)
            assert status == 1 and "record " in said, f"bit {bit % 8} of byte {bit // 8}: {status} {said}"
