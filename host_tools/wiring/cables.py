"""The cables of a board file: between which places they go, and the colour of each conductor.

They are for people alone.  A cable with two conductors of one colour is refused, for that is how 5 V gets
onto a data line.
"""

from collections import Counter

from host_tools.board_inputs import BITS_A_CHIP, is_key, is_sensor
from host_tools.settings_toml import nearest
from host_tools.wiring.nets import CONTACT, SUPPLIES, nets_of

COLOURS = {  # as IEC 60757 writes them: in words, and on a screen
    "BK": ("black", "#111111"),
    "BN": ("brown", "#7a4a21"),
    "RD": ("red", "#d01818"),
    "OG": ("orange", "#f08010"),
    "YE": ("yellow", "#f2d000"),
    "GN": ("green", "#109030"),
    "BU": ("blue", "#1858c8"),
    "VT": ("violet", "#8030a8"),
    "GY": ("grey", "#909090"),
    "WH": ("white", "#ffffff"),
    "PK": ("pink", "#f078a8"),
    "TQ": ("turquoise", "#20b8b8"),
}
KEYS = {"name": str, "from": str, "to": str, "connector": str, "wires": dict}
CABLES_MAX, NAME_LETTERS, CONNECTOR_LETTERS = 8, 5, 30  # there is no room for more on the picture
BEYOND = ("supply", "controller", "sensors", "keys")  # places that are no section of the file


def places_of(board: dict) -> list[str]:
    """Where a cable can begin and end."""
    ends = [place for net in nets_of(board) for place, _ in net.row.ends]
    return [*BEYOND, *dict.fromkeys(ends)]


def pieces_of(board: dict, cable: dict) -> int:
    """How many of a cable a table has: one for each thing that it goes to."""
    inputs = board["input_chain"]["inputs"]
    counts = {
        "input_chain": len(inputs) // BITS_A_CHIP,
        "sensors": sum(map(is_sensor, inputs)),
        "keys": sum(map(is_key, inputs)),
    }
    return counts.get(cable["to"], 1)


def wires_text(cable: dict) -> str:
    return ", ".join(f"{colour} {wire}" for wire, colour in cable["wires"].items())


def colour_at(board: dict, place: str, wire: str) -> tuple[str, str]:
    """(cable, colour) of a line where it comes to a place; ("", "") where no cable carries it there."""
    for cable in board.get("cables", []):
        if cable["to"] == place and wire in cable["wires"]:
            return cable["name"], cable["wires"][wire]
    return "", ""


def text_problem(text: str, letters: int) -> str:
    """Why a text can't stand on the wiring picture, "" where it can."""
    if not 1 <= len(text) <= letters:
        return f"must have 1 to {letters} letters"
    return "" if text.isprintable() and text.strip() else "must be one line that can be read"


def find_problems(board: dict) -> list[str]:
    """What is wrong with the cables, each with its remedy.  The rest of the board must be sound."""
    cables = board.get("cables", [])
    if not isinstance(cables, list) or not all(isinstance(cable, dict) for cable in cables):
        return ["must be rows that begin with [[cables]]"]
    if len(cables) > CABLES_MAX:
        return [f"{len(cables)} rows: at most {CABLES_MAX}; cables that are alike are one row"]
    problems = []
    for number, cable in enumerate(cables, 1):
        types = {key: type(value) for key, value in cable.items()}
        if types != KEYS or not all(isinstance(colour, str) for colour in cable["wires"].values()):
            wanted = "name, from, to and connector (text) and wires (a table of text)"
            problems.append(f"row {number}: must have {wanted}")
    if problems:
        return problems
    for name, count in Counter(cable["name"] for cable in cables).items():
        if count > 1:
            problems.append(f'"{name}" stands {count} times: give each cable a name of its own')
    for cable in cables:
        problems += [f'"{cable["name"]}": {problem}' for problem in _cable_problems(board, cable)]
    return problems


def _cable_problems(board: dict, cable: dict):
    for key, most in (("name", NAME_LETTERS), ("connector", CONNECTOR_LETTERS)):
        if problem := text_problem(cable[key], most):
            yield f"{key}: {problem}"
    places = places_of(board)
    for end in ("from", "to"):
        if cable[end] not in places:
            yield f'{end}: there is no place "{cable[end]}"{nearest(cable[end], places)}'
    known = [*SUPPLIES, CONTACT, *(net.name for net in nets_of(board))]
    carrier: dict[str, str] = {}
    for wire, colour in cable["wires"].items():
        if wire not in known:
            yield f'there is no line "{wire}"{nearest(wire, known)}'
        if colour not in COLOURS:
            yield f'"{wire}" is {colour}: the colours are {", ".join(COLOURS)}'
        elif colour in carrier:
            yield f'"{wire}" and "{carrier[colour]}" are both {colour}: give each conductor its own colour'
        carrier[colour] = wire
