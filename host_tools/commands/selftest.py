"""`tablectl selftest`: lights, displays and inputs of a table, tried one by one with a person at it."""

import click

from host_tools import errors
from host_tools.at_table import people
from host_tools.at_table.connection import connected, table_name
from host_tools.at_table.program_check import board_on_table
from host_tools.at_table.set_up import check_keys
from host_tools.at_table.table_change import make_change, turn_by_itself
from host_tools.at_table.table_test import Finding, TableTest
from host_tools.board_inputs import seats_of
from host_tools.boards import board_of, named_board, table_board_option
from host_tools.links.open_port import port_option
from host_tools.links.questions import read_settings_record, wait_for_restart
from host_tools.output import json_option, print_json, warn
from host_tools.store import table_folder
from table_wire import messages
from table_wire.settings_record import unpack_settings

PARTS = ("lights", "displays", "inputs")
REASON = "self-test"
EXAMPLE = 'tablectl selftest --port sim:table --only lights --by "A. Ames" --by "B. Bell" --yes'


@click.command(epilog=f"Example: {EXAMPLE}")
@port_option
@table_board_option
@click.option("--only", type=click.Choice(PARTS), multiple=True, help="Only these; else all of them.")
@people.attestation_options
@json_option
def command(port, board, only, reason, names, is_agreed, as_json) -> int:
    """Try every light, display, sensor and key of a table, and report what is wrong.

    The table plays nothing meanwhile. Enter skips a contact, and Ctrl-C ends the test with a report of
    what was tried so far. --yes takes every light and display for right, where nobody is there to be
    asked. Exit status 1 where something failed.
    """
    people.check_options(reason, names, is_agreed)
    named = named_board(board)
    with connected(port) as link:
        name = table_name(link)
        kept = table_folder(name, link.welcome.hardware.hex())
        if not link.welcome.flags & messages.HAS_LOG:
            raise errors.UserError(f"{name} is not set up yet: begin with `tablectl configure SETTINGS.toml`")
        check_keys(link, kept)
        inputs = board_of(name, board_on_table(link), named)["input_chain"]["inputs"]
        attested = people.gather(reason, names, REASON)
        seats = min(unpack_settings(read_settings_record(link)).seats, seats_of(inputs))
        tell = warn if as_json else click.echo
        make_change(link, messages.SELF_TEST, kept.read_key(), attested, tell)
        turn_by_itself(link, False)
        test = TableTest(link, inputs, lambda question: is_agreed or click.confirm(question, err=True), tell)
        stopped = False
        try:
            run_parts(test, seats, only or PARTS)
        except (KeyboardInterrupt, click.Abort):
            stopped = True
        finally:
            test.show(messages.TEST_END)  # whoever stops it leaves a table that plays
        wait_for_restart(link)
    status = report(name, test.findings, as_json, stopped)
    if stopped:
        raise click.Abort
    return status


def run_parts(test: TableTest, seats: int, parts) -> None:
    if "lights" in parts:
        test.lights(seats)
    if "displays" in parts:
        test.displays()
    if "inputs" in parts:
        test.walk_inputs()


def report(name: str, findings: list[Finding], as_json: bool, stopped: bool) -> int:
    """What failed, or that nothing did."""
    failed = [finding for finding in findings if finding.problem]
    if as_json:
        found = [finding._asdict() for finding in findings]
        print_json({"table": name, "stopped": stopped, "findings": found})
    elif findings and not failed:
        click.echo(f"{name}: all {len(findings)} of what was tried are as they should be.")
    for what, problem, remark in findings:
        if problem or remark:
            warn(f"{name}: {what}: {problem or f'fine at last; before that {remark}'}")
    return errors.DIFFERENCE if failed else errors.FINE
