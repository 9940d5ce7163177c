"""A settings file: what it compiles to, and each mistake with its line and remedy."""

import hashlib
from itertools import combinations

import pytest

from host_tools.errors import NOT_REACHED, USAGE, UserError
from host_tools.places import SAMPLE_TABLES
from host_tools.settings_file import approvals_sha256, load_settings
from table_wire.settings_record import unpack_settings

SAMPLE = SAMPLE_TABLES / "four-card-7-seats.toml"
TEXT = SAMPLE.read_text(encoding="utf-8")


def change(tmp_path, old: str, new: str):
    """A copy of the sample table with one thing changed."""
    assert TEXT.count(old) == 1, old
    path = tmp_path / "table.toml"
    path.write_text(TEXT.replace(old, new), encoding="utf-8")
    return path


def test_sample_table_compiles_to_its_record():
    found = load_settings(SAMPLE)
    s = found.settings
    assert (s.table_id, s.seats, s.wager_cents, s.rate_ppm) == ("T-07", 7, 100, 250_000)
    assert (s.initial_cents, s.reset_cents, s.minimum_wager_cents) == (500_000, 500_000, 1_000)
    assert s.pay_odds == (9, 100, 300, 0) and s.envy_odds == (0, 5, 10, 100)
    assert s.floor_from == (0, 1) and s.approvals_sha256 == bytes(32)
    assert found.warnings == [] and found.digest == hashlib.sha256(found.record).hexdigest()
    assert vars(unpack_settings(found.record)) == vars(s)


def test_absent_keys_have_the_meaning_of_the_design(tmp_path):
    path = tmp_path / "short.toml"
    path.write_text(
        '[table]\nid = "T"\ngame = "four_card_poker"\nseats = 6\ndealer_cards = 5\n'
        '[pay_tables]\naces_up = "F"\n'
    )
    s = load_settings(path).settings
    assert s.wager_cents == 0 and s.six_card_bonus == 0 and s.minimum_wager_cents == 0
    assert s.ante_bonus == ((2, 1), (20, 1), (25, 1))
    assert not s.overwrite_log and s.stake_returned and s.aces_up == 6


MISTAKES = (  # what the sample says, what it says instead, the line, what the message must hold
    ('rate = "0.25"', "rate = 0.25", 17, ["rate", 'must stand in quotes, "0.25"']),
    ('reset = "5000.00"', "reset = 5000", 16, ["reset", '"5000.00"']),
    ('reset = "5000.00"', "reset = 5000.5", 16, ["reset", '"5000.50"']),
    ('reset = "5000.00"', 'reset = "5,000.00"', 16, ["is no amount", '"5000.00"']),
    ('initial = "5000.00"', 'initial = "4999.99"', 15, ["5324.33(f)(4)(ii)", "5000.00"]),
    ("seats = 7 ", "seats = 8 ", 7, ["seats", "5324.33(a)(1)"]),
    ("seats = 7 ", 'seats = "7" ', 7, ["a whole number without quotes"]),
    ("dealer_cards = 6 ", "dealer_cards = 7 ", 8, ["5324.33(d)(3)"]),
    ('envy = "A"', 'envy = "B"', 14, ["D2"]),
    ('envy = "A"', 'envy = "C"', 14, ["approval", "envy_c ="]),
    ('pay_table = "A"', 'pay_table = "C"', 13, ['one of "A", "B"']),
    ('rate = "0.25"', 'rat = "0.25"', 17, ['did you mean "rate"']),
    ('rate = "0.25"', 'rate = "25%"', 17, ["at most six decimals"]),
    ('rate = "0.25"', 'rate = "0.0"', 17, ["more than 0"]),
    ('rate = "0.25"', 'rate = "1.000001"', 17, ["at most 1"]),
    ('wager = "1.00"', 'wager = "0.00"', 12, ["leave the section out"]),
    ('wager = "1.00"', 'wager = "100.00"', 12, ["2**30"]),
    ('minimum_wager = "10.00"', 'rate = "10.00"', 9, ["belongs in [progressive]"]),
    ('floor_from = "0:1"', 'floor_from = "300:1"', 18, ["D31", "approval"]),
    ('floor_from = "0:1"', 'floor_from = "3:0"', 18, ["is no odds"]),
    ('straight_flush = "20:1"', 'straight_flush = "39:2"', 23, ["5324.33(f)(2)"]),
    ('straight_flush = "20:1"', 'straight_flsh = "20:1"', 23, ["straight_flush"]),
    ('when_full = "stop"', 'when_full = "overwrite"', 26, ["when_full", "approval"]),
    ("stake_returned = true", "stake_returned = false", 29, ["D19", "approval"]),
    ("stake_returned = true", 'stake_returned = "no"', 29, ["true or false"]),
    ("[log]", "[logs]", 25, ['did you mean "log"']),
    ('"four_card_poker"', '"crazy_4_poker"', 21, ["aces_up", "is not for crazy_4_poker (5324.32)"]),
    ('"four_card_poker"', '"mississippi_stud"', 8, ["dealer_cards", "is not for mississippi_stud (5324.38)"]),
    ('"four_card_poker"', '"four_card"', 6, ['did you mean "four_card_poker"']),
    ('id = "T-07"', 'id = "a name that is too long"', 5, ["longer than 16"]),
)


@pytest.mark.parametrize("old, new, line, holds", MISTAKES, ids=[row[1] for row in MISTAKES])
def test_mistake_is_told_with_line_and_remedy(tmp_path, old, new, line, holds):
    path = change(tmp_path, old, new)
    with pytest.raises(UserError) as caught:
        load_settings(path)
    assert caught.value.exit_status == USAGE
    first = str(caught.value).splitlines()[0]
    assert first.startswith(f"{path}, line {line}: [")
    for text in holds:
        assert text in first


ENTANGLED = ('pay_table = "C"', 'wager = "100.00"')  # where one can't be read, the other can't be judged
ONE_EACH = [row for row in MISTAKES if row[0] != '"four_card_poker"' and row[1] not in ENTANGLED]


def problems_of(path) -> set[str]:
    with pytest.raises(UserError) as caught:
        load_settings(path)
    lines = str(caught.value).splitlines()
    assert len(set(lines)) == len(lines)
    return set(lines)


def test_each_two_mistakes_are_told_together_and_nothing_else_is(tmp_path):
    """Of spelling, of an approval, of a rule: none hides another, and none brings forth another."""
    alone = {row[:2]: problems_of(change(tmp_path, *row[:2])) for row in ONE_EACH}
    pairs = [(one, other) for one, other in combinations(ONE_EACH, 2) if one[2] != other[2]]
    pairs = [pair for pair in pairs if "[log]" not in (pair[0][0], pair[1][0])]  # a section, with its keys
    assert len(pairs) > 250
    path = tmp_path / "table.toml"
    for one, other in pairs:
        path.write_text(TEXT.replace(*one[:2]).replace(*other[:2]), encoding="utf-8")
        assert problems_of(path) == alone[one[:2]] | alone[other[:2]], (one[:2], other[:2])


def test_every_mistake_of_value_is_told_with_its_clause(tmp_path):
    text = TEXT
    for old, new in (
        ("seats = 7 ", "seats = 8 "),
        ("dealer_cards = 6 ", "dealer_cards = 7 "),
        ('initial = "5000.00"', 'initial = "4000.00"'),
        ('reset = "5000.00"', 'reset = "999.99"'),
        ('rate = "0.25"', 'rate = "1.5"'),
        ('envy = "A"', 'envy = "B"'),
    ):
        text = text.replace(old, new)
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    told = sorted(line.removeprefix(f"{path}, line ") for line in problems_of(path))
    assert [line.split(": ")[:2] for line in told] == [
        ["14", "[progressive] envy"],
        ["15", "[progressive] initial"],
        ["16", "[progressive] reset"],
        ["17", "[progressive] rate"],
        ["7", "[table] seats"],
        ["8", "[table] dealer_cards"],
    ]
    assert sum("5324.33(" in line for line in told) == 4 and "D2" in told[0]


def test_a_limit_that_nothing_said_is_told_by_its_key(tmp_path):
    path = tmp_path / "stud.toml"
    path.write_text('[table]\nid = "S"\ngame = "mississippi_stud"\nseats = 7\n')
    assert {line.partition(": ")[2].split(":")[0] for line in problems_of(path)} == {
        "[table] seats",
        "[table] minimum_wager",
    }


NO_TOML = (  # a file, the line that is told, and what of its message
    ('[table]\nid = "T\nseats = 7', 2, "not closed"),
    ('[table]\nid = "T', 2, "not closed"),
    ("[table]\nid = 'T\nseats = 7", 3, "not closed"),
    ("[table]\nid = [1,\n2", 3, "not closed"),
    ("[table]\n[table]", 2, "in the file already"),
    ("[table]\nid = 'T'\nid = 'T'", 3, "in the file already"),
    ("[table]\nseats 7", 2, "a key, = and its value"),
    ("[table]\nid = T-07", 2, "a key, = and its value"),
)


@pytest.mark.parametrize("text, line, holds", NO_TOML)
def test_what_is_no_toml_is_told_in_plain_words(tmp_path, text, line, holds):
    path = tmp_path / "table.toml"
    path.write_text(text)
    (told,) = problems_of(path)
    assert told.startswith(f"{path}, line {line}: this is not TOML: ") and holds in told


def test_all_mistakes_of_a_file_are_told_at_once(tmp_path):
    path = tmp_path / "empty.toml"
    path.write_text('[table]\ngame = "four_card_poker"\n')
    with pytest.raises(UserError) as caught:
        load_settings(path)
    lines = str(caught.value).splitlines()
    assert len(lines) == 4 and all(line.endswith("is missing") for line in lines)


NO_SETTINGS = ("table = 1\nprogressive = 2", "seats 7", "\x00", "[table]\nid = 'T'\nid = 'T'")


@pytest.mark.parametrize("text", NO_SETTINGS)
def test_what_is_no_settings_file_is_a_user_error(tmp_path, text):
    path = tmp_path / "odd.toml"
    path.write_text(text)
    with pytest.raises(UserError):
        load_settings(path)


def test_missing_file_is_not_reached(tmp_path):
    with pytest.raises(UserError) as caught:
        load_settings(tmp_path / "none.toml")
    assert caught.value.exit_status == NOT_REACHED


def test_departure_with_its_approval_is_in_the_digest(tmp_path):
    plain = load_settings(SAMPLE)
    path = tmp_path / "table.toml"
    changed = TEXT.replace('envy = "A"', 'envy = "C"') + 'envy_c = "letter of 3 May"\n'
    path.write_text(changed)
    found = load_settings(path)
    assert found.settings.envy_odds == (0, 0, 300, 1000) and found.warnings == []
    assert found.settings.approvals_sha256 == hashlib.sha256(b"envy_c = letter of 3 May\n").digest()
    path.write_text(changed.replace("3 May", "4 May"))
    assert len({plain.digest, found.digest, load_settings(path).digest}) == 3


def test_approval_that_nothing_needs_is_a_warning(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(TEXT + 'when_full = "letter of 3 May"\n')
    assert "when_full" in load_settings(path).warnings[0]


def test_approvals_are_hashed_in_the_order_of_their_names():
    one = approvals_sha256({"when_full": "x", "envy_c": "y"})
    assert one == approvals_sha256({"envy_c": "y", "when_full": "x"})
    assert one == hashlib.sha256(b"envy_c = y\nwhen_full = x\n").digest()
