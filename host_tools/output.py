"""What commands print: tables for people, JSON for programs.

Reports go to standard output; what is wrong and how far long work is go to standard error, so that
`--json` output can always be piped on.
"""

import json
import os
import shutil
import sys
from contextlib import contextmanager
from functools import partial

import click

FILE_WIDTH = 200

json_option = click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")


def print_json(data) -> None:
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def print_rows(title: str, rows) -> None:
    """A titled list of names and values.  Only a terminal folds long values."""
    from rich.console import Console  # it takes longer to import than help may take
    from rich.table import Table

    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    for name, value in rows:
        table.add_row(name, str(value))
    console = Console(highlight=False, markup=False, width=terminal_width())
    with console.capture() as captured:
        console.print(title)
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def teller(as_json: bool):
    """What says how a command gets on: beside the data, where it prints data."""
    return partial(click.echo, err=as_json)


def warn(message: str) -> None:
    click.echo(f"tablectl: {message}", err=True)


def in_colour(text: str, colour: str | None) -> str:
    """Only where a terminal shows it and nobody said NO_COLOR; elsewhere the text as it is."""
    has_colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return click.style(text, fg=colour) if has_colour else text


def dollars(cents: int) -> str:
    """Cents as people write them, without a float: 500050 is 5,000.50."""
    return f"{cents // 100:,}.{cents % 100:02d}"


def terminal_width() -> int:
    """Columns of the terminal; wide where output goes to a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else FILE_WIDTH


GAP_WIDTH = 3  # between two columns
EDGES_WIDTH = 2  # a blank on either side of a table
FOLDED_WIDTH = 16  # what is folded is never narrower, for a column that is gone says nothing


def print_table(title: str, columns, rows, folding=(), right=(), colours=None) -> None:
    """A titled table with a line of headings.  On a narrow terminal only the columns `folding` are folded.

    right: the columns of figures.  colours: of cells, by their text; seen on a terminal alone.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        if column in folding:
            table.add_column(column, overflow="fold", min_width=FOLDED_WIDTH)
        else:
            table.add_column(column, no_wrap=True, justify="right" if column in right else "left")
    for row in rows:
        table.add_row(*[Text(str(cell), (colours or {}).get(cell, "")) for cell in row])
    console = Console(highlight=False, markup=False, width=terminal_width())
    with console.capture() as captured:
        console.print(title)
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


@contextmanager
def progress_bar(what: str):
    """A bar on a terminal, nothing elsewhere.  Yields a function (done, of all)."""
    if not sys.stderr.isatty():
        yield lambda done, of_all: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=1)
        yield lambda done, of_all: progress.update(task, completed=done, total=of_all)
