"""Board files: what hangs on which pin, read and checked, so that a mistake ends here and not in smoke.

A board is data: `load_board` gives it as plain dicts, `board_json` as what the device reads.  Each
refusal names file, section and key, what the trap is and the way out of it.  What must never change: a
board that is refused for a danger stays refused.
"""

import hashlib
import json
import tomllib
from pathlib import Path

from host_tools import board_inputs, partition_check
from host_tools.board_pins import CHIPS, Chip, fit_pins, lines_of, why_unfit
from host_tools.errors import NotReached, UserError
from host_tools.partition_table import rows_of
from host_tools.settings_toml import nearest
from host_tools.wiring import cables, power
from host_tools.wiring.cables import text_problem
from table_core.limits import TICK_MS

STRIP_PIXELS_MAX = 20  # longer strips hold the tick up
DEBOUNCE_MS = range(2 * TICK_MS, 8 * TICK_MS, TICK_MS)  # the counters reach seven scans

BOARD_JSON = "board.json"  # its name on a table
PIN = range(0, 64)
ROWS = (  # section ("" is the file's head), key, type, what it may be (None: anything)
    ("", "name", str, None),
    ("", "module", str, None),  # what to buy
    ("", "purpose", str, None),
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
    ("seat_lights", "brightness", int, power.BRIGHTNESS),
    ("seat_lights", "cap_ma", int, range(1, 10_001)),
    ("clock", "i2c", int, (0, 1)),
    ("clock", "sda", int, PIN),
    ("clock", "scl", int, PIN),
)
FITTED_OR_NOT = ("clock",)  # a section that may be missing, but not in part
TEXT_LETTERS = 100  # there is no room for more on the wiring picture
PARTITIONS = "partitions"  # may be missing: then the flash map is the usual one for that flash
CABLES = "cables"  # may be missing: then nobody has said how they look
DESK_ONLY = ("module", "purpose", CABLES)  # a table has no use for it, and little heap
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
    except UnicodeDecodeError as error:
        raise BoardError(f"{path}: is no text in UTF-8; save it in that encoding") from error
    except tomllib.TOMLDecodeError as error:
        raise BoardError(f"{path}: is no TOML: {error}") from error
    problems = find_problems(board)
    if problems:
        raise BoardError("\n".join(f"{path}: {problem}" for problem in problems))
    return board


def board_json(board: dict) -> str:
    """The board as the device reads it: the same data, without what only people read."""
    read = {key: value for key, value in board.items() if key not in DESK_ONLY}
    return json.dumps(read, separators=(",", ":")) + "\n"


def board_digest(board: dict) -> bytes:
    """The SHA-256 of the board file as it lies on a table: two with the same one are wired alike."""
    return hashlib.sha256(board_json(board).encode()).digest()


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
    return problems or _strip_problems(board) + _partition_problems(board) + _cable_problems(board)


def _partition_problems(board: dict) -> list[str]:
    problems = partition_check.column_problems(board.get(PARTITIONS, []))
    problems = problems or partition_check.map_problems(rows_of(board), board["flash_mib"])
    return [f"[[{PARTITIONS}]] {problem}" for problem in problems]


def _cable_problems(board: dict) -> list[str]:
    return [f"[[{CABLES}]] {problem}" for problem in cables.find_problems(board)]


def _strip_problems(board: dict) -> list[str]:
    lights = board["seat_lights"]
    seats = board_inputs.seats_of(board["input_chain"]["inputs"])
    pixels = lights["first_pixel"] + seats
    if pixels <= STRIP_PIXELS_MAX:
        problem = power.cap_problem(seats, pixels, lights["brightness"], lights["cap_ma"])
        return [f"[seat_lights] {problem}"] if problem else []
    problem = f"{pixels} pixels take too long to write; a strip has at most {STRIP_PIXELS_MAX}"
    return [f"[seat_lights] first_pixel: {problem}"]


def _name_problems(board: dict) -> list[str]:
    """Unknown and missing sections and keys."""
    keys_of: dict[str, list] = {}
    for section, key, _type, _allowed in ROWS:
        if section in board or section not in FITTED_OR_NOT:
            keys_of.setdefault(section, []).append(key)
    problems = []
    for section, keys in keys_of.items():
        found = board.get(section) if section else board
        if not isinstance(found, dict):
            what = "must be a section" if section in board else "is missing; a table needs every section"
            problems.append(f"[{section}] {what}")
            continue
        inner = [] if section else [*keys_of, *FITTED_OR_NOT, PARTITIONS, CABLES]
        for name, value in found.items():
            alike = inner if isinstance(value, dict | list) else keys  # a key is not taken for a section
            if name not in (*keys, *inner):
                problems.append(f"{_where(section, name)} is not known{nearest(name, alike)}")
        needs = f"; give {', '.join(keys)}, or take the section out" if section in FITTED_OR_NOT else ""
        problems += [f"{_where(section, key)} is missing{needs}" for key in keys if key not in found]
    return problems


def _value_problems(board: dict) -> list[str]:
    problems = []
    for section, key, kind, allowed in ROWS:
        if section in FITTED_OR_NOT and section not in board:
            continue
        value = (board[section] if section else board)[key]
        if type(value) is not kind:  # a bool is an int to isinstance
            problems.append(f"{_where(section, key)} must be {TYPE_NAMES[kind]}")
        elif kind is str and text_problem(value, TEXT_LETTERS):
            problems.append(f"{_where(section, key)}: {text_problem(value, TEXT_LETTERS)}")
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
    pins = [board[section][key] for section, key, _use in lines_of(board)]
    for section, key, use in lines_of(board):
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
