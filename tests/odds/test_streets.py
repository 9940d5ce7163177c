"""The best play of Mississippi stud: the known figure, and a slow player of every deal of a small deck."""

from fractions import Fraction
from functools import cache
from itertools import combinations

from small_deck import high_cards, terms

from host_tools.odds.streets import exact_streets, street_rows
from table_core.hands import best_five, category_name
from table_core.settings import MISSISSIPPI_STUD

ODDS = {"two_pairs": 2, "three_of_a_kind": 3, "straight": 4, "flush": 6, "full_house": 10}
ODDS |= {"four_of_a_kind": 40, "straight_flush": 100, "royal_flush": 500}


def test_38_e_edge_of_the_best_play_is_exact():
    """5324.38(f)(1): 4.914858 percent of the ante, by the floors of the odds."""
    found = exact_streets(terms(MISSISSIPPI_STUD), 1000)
    assert found.net == Fraction(-53_223, 1_082_900)
    assert found.average_wager == Fraction(74_757, 20_825)
    assert found.folds[2] == Fraction(206, 663)


def slow_net(deck, cap_antes) -> Fraction:
    """Every known card and every decision, one by one, with hands paid by their names."""

    @cache
    def showdown(cards, antes):
        name = category_name(best_five(cards))
        ranks = [card >> 2 for card in cards]
        pairs = [rank for rank in ranks if ranks.count(rank) == 2]
        if name == "pair":
            return min(antes, cap_antes) if pairs[0] >= 9 else 0 if pairs[0] >= 4 else -antes
        return min(ODDS[name] * antes, cap_antes) if name in ODDS else -antes

    @cache
    def worth(cards, antes):
        if len(cards) == 5:
            return Fraction(showdown(cards, antes))
        rest = [card for card in deck if card not in cards]
        nets = [
            sum(worth(tuple(sorted((*cards, card))), antes + bet) for card in rest) / len(rest)
            for bet in (1, 2, 3)
        ]
        return max(Fraction(-antes), *nets)

    starts = list(combinations(deck, 2))
    return sum(worth(cards, 1) for cards in starts) / len(starts)


def test_38_e_best_play_is_that_of_a_slow_player():
    """(5324.38(f)(2)): with a limit that cuts the best hands."""
    deck = tuple(range(12, 28))  # fives to eights: a pair of fives loses, the others push
    settings = terms(MISSISSIPPI_STUD, aggregate_cap_cents=15_000)
    assert exact_streets(settings, 1000, deck).net == slow_net(deck, 15)
    deck = high_cards(ranks=3)
    assert exact_streets(settings, 1000, deck).net == slow_net(deck, 15)


def test_38_f_2_limit_costs_only_larger_antes():
    """5,000 times the minimum wager is never cut; ten times that ante is."""
    deck = high_cards(ranks=5)
    settings = terms(MISSISSIPPI_STUD, minimum_wager_cents=2000)
    assert exact_streets(settings, 2000, deck).net > exact_streets(settings, 20_000, deck).net


def test_38_f_1_rows_are_those_of_the_table():
    rows = street_rows(terms(MISSISSIPPI_STUD), 1000)
    assert [(row["hand"], row["hits"], row["odds"]) for row in rows] == [
        ("royal_flush", 4, 500),
        ("straight_flush", 36, 100),
        ("four_of_a_kind", 624, 40),
        ("full_house", 3_744, 10),
        ("flush", 5_108, 6),
        ("straight", 10_200, 4),
        ("three_of_a_kind", 54_912, 3),
        ("two_pairs", 123_552, 2),
        ("pair_of_jacks_or_better", 337_920, 1),
        ("pair_of_6s_to_10s", 422_400, 0),
    ]
