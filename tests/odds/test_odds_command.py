"""`tablectl odds`: that its report is whole, and what it warns of.

The counts of every deal take the better part of a minute, so here best play is that over a small deck.
"""

import json
from fractions import Fraction
from functools import partial

import pytest
from small_deck import hands_in, high_cards

from host_tools import command_line, errors
from host_tools.odds import base_games, figures, odds_of
from host_tools.odds.against_dealer import best_play
from host_tools.odds.dealer_sweep import compare_with_dealers
from host_tools.odds.streets import exact_streets
from host_tools.places import SAMPLE_TABLES

FOUR_CARD = SAMPLE_TABLES / "four-card-7-seats.toml"
CRAZY_4 = SAMPLE_TABLES / "crazy-4-6-seats.toml"
STUD = SAMPLE_TABLES / "mississippi-stud-6-seats.toml"
DECK = high_cards(ranks=4)
DEALER_HANDS = {5: 462, 6: 462}  # of the 11 cards that a player's five leave of the small deck


@pytest.fixture
def small_deals(monkeypatch):
    def exact_play(game, dealer_cards, progress):
        progress(1, 1)
        players, dealers = hands_in(DECK, 5), hands_in(DECK, dealer_cards)
        counts = compare_with_dealers(players, dealers, game.qualifying, lambda hands: None)
        return best_play(game, DEALER_HANDS[dealer_cards], counts, players)

    monkeypatch.setattr(base_games, "exact_play", exact_play)
    six_cards = {"three_of_a_kind": (732_160, (48, 49, 50, 12, 20, 28))}
    monkeypatch.setattr(odds_of, "count_six_cards", lambda: six_cards)


def run_json(capsys, *arguments) -> dict:
    assert command_line.run(["odds", "--json", "--settings", *map(str, arguments)]) == errors.FINE
    return json.loads(capsys.readouterr().out)


def test_report_of_four_card_poker_has_every_configured_wager(small_deals, capsys):
    found = run_json(capsys, FOUR_CARD)
    assert found["game"] == "four_card_poker" and found["dealer_cards"] == 6
    wagers = [(wager["wager"], wager["table"], wager["wager_cents"]) for wager in found["posted_wagers"]]
    assert wagers == [("aces_up", "A", 100), ("six_card_bonus", "A", 100), ("six_card_bonus", "A", 500)]
    assert found["posted_wagers"][0]["house_edge"]["decimal"] == "0.027758795826"
    progressive = found["progressive"]
    assert progressive["meter_cents"] == 500_000 and progressive["break_even_meter_cents"] == 3_395_217
    assert Fraction(progressive["return"]["exact"]) > Fraction(progressive["return_without_meter"]["exact"])
    assert progressive["envy"]["other_players"] == 6
    base = found["base_game"]
    assert [row["wager"] for row in base["wagers"]] == ["ante", "play", "ante_bonus"]
    net = sum(Fraction(row["net"]["exact"]) for row in base["wagers"])
    assert net == -Fraction(base["house_edge"]["exact"])
    paid = sorted(row["hand"] for row in base["bonus_rows"])
    assert paid == ["four_of_a_kind", "straight_flush", "three_of_a_kind"]


def test_report_of_crazy_4_poker_warns_of_a_literal_straight(small_deals, capsys):
    found = run_json(capsys, CRAZY_4)
    assert [wager["wager"] for wager in found["posted_wagers"]] == ["queens_up"]
    assert [row["wager"] for row in found["base_game"]["wagers"]] == ["ante", "play", "super_bonus"]
    (warning,) = [warning for warning in found["warnings"] if "Straight" in warning]
    assert "97.9 %" in warning and "D3" in warning


def test_five_cards_for_the_dealer_are_warned_of(small_deals, capsys, tmp_path):
    path = tmp_path / "five.toml"
    path.write_text(FOUR_CARD.read_text().replace("dealer_cards = 6", "dealer_cards = 5"))
    assert any("the player has the edge" in warning for warning in run_json(capsys, path)["warnings"])


def test_meter_above_the_break_even_is_warned_of(small_deals, capsys):
    found = run_json(capsys, FOUR_CARD, "--meter", "40000.00")
    assert found["progressive"]["meter_cents"] == 4_000_000
    assert any("the progressive returns 111.2 % at this meter" in warning for warning in found["warnings"])


@pytest.mark.parametrize("path", [FOUR_CARD, CRAZY_4])
def test_report_for_people_says_what_matters(small_deals, capsys, path):
    assert command_line.run(["odds", "--settings", str(path)]) == errors.FINE
    text = capsys.readouterr().out
    for words in ("house edge", "breaks even", "each other player", "four aces", "1 in", "fold"):
        assert words in text


def test_report_of_mississippi_stud(capsys, monkeypatch):
    monkeypatch.setattr(base_games, "exact_streets", partial(exact_streets, deck=high_cards(ranks=3)))
    assert command_line.run(["odds", "--settings", str(STUD)]) == errors.FINE
    text = capsys.readouterr().out
    for words in ("of the ante", "pair of 6s to 10s", "push", "500:1", "$50,000.00", "before the 4th"):
        assert words in text


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["--settings", str(STUD), "--ante", "ten"], "--ante"),
        (["--settings", str(FOUR_CARD), "--meter", "0.00"], "more than 0.00"),
        ([], "--settings"),
    ],
)
def test_wrong_usage_is_told(capsys, arguments, says):
    assert command_line.run(["odds", *arguments]) == errors.USAGE
    assert says in capsys.readouterr().err


def test_figures_are_rounded_half_away_from_zero():
    assert figures.decimal(Fraction(1, 8), 2) == "0.13" and figures.decimal(Fraction(-1, 8), 2) == "-0.13"
    assert figures.decimal(Fraction(-1, 1000), 2) == "0.00"
    assert figures.decimal(Fraction(12_345), 0) == "12,345"
    assert figures.percent(Fraction(1, 3), 1) == "33.3 %"
