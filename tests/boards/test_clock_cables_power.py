"""What a board file says beyond pins: a clock that is whole or not there, cables, and the lights' supply."""

import tomllib

import pytest

from host_tools.board_file import find_problems
from host_tools.board_inputs import seats_of
from host_tools.boards import board_files
from host_tools.wiring import power
from host_tools.wiring.cables import pieces_of, places_of


@pytest.fixture(params=board_files(), ids=lambda path: path.parent.name)
def board(request) -> dict:
    return tomllib.loads(request.param.read_text())


def test_a_board_without_a_clock_is_whole(board):
    del board["clock"]
    assert find_problems(board) == []


@pytest.mark.parametrize("key", ["i2c", "sda", "scl"])
def test_half_a_clock_is_refused(board, key):
    del board["clock"][key]
    text = f"[clock] {key} is missing; give i2c, sda, scl, or take the section out"
    assert find_problems(board) == [text]


def test_a_clock_that_is_no_section_is_refused(board):
    board["clock"] = True
    assert find_problems(board) == ["[clock] must be a section"]


def test_lights_that_draw_more_than_their_supply_has_are_refused(board):
    lights = board["seat_lights"]
    lights["brightness"], lights["cap_ma"] = 64, 113  # 7 * 60 mA * 64 / 255 and 8 pixels: 113.4 mA
    [problem] = find_problems(board)
    assert problem == (
        "[seat_lights] brightness = 64: all seats white draw 114 mA, but cap_ma is 113; take brightness = 63 "
        "or less, or take a supply for 114 mA and raise cap_ma"
    )
    lights["brightness"] = 63
    assert find_problems(board) == []
    lights["brightness"], lights["cap_ma"] = 64, 114
    assert find_problems(board) == []


def test_a_supply_too_small_for_any_brightness_says_so(board):
    board["seat_lights"] |= {"brightness": 16, "cap_ma": 20}
    [problem] = find_problems(board)
    assert problem.endswith("cap_ma is 20; take a supply for 35 mA and raise cap_ma")


def test_the_highest_brightness_that_is_named_is_the_highest_that_fits():
    for cap_ma in range(40, 430, 13):
        problem = power.cap_problem(7, 8, 255, cap_ma)
        if problem:
            level = int(problem.partition("take brightness = ")[2].split()[0])
            assert power.cap_problem(7, 8, level, cap_ma) == "" != power.cap_problem(7, 8, level + 1, cap_ma)


CABLE_MISTAKES = [  # key of the third cable, what stands there instead, what the message must say
    ("name", "W1", '"W1" stands 2 times'),
    ("name", "W12345", "name: must have 1 to 5 letters"),
    ("connector", "", "connector: must have 1 to 30 letters"),
    ("to", "meter_sing", 'no place "meter_sing"; did you mean "meter_sign"?'),
    ("from", "attic", 'from: there is no place "attic"'),
    ("connector", 5, "row 3: must have name, from, to and connector (text) and wires"),
    ("wires", "RD", "row 3: must have"),
    ("wires", {"GND": 5}, "row 3: must have"),
    ("wires", {"sign selekt": "BK"}, 'no line "sign selekt"; did you mean "sign select"?'),
    ("wires", {"GND": "black"}, '"GND" is black: the colours are BK, '),
    ("wires", {"5 V": "BK", "GND": "BK"}, '"GND" and "5 V" are both BK'),
]


@pytest.mark.parametrize("key, value, says", CABLE_MISTAKES)
def test_a_cable_that_misleads_is_refused(board, key, value, says):
    board["cables"][2][key] = value
    [problem] = find_problems(board)
    assert problem.startswith("[[cables]] ") and says in problem


@pytest.mark.parametrize("value", [5, "W1", [5], {"name": "W1"}])
def test_cables_are_rows(board, value):
    board["cables"] = value
    assert find_problems(board) == ["[[cables]] must be rows that begin with [[cables]]"]


def test_more_cables_than_the_picture_has_room_for_are_refused(board):
    board["cables"] *= 2
    assert find_problems(board) == ["[[cables]] 12 rows: at most 8; cables that are alike are one row"]


def test_a_clock_cable_needs_a_clock(board):
    board["cables"][2]["wires"] = {"clock sda": "BK"}
    assert find_problems(board) == []
    del board["clock"]
    assert 'no line "clock sda"' in find_problems(board)[0] and "clock" not in places_of(board)


def test_every_sensor_and_every_key_has_its_cable(board):
    inputs = board["input_chain"]["inputs"]
    pieces = {cable["to"]: pieces_of(board, cable) for cable in board["cables"]}
    silent = sum(name.startswith(("sentinel", "spare")) for name in inputs)
    assert pieces["sensors"] + pieces["keys"] == len(inputs) - silent
    assert pieces["keys"] == seats_of(inputs) + 9  # seven keys, the floor's and the door
    assert pieces["input_chain"] == len(inputs) // 8 and pieces["meter_sign"] == 1
