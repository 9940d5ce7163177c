"""What a new settings file changes for the players, against the terms that are on the table now."""

import shlex

from host_tools.at_table.connection import readable_settings
from host_tools.errors import UserError
from host_tools.notices.terms_in_words import INITIAL_METER, describe, what_becomes
from host_tools.output import dollars
from host_tools.settings_file import SettingsFile, load_settings
from host_tools.store import TableFolder
from table_wire.settings_record import settings_digest

NOT_THERE = "-"
ONLY_AT_BIRTH = "used only when a log is born"


def terms_on_table(record: bytes | None, kept: SettingsFile | None) -> SettingsFile | None:
    """The terms of a settings record; its approvals are known where the same file is kept here.

    None where there is no record, or one of a format that is not known here.
    """
    settings = readable_settings(record)
    if settings is None:
        return None
    digest = settings_digest(record).hex()
    if kept and kept.digest == digest:
        return kept
    return SettingsFile("the table", settings, record, digest)


def changed_rows(old: SettingsFile | None, new: SettingsFile) -> list[tuple[str, str, str]]:
    """(term, what it is, what it will be) for each that differs; all of them where there is no old one."""
    before = dict(describe(old)) if old else {}
    after = dict(describe(new))
    names = list(after) + [name for name in before if name not in after]
    rows = [(name, before.get(name, NOT_THERE), after.get(name, NOT_THERE)) for name in names]
    return [row for row in rows if row[1] != row[2]]


def meter_rows(rows: list[tuple[str, str, str]], meter_cents: int) -> list[tuple[str, str, str]]:
    """The same rows for a table that has a log: its meter stays, whatever the terms begin a new one with."""
    marked = [
        (name, old, f"{new} ({ONLY_AT_BIRTH})" if name == INITIAL_METER and new != NOT_THERE else new)
        for name, old, new in rows
    ]
    return [*marked, ("meter", dollars(meter_cents), "unchanged")]


def check_meter(cents: int, old: SettingsFile | None, new: SettingsFile) -> None:
    """UserError where the table would refuse these terms, for the meter is not what they begin with."""
    begins = new.settings.initial_cents
    becomes = what_becomes(old.settings, new.settings) if old else ""
    if not becomes or cents == begins:
        return
    least = old.settings.reset_cents if new.settings.wager_cents else 0  # none is offered: its reset is 0
    move = f"move it first with `tablectl correct-meter {dollars(begins)}`, or "
    raise UserError(
        f"the progressive {becomes}, so the meter must be {dollars(begins)}, and it stands at "
        f"{dollars(cents)}: {move if begins >= least else ''}begin a new log with `tablectl new-log "
        f"{shlex.quote(str(new.path))} --meter {dollars(begins)}`"
    )


def kept_terms(kept: TableFolder) -> SettingsFile | None:
    """The settings file that this desktop keeps of a table; None where there is none that can be read."""
    try:
        return load_settings(kept.settings_path) if kept.settings_path.exists() else None
    except UserError:
        return None
