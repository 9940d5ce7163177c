"""A described round as a line of JSON: its keys, how each value is written, and what it becomes.

The line names the game, the terms that matter, all cards and all wagers, in whole cents.  Here it is
read; the game's own file in table_core decides what is legal and what is paid.  Whatever is wrong with
a line is an IllegalRound of its own, so that the lines around it are settled all the same.
"""

import json
from dataclasses import dataclass
from types import ModuleType

from host_tools.described_settings import (
    NO_CLAUSE,
    check_keys,
    of_kind,
    read_amount,
    read_settings,
    read_value,
    read_whole,
)
from host_tools.rounds_words import did_you_mean
from host_tools.settings_file import SECTION_OF
from table_core import crazy_4_poker, four_card_poker, mississippi_stud
from table_core.cards import parse_card
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD
from table_core.settlement import DescribedRound, IllegalRound, Seat


@dataclass(frozen=True)
class Game:
    """What a line may say of a game."""

    number: int
    rules: ModuleType
    round_keys: tuple[str, ...]
    seat_keys: tuple[str, ...]


_WITH_A_DEALER = ("game", "settings", "meter_cents", "dealer", "seats")
GAMES = {
    "four_card_poker": Game(
        FOUR_CARD_POKER,
        four_card_poker,
        _WITH_A_DEALER,
        ("seat", "cards", "bonus_card", "wagers", "decision", "play"),
    ),
    "crazy_4_poker": Game(
        CRAZY_4_POKER,
        crazy_4_poker,
        _WITH_A_DEALER,
        ("seat", "cards", "wagers", "decision", "play"),
    ),
    "mississippi_stud": Game(
        MISSISSIPPI_STUD,
        mississippi_stud,
        ("game", "settings", "community", "seats"),
        ("seat", "cards", "wagers", "streets"),
    ),
}


def read_round(line: str) -> tuple[Game, DescribedRound]:
    """The game and the round of a line, not yet checked by its rules.  IllegalRound says what is wrong."""
    data = _parse(line)
    name = data.get("game")
    if name is None:
        raise IllegalRound(f"game is missing: one of {', '.join(GAMES)}", NO_CLAUSE)
    if not isinstance(name, str) or name not in GAMES:
        raise IllegalRound(f'game: there is no "{name}"{did_you_mean(str(name), GAMES)}', NO_CLAUSE)
    game = GAMES[name]
    check_keys("the round", data, game.round_keys)
    played = DescribedRound(read_settings(game.number, game.rules.SEATS_MAX, data.get("settings", {})))
    if "meter_cents" in data:
        played.meter_cents = read_value("meter_cents", read_amount, data["meter_cents"])
    played.dealer = _read_cards(game, "dealer", data.get("dealer", []))
    played.community = _read_cards(game, "community", data.get("community", []))
    seats = of_kind(list, "seats", data.get("seats", []))
    played.seats = [_read_seat(game, seat) for seat in seats]
    return game, played


def _parse(line: str) -> dict:
    try:
        data = json.loads(line, object_pairs_hook=_once_each, parse_float=_no_fraction)
    except RecursionError:
        raise IllegalRound("this is no described round: brackets within brackets", NO_CLAUSE) from None
    except json.JSONDecodeError as error:
        text = f"this is no described round: it can't be read from letter {error.pos + 1} on"
        raise IllegalRound(f"{text}; docs/described_rounds.md shows how one is written", NO_CLAUSE) from None
    except ValueError as error:
        raise IllegalRound(f"this is no described round: {error}", NO_CLAUSE) from None
    return of_kind(dict, "the line", data)


def _once_each(pairs: list) -> dict:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f'"{key}" is there twice')
    return dict(pairs)


def _no_fraction(text: str):
    raise ValueError(f"{text} is no whole number; amounts are in cents")


def _read_cards(game: Game, where: str, names) -> list[int]:
    clause = SECTION_OF[game.number] + "(b)(1)"
    return [read_value(where, _parse_card, name, clause) for name in of_kind(list, where, names)]


def _parse_card(name) -> int:
    return parse_card(name if isinstance(name, str) else json.dumps(name))


def _read_seat(game: Game, data) -> Seat:
    number = of_kind(dict, "a seat", data).get("seat")
    where = f"seat {number}"
    check_keys(where, data, game.seat_keys)
    seat = Seat(read_value("seat", read_whole, number))
    seat.cards = _read_cards(game, f"{where}, cards", data.get("cards", []))
    if "streets" in game.seat_keys and "streets" not in data:
        raise IllegalRound(f"{where}: streets is missing; [] where the player folded at once", NO_CLAUSE)
    if data.get("bonus_card") is not None:
        seat.bonus_cards = _read_cards(game, f"{where}, bonus_card", [data["bonus_card"]])
    for name, cents in of_kind(dict, f"{where}, wagers", data.get("wagers", {})).items():
        seat.wagers[name] = read_value(f"{where}, {name}", read_whole, cents)
    seat.decision = data.get("decision") or ""
    seat.play_cents = read_value(f"{where}, play", read_whole, data.get("play", 0))
    for cents in of_kind(list, f"{where}, streets", data.get("streets", [])):
        seat.streets.append(read_value(f"{where}, streets", read_whole, cents))
    return seat
