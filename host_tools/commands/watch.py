"""`tablectl watch`: what happens at a table, while it happens."""

import json

import click

from host_tools.at_table.log_watch import Happening, state_data, state_line
from host_tools.at_table.table_watch import TableWatch
from host_tools.links.open_port import port_option
from host_tools.log_changes import refused_text
from host_tools.output import dollars, json_option
from host_tools.rounds_words import render_fact, render_time
from host_tools.story.words import span_text
from host_tools.table_key import id_text
from table_core import facts
from table_core.limits import TICK_MS

WITH_CENTS = ("meter", "pay")  # effects that end with an amount
IN_WORDS = {  # facts whose numbers people write otherwise, from a and b
    facts.TIME: lambda ticks, _: f"{span_text(ticks * TICK_MS)} pass",
    facts.LOG_BORN: lambda cents, _: f"log_born {dollars(cents)}",
    facts.CORRECTED: lambda now, before: f"corrected from {dollars(before)} to {dollars(now)}",
    facts.KEYED: lambda low, high: f"keyed {id_text(high << 8 | low)}",
    facts.CHANGE_REFUSED: refused_text,
}


@click.command(epilog="Example: tablectl watch --port sim:table --for 5")
@port_option
@click.option("--for", "for_s", type=click.FloatRange(0), metavar="SECONDS", help="End after this time.")
@json_option
def command(port: str, for_s: float | None, as_json: bool) -> None:
    """Show each fact of a table's log as it is written, with what the table made of it.

    Times are the table's own, since the last record before the watch. A cable that is pulled and plugged
    in again loses no record; a watch that begins later goes on from the record that it names first. What
    a board prints that is in trouble is shown, with its meaning. Ends with Ctrl-C. With --json each line
    is an object, with effects as a .rounds file has them, amounts in cents.
    """
    TableWatch(port, show_json if as_json else show_line, for_s).run()


def show_line(kind: str, text: str = "", happening: Happening | None = None, state=None, record=0) -> None:
    if happening:
        told, a, b = happening.kind, happening.a, happening.b
        fact = IN_WORDS[told](a, b) if told in IN_WORDS else render_fact(told, a, b)
        text = f"{happening.record:>7}  {render_time(happening.at_ms):>10}  {fact}"
        if happening.effects:
            text += f"  -> {', '.join(map(effect_text, happening.effects))}"
    elif state:
        text = f"{text}: {state_line(state)}; next is record {record}"
    elif kind == "console":
        text = f"console: {text}"
    click.echo(text)


def effect_text(effect: str) -> str:
    """An effect as people say it: `meter 5,000.50`."""
    words, _, last = effect.rpartition(" ")
    return f"{words} {dollars(int(last))}" if effect.split()[0] in WITH_CENTS else effect


def show_json(kind: str, text: str = "", happening: Happening | None = None, state=None, record=0) -> None:
    if happening:
        fact = render_fact(happening.kind, happening.a, happening.b)
        values = {"record": happening.record, "at_ms": happening.at_ms, "fact": fact}
        click.echo(json.dumps({**values, "effects": happening.effects}))
    elif state:
        click.echo(json.dumps({"table": text, "state": state_data(state)}))
        click.echo(json.dumps({"next_record": record}))
    else:
        click.echo(json.dumps({kind: text}))
