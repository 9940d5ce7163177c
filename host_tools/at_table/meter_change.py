"""An authorised correction of a meter, and which amounts a meter may be given.

Amounts are whole cents, overflow included; what a cent leaves over stays at the table.  What must never
change: a meter that moved since somebody looked at it is not touched, and no progressive that is offered
comes to pay less than its reset.
"""

import struct
from typing import NamedTuple

import click

from host_tools.at_table.people import Attestation
from host_tools.at_table.table_change import make_change
from host_tools.errors import UserError
from host_tools.links.questions import read_status
from host_tools.links.refusals import Refused
from host_tools.output import dollars
from host_tools.settings_toml import read_cents
from table_core.limits import METER_LIMIT_CENTS
from table_core.settings import Settings
from table_wire import messages

ENDS = "0.00 is for a progressive that ends, and one that begins with less takes `tablectl new-log`"


class Amount(click.ParamType):
    """Dollars and cents, as they stand on the sign or in a report: 6123.45 or 6,123.45."""

    name = "amount"

    def convert(self, value, param, ctx) -> int:
        try:
            return value if isinstance(value, int) else read_cents(value.replace(",", ""))
        except ValueError as error:
            self.fail(str(error), param, ctx)


class Correction(NamedTuple):
    before_cents: int
    after_cents: int

    @property
    def difference(self) -> str:
        change = self.after_cents - self.before_cents
        return f"{'-' if change < 0 else '+'}{dollars(abs(change))}"


def total_cents(state) -> int:
    """The meter with its overflow."""
    return state.meter_cents + state.overflow_cents


def check_amount(cents: int, settings: Settings | None, but: str = "name more") -> None:
    """UserError where these terms don't let a meter stand at this; but: what may be done instead."""
    if cents > METER_LIMIT_CENTS:
        raise UserError(f"{dollars(cents)} is more than a meter can show: name less")
    if settings and settings.wager_cents and 0 < cents < settings.reset_cents:
        raise UserError(
            f"{dollars(cents)} is below the reset of {dollars(settings.reset_cents)}, the least that this "
            f"progressive may stand at; {but}"
        )


def correct(link, key: bytes, people: Attestation, correction: Correction, say) -> int:
    """The table's meter afterwards.  UserError where it moved meanwhile: then nothing was changed."""
    payload = struct.pack("<II", correction.after_cents, correction.before_cents)
    try:
        make_change(link, messages.CORRECT_METER, key, people, say, payload)
    except Refused as refused:
        if refused.result != messages.METER_MOVED:
            raise
        now = dollars(total_cents(read_status(link).state))
        raise UserError(
            f"the meter moved meanwhile, from {dollars(correction.before_cents)} to {now}: nothing was "
            "changed; see what it should be now, and run this again"
        ) from refused
    return total_cents(read_status(link).state)
