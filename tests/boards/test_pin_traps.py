"""Each trap of each chip, in each use where it is one: refused with pin, reason and a pin that does it.

FACTS repeats, by hand, what the chips' manuals say: a row that is lost from the program fails here.
"""

import copy
import tomllib

import pytest

from host_tools.board_file import PIN, ROWS, find_problems
from host_tools.board_pins import CHIPS, LINES, READS, SELECTS, why_unfit
from host_tools.boards import board_files
from host_tools.wiring.nets import NEAR

BOARDS = [tomllib.loads(path.read_text()) for path in board_files()]
BOARD_OF = {board["chip"]: board for board in BOARDS}
PINS = range(64)

FACTS = {  # chip: (pins, a word of the reason)
    "esp32": (
        ([1, 3], "serial line"),
        (range(6, 12), "flash"),
        ([36, 39], "edges that are none"),
        ([20, 24, 28, 29, 30, 31, 37, 38, 40, 63], "not led out"),
    ),
    "esp32s3": (
        ([19, 20], "USB"),
        ([43, 44], "serial line"),
        (range(26, 33), "flash"),
        (range(33, 38), "eight data lines"),
        ([38, 48], "coloured light"),
        ([47], "1.8 V"),
        ([22, 23, 24, 25, 49, 63], "not led out"),
    ),
}
AT_RESET = {  # chip: pin, a word of the reason, whether a line that rests high may hang there
    "esp32": (
        (0, "loader", False),
        (2, "loader", False),
        (5, "timing", True),
        (12, "1.8 V", False),
        (15, "start messages", True),
    ),
    "esp32s3": ((0, "loader", False), (3, "debugger", False), (45, "1.8 V", False), (46, "loader", False)),
}
ONLY_READ = {"esp32": [34, 35], "esp32s3": []}  # 36 and 39 are refused for more than that

TRAPS = [
    (chip, line, pin, word)
    for chip in CHIPS
    for line in LINES
    for pins, word in [
        *FACTS[chip],
        *(([pin], word) for pin, word, safe in AT_RESET[chip] if not (safe and line[2] == SELECTS)),
        *([(ONLY_READ[chip], "can only read")] if line[2] != READS else []),
    ]
    for pin in pins
]


@pytest.mark.parametrize(
    "chip, line, pin, word", TRAPS, ids=[f"{t[0]}-{'.'.join(t[1][:2])}-{t[2]}" for t in TRAPS]
)
def test_a_trap_is_refused_with_pin_reason_and_remedy(chip, line, pin, word):
    section, key, use = line
    board = copy.deepcopy(BOARD_OF[chip])
    board[section][key] = pin
    [problem] = find_problems(board)
    assert problem.startswith(f"[{section}] {key} = {pin}: pin {pin} ") and word in problem
    offered = problem.rpartition(f"pins that are fit to be {use}: ")[2].split(", ")
    for other in map(int, offered):
        board[section][key] = other
        assert find_problems(board) == []


def test_every_pin_of_a_board_file_is_watched_and_drawn():
    named = {(section, key) for section, key, _, allowed in ROWS if allowed is PIN}
    assert named == {(section, key) for section, key, _ in LINES} == set(NEAR)


@pytest.mark.parametrize("chip", CHIPS)
def test_no_trap_of_the_program_is_missing_above(chip):
    """A new row of a chip needs its fact here, and so an example that is refused."""
    refused = {(line, pin) for line in LINES for pin in PINS if why_unfit(CHIPS[chip], pin, line[2])}
    told = {(line, pin) for name, line, pin, _ in TRAPS if name == chip}
    unheard_of = {pin for _, pin in refused - told if pin in CHIPS[chip].pins or pin in CHIPS[chip].reserved}
    assert told <= refused and unheard_of == set()


@pytest.mark.parametrize("chip", CHIPS)
def test_a_line_that_rests_high_may_hang_where_the_chip_wants_it_so(chip):
    for pin, _, safe in AT_RESET[chip]:
        board = copy.deepcopy(BOARD_OF[chip])
        board["meter_sign"]["select"] = pin
        assert (find_problems(board) == []) is safe


@pytest.mark.parametrize("chip", CHIPS)
def test_no_two_lines_share_a_pin(chip):
    lines = [(section, key) for section, key, _ in LINES]
    for section, key in lines:
        for other, other_key in lines:
            if (section, key) == (other, other_key):
                continue
            board = copy.deepcopy(BOARD_OF[chip])
            board[section][key] = board[other][other_key]
            assert any(" is taken by [" in problem for problem in find_problems(board)), (section, key, other)


def test_the_s3_hears_its_first_serial_line_so_it_is_tied():
    assert CHIPS["esp32s3"].tied == {44: "10 kOhm to 3.3 V"} and CHIPS["esp32"].tied == {}
