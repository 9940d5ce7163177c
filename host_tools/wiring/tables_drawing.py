"""The tables on the sheet: what to buy, and the cables with their colours."""

from textwrap import wrap

from host_tools.wiring.cables import COLOURS, pieces_of, wires_text
from host_tools.wiring.drawing import Drawing, width_of
from host_tools.wiring.materials import parts_of

SIZE, STEP = 2.0, 3.5
PIECES, WHAT, NAME, ROUTE, LAST = 6.0, 9.0, 9.0, 18.0, 102.0  # where columns stand; pieces end there
GAP = 1.5


class Table:
    """A heading, and below it rows of cells, which are folded where their column ends."""

    def __init__(self, sheet: Drawing, heading: str, x: float, y: float, width: float) -> None:
        sheet.text(x, y, heading, 2.8, bold=True)
        sheet.rule(x, y + 2.4, x + width, y + 2.4)
        self._sheet, self._x, self._width = sheet, x, width
        self.y = y + 5  # of the next row

    def row(self, pieces: str, *cells) -> None:
        """cells: (where its column begins, words), from the left."""
        self._sheet.text(self._x + PIECES, self.y, pieces, SIZE, "end")
        ends = [begin for begin, _ in cells[1:]] + [self._width]
        lines_most = 1
        for (begin, words), end in zip(cells, ends, strict=True):
            letters = int((end - begin - GAP) / width_of("m", SIZE))
            lines = wrap(words, letters)
            lines_most = max(lines_most, len(lines))
            for number, line in enumerate(lines):
                self._sheet.text(self._x + begin, self.y + STEP * number, line, SIZE)
        self.y += STEP * lines_most


def draw_materials(sheet: Drawing, board: dict, x: float, y: float, width: float) -> float:
    """The bill of materials; returns where the next thing may begin."""
    table = Table(sheet, "Bill of materials", x, y, width)
    for part in parts_of(board):
        table.row(str(part.pieces), (WHAT, part.what), (LAST, part.where))
    return table.y + 4


def draw_cables(sheet: Drawing, board: dict, x: float, y: float, width: float) -> None:
    """Each cable with its conductors below it, and what the colours' letters mean."""
    cables = board.get("cables", [])
    if not cables:
        return
    table = Table(sheet, "Cables", x, y, width)
    for cable in cables:
        route = f"{cable['from']} to {cable['to']}"
        pieces = str(pieces_of(board, cable))
        table.row(pieces, (NAME, cable["name"]), (ROUTE, route), (LAST, cable["connector"]))
        table.row("", (ROUTE, wires_text(cable)))
    used = {colour for cable in cables for colour in cable["wires"].values()}
    table.row("", (NAME, ", ".join(f"{code} {word}" for code, (word, _) in COLOURS.items() if code in used)))
