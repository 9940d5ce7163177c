"""`tablectl odds`: what the wagers of a table return, from all hands, computed with the device's rules."""

import click

from host_tools.errors import UserError
from host_tools.odds import figures
from host_tools.odds.odds_of import odds_of
from host_tools.odds.posted import WAGER_CENTS
from host_tools.odds.report import print_report
from host_tools.output import json_option, print_json, progress_bar, warn
from host_tools.settings_file import load_settings
from host_tools.settings_toml import read_cents


@click.command(epilog="Example: tablectl odds --settings boards/sample_tables/four-card-7-seats.toml")
@click.option(
    "--settings", "path", required=True, type=click.Path(readable=False), help="The table's settings, TOML."
)
@click.option("--meter", help='The progressive meter, as "12345.67".  [default: the initial amount]')
@click.option("--ante", help='Mississippi stud: the ante, as "10.00".  [default: the minimum wager]')
@json_option
def command(path: str, meter: str | None, ante: str | None, as_json: bool) -> None:
    """Compute what each wager of a table returns: exact returns, how often hands come, the meter at which
    the progressive breaks even, what the envy bonus is worth, and the house edge under best play.

    A dealer of six cards takes up to a minute.  Returns count the stake that comes back with a win.
    """
    found = load_settings(path)
    settings = found.settings
    meter_cents = settings.initial_cents if meter is None else amount("--meter", meter)
    ante_cents = settings.minimum_wager_cents or WAGER_CENTS
    if ante is not None:
        ante_cents = amount("--ante", ante)
    with progress_bar("counting deals") as progress:
        report = odds_of(settings, meter_cents, ante_cents, progress)
    report["warnings"] += found.warnings
    if as_json:
        print_json({"file": str(found.path), "digest": found.digest} | figures.as_json(report))
        return
    print_report(report)
    for warning in report["warnings"]:
        warn(f"warning: {warning}")


def amount(option: str, text: str) -> int:
    try:
        cents = read_cents(text)
    except ValueError as error:
        raise UserError(f"{option}: {error}") from None
    if not cents:
        raise UserError(f"{option}: must be more than 0.00")
    return cents
