"""A round's keyed hands against the cards that were dealt, as a described round tells them.

The described round is settled by its own terms (`tablectl settle`); here hands, wins and envy are held
against what the table was keyed and paid.
"""

from dataclasses import dataclass, field
from pathlib import Path

from host_tools.described_rounds import read_round
from host_tools.errors import NotReached, UserError
from host_tools.output import dollars
from host_tools.story.clauses import clause_of
from host_tools.story.model import RoundStory, SeatAnswer, ToldWin
from host_tools.story.words import hand_text
from table_core import names
from table_core.cards import card_name
from table_core.settings import FOUR_ACES, MISSISSIPPI_STUD
from table_core.settlement import IllegalRound, SettledSeat, progressive_row


@dataclass
class CardCheck:
    """Sentences, seat by seat."""

    agree: list[str] = field(default_factory=list)
    differ: list[str] = field(default_factory=list)


def check_cards(story: RoundStory, path: str | Path) -> CardCheck:
    """UserError where the file is not one described round of this game, or not a legal one."""
    path = Path(path)
    where, line = _read(story, path)
    game, played = _described(story, where, line)
    check = CardCheck()
    meter_cents = _meter_at_settling(story)
    if played.meter_cents not in (-1, meter_cents):
        described = f"The description has the meter at {dollars(played.meter_cents)}"
        check.differ.append(f"{described}, the log at {dollars(meter_cents)}.")
    played.meter_cents = meter_cents
    try:
        settled = game.rules.settle_round(played)
    except IllegalRound as error:
        raise UserError(f"{where}: {error.text} ({error.clause})") from None
    wins = {win.seat: win for win in story.wins}
    described = {one.seat.number: one for one in settled}
    for answer in story.seats:
        one, win = described.get(answer.seat), wins.get(answer.seat)
        if one:
            _check_seat(check, story, game.number, answer, one, win)
        elif win or answer.answer == "accepted":
            check.differ.append(
                f"Seat {answer.seat} is {answer.answer}, and the description has no cards of it."
            )
    return check


def _read(story: RoundStory, path: Path) -> tuple[str, str]:
    """(the place of the file's one described round, its line)."""
    try:
        numbered = enumerate(path.read_bytes().decode().splitlines(), 1)
        lines = [(f"{path}, line {number}", line) for number, line in numbered if line.strip()]
    except OSError as error:
        raise NotReached(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise UserError(f"{path}: this is no described round: it is not UTF-8 text") from None
    if len(lines) != 1:
        raise UserError(
            f"{path} has {len(lines)} described rounds: give a file with one, round {story.number}'s"
        )
    return lines[0]


def _described(story: RoundStory, where: str, line: str):
    try:
        game, played = read_round(line)
    except IllegalRound as error:
        raise UserError(f"{where}: {error.text}") from None
    if names.GAMES[game.number] != story.game:
        raise UserError(
            f"{where} is a round of {names.GAMES[game.number]}, and {story.path} one of {story.game}"
        )
    if game.number == MISSISSIPPI_STUD:
        raise UserError(
            f"{where}: no hands are keyed at Mississippi stud; `tablectl settle` says what it pays"
        )
    return game, played


def _meter_at_settling(story: RoundStory) -> int:
    """As it stood when the hands were shown, before a confirmed 100 percent win took it."""
    taken = next((win.record for win in story.wins if win.row == FOUR_ACES and win.win_cents), 0)
    before = [step for step in story.steps if not taken or step.record < taken]
    return before[-1].meter_cents if before else story.meter_before_cents


def _check_seat(
    check: CardCheck, story: RoundStory, game: int, answer: SeatAnswer, one: SettledSeat, win: ToldWin | None
) -> None:
    seat = f"Seat {answer.seat}"
    row = progressive_row(one.strength) if one.strength >= 0 else 0
    is_wagered = bool(one.seat.wager("progressive"))
    if is_wagered != (answer.answer == "accepted"):
        has = "a" if is_wagered else "no"
        check.differ.append(
            f"{seat}: the description has {has} progressive wager; at the table: {answer.answer}."
        )
    due = {name: win_cents for name, _, win_cents, _, _ in one.lines}
    cards = " ".join(map(card_name, one.seat.cards))
    held = hand_text(row) if row else "no hand of the progressive table"
    paid_cents = win.win_cents if win else 0
    where = f"({clause_of('hand', game)})"
    if win and win.row != row:
        keyed = f"{hand_text(win.row)} was keyed and confirmed at record {win.record}"
        check.differ.append(f"{seat}: {keyed}, but {cards} is {held} {where}.")
    elif paid_cents != due["progressive"]:
        amounts = f"the table paid {dollars(paid_cents)}, the cards make {dollars(due['progressive'])}"
        check.differ.append(f"{seat}: {cards} is {held}; {amounts} ({clause_of('win', game)}).")
    elif win:
        check.agree.append(f"{seat}: {hand_text(win.row)} was keyed, as {cards} is.")
    envy_cents = sum(other.envy_cents for other in story.wins if answer.seat in other.envy_seats)
    if envy_cents != due["envy"]:
        amounts = f"{dollars(envy_cents)} was paid, by the cards {dollars(due['envy'])} is due"
        check.differ.append(f"{seat}: as envy {amounts} ({clause_of('envy', game)}).")
