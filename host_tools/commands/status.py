"""`tablectl status`: how a table is, on one screen."""

import click

from host_tools import errors
from host_tools.at_table.connection import connected, read_snapshot
from host_tools.at_table.status_report import as_data, describe
from host_tools.links.open_port import port_option
from host_tools.output import json_option, print_json, print_rows


@click.command(epilog="Example: tablectl status --port sim:table")
@port_option
@json_option
def command(port: str, as_json: bool) -> int:
    """Show round, meter, seats, faults, log and program of a table.

    Exit status 1 where the table is out of service; the first lines say why, and what to do.
    """
    with connected(port) as link:
        snapshot = read_snapshot(link)
    if as_json:
        print_json(as_data(snapshot))
    else:
        print_rows(f"{snapshot.table} on {snapshot.port}", describe(snapshot))
    return errors.FINE if snapshot.is_in_service else errors.DIFFERENCE
