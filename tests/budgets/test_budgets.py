"""Size and heap against the design's budgets, on the 32-bit layout, with the program as it is flashed."""

import shutil

import pytest

from host_tools.places import REPO_ROOT
from host_tools.rounds_run import run_script
from host_tools.rounds_text import parse_rounds
from host_tools.runners.webassembly import run_webassembly
from table_runtime.recovery import recover
from table_runtime.round_log import RoundLog
from table_wire.log_birth import first_sector
from table_wire.sectors import SECTOR_BYTES
from tests.budgets.built_table import HERE, PATH, build_table
from tests.budgets.name_pools import on_a_board, pool_bytes, read_pools
from tests.runtime.nor_flash import NorFlash
from tests.wire.log_writer import LOG_ID, PROGRAM, SEAL_KEY, make_record

PROGRAM_BYTES = 81 * 1024  # link, health, clock and books are part of it; the heap as a whole decides
HEAP_BYTES = 96 * 1024
RUNS_MAX = 6
ROUND_BYTES = 448
GOLDEN_ROUNDS = REPO_ROOT / "tests" / "golden_rounds"
BORN = first_sector(make_record(), LOG_ID, "a test", PROGRAM, SEAL_KEY)
PARTS = (
    "table_parts.input_chain.InputChain",
    "table_parts.bet_sensors.BetSensors",
    "table_parts.keys.Keys",
    "table_parts.switch.Switch",
    "table_parts.seat_lights.SeatLights",
    "table_parts.meter_sign.MeterSign",
    "table_parts.dealer_display.DealerDisplay",
    "table_parts.input_health.InputHealth",
    "table_runtime.serial_link.SerialLink",
)
DAY_S = 86_400
AT_START = 350
BEFORE_WRAP = (1 << 30) - 20_000  # the clock wraps within the measured ticks


@pytest.fixture(scope="session")
def mounts(tmp_path_factory, unix_port, webassembly_port):
    """A built program and a provisioned table, as the WebAssembly port sees them."""
    folder = tmp_path_factory.mktemp("budgets")
    yield build_table(folder)
    shutil.rmtree(folder)


def quiet_ticks(mounts, ticks: int, begin: int, days: int = 0, part: str = "") -> dict[str, int]:
    """What quiet ticks of the shipped main.py allocated between heartbeats, and in how many stretches."""
    arguments = [300, ticks, begin, days, *([part] if part else [])]
    done = run_webassembly(HERE / "quiet_ticks.py", arguments, mounts, PATH, heap_bytes=1 << 24)
    found = dict(line.split() for line in done.stdout.splitlines() if line.count(" ") == 1)
    assert found.keys() >= {"allocated", "stretches", "uptime_s"}, done.stdout + done.stderr
    return {name: int(figure) for name, figure in found.items() if figure.isdigit()}


@pytest.mark.parametrize(("begin", "days"), [(AT_START, 0), (BEFORE_WRAP, 0), (AT_START, 30)])
def test_quiet_ticks_allocate_nothing(mounts, begin, days):
    """The heartbeat, once a second, is no quiet tick: what it takes is told to the collection's account."""
    found = quiet_ticks(mounts, 10_000, begin, days)
    assert found["stretches"] >= 48
    assert found["allocated"] == 0
    assert days * DAY_S + 50 <= found["uptime_s"] <= days * DAY_S + 120


@pytest.mark.parametrize("part", PARTS)
def test_an_allocation_in_any_part_is_noticed(mounts, part):
    found = quiet_ticks(mounts, 600, AT_START, part=part)
    assert found["allocated"] >= found["stretches"] * 190 * 16 > 0


def measured(mounts, run: int) -> tuple[int, int, int]:
    """The loaded program, and the heap after 100 and after 1,000 rounds.  run: only its arguments differ."""
    arguments = [100, 1000, *range(2000, 2000 + run)]
    done = run_webassembly(HERE / "heap.py", arguments, mounts, PATH, ticks=2 * 1006, timeout_s=300)
    figures = dict(line.split() for line in done.stdout.splitlines() if line.count(" ") == 1)
    assert figures.keys() >= {"program", "after_100_rounds", "after_1000_rounds"}, done.stdout + done.stderr
    assert figures["round"] == "1001", "rounds were refused"
    before, *pools = read_pools(done.stdout)
    names = ("program", "after_100_rounds", "after_1000_rounds")
    program, early, late = (
        on_a_board(int(figures[name]), before, now) for name, now in zip(names, pools, strict=True)
    )
    return program, early, late


def test_program_and_heap_are_within_the_budgets(mounts):
    """The collector may take an old word for a pointer, and so keep a buffer that power-up is done with.
    Whether it does changes with the arguments, which move everything: the least of some runs is meant."""
    runs = []
    while len(runs) < RUNS_MAX:
        runs.append(measured(mounts, len(runs)))
        program, _, late = map(min, zip(*runs, strict=True))
        if program <= PROGRAM_BYTES and late <= HEAP_BYTES:
            break
    print(f"program {program} of {PROGRAM_BYTES} bytes, heap after 1,000 rounds {late} of {HEAP_BYTES}")
    assert program <= PROGRAM_BYTES
    assert late <= HEAP_BYTES
    for each in runs:
        assert each[2] - each[1] < 256, "the heap in use grows from round to round"
        assert each[2] - late <= SECTOR_BYTES, "that is more than a buffer"


def test_pools_of_names_are_reckoned_as_the_interpreter_allocates_them(mounts):
    """Its own figures, before and behind the program, say what so many names take."""
    done = run_webassembly(HERE / "heap.py", [], mounts, PATH, ticks=8)
    pools = read_pools(done.stdout)
    assert len(pools) == 2
    for each in pools:
        assert 0 <= pool_bytes(each.names) - each.bytes < 8, each


def test_a_full_round_takes_few_bytes_of_the_log():
    """Sector headers with their checkpoints included."""
    script = parse_rounds(GOLDEN_ROUNDS / "full_round.rounds")
    assert len(script.steps) == 38
    flash = NorFlash(64, BORN)
    log = RoundLog(flash, SEAL_KEY, PROGRAM, recover(flash, make_record()))
    rounds = 0
    while log._slot < 60:
        for ran in run_script(script).ran:
            log.append(ran.step.kind, ran.a, ran.step.b, ran.ticks)
        log.seal()
        rounds += 1
    written = log._slot * SECTOR_BYTES
    print(f"{written / rounds:.0f} bytes of the log a full round, of {ROUND_BYTES}")
    assert written / rounds <= ROUND_BYTES
    assert len(flash.erased) <= written / SECTOR_BYTES
