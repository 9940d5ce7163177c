"""`tablectl configure`: gives a table its keys and its terms, or other terms."""

import click

from host_tools import errors
from host_tools.at_table import people, set_up
from host_tools.at_table.connection import connected, read_snapshot, table_name
from host_tools.at_table.log_begin import begin_log, settle_log
from host_tools.at_table.meter_change import total_cents
from host_tools.at_table.status_report import service_lines
from host_tools.at_table.table_change import make_change, turn_by_itself
from host_tools.at_table.terms_change import changed_rows, check_meter, kept_terms, meter_rows, terms_on_table
from host_tools.links.open_port import port_option
from host_tools.links.questions import read_settings_record, read_status, wait_for_restart
from host_tools.output import dollars, print_table, warn
from host_tools.settings_file import SettingsFile, load_settings
from host_tools.store import TableFolder, table_folder
from table_wire import messages

FIRST_REASON = "first set-up"
EXAMPLE = 'tablectl configure table.toml --port sim:table --by "A. Ames" --by "B. Bell" --yes'


@click.command(epilog=f"Example: {EXAMPLE}")
@click.argument("settings_file", type=click.Path(readable=False))
@port_option
@people.attestation_options
@click.option("--rename", is_flag=True, help="Give the table the name that SETTINGS_FILE has.")
@click.option("--erase-log", is_flag=True, help="Begin a new log, at the initial meter.")
def command(settings_file, port, reason, names, is_agreed, rename, erase_log) -> int:
    """Bring the terms in SETTINGS_FILE onto a table, after showing what they change.

    A new table is given its keys first, and its log is born. The floor key must be turned meanwhile. If
    this is cut off, the table has the old terms or the new ones; run it again and it goes on. Exit status
    1 where the table is out of service all the same.

    A progressive that begins, ends or becomes another needs its meter first, by `tablectl correct-meter`.

    With --erase-log the table begins a new log, and its meter the initial amount: `tablectl new-log` lets the
    meter go on. What it erases is kept first: the log, pulled and checked, or an image of what lies there.
    """
    terms = load_settings(settings_file)
    people.check_options(reason, names, is_agreed)
    for warning in terms.warnings:
        warn(f"warning: {warning}")
    with connected(port) as link:
        if not rename:
            set_up.check_name(link, terms)
        kept = table_folder(terms.settings.table_id, link.welcome.hardware.hex())
        on_table = terms_on_table(read_settings_record(link), kept_terms(kept))
        erase_log = erase_log and not settle_log(link, kept, click.echo)  # a run before this one did it
        change = messages.NEW_LOG if erase_log else set_up.needed_change(link, on_table, terms)
        if change == set_up.NOTHING:
            click.echo(f"{table_name(link)} has these terms already; nothing was changed.")
            return finish(link, kept, terms)
        set_up.check_keys(link, kept)
        if change == messages.NEW_LOG and not erase_log:
            set_up.check_log_is_blank(link)
        meter_cents = standing_meter(link) if change == messages.NEW_SETTINGS else None
        if meter_cents is not None:
            check_meter(meter_cents, on_table, terms)
        show_change(link, meter_cents, on_table, terms)
        is_first = change == messages.NEW_LOG and not erase_log
        attested = people.gather(reason, names, FIRST_REASON if is_first else None)
        people.agree("Bring these terms onto the table?", is_agreed)
        if change == messages.NEW_LOG:
            initial_cents = terms.settings.initial_cents
            begin_log(link, kept, terms.record, lambda: initial_cents, attested, click.echo)
        else:
            key = set_up.hand_over_keys(link, kept, click.echo)
            make_change(link, change, key, attested, click.echo, terms.record)
            click.echo("The table takes them, and restarts.")
            wait_for_restart(link)
        turn_by_itself(link, False)
        check_terms(link, terms)
        click.echo(f"The table runs under {settings_file}, digest {terms.digest[:16]}.")
        click.echo("Turn the floor key off.")
        return finish(link, kept, terms)


def standing_meter(link) -> int | None:
    """With its overflow; None where the table can't tell."""
    state = read_status(link).state
    return total_cents(state) if state else None


def show_change(link, meter_cents: int | None, on_table: SettingsFile | None, terms: SettingsFile) -> None:
    """meter_cents: of a meter that goes on."""
    title = f"What changes at {table_name(link)}:"
    columns = ("term", "on the table", "new")
    rows = changed_rows(on_table, terms)
    if not rows and meter_cents is None:
        initial = dollars(terms.settings.initial_cents)
        click.echo(f"{title} a new log begins at {initial}; the terms stay as they are.")
        return
    if meter_cents is not None:
        rows = meter_rows(rows, meter_cents)
    print_table(title, columns, rows, folding=columns[1:])


def check_terms(link, terms: SettingsFile) -> None:
    """UserError where the table came back under other terms than it was given."""
    if read_settings_record(link) != terms.record:
        raise errors.UserError(
            f"{link.port.name}: the table did not keep the new terms; run this again", errors.DIFFERENCE
        )


def finish(link, kept: TableFolder, terms: SettingsFile) -> int:
    """Says whether the table plays now, or why not, and keeps the file that it runs under.

    Also where nothing was to be done: a run that was cut off behind the change has not kept it.
    """
    snapshot = read_snapshot(link)
    for line in service_lines(snapshot):
        click.echo(f"{snapshot.table}: {line}.")
    kept.keep_settings(terms.path.read_text(encoding="utf-8"), terms.digest)
    return errors.FINE if snapshot.is_in_service else errors.DIFFERENCE
