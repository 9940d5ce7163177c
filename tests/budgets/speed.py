"""`make bench`: how much longer things take than the least that would do, against their limits.

A replay, than unpacking and CRC-checking the same records; a scan with its debounce, than reading and
comparing the same bytes (scan_cost.py).  Ratios within one run, the best of some, for machines are noisy;
they are printed, and no test depends on them.
"""

import struct
import sys
import tempfile
import time
from binascii import crc32

from host_tools.board_file import board_json, load_board
from host_tools.places import BOARDS, FIRMWARE, REPO_ROOT
from host_tools.rounds_run import run_script
from host_tools.rounds_text import parse_rounds
from host_tools.runners.unix_port import RuntimeMissing, run_micropython
from table_runtime.recovery import recover
from table_runtime.round_log import RoundLog
from table_wire.log_birth import first_sector
from table_wire.records import CRC_BYTES, FRAME_BYTES, HEAD_BYTES
from table_wire.replay import Replay
from table_wire.sectors import HEADER_BYTES, read_header
from tests.runtime.nor_flash import NorFlash
from tests.wire.log_writer import LOG_ID, PROGRAM, SEAL_KEY, make_record

REPLAY_RATIO = 10
SCAN_RATIOS = {"rest": 1.3, "bounce": 4.0}  # a storm, in which every seat's sensors rattle, has no limit
SECTORS = 100
RUNS = 5


def full_rounds() -> tuple[list[bytes], int]:
    """The sectors of a log of full rounds, and how many rounds they hold."""
    script = parse_rounds(REPO_ROOT / "tests" / "golden_rounds" / "full_round.rounds")
    born = first_sector(make_record(), LOG_ID, "a bench", PROGRAM, SEAL_KEY)
    flash = NorFlash(SECTORS + 2, born)
    log = RoundLog(flash, SEAL_KEY, PROGRAM, recover(flash, make_record()))
    facts = [(ran.step.kind, ran.a, ran.step.b, ran.ticks) for ran in run_script(script).ran]
    rounds = 0
    while not log.is_full():
        for fact in facts:
            log.append(*fact)
            log.engine.apply(*fact)
        log.seal()
        rounds += 1
    sectors = [flash.sector(i) for i in range(SECTORS)]
    return [sector for sector in sectors if read_header(sector)], rounds


def replay(sectors: list[bytes]) -> None:
    replay = Replay(seal_keys=[SEAL_KEY], shows=False)
    for sector in sectors:
        for _ in replay.read_sector(sector):
            pass
    assert not replay.problems


def unpack(sectors: list[bytes]) -> None:
    """The least that a reader must do."""
    for sector in sectors:
        number = read_header(sector).first_record
        at = HEADER_BYTES
        while at + FRAME_BYTES <= len(sector) and sector[at + 1] != 0xFF:
            length, _kind, _ticks = struct.unpack_from("<BBH", sector, at)
            end = at + HEAD_BYTES + length
            assert struct.unpack_from("<I", sector, end)[0] == crc32(sector[at:end], number)
            at = end + CRC_BYTES
            number += 1


def best_s(work, sectors) -> float:
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        work(sectors)
        times.append(time.process_time() - begin)
    return min(times)


def replay_is_quick() -> bool:
    sectors, rounds = full_rounds()
    ratio = best_s(replay, sectors) / best_s(unpack, sectors)
    per_second = rounds / best_s(replay, sectors)
    print(f"replay: {ratio:.1f} times unpacking and CRC, of {REPLAY_RATIO}; {per_second:.0f} rounds a second")
    return ratio <= REPLAY_RATIO


def scan_is_quick() -> bool:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as board:
        board.write(board_json(load_board(BOARDS / "esp32_devkitc" / "board.toml")))
        board.flush()
        done = run_micropython(REPO_ROOT / "tests/budgets/scan_cost.py", [board.name], path=[FIRMWARE])
    ratios = {name: float(ratio) for name, ratio in map(str.split, done.stdout.splitlines())}
    for name, ratio in ratios.items():
        limit = f", of {SCAN_RATIOS[name]}" if name in SCAN_RATIOS else ""
        print(f"scan, {name}: {ratio:.2f} times reading and comparing{limit}")
    return all(ratios[name] <= limit for name, limit in SCAN_RATIOS.items())


def main() -> int:
    try:
        return 0 if replay_is_quick() & scan_is_quick() else 1
    except RuntimeMissing as missing:
        print(missing, file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
