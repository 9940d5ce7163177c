"""The notice as a sheet of A4, upright: sentences above, pay tables below them in two columns.

Black on white, so that it prints without colour.  It is as large as it can be: the largest of SIZES at which
everything fits, by widths that are estimated, and rather too large.
"""

from host_tools.errors import UserError
from host_tools.notices.notice import Notice
from host_tools.notices.posted_tables import PayTable
from host_tools.wiring.drawing import Drawing

WIDTH, HEIGHT, EDGE = 210.0, 297.0, 12.0
BAND = 30.0  # the height of the black band with the title
TITLE_SIZE, FOOTER_SIZE = 15.0, 3.0
GAP = 9.0  # between two columns
SIZES = tuple(tenths / 10 for tenths in range(100, 29, -1))  # of the letters, in millimetres
LINE = 1.32  # from line to line, in sizes
WHITE = ' fill="#ffffff"'
NARROW, WIDE = "fijlrtI.,:;'()- ", "mwMW%"  # letters, and beside them capitals
SHARES = (0.36, 1.0, 0.76, 0.6)  # of the size: narrow, wide, capitals, all others
BOLD = 1.08  # so much wider


def svg_of(notice: Notice) -> str:
    """UserError where the words are more than a sheet can hold."""
    for size in SIZES:
        sheet = Drawing(WIDTH, HEIGHT, f"{notice.title}, table {notice.table}")
        if _draw(sheet, notice, size) <= HEIGHT - EDGE - 2 * FOOTER_SIZE:
            return sheet.svg()
    raise UserError(
        f"table {notice.table}: the notice is more than a sheet of A4 holds; print it with --text"
    )


def _draw(sheet: Drawing, notice: Notice, size: float) -> float:
    """Everything, with letters of this size; returns where it ends."""
    sheet.box(0, 0, WIDTH, BAND, fill="#000000", stroke="none")
    sheet.text(WIDTH / 2, BAND / 2, notice.title, TITLE_SIZE, "middle", bold=True, mark=WHITE)
    sheet.text(WIDTH / 2, HEIGHT - EDGE, notice.footer, FOOTER_SIZE, "middle")
    y = _draw_sentences(sheet, notice, size, BAND + 1.6 * size)
    return _draw_tables(sheet, notice.tables, size, y + 0.5 * size)


def _draw_sentences(sheet: Drawing, notice: Notice, size: float, y: float) -> float:
    indent = 1.1 * size
    for _, words in notice.sentences:
        sheet.box(EDGE, y - 0.2 * size, 0.4 * size, 0.4 * size, fill="#000000")
        for line in _lines(words, WIDTH - 2 * EDGE - indent, size):
            sheet.text(EDGE + indent, y, line, size)
            y += LINE * size
        y += 0.15 * size
    return y


def _draw_tables(sheet: Drawing, tables: list[PayTable], size: float, y: float) -> float:
    """Each on the column that is shorter so far."""
    columns = min(2, len(tables))
    width = (WIDTH - 2 * EDGE - (columns - 1) * GAP) / columns
    ends = [y] * columns
    for table in tables:
        column = ends.index(min(ends))
        ends[column] = _draw_table(sheet, table, size, EDGE + column * (width + GAP), ends[column], width)
    return max(ends)


def _draw_table(sheet: Drawing, table: PayTable, size: float, x: float, y: float, width: float) -> float:
    """A heading above a rule, and a line a hand; returns where the next one begins."""
    for line in _lines(table.wager, width, 1.2 * size * BOLD):
        sheet.text(x, y + 0.7 * size, line, 1.2 * size, bold=True)
        y += 1.5 * size
    sheet.rule(x, y, x + width, y, 0.6)
    y += 0.85 * size
    amounts = max(width_of(amount, size) for *_, amount in table.rows)
    for hand, odds, amount in table.rows:
        right = x + width
        sheet.text(right, y, amount, size, "end")
        if amount:
            right -= amounts + 0.6 * size
        sheet.text(right, y, odds, size, "end", bold=True)
        room = right - width_of(odds, size * BOLD) - 0.6 * size - x
        for line in _lines(hand, room, size):
            sheet.text(x, y, line, size)
            y += LINE * size
    return y + 0.9 * size


def width_of(words: str, size: float) -> float:
    """Millimetres, rather too many."""
    narrow, wide, capital, other = SHARES
    shares = (
        narrow if letter in NARROW else wide if letter in WIDE else capital if letter.isupper() else other
        for letter in words
    )
    return size * sum(shares)


def _lines(words: str, width: float, size: float) -> list[str]:
    """Words folded to a width; one that is wider than that has a line of its own."""
    lines = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
