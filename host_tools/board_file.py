"""Board files: what hangs on which pin, read and checked, so that a mistake ends here and not in smoke.

A board is data: `load_board` gives it as plain dicts, `board_json` as what the device reads.  Each
refusal names file, section and key, what the trap is and the way out of it.  What must never change: a
board that is refused for a danger stays refused.
"""

import json
import tomllib
from pathlib import Path

from host_tools import board_inputs, partition_check
from host_tools.board_pins import CHIPS, LINES, Chip, fit_pins, why_unfit
from host_tools.errors import NotReached, UserError
from host_tools.partition_table import rows_of
from host_tools.settings_toml import nearest
from table_core.limits import TICK_MS

STRIP_PIXELS_MAX = 20  # longer strips hold the tick up
DEBOUNCE_MS = range(2 * TICK_MS, 8 * TICK_MS, TICK_MS)  # the counters reach seven scans

PIN = range(0, 64)
ROWS = (  # section ("" is the file's head), key, type, what it may be (None: anything)
    ("", "name", str, None),
    ("", "chip", str, tuple(CHIPS)),
    ("", "flash_mib", int, (4, 16)),
    ("input_chain", "spi", int, (1, 2)),
    ("input_chain", "clock", int, PIN),
    ("input_chain", "data", int, PIN),
    ("input_chain", "latch", int, PIN),
    ("input_chain", "active_low", bool, None),
    ("input_chain", "debounce_ms", int, DEBOUNCE_MS),
    ("input_chain", "inputs", list, None),
    ("display_bus", "spi", int, (1, 2)),
    ("display_bus", "clock", int, PIN),
    ("display_bus", "data", int, PIN),
    ("meter_sign", "select", int, PIN),
    ("meter_sign", "intensity", int, range(0, 16)),
    ("dealer_display", "select", int, PIN),
    ("dealer_display", "intensity", int, range(0, 16)),
    ("seat_lights", "data", int, PIN),
    ("seat_lights", "first_pixel", int, range(1, STRIP_PIXELS_MAX)),
    ("seat_lights", "brightness", int, range(16, 256)),  # below 16 dim would be dark
)
PARTITIONS = "partitions"  # may be missing: then the flash map is the usual one for that flash
TYPE_NAMES = {str: "text in quotes", int: "a whole number", bool: "true or false", list: "a list"}


class BoardError(UserError):
    """A board file that must not be built.  One line for each mistake."""


def load_board(path: str | Path) -> dict:
    """Reads and checks a board file.  BoardError: what is wrong with it; NotReached: it isn't there."""
    path = Path(path)
    try:
        board = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise NotReached(f"{path}: can't be read ({error.strerror}); name a board's board.toml") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoardError(f"{path}: is no TOML: {error}") from error
    problems = find_problems(board)
    if problems:
        raise BoardError("\n".join(f"{path}: {problem}" for problem in problems))
    return board


def board_json(board: dict) -> str:
    """The board as the device reads it, the same data as board.json."""
    return json.dumps(board, separators=(",", ":")) + "\n"


def find_problems(board: dict) -> list[str]:
    """What is wrong with a board: first the spelling, and only then what the pins can do."""
    problems = _name_problems(board) or _value_problems(board)
    if problems:
        return problems
    chain = board["input_chain"]
    problems = _pin_problems(board, CHIPS[board["chip"]])
    for problem in board_inputs.find_problems(chain["inputs"]):
        problems.append(f"[input_chain] inputs: {problem}")
    if chain["spi"] == board["display_bus"]["spi"]:
        problems.append(
            f"[display_bus] spi = {chain['spi']}: the input chain has this bus, and reads in another mode;"
            f" take spi = {3 - chain['spi']}"
        )
    return problems or _strip_problems(board) + _partition_problems(board)


def _partition_problems(board: dict) -> list[str]:
    problems = partition_check.column_problems(board.get(PARTITIONS, []))
    problems = problems or partition_check.map_problems(rows_of(board), board["flash_mib"])
    return [f"[[{PARTITIONS}]] {problem}" for problem in problems]


def _strip_problems(board: dict) -> list[str]:
    pixels = board["seat_lights"]["first_pixel"] + board_inputs.seats_of(board["input_chain"]["inputs"])
    if pixels <= STRIP_PIXELS_MAX:
        return []
    problem = f"{pixels} pixels take too long to write; a strip has at most {STRIP_PIXELS_MAX}"
    return [f"[seat_lights] first_pixel: {problem}"]


def _name_problems(board: dict) -> list[str]:
    """Unknown and missing sections and keys."""
    keys_of: dict[str, list] = {}
    for section, key, _type, _allowed in ROWS:
        keys_of.setdefault(section, []).append(key)
    problems = []
    for section, keys in keys_of.items():
        found = board.get(section) if section else board
        if not isinstance(found, dict):
            problems.append(f"[{section}] is missing; a table needs every section")
            continue
        known = keys if section else [*keys, *keys_of, PARTITIONS]
        for name in found:
            if name not in known:
                problems.append(f"{_where(section, name)} is not known{nearest(name, known)}")
        problems += [f"{_where(section, key)} is missing" for key in keys if key not in found]
    return problems


def _value_problems(board: dict) -> list[str]:
    problems = []
    for section, key, kind, allowed in ROWS:
        value = (board[section] if section else board)[key]
        if type(value) is not kind:  # a bool is an int to isinstance
            problems.append(f"{_where(section, key)} must be {TYPE_NAMES[kind]}")
        elif allowed is not None and value not in allowed:
            problems.append(f"{_where(section, key)} = {value}: must be {_allowed_text(allowed)}")
    return problems


def _allowed_text(allowed) -> str:
    if isinstance(allowed, range):
        steps = f" in steps of {allowed.step}" if allowed.step > 1 else ""
        return f"{allowed[0]} to {allowed[-1]}{steps}"
    return " or ".join(str(value) for value in allowed)


def _pin_problems(board: dict, chip: Chip) -> list[str]:
    """Pins that can't do what they should, or that two lines share."""
    problems = []
    taken: dict[int, str] = {}
    pins = [board[section][key] for section, key, _use in LINES]
    for section, key, use in LINES:
        pin = board[section][key]
        where = _where(section, key)
        trap = why_unfit(chip, pin, use)
        if pin in taken:
            trap = f"is taken by {taken[pin]}"
        if trap:
            others = ", ".join(str(other) for other in fit_pins(chip, use, pins))
            problems.append(f"{where} = {pin}: pin {pin} {trap}; pins that are fit to be {use}: {others}")
        taken.setdefault(pin, where)
    return problems


def _where(section: str, key: str) -> str:
    return f"[{section}] {key}" if section else key
