"""Described rounds for the tests, with cards as text, and results that are short enough to compare."""

import pytest

from table_core import crazy_4_poker, four_card_poker, mississippi_stud
from table_core.cards import parse_card
from table_core.pay_tables import PROGRESSIVE_TABLES, envy_odds
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD, Settings
from table_core.settlement import DescribedRound, IllegalRound, Seat

RULES = {
    FOUR_CARD_POKER: four_card_poker,
    CRAZY_4_POKER: crazy_4_poker,
    MISSISSIPPI_STUD: mississippi_stud,
}
TERMS = {  # what a table of each game offers unless a test says otherwise
    FOUR_CARD_POKER: {"aces_up": 1, "six_card_bonus": 1, "pay_table": 1},
    CRAZY_4_POKER: {"queens_up": 1, "pay_table": 1},
    MISSISSIPPI_STUD: {"minimum_wager_cents": 1_000},
}


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def make_seat(number: int, hand: str, *, bonus="", decision="", play=0, streets=(), **wagers) -> Seat:
    seat = Seat(number)
    seat.cards = cards(hand)
    seat.bonus_cards = cards(bonus)
    seat.decision = decision or ("play" if play else "")
    seat.play_cents = play
    seat.streets = list(streets)
    seat.wagers = wagers
    return seat


def make_round(game: int, *seats: Seat, dealer="", community="", meter_cents=800_000, **terms):
    """The terms are attributes of Settings; the progressive costs 1.00."""
    settings = Settings()
    settings.game = game
    settings.seats = RULES[game].SEATS_MAX
    settings.wager_cents = 100 if game != MISSISSIPPI_STUD else 0
    for name, value in {**TERMS[game], **terms}.items():
        assert hasattr(settings, name), name
        setattr(settings, name, value)
    if settings.wager_cents:
        settings.envy_table = settings.envy_table or settings.pay_table
        settings.pay_odds = PROGRESSIVE_TABLES[settings.pay_table]
        settings.envy_odds = terms.get("envy_odds", envy_odds(game, settings.envy_table))
    played = DescribedRound(settings)
    played.dealer = cards(dealer)
    played.community = cards(community)
    played.meter_cents = meter_cents
    played.seats = list(seats)
    return played


def settle(played: DescribedRound) -> list:
    return RULES[played.settings.game].settle_round(played)


def results(played: DescribedRound, seat: int = 0) -> dict:
    """{wager: (result, win, returned, clause without its section)} of a seat, else of the only one."""
    settled = settle(played)
    one = next(one for one in settled if one.seat.number == (seat or played.seats[0].number))
    return {
        name: (*rest, clause.partition("(")[1] + clause.partition("(")[2])
        for name, *rest, clause in one.lines
    }


def refusal(played: DescribedRound) -> tuple[str, str]:
    """(text, clause) of a round that is not legal; fails where it is settled."""
    with pytest.raises(IllegalRound) as caught:
        settle(played)
    return caught.value.text, caught.value.clause


# --- a round that is legal, for a test to spoil ---------------------------------------------------

HAND = "Ac Ad 7h 6s 4d"
DEALER = "9c 9d 2h 3s Kd"
ANTES = {
    FOUR_CARD_POKER: {"ante": 1000},
    CRAZY_4_POKER: {"ante": 1000, "super_bonus": 1000},
    MISSISSIPPI_STUD: {"ante": 1000},
}


def legal_seat(game: int, number: int = 1, hand: str = HAND, **more) -> Seat:
    if game == MISSISSIPPI_STUD:
        hand = " ".join(hand.split()[:2])
        return make_seat(number, hand, **{**ANTES[game], "streets": (1000, 1000, 1000), **more})
    plays = {} if "decision" in more else {"play": 1000}
    return make_seat(number, hand, **{**ANTES[game], **plays, **more})


def legal_round(game: int, *seats: Seat, **more) -> DescribedRound:
    shown = {"community": "9c 9d 2h"} if game == MISSISSIPPI_STUD else {"dealer": DEALER}
    return make_round(game, *seats, **{**shown, **more})
