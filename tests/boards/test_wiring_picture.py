"""The wiring picture as geometry: everything once, nothing upon anything else, all of it on the paper."""

import copy
import re
import tomllib
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import pytest

from host_tools.board_file import TEXT_LETTERS, find_problems
from host_tools.board_inputs import INPUTS_MAX
from host_tools.boards import board_files
from host_tools.wiring.cables import CABLES_MAX, CONNECTOR_LETTERS
from host_tools.wiring.channel import Bundle, route
from host_tools.wiring.drawing import width_of
from host_tools.wiring.nets import SUPPLIES, nets_of
from host_tools.wiring.picture import HEIGHT, WIDTH, picture_of

SVG = "{http://www.w3.org/2000/svg}"
EDGE = 5.0  # what printers leave white


def shipped() -> dict[str, dict]:
    return {path.parent.name: tomllib.loads(path.read_text()) for path in board_files()}


def variants() -> dict[str, dict]:
    """Boards as large, as small and as different as they can be."""
    boards = shipped()
    largest = boards["largest"] = copy.deepcopy(boards["simulated"])
    inputs = largest["input_chain"]["inputs"]
    inputs[-2:-2] = ["spare"] * (INPUTS_MAX - len(inputs))
    largest["seat_lights"]["first_pixel"] = 13  # 20 pixels
    largest["module"] = largest["purpose"] = ("wordy " * 17)[:TEXT_LETTERS]
    largest["cables"] = (largest["cables"] * 2)[:CABLES_MAX]
    for number, cable in enumerate(largest["cables"]):
        largest["cables"][number] = cable | {"name": f"W{number:04}", "connector": "x" * CONNECTOR_LETTERS}
    bare = boards["bare"] = copy.deepcopy(boards["esp32_devkitc"])
    del bare["clock"], bare["cables"]
    bare["input_chain"]["active_low"] = False
    small = boards["small"] = copy.deepcopy(boards["esp32_s3_devkitc_1"])
    kept = [n for n in small["input_chain"]["inputs"] if not n.startswith("seat ") or n.startswith("seat 1 ")]
    kept = [*kept[:-2], *["spare"] * (-len(kept) % 8), *kept[-2:]]
    small["input_chain"]["inputs"] = kept
    return boards


BOARDS = variants()


@pytest.fixture(params=BOARDS, scope="module")
def drawn(request):
    board = BOARDS[request.param]
    assert find_problems(board) == []
    return board, ElementTree.fromstring(picture_of(board))


def box_of(text) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a text, rather too wide."""
    size = float(text.get("font-size"))
    width = width_of(text.text, size)
    x = float(text.get("x")) - {"start": 0, "middle": width / 2, "end": width}[text.get("text-anchor")]
    y = float(text.get("y"))
    return x, y - 0.75 * size, x + width, y + 0.22 * size


def segments_of(group) -> set[tuple]:
    numbers = r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"
    return {tuple(map(float, found)) for found in re.findall(numbers, group.find(f"{SVG}path").get("d"))}


def meet(one, other) -> bool:
    """Whether two boxes have an area in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_no_words_lie_upon_other_words(drawn):
    texts = [(box_of(text), text.text) for text in drawn[1].iter(f"{SVG}text")]
    upon = [(a[1], b[1]) for a, b in combinations(texts, 2) if meet(a[0], b[0])]
    assert upon == [], upon


def test_no_wire_goes_through_words(drawn):
    texts = [(box_of(text), text.text) for text in drawn[1].iter(f"{SVG}text")]
    for group in drawn[1].iter(f"{SVG}g"):
        for x, y, x_end, y_end in segments_of(group):
            wire = (min(x, x_end), min(y, y_end), max(x, x_end) + 0.01, max(y, y_end) + 0.01)
            through = [words for box, words in texts if meet(box, wire)]
            assert through == [], group.get("data-net")


def test_all_words_are_on_the_paper(drawn):
    for text in drawn[1].iter(f"{SVG}text"):
        left, top, right, bottom = box_of(text)
        inside = left >= EDGE and top >= EDGE and right <= WIDTH - EDGE and bottom <= HEIGHT - EDGE
        assert inside, text.text


def test_all_words_can_be_read_in_print(drawn):
    sizes = [float(text.get("font-size")) for text in drawn[1].iter(f"{SVG}text")]
    assert min(sizes) >= 1.6  # millimetres: what the smallest print on a data sheet has


def test_every_line_is_drawn_exactly_once(drawn):
    board, picture = drawn
    names = Counter(group.get("data-net") for group in picture.iter(f"{SVG}g"))
    chips = len(board["input_chain"]["inputs"]) // 8
    links = [f"chain data, U{number + 1} to U{number}" for number in range(1, chips)]
    assert names == Counter([*(net.name for net in nets_of(board)), *links, *SUPPLIES])


def test_every_line_comes_to_all_that_it_joins(drawn):
    """In one piece, or in one before its level shifter and one behind it, to each thing that is on it."""
    board, picture = drawn
    groups = {group.get("data-net"): segments_of(group) for group in picture.iter(f"{SVG}g")}
    shifted = {net.name for net in nets_of(board) if net.row.shifted}
    for name, segments in groups.items():
        assert len(pieces_of(segments)) == 1 + (name in shifted), name
    for net in nets_of(board):
        ends = {(x_end, y_end) for _, _, x_end, y_end in groups[net.name]}
        if net.name in ("chain clock", "chain latch"):
            taps = [s for s in groups[net.name] if s[0] == s[2] and (s[2], s[3]) in chip_tops(picture)]
            assert len(taps) == len(board["input_chain"]["inputs"]) // 8, net.name
        elif net.row.shifted:
            right = max(x for x, _ in ends)
            assert sum(x == right for x, _ in ends) == len(net.row.ends), net.name


def chip_tops(picture) -> set:
    """The places of the clock's and the latch's pin at each chip: where the pin's name stands below."""
    pins = [t for t in picture.iter(f"{SVG}text") if t.text in ("CLK 2", "LD 1")]
    size = 1.7
    return {(float(t.get("x")), round(float(t.get("y")) - 0.36 * size - 2, 2)) for t in pins}


def pieces_of(segments: set) -> list[set]:
    """The segments in groups that hang together."""
    left, pieces = set(segments), []
    while left:
        piece, waiting = set(), [left.pop()]
        while waiting:
            segment = waiting.pop()
            piece.add(segment)
            touching = {other for other in left if touch(segment, other)}
            left -= touching
            waiting += touching
        pieces.append(piece)
    return pieces


def touch(one, other) -> bool:
    """Whether an end of one segment lies on the other; all are upright or level."""
    return any(
        min(a[0], a[2]) <= x <= max(a[0], a[2]) and min(a[1], a[3]) <= y <= max(a[1], a[3])
        for a, b in ((one, other), (other, one))
        for x, y in (b[:2], b[2:])
    )


def test_no_two_lines_lie_upon_each_other(drawn):
    lines = [
        (group.get("data-net"), segment)
        for group in drawn[1].iter(f"{SVG}g")
        for segment in segments_of(group)
    ]
    for (name, a), (other, b) in combinations(lines, 2):
        if name == other:
            continue
        for axis in (0, 1):  # both upright, or both level, at one place
            if a[axis] == a[axis + 2] == b[axis] == b[axis + 2]:
                along = 1 - axis
                start = max(min(a[along], a[along + 2]), min(b[along], b[along + 2]))
                end = min(max(a[along], a[along + 2]), max(b[along], b[along + 2]))
                assert start >= end, (name, other)


def test_every_input_is_named_once_and_sentinels_with_their_level(drawn):
    board, picture = drawn
    named = {t.get("data-input"): t.text for t in picture.iter(f"{SVG}text") if t.get("data-input")}
    inputs = board["input_chain"]["inputs"]
    levels = {"sentinel high": "sentinel high: 3.3 V", "sentinel low": "sentinel low: GND"}
    assert named == {str(place): levels.get(name, name) for place, name in enumerate(inputs)}
    assert sum(bool(t.get("data-input")) for t in picture.iter(f"{SVG}text")) == len(inputs)
    numbers = [t.text for t in picture.iter(f"{SVG}text") if t.get("data-number")]
    assert numbers == [str(number) for number in range(1, len(inputs) + 1)], "as maintenance counts them"


def test_every_pin_stands_beside_its_line(drawn):
    board, picture = drawn
    rows: dict[str, list] = {}
    for text in picture.iter(f"{SVG}text"):
        if float(text.get("x")) < 56:
            middle = float(text.get("y")) - 0.36 * float(text.get("font-size"))
            rows.setdefault(f"{middle:.1f}", []).append(text.text)
    words = [" ".join(row) for row in rows.values()]
    for net in nets_of(board):
        assert " ".join(filter(None, [net.name, net.row.with_it, str(net.pin)])) in words


def test_nothing_comes_from_outside(drawn):
    text = picture_of(drawn[0]).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|href|url\(|@import|@font-face|<image|<script", text)


def test_a_board_file_can_say_anything_in_words():
    board = copy.deepcopy(BOARDS["small"])
    board["purpose"] = '<script>"&'
    assert '<script>"&' in ElementTree.fromstring(picture_of(board)).findall(f"{SVG}text")[1].text


def test_a_channel_refuses_two_lines_at_one_height():
    with pytest.raises(ValueError, match="one height"):
        route([Bundle("a", (1.0,), (5.0,)), Bundle("b", (5.0,), (9.0,))], 0, 10, 12)
