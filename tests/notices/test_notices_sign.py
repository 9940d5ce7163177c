"""The notice: what the rules ask to be posted stands on it, on paper and as text, and all of it fits."""

import re
from html import unescape

import pytest
from chosen_terms import drafts
from hypothesis import given, settings

from host_tools.notices.notice import notice_of
from host_tools.notices.notice_svg import BOLD, EDGE, HEIGHT, WIDTH, svg_of, width_of
from host_tools.notices.notice_text import text_of
from host_tools.places import SAMPLE_TABLES
from host_tools.settings_file import load_settings
from table_core import pay_tables
from table_core.legal_terms import aggregate_cap_cents
from table_core.settings import MISSISSIPPI_STUD

FOUR_CARD = SAMPLE_TABLES / "four-card-7-seats.toml"
CRAZY_4 = SAMPLE_TABLES / "crazy-4-6-seats.toml"
MISSISSIPPI = SAMPLE_TABLES / "mississippi-stud-6-seats.toml"
READABLE = 4.0  # millimetres: the least height of letters that is read from the seat
TEXT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)" text-anchor="(\w+)"([^>]*)>([^<]*)<')

# Helvetica's and Arial's widths, in thousandths of the size.
WIDTHS = {
    letter: width
    for width, letters in (
        (222, "ijl"), (191, "'"), (278, " !,./:;Ift"), (333, "()-r"), (500, "Jcksvxyz"),
        (556, "$0123456789Labdeghnopqu"), (611, "FTZ"), (667, "ABEKPSVXY"), (722, "CDHNRUw"), (778, "GOQ"),
        (833, "Mm"), (889, "%"), (944, "W"),
    )
    for letter in letters
}  # fmt: skip


def notice_at(path):
    return notice_of(load_settings(path))


def words_of(path) -> str:
    """The notice as text, in one line."""
    return " ".join(text_of(notice_at(path)).split())


def posted(path) -> dict[str, list[tuple[str, str, str]]]:
    return {table.wager: list(table.rows) for table in notice_at(path).tables}


def texts_in(svg: str) -> list[tuple[float, float, float, str]]:
    """(left, right, height, words) of each text, as wide as its letters are estimated."""
    found = []
    for x, y, size, anchor, marks, words in TEXT.findall(svg):
        width = width_of(unescape(words), float(size) * (BOLD if "bold" in marks else 1))
        left = float(x) - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        found.append((left, left + width, float(y), unescape(words)))
    return found


# --- what the rules ask for ----------------------------------------------------------------------


def test_32_a_2_iii_a_the_best_four_cards_play():
    assert "The best four-card hand plays." in words_of(CRAZY_4)


def test_32_a_2_iii_b_a_king_qualifies():
    assert "The dealer qualifies with a king or better." in words_of(CRAZY_4)


def test_32_a_2_iii_c_a_pair_of_aces_plays_up_to_three_times_the_ante():
    words = "With a pair of aces or better, you may place a play wager of up to three times your ante."
    assert words in words_of(CRAZY_4)


def test_32_a_2_iii_d_the_super_bonus_comes_back_on_a_beat_or_tie_below_a_straight():
    words = "returned if you beat or tie the dealer with a hand that is not a straight or better."
    assert f"Your super bonus wager is {words}" in words_of(CRAZY_4)


def test_32_a_2_iv_the_sign_has_all_four_on_paper_and_as_text(tmp_path):
    notice = notice_at(CRAZY_4)
    asked = [words for clause, words in notice.sentences if clause.startswith("5324.32(a)(2)(iii)(")]
    assert len(asked) == 4
    paper = " ".join(words for *_, words in texts_in(svg_of(notice)))
    assert all(words in paper for words in asked)


def test_38_a_2_iii_each_bet_wager_is_one_two_or_three_times_the_ante():
    assert "Each bet wager is one, two or three times your ante." in words_of(MISSISSIPPI)


def test_38_a_2_iii_the_odds_of_all_wagers_are_posted():
    ((wager, rows),) = posted(MISSISSIPPI).items()
    assert wager == "Ante, 3rd, 4th and 5th street"
    assert [row[:2] for row in rows] == [
        ("Royal flush", "500:1"),
        ("Straight flush", "100:1"),
        ("Four of a kind", "40:1"),
        ("Full house", "10:1"),
        ("Flush", "6:1"),
        ("Straight", "4:1"),
        ("Three of a kind", "3:1"),
        ("Two pairs", "2:1"),
        ("Pair of jacks or better", "1:1"),
        ("Pair of 6s to 10s", "push"),
    ]


def test_30_a_2_iii_the_posted_tables_are_those_that_the_table_pays_by():
    """The tables that a player competes against (5324.33(f)(3)) (5324.33(f)(4)(iii)) (5324.33(f)(5))."""
    tables = posted(FOUR_CARD)
    assert tables["Progressive"] == [
        ("Four aces", "100% of the meter", ""),
        ("Four of a kind, 2s to kings", "300:1", "$300.00"),
        ("Straight flush", "100:1", "$100.00"),
        ("Three of a kind", "9:1", "$9.00"),
    ]
    assert [row[1:] for row in tables["Envy bonus"]] == [
        ("100:1", "$100.00"),
        ("10:1", "$10.00"),
        ("5:1", "$5.00"),
    ]
    assert [row[1] for row in tables["Aces up"]] == ["50:1", "30:1", "9:1", "6:1", "4:1", "2:1", "1:1"]
    assert tables["Six-card bonus"][:3] == [
        ("Six-card royal flush, diamonds", "$1,000,000", ""),
        ("Six-card royal flush, other suits", "$100,000", ""),
        ("Royal flush", "1,000:1", ""),
    ]
    assert [row[1] for row in tables["Ante bonus"]] == ["25:1", "20:1", "2:1"]


def test_32_f_4_iii_c_envy_is_posted_in_dollars_for_the_tables_own_wager():
    rows = posted(CRAZY_4)["Envy bonus"]
    assert [amount for *_, amount in rows] == ["$500.00", "$50.00", "$25.00"]


# --- all of it, and nothing else -----------------------------------------------------------------


def figures_of(s) -> list[str]:
    """Every odds and amount of the terms, as people write them."""
    odds = [*s.street_odds] if s.game == MISSISSIPPI_STUD else [s.base_odds]
    if s.aces_up:
        odds += [(to, 1) for to in pay_tables.ACES_UP_TABLES[s.aces_up]] + [*s.ante_bonus]
    if s.six_card_bonus:
        odds += [(to, 1) for to in pay_tables.SIX_CARD_BONUS_TABLES[s.six_card_bonus]]
    if s.queens_up:
        odds += [(to, 1) for to in pay_tables.QUEENS_UP_TABLES[s.queens_up]] + [*s.super_bonus]
    fixed = [to for to in (*s.pay_odds, *s.envy_odds) if to]
    amounts = [to * s.wager_cents for to in fixed] + [s.wager_cents, s.reset_cents] * bool(s.wager_cents)
    amounts += [s.minimum_wager_cents] * bool(s.minimum_wager_cents)
    amounts += [aggregate_cap_cents(s)] * (s.game == MISSISSIPPI_STUD)
    odds += [(to, 1) for to in fixed]
    return [f"{n:,}:{d}" for n, d in odds] + [f"${cents // 100:,}.{cents % 100:02d}" for cents in amounts]


def test_every_figure_of_any_terms_is_posted_and_everything_fits(tmp_path_factory):
    path = tmp_path_factory.mktemp("sign") / "table.toml"

    @settings(max_examples=40)
    @given(drafts())
    def check(draft):
        path.write_text(draft.text(), encoding="utf-8")
        found = load_settings(path)
        notice = notice_of(found)
        svg, text = svg_of(notice), text_of(notice)
        placed = texts_in(svg)
        paper = " ".join(words for *_, words in placed)
        for figure in figures_of(found.settings):
            assert re.search(rf"(?<![\d,]){re.escape(figure)}(?!\.?\d)", paper), figure
            assert figure in text
        assert found.digest[:16] in paper and found.digest[:16] in text
        check_places(placed)
        sizes = sorted({float(size) for _, _, size, *_ in TEXT.findall(svg)})
        assert sizes[1] >= READABLE, "only the footer is smaller"

    check()


def check_places(placed: list) -> None:
    """Everything on the sheet, and no two words upon each other."""
    heights = sorted({y for _, _, y, _ in placed})
    for left, right, y, words in placed:
        assert EDGE - 0.01 <= left and right <= WIDTH - EDGE + 0.01 and y <= HEIGHT - EDGE / 2, words
    for height in heights:
        line = sorted((left, right) for left, right, y, _ in placed if y == height)
        assert all(before[1] < after[0] for before, after in zip(line, line[1:], strict=False))


@pytest.mark.parametrize("path", [FOUR_CARD, CRAZY_4, MISSISSIPPI], ids=lambda path: path.stem)
def test_no_words_are_wider_than_estimated(path):
    for *_, words in texts_in(svg_of(notice_at(path))):
        assert sum(WIDTHS[letter] for letter in words) / 1000 <= width_of(words, 1), words


def test_what_the_terms_do_not_offer_is_not_posted(tmp_path):
    text = FOUR_CARD.read_text(encoding="utf-8")
    cut = re.sub(r"\[progressive\].*?(?=\[pay_tables\])", "", text, flags=re.DOTALL)
    path = tmp_path / "table.toml"
    path.write_text(cut.replace("six_card_bonus =", "# six_card_bonus ="), encoding="utf-8")
    assert list(posted(path)) == ["Aces up", "Ante bonus", "Ante and play"]
    assert "progressive" not in words_of(path) and "meter" not in words_of(path)


def test_another_reading_is_said(tmp_path):
    path = tmp_path / "table.toml"
    text = CRAZY_4.read_text(encoding="utf-8")
    text = text.replace("super_bonus_literal = false", "super_bonus_literal = true")
    text = text.replace("stake_returned = true", "stake_returned = false")
    path.write_text(f'{text}super_bonus_literal = "letter"\nstake_returned = "letter"\n', encoding="utf-8")
    words = words_of(path)
    assert "It is also returned if such a hand loses to the dealer." in words
    assert "The wager of a win does not come back." in words


def test_paper_has_no_colour_and_needs_nothing_from_outside():
    svg = svg_of(notice_at(FOUR_CARD))
    assert set(re.findall(r"#[0-9a-fA-F]{6}", svg)) <= {"#000000", "#111111", "#ffffff"}
    assert "href" not in svg and "url(" not in svg
