"""`tablectl new-log`: begins a new log at a table, with its meter as it stands."""

import click

from host_tools import errors
from host_tools.at_table import people, set_up
from host_tools.at_table.connection import connected, read_snapshot, table_name
from host_tools.at_table.fault_texts import present
from host_tools.at_table.log_begin import begin_log, check_beginning, settle_log, standing_cents
from host_tools.at_table.meter_change import Amount
from host_tools.at_table.status_report import service_lines
from host_tools.at_table.table_change import turn_by_itself
from host_tools.at_table.terms_change import kept_terms, terms_on_table
from host_tools.links.open_port import port_option
from host_tools.links.questions import read_settings_record
from host_tools.output import dollars, json_option, print_json, print_rows, teller, warn
from host_tools.settings_file import SettingsFile, load_settings
from host_tools.store import TableFolder, table_folder
from table_core.faults import RECOVERY

EXAMPLE = 'tablectl new-log --port sim:table --reason "a new year" --by "A. Ames" --by "B. Bell" --yes'
STOPPED = "the table could not take its log to the end, so its meter is that of the record where it stopped"


@click.command(epilog=f"Example: {EXAMPLE}")
@click.argument("settings_file", type=click.Path(readable=False), required=False)
@port_option
@click.option("--meter", type=Amount(), help="What the meter begins with; else as it stands.")
@people.attestation_options
@json_option
def command(settings_file, port, meter, reason, names, is_agreed, as_json) -> int:
    """Begin a new log at a table, after pulling and keeping the old one.

    Under the terms in force, or those in SETTINGS_FILE. The floor key must be turned meanwhile. For a log
    that is full, that is another table's, or that the table can't take to its end: where no log can be read,
    an image of what lies there is kept. If this is cut off, run it again, with --meter where the table can't
    tell it any more.

    Exit status 1 where the table is out of service all the same.
    """
    named = load_settings(settings_file) if settings_file else None
    people.check_options(reason, names, is_agreed)

    say = teller(as_json)
    with connected(port) as link:
        kept = table_folder(table_name(link), link.welcome.hardware.hex())
        on_table = terms_on_table(read_settings_record(link), kept_terms(kept))
        terms = named or on_table or refuse_no_terms(link)
        set_up.check_name(link, terms)
        set_up.check_keys(link, kept)

        def meter_of() -> int:
            cents = standing_cents(link, kept) if meter is None else meter
            check_beginning(cents, on_table, terms, meter is not None)
            return cents

        if settle_log(link, kept, say) and on_table and on_table.digest == terms.digest:
            say("The table had begun the new log when the last run was cut off.")
            return finish(link, kept, named, say, as_json)
        cents = meter_of()
        if not as_json:
            rows = [("terms", f"{terms.path}, digest {terms.digest[:16]}"), ("meter", dollars(cents))]
            print_rows(f"The new log of {table_name(link)}:", rows)
        if meter is None and RECOVERY in present(link.heartbeat.faults):
            warn(STOPPED)
        attested = people.gather(reason, names)
        people.agree("Begin a new log?", is_agreed)
        begin_log(link, kept, terms.record, meter_of, attested, say)
        turn_by_itself(link, False)
        say("Turn the floor key off.")
        return finish(link, kept, named, say, as_json)


def finish(link, kept: TableFolder, named: SettingsFile | None, say, as_json: bool) -> int:
    if named:
        kept.keep_settings(named.path.read_text(encoding="utf-8"), named.digest)
    snapshot = read_snapshot(link)
    for line in service_lines(snapshot):
        say(f"{snapshot.table}: {line}.")
    if as_json:
        print_json(
            {
                "table": snapshot.table,
                "log": snapshot.log_id,
                "meter_cents": snapshot.state.meter_cents,
                "settings_digest": snapshot.settings_digest,
                "in_service": snapshot.is_in_service,
            }
        )
    return errors.FINE if snapshot.is_in_service else errors.DIFFERENCE


def refuse_no_terms(link):
    raise errors.UserError(f"{table_name(link)} has no terms that can be read: name its settings file")
