"""Keyed hands against the cards: a sentence for each hand, and status 1 where one is not what was dealt."""

import json

import pytest

from host_tools import errors
from host_tools.command_line import run
from tests.story.told_logs import Night

STRAIGHT_FLUSH = ["9h", "8h", "7h", "6h", "2c"]
THREE = ["5s", "5d", "5c", "Jd", "3c"]
NOTHING = ["Ks", "Qd", "9c", "4d", "2h"]
ACES = ["As", "Ah", "Ad", "Ac", "Td"]
DEALER = ["Kd", "Jh", "8c", "6d", "3h"]
TERMS = {"aces_up": "A", "progressive": "A", "envy": "A"}


def seat(number: int, cards: list[str], progressive: int = 100, **more) -> dict:
    wagers = {"ante": 1000} | ({"progressive": progressive} if progressive else {})
    return {"seat": number, "cards": cards, "wagers": wagers, "decision": "play", "play": 1000, **more}


@pytest.fixture
def compare(tmp_path, capsys):
    """Seats 3 and 4 are accepted, seat 3's hand is keyed; then the round is held against these seats."""

    def compare(keyed: str, *seats: dict, line: dict | None = None, as_json=False, **more):
        night = Night()
        night.do(
            "chip_placed 3 progressive", "chip_placed 4 progressive", "no_more_bets", "no_more_bets", ms=2500
        )
        if keyed:
            night.do("seat_pressed 3", f"hand_key {keyed}", "floor_key on", "no_more_bets")
        night.end() if keyed != "four_aces" else night.do("floor_key off", "floor_key on", "round_over")
        night.seal()
        log = night.file(tmp_path).path
        described = {
            "game": "four_card_poker",
            "settings": TERMS,
            "dealer": DEALER,
            "seats": list(seats),
            **more,
        }
        path = tmp_path / "dealt.jsonl"
        path.write_text(json.dumps(line or described) + "\n")
        words = ["replay", str(log), "--round", "1", "--seat", "3", "--cards", str(path)]
        status = run([*words, "--json"] if as_json else words)
        out, err = capsys.readouterr()
        return status, out, err

    return compare


def test_what_was_keyed_is_what_was_dealt(compare):
    status, out, err = compare("straight_flush", seat(3, STRAIGHT_FLUSH), seat(4, NOTHING))
    assert (status, err) == (errors.FINE, "")
    assert "Seat 3: straight flush was keyed, as 9h 8h 7h 6h 2c is." in out
    assert "What was keyed and paid is what the cards make." in out


def test_another_hand_was_dealt_and_what_follows_for_envy(compare):
    """(5324.33(e)(4)(vi)(a), 5324.33(e)(6))"""
    status, _, err = compare("straight_flush", seat(3, THREE), seat(4, NOTHING))
    assert status == errors.DIFFERENCE
    assert "Seat 3: straight flush was keyed and confirmed at record" in err
    assert "but 5s 5d 5c Jd 3c is three of a kind (5324.33(e)(4)(vi)(a))." in err
    assert "Seat 4: as envy 5.00 was paid, by the cards 0.00 is due (5324.33(e)(6))." in err


def test_a_hand_that_nobody_keyed(compare):
    status, _, err = compare("", seat(3, THREE), seat(4, NOTHING))
    assert status == errors.DIFFERENCE
    made = "the table paid 0.00, the cards make 9.00"
    assert f"Seat 3: 5s 5d 5c Jd 3c is three of a kind; {made} (5324.33(f)(4))." in err


def test_four_aces_are_paid_by_the_meter_of_the_log(compare):
    status, _, err = compare("four_aces", seat(3, ACES), seat(4, NOTHING))
    assert (status, err) == (errors.FINE, "")
    status, _, err = compare("four_aces", seat(3, ACES), seat(4, NOTHING), meter_cents=400_000)
    assert status == errors.DIFFERENCE
    assert "The description has the meter at 4,000.00, the log at 5,000.50." in err


def test_wagers_that_the_table_did_not_accept(compare):
    dealt = [seat(3, STRAIGHT_FLUSH), seat(4, NOTHING, progressive=0), seat(5, THREE)]
    status, _, err = compare("straight_flush", *dealt)
    assert status == errors.DIFFERENCE
    assert "Seat 4: the description has no progressive wager; at the table: accepted." in err
    assert "Seat 5: the description has a progressive wager; at the table: none." in err


def test_a_seat_without_cards(compare):
    status, _, err = compare("straight_flush", seat(3, STRAIGHT_FLUSH))
    assert status == errors.DIFFERENCE
    assert "Seat 4 is accepted, and the description has no cards of it." in err


def test_json_has_the_same_sentences(compare):
    status, out, _ = compare("straight_flush", seat(3, THREE), seat(4, NOTHING), as_json=True)
    (told,) = json.loads(out)
    assert status == errors.DIFFERENCE and told["cards"]["agree"] == []
    assert [text.split(":")[0] for text in told["cards"]["differ"]] == ["Seat 3", "Seat 4"]


@pytest.mark.parametrize(
    "line, status, text",
    [
        ({"game": "crazy_4_poker", "seats": []}, errors.USAGE, "is a round of crazy_4_poker"),
        ({"game": "poker"}, errors.USAGE, 'there is no "poker"'),
        (
            {"game": "four_card_poker", "settings": TERMS, "dealer": DEALER, "seats": [seat(3, NOTHING[:4])]},
            errors.USAGE,
            "dealt.jsonl, line 1: seat 3",
        ),
        (
            {
                "game": "four_card_poker",
                "settings": TERMS,
                "dealer": DEALER,
                "seats": [seat(3, NOTHING), seat(4, NOTHING)],
            },
            errors.USAGE,
            "twice",
        ),
    ],
)
def test_what_is_no_round_of_this_table(compare, line, status, text):
    found, _, err = compare("", line=line)
    assert found == status and text in err


def test_more_than_one_described_round_is_refused(compare, tmp_path, capsys):
    compare("", seat(3, NOTHING), seat(4, THREE))
    path = tmp_path / "dealt.jsonl"
    path.write_text(path.read_text() * 2)
    words = ["replay", str(tmp_path / "roundlog.bin"), "--round", "1", "--cards", str(path)]
    assert run(words) == errors.USAGE and "has 2 described rounds" in capsys.readouterr().err
