"""What `settings diff` says: every field of the record, for whom, and what the change needs."""

import json
from copy import copy
from pathlib import Path

import pytest

from host_tools.command_line import run
from host_tools.errors import FINE, NOT_REACHED, USAGE
from host_tools.notices.changes import changes_between
from host_tools.notices.terms_source import read_terms
from host_tools.places import REPO_ROOT, SAMPLE_TABLES
from host_tools.settings_file import SettingsFile, load_settings
from host_tools.store import HOME_VARIABLE, TableFolder
from table_wire.settings_record import LAYOUT
from tests.wire.log_writer import write_log

SAMPLES = {path.stem: load_settings(path) for path in sorted(SAMPLE_TABLES.glob("*.toml"))}
FOUR_CARD = SAMPLES["four-card-7-seats"]
OLD_LOGS = REPO_ROOT / "tests" / "old_logs"
NIGHT = REPO_ROOT / "tests" / "golden_rounds" / "first-night.toml"


def another(value):
    """A value that is not this one, of its kind; whether it is legal does not matter here."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, tuple):
        return (another(value[0]), *value[1:])
    if isinstance(value, int):
        return 1 if value == 2 else value + 1
    return b"\1" * 32 if isinstance(value, bytes) else value + "x"


def with_other(found: SettingsFile, **values) -> SettingsFile:
    settings = copy(found.settings)
    for name, value in values.items():
        setattr(settings, name, value)
    return SettingsFile(found.path, settings, b"", "0" * 64)


@pytest.mark.parametrize("field", [name for name, _ in LAYOUT])
def test_each_field_of_the_record_is_told_when_it_differs(field):
    told = []
    for found in SAMPLES.values():
        if field == "wager_cents" and not found.settings.wager_cents:
            continue  # Mississippi stud has no progressive to post
        value = getattr(found.settings, field)
        other = value % 2 + 1 if field == "game" else another(value)  # a game with a progressive
        changes = changes_between(found, with_other(found, **{field: other}))
        told += [change.text for change in changes.players + changes.house if change.field == field]
        assert bool(changes.needs) == bool(changes.players or changes.house)
    assert told and all(text[0].isupper() and text.endswith(".") for text in told)


@pytest.mark.parametrize("found", SAMPLES.values(), ids=SAMPLES)
def test_the_same_terms_change_nothing_and_need_nothing(found):
    changes = changes_between(found, found)
    assert (changes.players, changes.house, changes.needs) == ([], [], [])


def changed(tmp_path, *replacements, more: str = "") -> SettingsFile:
    text = FOUR_CARD.path.read_text(encoding="utf-8")
    for old, new in replacements:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = tmp_path / "new.toml"
    path.write_text(text + more, encoding="utf-8")
    return load_settings(path)


def test_what_players_are_told_of_other_odds_and_amounts(tmp_path):
    new = changed(
        tmp_path,
        ('aces_up = "A"', 'aces_up = "B"'),
        ('reset = "5000.00"', 'reset = "6000.00"'),
        ('rate = "0.25"', 'rate = "0.125"'),
        ('six_card_bonus = "A"', '# six_card_bonus = "A"'),
    )
    assert [change.text for change in changes_between(FOUR_CARD, new).players] == [
        "After it was won the meter begins again at $6,000.00, instead of $5,000.00.",
        "Of each progressive wager 12.5% goes on the meter, instead of 25%.",
        "Aces up: three of a kind pays 7:1, instead of 9:1.",
        "Aces up: straight pays 5:1, instead of 4:1.",
        "Six-card bonus is no longer offered.",
    ]


def test_a_bigger_wager_is_another_progressive_with_other_amounts(tmp_path):
    changes = changes_between(FOUR_CARD, changed(tmp_path, ('wager = "1.00"', 'wager = "2.00"')))
    texts = [change.text for change in changes.players]
    assert "The progressive wager is $2.00, instead of $1.00." in texts
    assert "Envy bonus: straight flush pays 5:1 ($10.00), instead of 5:1 ($5.00)." in texts
    assert any("becomes another, so its meter must be 5,000.00" in text for text in changes.needs)
    assert any("settings sign" in text for text in changes.needs)


def test_a_progressive_that_begins_or_ends_needs_its_meter_seen_to():
    figures = ("wager_cents", "rate_ppm", "initial_cents", "reset_cents", "pay_table", "envy_table")
    odds = {"pay_odds": (0,) * 4, "envy_odds": (0,) * 4}
    without = with_other(FOUR_CARD, **dict.fromkeys(figures, 0), **odds)
    begins, ends = changes_between(without, FOUR_CARD), changes_between(FOUR_CARD, without)
    assert any("progressive begins, so its meter must be 5,000.00" in text for text in begins.needs)
    assert any("progressive ends, so its meter must be 0.00" in text for text in ends.needs)
    assert "Progressive is no longer offered." in [change.text for change in ends.players]
    offered = next(
        change.text for change in begins.players if change.text.startswith("Progressive is offered")
    )
    assert "Four aces, 100% of the meter" in offered and "Three of a kind, 9:1 ($9.00)" in offered


def test_approvals_name_and_seats_are_among_the_needs(tmp_path):
    new = changed(
        tmp_path,
        ('envy = "A"', 'envy = "C"'),
        ('id = "T-07"', 'id = "T-08"'),
        more='envy_c = "letter of 3 May"\n',
    )
    fewer = with_other(FOUR_CARD, seats=5)
    needs = changes_between(fewer, new).needs
    assert needs[0] == "Approval for [progressive] envy, table C (D2): letter of 3 May."
    assert any("--rename" in text for text in needs) and any("each of 7 seats" in text for text in needs)
    of_a_log = with_other(new)  # which has no words of its approvals
    assert any("only their digest" in text for text in changes_between(FOUR_CARD, of_a_log).needs)


def test_what_only_the_house_sees_needs_no_new_notice(tmp_path):
    new = changed(tmp_path, ('initial = "5000.00"', 'initial = "7000.00"'))
    changes = changes_between(FOUR_CARD, new)
    assert changes.players == [] and [change.field for change in changes.house] == ["initial_cents"]
    assert len(changes.needs) == 1 and "two names" in changes.needs[0]


# --- the command, and what it takes --------------------------------------------------------------


def diff(capsys, *words) -> tuple[int, str, str]:
    status = run(["settings", "diff", *map(str, words)])
    told = capsys.readouterr()
    return status, told.out, told.err


@pytest.mark.parametrize("log", sorted(path.name for path in OLD_LOGS.glob("*.bin")))
def test_a_log_stands_for_the_terms_at_its_end(log, capsys):
    assert diff(capsys, OLD_LOGS / log, NIGHT)[:2] == (FINE, "Nothing changes: these are the same terms.\n")


def test_a_log_that_is_played_now_is_read_and_compared(tmp_path, capsys):
    path = tmp_path / "log.bin"
    path.write_bytes(b"".join(map(bytes, write_log(3).sectors)))
    status, out, _ = diff(capsys, path, FOUR_CARD.path, "--json")
    told = json.loads(out)
    assert status == FINE and not told["equal"] and told["new"] == FOUR_CARD.digest
    assert told["house"] == [] and [row["field"] for row in told["players"]] == [
        "dealer_cards", "minimum_wager_cents", "rate_ppm", "six_card_bonus",
    ]  # fmt: skip


KEPT = """
[table]
id = "T-07"
game = "four_card_poker"
seats = 7
dealer_cards = 5
[progressive]
wager = "1.00"
pay_table = "A"
envy = "A"
initial = "5000.00"
reset = "5000.00"
rate = "0.333333"
[pay_tables]
aces_up = "A"
"""


def test_a_logs_terms_are_those_of_the_file_that_is_kept_here(tmp_path, monkeypatch):
    """Which has the words of its approvals too."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    path = tmp_path / "log.bin"
    sectors = [*map(bytes, write_log(3).sectors)]
    path.write_bytes(b"".join(sectors))
    assert read_terms(str(path)).path == path
    folder = TableFolder(tmp_path / "T-07-aa01")
    folder.keep_settings(KEPT, read_terms(str(path)).digest)
    folder.key.keep(bytes(range(32)))
    assert read_terms(str(path)).path == folder.settings_path
    folder.settings_path.write_text("damaged")
    assert read_terms(str(path)).path == folder.all_settings()[1]


def test_a_log_that_is_damaged_is_compared_with_a_warning(tmp_path, capsys):
    sectors = bytearray(b"".join(map(bytes, write_log(3).sectors)))
    sectors[700] ^= 1
    path = tmp_path / "log.bin"
    path.write_bytes(sectors)
    status, out, err = diff(capsys, path, FOUR_CARD.path)
    assert status == FINE and out and "the log is not whole" in err


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    for hardware in ("aa01", "bb02"):
        TableFolder(tmp_path / f"T-07-{hardware}").make()
    folder = TableFolder(tmp_path / "C-1-cc03")
    folder.keep_settings(FOUR_CARD.path.read_text(encoding="utf-8"), FOUR_CARD.digest)
    return tmp_path


def test_a_table_that_was_set_up_here_is_named_by_its_name_or_folder(home, capsys):
    for named in ("C-1", home / "C-1-cc03"):
        assert "same terms" in diff(capsys, named, FOUR_CARD.path)[1]


def test_what_is_no_terms_is_said_in_one_line(home, capsys):
    (home / "noise.bin").write_bytes(bytes(range(256)) * 64)
    for named, status, holds in (
        ("T-07", USAGE, "more than one table"),
        ("T-99", NOT_REACHED, "no such file"),
        (home / "T-07-aa01", NOT_REACHED, "no settings are kept"),
        (home / "noise.bin", USAGE, "noise.bin"),
    ):
        ended, out, err = diff(capsys, named, FOUR_CARD.path)
        assert (ended, out, err.count("\n")) == (status, "", 1) and holds in err, err
