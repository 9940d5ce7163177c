"""`tablectl watch`: what happens at a table, while it happens."""

import json

import click

from host_tools.at_table.log_watch import Happening
from host_tools.at_table.table_watch import TableWatch
from host_tools.links.open_port import port_option
from host_tools.output import json_option
from host_tools.rounds_words import render_fact, render_time


@click.command(epilog="Example: tablectl watch --port sim:table --for 5")
@port_option
@click.option("--for", "for_s", type=click.FloatRange(0), metavar="SECONDS", help="End after this time.")
@json_option
def command(port: str, for_s: float | None, as_json: bool) -> None:
    """Show each fact of a table's log as it is written, with what the table made of it.

    Times are the table's own, since the last record before the watch. A cable that is pulled and plugged
    in again loses no record. Ends with Ctrl-C. With --json each line is an object.
    """
    TableWatch(port, show_json if as_json else show_line, for_s).run()


def show_line(kind: str, text: str = "", happening: Happening | None = None) -> None:
    if happening:
        fact = render_fact(happening.kind, happening.a, happening.b)
        text = f"{happening.record:>7}  {render_time(happening.at_ms):>10}  {fact}"
        if happening.effects:
            text += f"  -> {', '.join(happening.effects)}"
    elif kind == "console":
        text = f"console: {text}"
    click.echo(text)


def show_json(kind: str, text: str = "", happening: Happening | None = None) -> None:
    if happening:
        fact = render_fact(happening.kind, happening.a, happening.b)
        values = {"record": happening.record, "at_ms": happening.at_ms, "fact": fact}
        click.echo(json.dumps({**values, "effects": happening.effects}))
    else:
        click.echo(json.dumps({kind: text}))
