"""Size and heap against the design's budgets, on the 32-bit layout, with the program as it is flashed."""

import shutil
from pathlib import Path

import pytest

from host_tools.board_file import load_board
from host_tools.firmware_build import build_firmware
from host_tools.places import BOARDS, FIRMWARE, REPO_ROOT, SAMPLE_TABLES
from host_tools.rounds_run import run_script
from host_tools.rounds_text import parse_rounds
from host_tools.runners.unix_port import find_mpy_cross
from host_tools.runners.webassembly import run_webassembly
from host_tools.settings_file import load_settings
from host_tools.simulator.provision import provision
from table_runtime.recovery import recover
from table_runtime.round_log import RoundLog
from table_wire.log_birth import first_sector
from table_wire.sectors import SECTOR_BYTES
from tests.runtime.nor_flash import NorFlash
from tests.wire.log_writer import LOG_ID, PROGRAM, SEAL_KEY, make_record

PROGRAM_BYTES = 68 * 1024  # a link is part of it; the heap as a whole decides
HEAP_BYTES = 96 * 1024
ROUND_BYTES = 448
HERE = Path(__file__).parent
GOLDEN_ROUNDS = REPO_ROOT / "tests" / "golden_rounds"
BORN = first_sector(make_record(), LOG_ID, "a test", PROGRAM, SEAL_KEY)
STAND_INS = REPO_ROOT / "host_tools" / "simulator"
PATH = ("/quiet", "/stand_ins", "/program")
PARTS = (
    "table_parts.input_chain.InputChain",
    "table_parts.bet_sensors.BetSensors",
    "table_parts.keys.Keys",
    "table_parts.switch.Switch",
    "table_parts.seat_lights.SeatLights",
    "table_parts.meter_sign.MeterSign",
    "table_parts.dealer_display.DealerDisplay",
    "table_runtime.serial_link.SerialLink",
)
AT_START = 350
BEFORE_WRAP = (1 << 30) - 20_000  # the clock wraps within the measured ticks


@pytest.fixture(scope="session")
def mounts(tmp_path_factory, unix_port, webassembly_port):
    """A built program and a provisioned table, as the WebAssembly port sees them."""
    folder = tmp_path_factory.mktemp("budgets")
    build_firmware(FIRMWARE, folder / "program", find_mpy_cross())
    board = load_board(BOARDS / "esp32_devkitc" / "board.toml")
    provision(folder / "table", board, load_settings(SAMPLE_TABLES / "four-card-7-seats.toml").settings)
    yield {
        "/program": folder / "program",
        "/quiet": STAND_INS / "stand_ins_quiet",
        "/stand_ins": STAND_INS / "stand_ins",
        "/board.json": folder / "table" / "board.json",
        "/flash.bin": folder / "table" / "flash.bin",
    }
    shutil.rmtree(folder)


def allocated(mounts, ticks: int, begin: int, part: str = "") -> tuple[int, int]:
    """Bytes that quiet ticks of the shipped main.py allocated between heartbeats, in how many stretches."""
    arguments = [300, ticks, begin, *([part] if part else [])]
    done = run_webassembly(HERE / "quiet_ticks.py", arguments, mounts, PATH, heap_bytes=1 << 24)
    found = dict(line.split() for line in done.stdout.splitlines() if line.count(" ") == 1)
    assert found.keys() >= {"allocated", "stretches"}, done.stdout + done.stderr
    return int(found["allocated"]), int(found["stretches"])


@pytest.mark.parametrize("begin", [AT_START, BEFORE_WRAP])
def test_quiet_ticks_allocate_nothing(mounts, begin):
    """The heartbeat, once a second, is no quiet tick: what it takes is told to the collection's account."""
    bytes_allocated, stretches = allocated(mounts, 10_000, begin)
    assert stretches >= 48
    assert bytes_allocated == 0


@pytest.mark.parametrize("part", PARTS)
def test_an_allocation_in_any_part_is_noticed(mounts, part):
    bytes_allocated, stretches = allocated(mounts, 600, AT_START, part)
    assert bytes_allocated >= stretches * 190 * 16 > 0


def test_program_and_heap_are_within_the_budgets(mounts):
    done = run_webassembly(HERE / "heap.py", [100, 1000], mounts, PATH, ticks=2 * 1006, timeout_s=300)
    figures = dict(line.split() for line in done.stdout.splitlines() if line.count(" ") == 1)
    assert figures.keys() >= {"program", "after_100_rounds", "after_1000_rounds"}, done.stdout + done.stderr
    program = int(figures["program"])
    early, late = int(figures["after_100_rounds"]), int(figures["after_1000_rounds"])
    print(f"program {program} of {PROGRAM_BYTES} bytes, heap after 1,000 rounds {late} of {HEAP_BYTES}")
    assert program <= PROGRAM_BYTES
    assert late <= HEAP_BYTES
    assert late - early < 256, "the heap in use grows from round to round"


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
