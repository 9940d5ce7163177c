"""`tablectl settle`: described rounds as lines of JSON, and what comes out for people and for programs."""

import io
import json
import sys

import pytest

from host_tools.command_line import run
from host_tools.described_rounds import read_round
from host_tools.places import REPO_ROOT

EXAMPLE = REPO_ROOT / "docs" / "examples" / "described.jsonl"
ROUNDS = [json.loads(line) for line in EXAMPLE.read_text().splitlines()]
FOUR, CRAZY, STUD = ROUNDS


def settle(path, capsys, *options) -> tuple[int, list[str], str]:
    """(status, lines of standard output, standard error)"""
    status = run(["settle", str(path), *options])
    said = capsys.readouterr()
    return status, said.out.splitlines(), said.err


@pytest.fixture
def written(tmp_path):
    """Writes lines, objects as JSON, into a file."""

    def write(*lines):
        path = tmp_path / "night.jsonl"
        path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
        return path

    return write


def changed(round_data: dict, where: str, value) -> dict:
    """A copy with one place changed: `seats.0.wagers.ante`; None takes it away."""
    data = json.loads(json.dumps(round_data))
    *path, last = where.split(".")
    inner = data
    for step in path:
        inner = inner[int(step) if step.isdigit() else step]
    key = int(last) if last.isdigit() else last
    if value is None:
        del inner[key]
    else:
        inner[key] = value
    return data


# --- what comes out ------------------------------------------------------------------------------


def test_json_has_the_promised_shape(capsys):
    status, lines, _ = settle(EXAMPLE, capsys, "--json")
    first = json.loads(lines[0])
    assert status == 0 and len(lines) == len(ROUNDS)
    assert list(first) == ["seats"]
    straight_flush, folded = first["seats"]
    assert list(straight_flush) == ["seat", "hand", "wagers", "net_cents"]
    assert straight_flush["wagers"]["ante"] == {
        "result": "win",
        "win_cents": 1000,
        "returned_cents": 1000,
        "clause": "5324.33(e)(4)(iii)(b)",
    }
    assert straight_flush["hand"] == "straight_flush"
    won = 1000 + 3000 + 20_000 + 15_000 - 100 + 10_000  # ante, play, bonus, aces up, six-card, progressive
    assert straight_flush["net_cents"] == won
    assert folded["net_cents"] == -1000 - 100 + 500


@pytest.mark.parametrize(
    "line, names",
    [
        (0, ["ante", "play", "ante_bonus", "aces_up", "six_card_bonus", "progressive", "envy"]),
        (1, ["ante", "play", "super_bonus", "queens_up", "progressive", "envy"]),
        (2, ["ante", "street_3", "street_4", "street_5"]),
    ],
)
def test_33_a_2_i_every_wager_of_the_game_has_its_line(line, names, capsys):
    """(5324.33(a)(2)(ii), 5324.33(a)(2)(iii), 5324.32(a)(2)(i), 5324.38(a)(2)(ii))"""
    for seat in json.loads(settle(EXAMPLE, capsys, "--json")[1][line])["seats"]:
        assert list(seat["wagers"]) == names


def test_json_has_the_seats_by_number_whatever_their_order(written, capsys):
    lines = settle(EXAMPLE, capsys, "--json")[1]
    turned = [{**data, "seats": data["seats"][::-1]} for data in ROUNDS]
    assert settle(written(*turned), capsys, "--json")[1] == lines
    assert [seat["seat"] for seat in json.loads(lines[2])["seats"]] == [2, 3, 6]
    assert [seat["hand"] for seat in json.loads(lines[2])["seats"]] == ["three_of_a_kind", None, "pair"]


def test_people_read_a_table_in_the_order_of_settling(capsys):
    status, lines, errors = settle(EXAMPLE, capsys)
    text = "\n".join(lines)
    assert status == 0 and not errors
    assert "described.jsonl, line 1: four card poker, the dealer has pair: 9c 9h 2h 3s Kd 7h" in lines[0]
    assert text.index("pair, folded: As Ah") < text.index("straight flush: Ac Kc"), "from the dealer's right"
    assert "11,163.45" in text and "in common 7h 7d 2c" in text


def test_33_e_5_a_win_of_the_meter_names_its_papers(capsys):
    """D17: at crazy 4 too."""
    text = "\n".join(settle(EXAMPLE, capsys)[1])
    assert text.count("5323.16") == 1 and "Seat 5 wins 100 % of the meter" in text


def test_file_may_be_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EXAMPLE.read_bytes() + b"{}\n")))
    status, lines, _ = settle("-", capsys, "--json")
    assert status == 1 and len(lines) == len(ROUNDS) + 1
    assert json.loads(lines[-1])["error"].startswith("standard input, line 4: game")


# --- what is not legal ---------------------------------------------------------------------------

ILLEGAL = (  # the round, what is changed, what the error says, its clause
    (FOUR, "seats.0.cards.1", "Ac", "Ac was dealt twice", "5324.30(b)"),
    (FOUR, "dealer.0", "As", "As was dealt twice", "5324.30(b)"),
    (FOUR, "seats.0.bonus_card", "2s", "2s was dealt twice", "5324.30(b)"),
    (FOUR, "seats.0.cards.1", "1c", "seat 1, cards: '1c' is no card", "5324.33(b)(1)"),
    (CRAZY, "dealer.0", 7, "dealer: '7' is no card", "5324.32(b)(1)"),
    (STUD, "community.0", "xx", "community: 'xx' is no card", "5324.38(b)(1)"),
    (FOUR, "seats.0.cards.4", None, "seat 1: 4 cards instead of 5", "5324.33(d)(1)"),
    (FOUR, "seats.1.cards", None, "seat 3: 0 cards instead of 5", "5324.33(d)(1)"),
    (FOUR, "dealer.5", None, "the dealer: 5 cards instead of 6", "5324.33(d)(3)"),
    (FOUR, "dealer", None, "the dealer: 0 cards instead of 6", "5324.33(d)(3)"),
    (STUD, "community.2", None, "the community: 2 cards", "5324.38(d)(1)(ii)"),
    (FOUR, "seats.0.bonus_card", None, "seat 1's bonus box: 0 cards", "5324.33(c)(4)(v)"),
    (FOUR, "seats.0.play", 3001, "a play wager of 3001 cents", "5324.33(c)(4)(i)"),
    (FOUR, "seats.0.decision", None, "decision", "5324.33(e)(2)"),
    (FOUR, "seats.0.wagers.aces_up", None, "the six-card bonus needs", "5324.33(c)(4)(v)"),
    (FOUR, "seats.1.wagers.ante", None, "the progressive needs", "5324.33(c)(4)(iv)(a)"),
    (FOUR, "seats.1.wagers.ante", -1000, "more than 0", "5324.33(c)(4)"),
    (FOUR, "seats.1.wagers.antes", 1000, "no wager 'antes'", "5324.33(c)(4)"),
    (FOUR, "seats.1.seat", 8, "there is no seat 8", "5324.33(a)(1)"),
    (FOUR, "seats.1.seat", 1, "described twice", "5324.33(a)(1)"),
    (FOUR, "seats", [], "nobody plays", "5324.33(a)(1)"),
    (CRAZY, "seats.0.wagers.super_bonus", 499, "equal amounts", "5324.32(c)(4)(i)"),
    (CRAZY, "seats.1.wagers.progressive", 100, "at this table it is 500", "5324.32(c)(4)(iii)"),
    (CRAZY, "meter_cents", None, "seat 5 wins the meter", "5324.32(e)(3)(iii)(b)(5)"),
    (STUD, "seats.0.streets.1", 1500, "street_4 of 1500 cents", "5324.38(e)(3)"),
    (STUD, "seats.0.streets", [1000] * 4, "three streets", "5324.38(c)(3)"),
    (FOUR, "settings.aces_up", "G", "settings: aces_up: must be one of", "5324.33(f)(3)"),
    (FOUR, "settings.six_card_bonus", "C", "settings: six_card_bonus", "5324.33(f)(5)"),
    (FOUR, "settings.progressive", "C", "settings: progressive", "5324.33(f)(4)"),
    (FOUR, "settings.progressive", None, "its pay table is missing", "5324.33(f)(4)"),
    (FOUR, "settings.envy", "B", "table A goes with pay table A", "5324.33(f)(4)(iii)"),
    (FOUR, "settings.envy", "C", "needs the approval", "5324.33(f)(4)(iii)"),
    (FOUR, "settings.dealer_cards", 7, "settings: dealer_cards", "5324.33(d)(3)"),
    (FOUR, "settings.seats", 8, "settings: seats", "5324.33(a)(1)"),
    (CRAZY, "settings.queens_up", "E", "settings: queens_up", "5324.32(f)(3)"),
    (CRAZY, "settings.progressive_wager_cents", 200, "settings: wager", "5324.32(f)(4)(iii)(c)"),
    (CRAZY, "settings.ante_and_play", "1:2", "settings: ante_and_play", "5324.32(f)(1)"),
    (CRAZY, "settings.envy", "C", "settings: envy", "5324.32(f)(4)(iii)(a)"),
    (STUD, "settings.progressive", "A", "Mississippi stud has none", "5324.38"),
    (STUD, "settings.minimum_wager_cents", None, "minimum_wager", "5324.38(f)(2)"),
    (STUD, "settings.aggregate_cap_cents", 6_000_000, "aggregate_cap", "5324.38(f)(2)"),
)


@pytest.mark.parametrize("data, where, value, says, clause", ILLEGAL)
def test_illegal_round_is_refused_with_its_clause_and_line(data, where, value, says, clause, written, capsys):
    """And the rounds around it are settled as ever; for people the error is on standard error."""
    path = written(FOUR, changed(data, where, value), "", STUD)
    status, lines, _ = settle(path, capsys, "--json")
    error = json.loads(lines[1])
    assert status == 1 and len(lines) == 3
    assert list(error) == ["error", "clause"]
    assert error["error"].startswith(f"{path}, line 2: ") and says in error["error"]
    assert error["clause"] == clause
    assert "seats" in json.loads(lines[0]) and "seats" in json.loads(lines[2])
    status, lines, errors = settle(path, capsys)
    assert status == 1 and sum("line " in line for line in lines) == 2
    assert errors.startswith(f"tablectl: {path}, line 2: ") and f"({clause}" in errors


NOT_UNDERSTOOD = (  # a line, what the error says
    ('{"game": nonsense}', "no described round: it can't be read from letter 10 on"),
    ("[1, 2]", "the line must be an object"),
    ("{}", "game is missing"),
    ('{"game": ["four_card_poker"]}', "game: there is no"),
    ('{"game": "four_card_pokr"}', 'did you mean "four_card_poker"?'),
    ('{"game": "four_card_poker", "dealers": []}', 'did you mean "dealer"?'),
    ('{"game": "mississippi_stud", "dealer": []}', 'there is no "dealer"'),
    ('{"game": "four_card_poker", "game": "four_card_poker"}', '"game" is there twice'),
    ('{"game": "four_card_poker", "meter_cents": 1.5}', "1.5 is no whole number"),
    ('{"game": "four_card_poker", "meter_cents": Infinity}', "meter_cents: must be a whole number"),
    ('{"game": "four_card_poker", "meter_cents": -1}', "meter_cents: must not be less than 0"),
    ("[" * 100_000, "brackets"),
    (changed(FOUR, "settings.ace_up", "A"), 'did you mean "aces_up"?'),
    (changed(FOUR, "settings.queens_up", "A"), 'there is no "queens_up"'),
    (changed(FOUR, "settings.approvals", {"envyc": "letter"}), 'did you mean "envy_c"?'),
    (changed(FOUR, "seats.0.card", []), 'did you mean "cards"?'),
    (changed(FOUR, "seats.0.streets", []), 'there is no "streets"'),
    (changed(FOUR, "seats.0.wagers.ante", True), "seat 1, ante: must be a whole number"),
    (changed(FOUR, "seats.0.wagers", []), "seat 1, wagers must be an object"),
    (changed(FOUR, "seats.0.seat", "1"), "seat: must be a whole number"),
    (changed(FOUR, "seats.0", 7), "a seat must be an object"),
    (changed(FOUR, "seats.0.cards", "Ac"), "seat 1, cards must be a list"),
)


@pytest.mark.parametrize("line, says", NOT_UNDERSTOOD)
def test_line_that_is_not_understood_says_what_and_where(line, says, written, capsys):
    status, lines, _ = settle(written(line, STUD), capsys, "--json")
    error = json.loads(lines[0])
    assert status == 1 and "seats" in json.loads(lines[1])
    assert ", line 1: " in error["error"] and says in error["error"]
    assert error["clause"] is None


def test_what_a_file_says_never_controls_the_terminal(written, tmp_path, capsys):
    evil = changed(FOUR, "seats.0.cards.0", "\x1b[2J\ud800")
    _, _, errors = settle(written(evil), capsys)
    assert "\x1b" not in errors and "\\x1b[2J\\ud800" in errors
    path = tmp_path / "binary.jsonl"
    path.write_bytes(b"\xff\xfe\n" + json.dumps(STUD).encode())
    assert settle(path, capsys)[2].endswith("not UTF-8 text\n")


def test_file_without_a_round_or_without_itself(written, tmp_path, capsys):
    assert settle(written("", " "), capsys)[0] == 2
    status, _, errors = settle(tmp_path / "none.jsonl", capsys)
    assert status == 3 and "none.jsonl" in errors


# --- settings ------------------------------------------------------------------------------------


def test_settings_of_a_line_become_those_of_a_table():
    data = changed(CRAZY, "settings.super_bonus_literal", True)
    data["settings"] |= {"progressive": "B", "stake_returned": False, "ante_and_play": "3:2", "seats": 5}
    data["settings"]["envy_odds"] = {"straight_flush": "0:1", "four_of_a_kind": "30:1", "four_aces": "120:1"}
    _, played = read_round(json.dumps(data))
    s = played.settings
    assert (s.seats, s.queens_up, s.pay_table, s.envy_table, s.wager_cents) == (5, 1, 2, 2, 500)
    assert (s.envy_odds, s.base_odds) == ((0, 0, 30, 120), (3, 2))
    assert (s.super_bonus_literal, s.stake_returned) == (True, False)
    data = changed(STUD, "settings.approvals", {"aggregate_cap": "letter of 1 May"})
    data["settings"]["aggregate_cap_cents"] = 6_000_000
    assert read_round(json.dumps(data))[1].settings.aggregate_cap_cents == 6_000_000


def test_progressive_costs_a_dollar_unless_it_is_said():
    data = changed(FOUR, "settings.progressive_wager_cents", None)
    assert read_round(json.dumps(changed(data, "settings.envy", None)))[1].settings.wager_cents == 100
