"""`tablectl doctor`: what is wrong between this desk and a table, and what to do about it."""

import click

from host_tools.doctor.examination import Visit, examine, status_of
from host_tools.links.open_port import port_option
from host_tools.output import json_option, print_json, print_table

COLUMNS = ("check", "", "found")
DO = "  do: "
EXAMPLE = "Example: tablectl doctor --port sim:table --image ESP32_GENERIC-20251209-v1.27.0.bin"


@click.command(epilog=EXAMPLE)
@port_option
@click.option("--image", type=click.Path(readable=False), help="Check this MicroPython image too.")
@click.option("--settings", type=click.Path(readable=False), help="Check this settings file too.")
@json_option
def command(port, image, settings, as_json) -> int:
    """Find what is wrong between this desk and a table, from Python up to the table's log.

    Nothing is written: not here, not at the table. Where a step is wrong, those that stand on it are not
    tried. Exit status 1 where something is wrong, 3 where the table can't be reached; what only wants
    attention leaves it 0.
    """
    visit = Visit(port, image, settings)
    findings = list(examine(visit))
    if as_json:
        print_json({"port": port, "checks": [finding._asdict() for finding in findings]})
    else:
        print_table("From this desk to the table:", COLUMNS, rows_of(findings), folding=COLUMNS[2:])
    return status_of(visit, findings)


def rows_of(findings) -> list[tuple[str, str, str]]:
    """A row for each finding, and one below it for each thing to do."""
    rows = []
    for finding in findings:
        rows.append((finding.check, finding.verdict, finding.text))
        rows += [("", "", DO + remedy) for remedy in finding.do]
    return rows
