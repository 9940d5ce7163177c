"""What other terms change, in sentences: for the players, for the house and its dealers, and what they need.

The terms are compared as they read on the notice and in change_rows.py, so nothing that differs for a person
is left out, and nothing is told that reads the same.
"""

from dataclasses import asdict, dataclass, field

from host_tools.notices.change_rows import HOUSE, PLAYERS, TERMS
from host_tools.notices.notice import notice_of
from host_tools.notices.posted_tables import posted_tables
from host_tools.notices.terms_in_words import what_becomes
from host_tools.output import dollars
from host_tools.settings_file import DEPARTURES, SettingsFile
from table_core.settings import Settings


@dataclass(frozen=True)
class Change:
    field: str  # of Settings
    text: str


@dataclass
class Changes:
    """needs: what must be done, or be there, before the new terms are in force."""

    players: list[Change] = field(default_factory=list)
    house: list[Change] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)

    def as_data(self) -> dict:
        return {"equal": not (self.players or self.house), **asdict(self)}


def changes_between(old: SettingsFile, new: SettingsFile) -> Changes:
    found = Changes(*(_term_changes(old.settings, new.settings, whom) for whom in (PLAYERS, HOUSE)))
    found.players += _table_changes(old.settings, new.settings)
    if found.players or found.house:
        found.needs = [*_needs(old, new)]
    return found


def _term_changes(old: Settings, new: Settings, whom: str) -> list[Change]:
    rows = [(term, term.read(old), term.read(new)) for term in TERMS if term.whom == whom]
    return [Change(term.field, term.sentence.format(old=a, new=b)) for term, a, b in rows if a != b]


def _table_changes(old: Settings, new: Settings) -> list[Change]:
    before = {table.wager: table for table in posted_tables(old)}
    after = {table.wager: table for table in posted_tables(new)}
    found = []
    for wager, table in (before | after).items():
        if wager not in after:
            found.append(Change(table.field, f"{wager} is no longer offered."))
            continue
        old_rows = _rows_by_hand(before[wager]) if wager in before else {}
        new_rows = _rows_by_hand(table)
        if not old_rows:
            listed = "; ".join(f"{hand}, {pays}" for hand, pays in new_rows.items())
            found.append(Change(table.field, f"{wager} is offered: {listed}."))
            continue
        for hand in old_rows | new_rows:
            pays, paid = new_rows.get(hand, "nothing"), old_rows.get(hand, "nothing")
            if pays != paid:
                text = f"{wager}: {hand[0].lower() + hand[1:]} pays {pays}, instead of {paid}."
                found.append(Change(table.field, text))
    return found


def _rows_by_hand(table) -> dict[str, str]:
    return {hand: f"{odds} ({amount})" if amount else odds for hand, odds, amount in table.rows}


def _needs(old: SettingsFile, new: SettingsFile):
    """In the order in which people see to them."""
    becomes = what_becomes(old.settings, new.settings)
    for approval, section, key, how, _ in DEPARTURES:
        named = new.approvals.get(approval)
        if named and named != old.approvals.get(approval):
            yield f"Approval for [{section}] {key}, {how}: {named}."
    is_named = new.approvals or not any(new.settings.approvals_sha256)
    if new.settings.approvals_sha256 != old.settings.approvals_sha256 and not is_named:
        yield "The approvals, in words: what was given has only their digest."
    if becomes:
        amount = dollars(new.settings.initial_cents)
        yield (
            f"The progressive {becomes}, so its meter must be {amount}: `tablectl correct-meter {amount}` "
            f"moves it there first, or `tablectl new-log FILE --meter {amount}` begins a new log under these."
        )
    if new.settings.seats > old.settings.seats:
        yield f"A light, a button and a sensor for each of {new.settings.seats} seats."
    if new.settings.table_id != old.settings.table_id:
        yield "`tablectl configure --rename`, for the table gets another name."
    if _posted(old) != _posted(new):
        yield "A new notice at the table: `tablectl settings sign` draws it."
    yield (
        "`tablectl configure`, between two rounds, with no chip on a progressive sensor: a reason, two names "
        "and the floor's key."
    )


def _posted(found: SettingsFile):
    notice = notice_of(found)
    return notice.title, notice.sentences, notice.tables
