"""`tablectl correct-meter`: sets a meter right, with who and why."""

import click

from host_tools import errors
from host_tools.at_table import people, set_up
from host_tools.at_table.connection import connected, readable_settings, table_name
from host_tools.at_table.meter_change import ENDS, Amount, Correction, check_amount, correct, total_cents
from host_tools.at_table.table_change import turn_by_itself
from host_tools.links.open_port import port_option
from host_tools.links.questions import read_settings_record, read_status
from host_tools.output import dollars, json_option, print_json, print_rows, teller, warn
from host_tools.store import table_folder

EXAMPLE = (
    'tablectl correct-meter 6,000.00 --port sim:table --reason "as on the papers" '
    '--by "A. Ames" --by "B. Bell" --yes'
)
TO_NOTHING = "at 0.00 the table takes no bets: end it with `tablectl configure`, or correct the meter again"


@click.command(epilog=f"Example: {EXAMPLE}")
@click.argument("amount", type=Amount())
@port_option
@people.attestation_options
@json_option
def command(amount, port, reason, names, is_agreed, as_json) -> int:
    """Set the meter of a table to AMOUNT, between two rounds: all that is left once a round is over.

    The floor key must be turned meanwhile, and the log keeps the amounts, the reason and who answers for it.
    A meter that moves meanwhile is not touched. AMOUNT is the reset or more, or 0.00 for a progressive that
    ends; where none is offered, it is what the next one begins with.
    """
    people.check_options(reason, names, is_agreed)

    say = teller(as_json)
    with connected(port) as link:
        name = table_name(link)
        kept = table_folder(name, link.welcome.hardware.hex())
        state = read_status(link).state
        if state is None:
            raise errors.UserError(f"{name} has no log to correct its meter in; `tablectl status` says why")
        settings = readable_settings(read_settings_record(link))
        correction = Correction(total_cents(state), amount)
        check_amount(amount, settings, ENDS)
        set_up.check_keys(link, kept)
        if amount == correction.before_cents:
            say(f"The meter of {name} is {dollars(amount)} already; nothing was changed.")
            return finish(name, correction, amount, False, as_json)
        if not as_json:
            print_rows(f"The meter of {name}:", rows_of(correction))
        if settings and settings.wager_cents and not amount:
            warn(TO_NOTHING)
        attested = people.gather(reason, names)
        people.agree(f"Set the meter of {name} to {dollars(amount)}?", is_agreed)
        meter_cents = correct(link, kept.read_key(), attested, correction, say)
        turn_by_itself(link, False)
    say(f"{name}: the meter is {dollars(meter_cents)}. Turn the floor key off.")
    return finish(name, correction, meter_cents, True, as_json)


def rows_of(correction: Correction) -> list[tuple[str, str]]:
    return [
        ("now", dollars(correction.before_cents)),
        ("new", dollars(correction.after_cents)),
        ("difference", correction.difference),
    ]


def finish(name: str, correction: Correction, meter_cents: int, is_corrected: bool, as_json: bool) -> int:
    if as_json:
        data = {"table": name, "before_cents": correction.before_cents, "meter_cents": meter_cents}
        print_json({**data, "is_corrected": is_corrected})
    return errors.FINE
