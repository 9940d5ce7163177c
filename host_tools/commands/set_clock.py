"""`tablectl set-clock`: tells a table what time it is."""

import click

from host_tools import errors, utc
from host_tools.at_table import people, set_up
from host_tools.at_table.clock_change import Now, desktop_off_text, read_time, set_clock
from host_tools.at_table.connection import connected, table_name
from host_tools.at_table.table_change import turn_by_itself
from host_tools.links.message_tuples import CLOCK_NONE, CLOCK_SET
from host_tools.links.open_port import port_option
from host_tools.links.questions import read_status
from host_tools.log_times import plain
from host_tools.output import warn
from host_tools.store import table_folder
from table_wire import messages

REASON = "the clock is set"
EXAMPLE = 'tablectl set-clock --port sim:table --by "A. Ames" --by "B. Bell" --yes'


@click.command(epilog=f"Example: {EXAMPLE}")
@port_option
@click.option("--to", metavar="TIME", help="The time it is now, with its zone; else this desktop's own.")
@people.attestation_options
def command(port, to, reason, names, is_agreed) -> int:
    """Set the clock of a table, in UTC: its log then says when things happened.

    The floor key must be turned meanwhile, and the log keeps who answers for it. A table without a clock
    knows the time until its power goes. Exit status 1 where the table has a clock that does not take it.
    """
    people.check_options(reason, names, is_agreed)
    at = read_time(to) if to is not None else None
    off = desktop_off_text(at) if at else ""
    with connected(port) as link:
        now = Now(link.port, at)
        name = table_name(link)
        kept = table_folder(name, link.welcome.hardware.hex())
        check_log(link)
        set_up.check_keys(link, kept)
        attested = people.gather(reason, names, REASON)
        shown = f"{plain(utc.iso(int(now.seconds())))} UTC"
        if off:
            warn(f"{shown} is {off}")
        people.agree(f"Set the clock of {name} to {shown}?", is_agreed)
        taken = set_clock(link, kept.read_key(), attested, now, click.echo)
        turn_by_itself(link, False)
        clock = read_status(link).counters.clock
    click.echo(f"{name}: {plain(utc.iso(taken))} UTC. Turn the floor key off.")
    if clock == CLOCK_NONE:
        click.echo("It has no clock: it knows the time until its power goes, and then must be told anew.")
    elif clock != CLOCK_SET:
        warn(f"{name}: its clock did not take it; it is known until the power goes. Check plug and cell")
        return errors.DIFFERENCE
    return errors.FINE


def check_log(link) -> None:
    """UserError where the table could not log it."""
    if not link.welcome.flags & messages.HAS_LOG:
        raise errors.UserError(f"{table_name(link)} has no log that it goes on with: see `tablectl status`")
