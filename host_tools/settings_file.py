"""A table's settings file: TOML in, checked `Settings` and their packed record out.

table_core.legal_terms.check_settings says what a table may be run with, here and on the device alike;
this file adds what only the desktop can know: the spelling, and that each departure from a default
names its approval.  All mistakes of a file are told at once, each with its line and remedy.
"""

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path

from host_tools.settings_toml import APPROVALS, REQUIRED, ROWS, SECTIONS, SettingsText, nearest
from table_core.legal_terms import check_settings
from table_core.names import GAMES
from table_core.pay_tables import PROGRESSIVE_TABLES, envy_odds
from table_core.settings import CRAZY_4_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD, Settings
from table_wire.settings_record import SettingsError, pack_settings, settings_digest

SECTION_OF = {FOUR_CARD_POKER: "5324.33", CRAZY_4_POKER: "5324.32", MISSISSIPPI_STUD: "5324.38"}


@dataclass(frozen=True)
class SettingsFile:
    """What a file says: the settings, as bytes too, with what allows their departures."""

    path: Path
    settings: Settings
    record: bytes  # as the device and the log keep it
    digest: str  # SHA-256 of the record, 64 hex digits
    approvals: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)


def load_settings(path: str | Path) -> SettingsFile:
    """Reads, checks and packs one file.  UserError names every mistake; NotReached: no such file."""
    text = SettingsText(Path(path))
    game = _read_game(text)
    _check_names(text, game)
    values = _read_values(text, game)
    approvals = _read_approvals(text)
    warnings = _check_approvals(text, values, approvals)
    _check_rules(text, values, approvals)
    text.stop_if_wrong()
    settings = _fill(values, approvals)
    try:
        record = pack_settings(settings)
    except SettingsError as error:
        text.tell("table", "", str(error))
        text.stop_if_wrong()
    digest = settings_digest(record).hex()
    return SettingsFile(text.path, settings, record, digest, approvals, warnings)


def _read_game(text: SettingsText) -> int:
    """Which keys a file may have follows from its game, so a file without one ends here."""
    table = text.data.get("table")
    game = table.get("game") if isinstance(table, dict) else None
    if game is None:
        text.tell("table", "game", "is missing")
    elif game not in GAMES[1:]:
        listed = ", ".join(f'"{name}"' for name in GAMES[1:])
        text.tell("table", "game", f"must be one of {listed}{nearest(str(game), GAMES[1:])}")
    text.stop_if_wrong()
    return GAMES.index(game)


def _check_names(text: SettingsText, game: int) -> None:
    for section, keys in text.data.items():
        if section not in SECTIONS:
            text.tell(section, "", f"there is no such section{nearest(section, SECTIONS)}")
            continue
        if not isinstance(keys, dict):
            text.tell(section, "", f"must be a section, written [{section}]")
            continue
        if section == "progressive" and game == MISSISSIPPI_STUD:
            text.tell(section, "", "Mississippi stud has no progressive wager (5324.38, D26)")
            continue
        known = APPROVALS if section == "approvals" else _keys_of(section, game)
        for key in keys:
            if key not in known:
                text.tell(section, key, _unknown_key(section, key, known, game))


def _keys_of(section: str, game: int) -> list[str]:
    return [row[1] for row in ROWS if row[0] == section and game in row[4]]


def _unknown_key(section: str, key: str, known, game: int) -> str:
    for other, name, _, _, games, _ in ROWS:
        if name == key and game not in games:
            return f"is not for {GAMES[game]} ({SECTION_OF[game]})"
        if name == key:
            return f"belongs in [{other}]"
    return f"there is no such key{nearest(key, known)}"


def _read_values(text: SettingsText, game: int) -> dict:
    """The value of every row of the game by (section, key), or its default.  Without [progressive]: none
    of its."""
    values = {}
    for section, key, read, default, games, _ in ROWS:
        if game not in games or section == "progressive" and section not in text.data:
            continue
        values[section, key] = default
        keys = text.data.get(section, {})
        if not isinstance(keys, dict):
            continue
        if key not in keys:
            if default is REQUIRED:
                text.tell(section, key, "is missing")
            continue
        try:
            values[section, key] = read(keys[key])
        except ValueError as error:
            text.tell(section, key, str(error))
    return values


def _read_approvals(text: SettingsText) -> dict[str, str]:
    approvals = text.data.get("approvals", {})
    if not isinstance(approvals, dict):
        return {}
    for key, value in approvals.items():
        if not (isinstance(value, str) and value.strip()):
            text.tell("approvals", key, "must name what allows it, in quotes")
    return approvals


def approvals_sha256(approvals: dict[str, str]) -> bytes:
    """SHA-256 over the sorted lines `key = value`, each ended by a newline; zeros when there are none."""
    if not approvals:
        return bytes(32)
    lines = [f"{key} = {value}\n" for key, value in sorted(approvals.items())]
    return hashlib.sha256("".join(lines).encode()).digest()


def _fill(values: dict, approvals: dict[str, str]) -> Settings:
    s = Settings()
    for section, key, _, _, _, attribute in ROWS:
        if attribute and (section, key) in values:
            setattr(s, attribute, values[section, key])
    if s.wager_cents:
        s.pay_odds = PROGRESSIVE_TABLES[s.pay_table]
        s.envy_odds = values.get(("progressive", "envy_odds")) or envy_odds(s.game, s.envy_table)
        n, d = values["progressive", "floor_from"]
        s.floor_from = (n, d) if n else (0, 1)
    s.overwrite_log = values["log", "when_full"] == 2
    s.approvals_sha256 = approvals_sha256(approvals)
    return s


DEPARTURES = (  # approval, section and key that depart, what departs, does this value?
    ("envy_c", "progressive", "envy", "table C (D2)", lambda value: value == 3),
    ("floor_from", "progressive", "floor_from", "a win without the floor (D31)", lambda value: value[0]),
    ("when_full", "log", "when_full", "to overwrite what was not collected", lambda value: value == 2),
    ("stake_returned", "readings", "stake_returned", "to keep a win's stake (D19)", lambda value: not value),
    ("super_bonus_literal", "readings", "super_bonus_literal", "to return a lost super bonus (D4)", bool),
    ("aggregate_cap", "readings", "aggregate_cap", "another cap than the text's (D25)", bool),
)


def _check_approvals(text: SettingsText, values: dict, approvals: dict[str, str]) -> list[str]:
    """Tells each departure without an approval; gives a warning for each approval without a departure."""
    warnings = []
    for approval, section, key, how, departs in DEPARTURES:
        departed = (section, key) in values and departs(values[section, key])
        if departed and approval not in approvals:
            remedy = f'name what allows it: [approvals] {approval} = "letter of ..., dated ..."'
            text.tell(section, key, f"{how} needs an approval; {remedy}")
        if approval in approvals and not departed:
            warnings.append(f"{text.path}: [approvals] {approval}: nothing in this file needs it")
    return warnings


LEGAL = {  # what is taken for a value that can't be, so that the others are judged; else it is the default
    ("table", "id"): "T",
    ("table", "seats"): 1,
    ("table", "dealer_cards"): 5,
    ("table", "minimum_wager"): 100,
    ("progressive", "wager"): 100,
    ("progressive", "pay_table"): 2,  # B, whose floors are the lower ones
    ("progressive", "initial"): 500_000,
    ("progressive", "reset"): 500_000,
    ("progressive", "rate"): 1,
    ("pay_tables", "aces_up"): 1,
    ("pay_tables", "queens_up"): 1,
}
DEFAULTS = {(section, key): default for section, key, _, default, *_ in ROWS}
PAY_TABLE, ENVY, ENVY_ODDS = (("progressive", key) for key in ("pay_table", "envy", "envy_odds"))


def _mend(values: dict, places) -> None:
    values.update((place, LEGAL.get(place, DEFAULTS[place])) for place in places)
    if PAY_TABLE in places or ENVY in places:  # these three go together
        values.update({ENVY: values[PAY_TABLE], ENVY_ODDS: None})


def _check_rules(text: SettingsText, values: dict, approvals: dict[str, str]) -> None:
    """Tells all that the rules' own check finds, which stops at the first mistake: what its answer names
    before the colon is mended, and checked again.  Nothing is told of a key of which something was."""
    values = dict(values)
    _mend(values, [place for place in values if {place, (place[0], "")} & text.told])
    before = ""
    while (wrong := check_settings(_fill(values, approvals))) and wrong != before:
        names, _, problem = wrong.partition(": ")
        mentioned = [place for place in values if re.search(rf"\b{place[1]}\b", names)]
        text.tell(*(mentioned or [("table", "")])[0], problem)
        _mend(values, mentioned)
        before = wrong
