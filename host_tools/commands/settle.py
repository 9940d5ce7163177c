"""`tablectl settle`: what every wager of a described round pays, with the clause that says so."""

import json
import sys
from pathlib import Path

import click

from host_tools import errors
from host_tools.described_rounds import Game, read_round
from host_tools.output import dollars, in_colour, json_option, print_table, terminal_width, warn
from table_core.cards import card_name
from table_core.hands import best_four, category_name
from table_core.settings import FOUR_ACES
from table_core.settlement import NO_RESULT, DescribedRound, IllegalRound, SettledSeat, progressive_row

STANDARD_INPUT = "-"


@click.command(epilog="Example: tablectl settle docs/examples/described.jsonl")
@click.argument("file", type=click.Path(readable=False))
@json_option
def command(file, as_json) -> int:
    """Settle the described rounds of FILE, one a line of JSON; - reads standard input.

    Exit status 1 where a round is not legal; the others are settled all the same.
    """
    name = "standard input" if file == STANDARD_INPUT else file
    status = errors.FINE
    found = False
    for number, line in enumerate(_lines(file), 1):
        if not line.strip():
            continue
        found = True
        try:
            game, played = read_round(_decoded(line))
            settled = game.rules.settle_round(played)
        except IllegalRound as error:
            status = errors.DIFFERENCE
            show_error(f"{name}, line {number}: {error.text}", error.clause, as_json)
            continue
        if as_json:
            click.echo(json.dumps(as_data(settled)))
        else:
            show_round(f"{name}, line {number}", game, played, settled)
    if not found:
        raise errors.UserError(f"{name}: there is no round in it; docs/described_rounds.md shows one")
    return status


def _lines(file: str) -> list[bytes]:
    if file == STANDARD_INPUT and sys.stdin is None:
        raise errors.NotReached("standard input is closed: name a file")
    data = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    return data.removeprefix(b"\xef\xbb\xbf").split(b"\n")


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise IllegalRound("this is no described round: it is not UTF-8 text", "") from None


def show_error(text: str, clause: str, as_json: bool) -> None:
    """What stood in the file is told as it stood there, but never controls the terminal."""
    text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    if as_json:
        click.echo(json.dumps({"error": text, "clause": clause or None}, ensure_ascii=False))
    else:
        warn(text if not clause or clause in text else f"{text} ({clause})")


def as_data(settled: list[SettledSeat]) -> dict:
    """A settled round as scripts read it, the seats by number."""
    return {"seats": [_seat_as_data(one) for one in sorted(settled, key=lambda one: one.seat.number)]}


def _seat_as_data(one: SettledSeat) -> dict:
    wagers = {}
    for wager, result, win_cents, returned_cents, clause in one.lines:
        wagers[wager] = {
            "result": result,
            "win_cents": win_cents,
            "returned_cents": returned_cents,
            "clause": clause,
        }
    hand = category_name(one.strength) if one.strength >= 0 else None
    return {"seat": one.seat.number, "hand": hand, "wagers": wagers, "net_cents": one.net_cents()}


# --- for people ----------------------------------------------------------------------------------

WIDE = 130  # columns of a terminal with room for all of these
COLUMNS = ("seat", "hand", "wager", "staked", "result", "win", "returned", "clause", "net")
FIGURES = ("staked", "win", "returned", "net")
COLOURS = {"win": "green", "lose": "red"}  # of a result; the word says it too


def show_round(place: str, game: Game, played: DescribedRound, settled: list[SettledSeat]) -> None:
    """The wagers as the dealer settles them, from the dealer's right; the net stands at a seat's last."""
    title = f"{place}: {_title(game, played)}"
    if terminal_width() >= WIDE:
        rows = [row for one in settled for row in _seat_rows(one)]
        print_table(title, COLUMNS, rows, folding=("hand",), right=FIGURES, colours=COLOURS)
    else:
        click.echo(f"{title}\n")
        for one in settled:
            show_narrow(_seat_rows(one))
    for one in settled:
        wins_meter = any(line[0] == "progressive" and line[2] for line in one.lines)
        if wins_meter and progressive_row(one.strength) == FOUR_ACES:
            click.echo(
                f"Seat {one.seat.number} wins 100 % of the meter: it is not paid from the tray, and the "
                "cards stay on the table until the papers of 5323.16 are done (5324.33(e)(5)).\n"
            )


def show_narrow(rows: list[tuple]) -> None:
    """A seat in lines of its own, where the terminal has no room for all the columns."""
    seat, hand = rows[0][:2]
    click.echo(f"seat {seat}, {hand}")
    for _, _, wager, staked, result, win, returned, clause, _ in rows:
        result = in_colour(f"{result:<5}", COLOURS.get(result))
        click.echo(f"  {wager:<15}{staked:>11}  {result}{win:>13}{returned:>12}  {clause}")
    click.echo(f"  net {rows[-1][-1]}\n")


def _title(game: Game, played: DescribedRound) -> str:
    name = game.rules.__name__.rpartition(".")[2].replace("_", " ")
    if not played.dealer:
        return f"{name}, in common {_cards(played.community)}"
    return f"{name}, the dealer has {_hand(best_four(played.dealer))}: {_cards(played.dealer)}"


def _seat_rows(one: SettledSeat) -> list[tuple]:
    seat = one.seat
    lines = [line for line in one.lines if line[1] != NO_RESULT]
    rows = []
    for wager, result, win_cents, returned_cents, clause in lines:
        staked = dollars(seat.staked_on(wager)) if seat.staked_on(wager) else ""
        amounts = (staked, result, dollars(win_cents), dollars(returned_cents), clause)
        rows.append(("", "", wager.replace("_", " "), *amounts, ""))
    hand = "folded" if one.strength < 0 else _hand(one.strength) + (", folded" if seat.folded() else "")
    rows[0] = (seat.number, f"{hand}: {_cards(seat.cards + seat.bonus_cards)}", *rows[0][2:])
    rows[-1] = (*rows[-1][:-1], _signed(one.net_cents()))
    return rows


def _hand(strength: int) -> str:
    return category_name(strength).replace("_", " ")


def _cards(cards: list[int]) -> str:
    return " ".join(map(card_name, cards))


def _signed(cents: int) -> str:
    return f"-{dollars(-cents)}" if cents < 0 else dollars(cents)
