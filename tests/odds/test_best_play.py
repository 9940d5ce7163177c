"""The best play against a dealer, against playing out every deal of a small deck by the games' own rules."""

from fractions import Fraction
from itertools import combinations

import pytest
from small_deck import hands_in, high_cards, terms

from host_tools.odds.against_dealer import best_play
from host_tools.odds.dealer_games import HIGHER, LOWER, UNQUALIFIED, DealerGame
from host_tools.odds.dealer_sweep import compare_with_dealers
from table_core import crazy_4_poker, four_card_poker
from table_core.hands import FLUSH, PAIR_OF_ACES, PAIR_OF_QUEENS, best_four
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER
from table_core.settlement import FOLD, PLAY, DescribedRound, IllegalRound, Seat

ANTE_CENTS = 200  # even, so that 3:2 is exact
DECK = high_cards(ranks=4)
GAMES = (
    (terms(FOUR_CARD_POKER), four_card_poker, ("ante",)),
    (terms(FOUR_CARD_POKER, dealer_cards=6, base_odds=(3, 2)), four_card_poker, ("ante",)),
    (terms(CRAZY_4_POKER), crazy_4_poker, ("ante", "super_bonus")),
    (terms(CRAZY_4_POKER, super_bonus_literal=True), crazy_4_poker, ("ante", "super_bonus")),
)


def quiet(hands: int) -> None:
    """Who asks for no progress."""


def play(settings, players):
    game = DealerGame(settings)
    dealers = hands_in(DECK, settings.dealer_cards)
    rest = len(list(combinations(range(len(DECK) - 5), settings.dealer_cards)))
    counts = compare_with_dealers(players, dealers, game.qualifying, quiet)
    return best_play(game, rest, counts, players)


def net_of(settings, rules, first_wagers, cards, multiple) -> Fraction | None:
    """On average over the dealer's hands, in antes, each round settled as it was dealt; None: not legal."""
    seat = Seat(1)
    seat.cards = list(cards)
    seat.wagers = dict.fromkeys(first_wagers, ANTE_CENTS)
    seat.decision, seat.play_cents = (PLAY if multiple else FOLD), ANTE_CENTS * multiple
    played = DescribedRound(settings)
    played.seats = [seat]
    nets = []
    for played.dealer in map(list, combinations([c for c in DECK if c not in cards], settings.dealer_cards)):
        try:
            (settled,) = rules.settle_round(played)
        except IllegalRound:
            return None
        nets.append(settled.net_cents())
    return Fraction(sum(nets), len(nets) * ANTE_CENTS)


@pytest.mark.parametrize("settings, rules, first_wagers", GAMES)
def test_best_play_is_that_of_playing_out_every_deal(settings, rules, first_wagers):
    for hand in hands_in(DECK, 5)[::24]:
        nets = {m: net_of(settings, rules, first_wagers, hand[0], m) for m in (0, 1, 3)}
        best = max(net for net in nets.values() if net is not None)
        found = play(settings, [hand])
        (multiple,) = found.choices
        assert found.net == best == nets[multiple]
        assert found.average_wager == len(first_wagers) + multiple


@pytest.mark.parametrize("settings, rules, first_wagers", GAMES)
def test_sums_over_all_hands_are_those_of_each_hand(settings, rules, first_wagers):
    players = hands_in(DECK, 5)
    whole = play(settings, players)
    assert sum(whole.choices.values()) == 1 and whole.deals == sum(whole.hits.values())
    some = players[::25]
    assert len(some) > 8
    weighed = sum(alike * play(settings, [(cards, alike)]).net for cards, alike in some)
    assert play(settings, some).net == weighed / sum(alike for _, alike in some)


def test_32_e_2_only_a_pair_of_aces_or_better_plays_more_than_the_ante():
    """In the small deck too, where lower pairs would rather."""
    found = play(terms(CRAZY_4_POKER), hands_in(DECK, 5))
    assert best_four(found.bounds[3][0]) >= PAIR_OF_ACES
    assert best_four(found.bounds[1][1]) >= PAIR_OF_QUEENS


def test_33_f_2_the_ante_bonus_is_paid_on_a_losing_hand():
    game = DealerGame(terms(FOUR_CARD_POKER))
    three_aces = best_four([48, 49, 50, 44])
    assert game.nets(1, three_aces, LOWER) == {"ante": -1, "play": -1, "ante_bonus": 2}


def test_32_f_2_three_to_two_is_exact():
    game = DealerGame(terms(CRAZY_4_POKER))
    flush = best_four([48, 36, 28, 4])
    assert flush >> 26 == FLUSH and game.ante_cents == 2
    assert game.nets(1, flush, HIGHER) == {"ante": 2, "play": 2, "super_bonus": 3}
    assert game.nets(1, flush, UNQUALIFIED) == {"ante": 0, "play": 2, "super_bonus": 3}
