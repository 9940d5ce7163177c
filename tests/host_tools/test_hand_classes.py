"""Classes of hands, and the audit that counts with them."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from host_tools import audit_hands
from host_tools.audit_figures import RANDOM_HANDS, TABLES
from host_tools.errors import DIFFERENCE, FINE
from host_tools.hand_classes import class_of, classes, classes_of_lengths, suit_lengths
from table_core.cards import DECK, parse_card


def cards_of(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_classes_are_what_all_hands_fall_into(count):
    assert dict(classes(count)) == Counter(map(class_of, combinations(range(DECK), count)))


@pytest.mark.parametrize("count, number", [(4, 16_432), (5, 134_459)])
def test_each_class_comes_once_and_none_is_missing(count, number):
    found = dict(classes(count))
    assert len(found) == len(list(classes(count))) == number
    assert sum(found.values()) == comb(DECK, count)
    assert all(class_of(cards) == cards for cards in list(found)[::97])


def test_class_of_a_hand_names_its_longest_suit_first():
    cards = cards_of("2s 9h As Kh 3s 9d")
    assert class_of(cards) == tuple(cards_of("Ac 3c 2c Kd 9d 9h"))
    assert class_of(cards[::-1]) == class_of(cards)


def test_suit_lengths_share_the_work_out():
    assert list(suit_lengths(3)) == [(3, 0, 0, 0), (2, 1, 0, 0), (1, 1, 1, 0)]
    assert [part for lengths in suit_lengths(3) for part in classes_of_lengths(lengths)] == list(classes(3))
    assert max(map(max, suit_lengths(14))) == 13


# --- the audit -----------------------------------------------------------------------------------

LENGTHS = (5, 1, 0, 0)  # the smallest share of six cards but for the flushes of six


def test_audit_ranks_six_cards_as_classes_and_as_dealt():
    hand = cards_of("9s 8s 7s 6s 5s Ad")
    share = audit_hands.rank_six_cards(LENGTHS, {class_of(hand): [hand, hand[::-1]]})
    assert share.ranked == comb(13, 5) * 13
    assert share.best_five.total() == share.best_four.total() == share.ranked * 4 * 3
    assert (share.dealt, share.unlike_class, share.unlike_fives) == (2, (), ())


def test_audit_sees_a_hand_unlike_its_class():
    dealt = {class_of(cards_of("9s 8s 7s 6s 5s Ad")): [cards_of("9s 8s 7s 6s 4s Ad")]}
    share = audit_hands.rank_six_cards(LENGTHS, dealt)
    assert share.unlike_class == ("9s 8s 7s 6s 4s Ad",)


def test_audit_sees_six_cards_worse_than_five_of_them(monkeypatch):
    monkeypatch.setattr(audit_hands, "best_four", lambda cards: -len(cards))
    assert len(audit_hands.rank_six_cards((6, 0, 0, 0), {}).unlike_fives) == comb(13, 6)


def shares_as_expected():
    """Two shares that have every figure of the tables, without ranking any hand."""
    shares = []
    for cards in audit_hands.CARDS_IN_HAND:
        strengths = {}
        for table in TABLES:
            if table.cards == cards:
                counts = Counter()
                for number, _, expected in table.categories:
                    counts[number << 26] = expected
                for _, least, expected in sorted(table.within, key=lambda row: -row[1]):
                    above = sum(n for s, n in counts.items() if s >> 26 == least >> 26 and s > least)
                    counts[least] += expected - above
                    counts[least >> 26 << 26] -= expected - above
                strengths[table.best], ranked, royals = counts, table.ranked, table.six_card_royals
        dealt = RANDOM_HANDS if cards == 6 else 0
        shares.append(audit_hands.Share(cards, strengths[4], strengths[5], ranked, royals, dealt))
    return shares


@pytest.fixture
def audited(monkeypatch, capsys):
    """Runs the audit on given shares; its status and text."""

    def run(shares):
        monkeypatch.setattr(audit_hands, "rank_all_hands", lambda: iter(shares))
        status = audit_hands.main()
        return status, capsys.readouterr().out

    return run


def test_audit_is_fine_where_every_figure_is_right(audited):
    status, text = audited(shares_as_expected())
    assert status == FINE
    assert "Every count is exact." in text and "20,358,520" in text


def test_audit_names_a_figure_that_differs(audited):
    five, six = shares_as_expected()
    six.best_five[14 << 26] += 1
    status, text = audited([five, six])
    assert status == DIFFERENCE
    assert "royal flush                         189   expected 188" in text
    assert "20,358,521   expected 20,358,520" in text


@pytest.mark.parametrize("change", [{"dealt": 0}, {"unlike_class": ("As",)}, {"unlike_fives": ("As",)}])
def test_audit_fails_for_what_it_compares_hand_by_hand(audited, change):
    five, six = shares_as_expected()
    assert audited([five, six._replace(**change)])[0] == DIFFERENCE
