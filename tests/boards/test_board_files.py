"""Every shipped board is sound, and every mistake in one ends with its trap and the way out."""

import copy
import json
import tomllib

import pytest

from host_tools.board_file import DESK_ONLY, BoardError, board_json, find_problems, load_board
from host_tools.board_inputs import INPUTS_MAX, KNOWN
from host_tools.board_pins import LINES
from host_tools.boards import board_files
from host_tools.errors import NotReached
from host_tools.partition_table import ROWS_BY_MIB, rows_of

BOARDS = board_files()
DEVKITC = next(path for path in BOARDS if path.parent.name == "esp32_devkitc")


@pytest.fixture
def board() -> dict:
    return tomllib.loads(DEVKITC.read_text())


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.parent.name)
def test_a_shipped_board_is_sound(path):
    board = load_board(path)
    assert board["name"] == path.parent.name
    assert json.loads(board_json(board)) == {k: v for k, v in board.items() if k not in DESK_ONLY}
    assert rows_of(board) == ROWS_BY_MIB[board["flash_mib"]]


def test_boards_that_come_with_the_project():
    found = {board["name"]: board for board in map(load_board, BOARDS)}
    assert {name: (board["chip"], board["flash_mib"]) for name, board in found.items()} == {
        "esp32_devkitc": ("esp32", 4),
        "esp32_s3_devkitc_1": ("esp32s3", 16),
        "simulated": ("esp32", 4),
    }
    inputs = found["simulated"]["input_chain"]["inputs"]
    assert KNOWN <= set(inputs) and len(inputs) <= INPUTS_MAX and "clock" in found["simulated"]


def test_the_simulated_board_could_be_built_as_esp32_devkitc_is():
    simulated, devkitc = (
        load_board(DEVKITC.parents[1] / n / DEVKITC.name) for n in ("simulated", DEVKITC.parent.name)
    )
    for section, key, _ in LINES:
        assert simulated[section][key] == devkitc[section][key]


PIN_MISTAKES = [  # section, key, pin, what the message must say
    ("input_chain", "data", 0, "reset"),
    ("input_chain", "data", 2, "reset"),
    ("input_chain", "data", 5, "reset"),
    ("input_chain", "data", 12, "1.8 V"),
    ("input_chain", "data", 15, "reset"),
    ("input_chain", "data", 36, "edges that are none"),
    ("input_chain", "clock", 34, "can only read"),
    ("seat_lights", "data", 35, "can only read"),
    ("seat_lights", "data", 12, "1.8 V"),
    ("meter_sign", "select", 0, "loader"),
    ("meter_sign", "select", 27, "is taken by"),
    ("display_bus", "clock", 18, "is taken by [input_chain] clock"),
    ("display_bus", "data", 1, "serial line"),
    ("display_bus", "data", 3, "serial line"),
    ("display_bus", "data", 20, "not led out"),
    *[("seat_lights", "data", pin, "flash") for pin in range(6, 12)],
]


@pytest.mark.parametrize("section, key, pin, trap", PIN_MISTAKES)
def test_a_pin_that_is_a_trap_is_refused_with_the_pins_that_would_do(board, section, key, pin, trap):
    board[section][key] = pin
    problems = "\n".join(find_problems(board))
    assert f"= {pin}: pin {pin}" in problems and trap in problems
    offered = [int(number) for number in problems.splitlines()[0].rsplit(": ", 1)[1].split(", ")]
    assert offered
    for other in offered:
        repaired = copy.deepcopy(board)
        where = problems.splitlines()[0].split(" = ")[0]
        repaired[where.split("]")[0][1:]][where.split()[-1]] = other
        assert find_problems(repaired) == []


@pytest.mark.parametrize("pin", [5, 15])
def test_a_select_line_rests_high_as_these_straps_want_it(board, pin):
    board["meter_sign"]["select"] = pin
    assert find_problems(board) == []


INPUT_MISTAKES = [  # place, what stands there instead (None: nothing), what the message must say
    (3, "seat 1 anti", 'did you mean "seat 1 ante"?'),
    (3, "seat 8 ante", 'no input "seat 8 ante"'),
    (3, 7, 'no input "7"'),
    (3, "seat 2 ante", '"seat 2 ante" stands 2 times'),
    (3, None, "multiple"),
    (2, "spare", "without: seat 1 progressive"),
    (7, "spare", "without: seat 1 button"),
    (25, "spare", "without: key no_more_bets"),
    (0, "spare", "begin and end"),
    (1, "sentinel high", "begin and end"),
    (55, "sentinel low", "begin and end"),
]


@pytest.mark.parametrize("place, name, says", INPUT_MISTAKES)
def test_inputs_that_could_not_be_trusted_are_refused(board, place, name, says):
    inputs = board["input_chain"]["inputs"]
    inputs[place : place + 1] = [] if name is None else [name]
    assert any(says in problem for problem in find_problems(board)), find_problems(board)


def test_without_any_sentinel_the_board_is_refused(board):
    inputs = board["input_chain"]["inputs"]
    board["input_chain"]["inputs"] = [n.replace("sentinel high", "spare") for n in inputs]
    assert any("sentinel" in problem for problem in find_problems(board))
    board["input_chain"]["inputs"] = []
    assert find_problems(board)


def test_a_chain_that_takes_too_long_to_read_is_refused(board):
    inputs = board["input_chain"]["inputs"]
    inputs[-2:-2] = ["spare"] * (INPUTS_MAX - len(inputs))
    assert find_problems(board) == []
    inputs[-2:-2] = ["spare"] * 8
    assert find_problems(board) == [
        "[input_chain] inputs: 136 inputs: a chain has at most 128; sense fewer betting areas"
    ]


VALUE_MISTAKES = [  # section, key, value, what the message must say
    ("input_chain", "debounce_ms", 40, "10 to 35 in steps of 5"),
    ("input_chain", "debounce_ms", 12, "10 to 35 in steps of 5"),
    ("input_chain", "active_low", 1, "true or false"),
    ("input_chain", "spi", 1, "take spi = 2"),
    ("input_chain", "spi", True, "a whole number"),
    ("input_chain", "latch", "21", "a whole number"),
    ("meter_sign", "intensity", 16, "0 to 15"),
    ("seat_lights", "brightness", 8, "16 to 255"),
    ("seat_lights", "first_pixel", 0, "1 to"),
    ("seat_lights", "first_pixel", 14, "at most 20"),
    ("seat_lights", "cap_ma", 0, "1 to 10000"),
    ("seat_lights", "cap_ma", "150", "a whole number"),
    ("clock", "i2c", 2, "0 or 1"),
    ("clock", "scl", True, "a whole number"),
    ("clock", "sdc", 33, 'did you mean "sda"?'),
    ("seat_lights", "brigthness", 64, 'did you mean "brightness"?'),
]


@pytest.mark.parametrize("section, key, value, says", VALUE_MISTAKES)
def test_a_value_out_of_place_is_refused(board, section, key, value, says):
    board[section][key] = value
    assert any(key in problem and says in problem for problem in find_problems(board)), find_problems(board)


@pytest.mark.parametrize("key", ["name", "module", "purpose"])
def test_a_text_that_says_nothing_or_too_much_is_refused(board, key):
    for text in ("", "x" * 101):
        board[key] = text
        assert find_problems(board) == [f"{key}: must have 1 to 100 letters"]


@pytest.mark.parametrize("key", ["name", "module", "purpose"])
@pytest.mark.parametrize("text", ["a\nb", "a\tb", "\x1b[31mred", " "])
def test_a_text_is_one_line_that_can_be_read(board, key, text):
    board[key] = text
    assert find_problems(board) == [f"{key}: must be one line that can be read"]


@pytest.mark.parametrize("key", ["name", "connector"])
def test_so_is_what_a_cable_is_called(board, key):
    board["cables"][0][key] = "a\nb"
    (problem,) = find_problems(board)
    assert problem.endswith(f"{key}: must be one line that can be read")


@pytest.mark.parametrize(
    "name, value, hint",
    [
        ("colour", "red", ""),
        ("clocks", {"i2c": 0}, '; did you mean "clock"?'),
        ("cable", [], '; did you mean "cables"?'),
        ("modul", "x", '; did you mean "module"?'),
        ("dealer_displays", "x", ""),
    ],
)
def test_a_key_is_not_taken_for_a_section(board, name, value, hint):
    board[name] = value
    assert find_problems(board) == [f"{name} is not known{hint}"]


def test_missing_keys_and_sections_are_named(board):
    del board["dealer_display"]
    del board["input_chain"]["latch"]
    del board["chip"]
    board["ship"] = "esp32"
    assert sorted(find_problems(board)) == [
        "[dealer_display] is missing; a table needs every section",
        "[input_chain] latch is missing",
        "chip is missing",
        'ship is not known; did you mean "chip"?',
    ]


def test_an_unknown_chip_is_refused(board):
    board["chip"] = "esp8266"
    assert find_problems(board) == ["chip = esp8266: must be esp32 or esp32s3"]


def test_all_mistakes_of_a_file_are_told_at_once_each_with_the_file(tmp_path):
    path = tmp_path / "board.toml"
    path.write_text(
        DEVKITC.read_text().replace("select = 26", "select = 12").replace("clock = 18", "clock = 6")
    )
    with pytest.raises(BoardError) as raised:
        load_board(path)
    lines = str(raised.value).splitlines()
    assert len(lines) == 2 and all(line.startswith(f"{path}: [") for line in lines)
    assert raised.value.exit_status == 2


def test_a_file_that_is_not_there_or_no_toml(tmp_path):
    with pytest.raises(NotReached):
        load_board(tmp_path / "board.toml")
    (tmp_path / "board.toml").write_text("name = ")
    with pytest.raises(BoardError, match="no TOML"):
        load_board(tmp_path / "board.toml")
    for encoding in ("latin-1", "utf-16"):
        (tmp_path / "board.toml").write_text('name = "Kühn"', encoding)
        with pytest.raises(BoardError) as raised:
            load_board(tmp_path / "board.toml")
        assert str(raised.value) == f"{tmp_path}/board.toml: is no text in UTF-8; save it in that encoding"
