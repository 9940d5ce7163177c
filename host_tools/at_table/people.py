"""Who answers for a change: the reason and the two names that the table's log keeps with it.

On a terminal what is missing is asked; elsewhere nothing is, and the message names the options.  The
bounds are the log's, so that nothing is cut off on the way into it.
"""

import sys
from dataclasses import dataclass

import click

from host_tools.errors import UserError
from table_wire.messages import NAME_MAX, REASON_MAX


@dataclass(frozen=True)
class Attestation:
    """Why a change is made, and the two who answer for it."""

    reason: str
    names: tuple[str, str]


def attestation_options(command):
    """The options of every command that changes a table."""
    for option in (
        click.option("--yes", "is_agreed", is_flag=True, help="Go on without asking."),
        click.option("--by", "names", multiple=True, metavar="NAME", help="Who answers for it; give two."),
        click.option("--reason", help="Why; the table's log keeps it."),
    ):
        command = option(command)
    return command


def is_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def gather(reason: str | None, names, default_reason: str | None = None) -> Attestation:
    """The attestation of these options; what is missing is asked on a terminal, else a UserError."""
    names = list(names)
    if is_terminal():
        reason = reason or click.prompt("Reason", default=default_reason, err=True)
        while len(names) < 2:
            names.append(click.prompt(f"Name {len(names) + 1} of 2", err=True))
    reason = reason or default_reason
    missing = [] if reason else ["--reason TEXT"]
    missing += ["--by NAME"] * (2 - len(names))
    if missing:
        raise UserError(f"there is no terminal to ask at, so the change also needs {' '.join(missing)}")
    return check(reason, names)


def check(reason: str, names) -> Attestation:
    """UserError where the log could not keep it, or where two names are not two people."""
    for what, text, longest in [("--reason", reason, REASON_MAX), *(("--by", n, NAME_MAX) for n in names)]:
        if not text.strip() or not text.isprintable():
            raise UserError(f'{what} {text!r}: must be words that can be read')
        if len(text.encode()) > longest:
            raise UserError(f'{what} "{text}": the log keeps {longest} bytes, this has {len(text.encode())}')
    names = tuple(name.strip() for name in names)
    if len(names) != 2 or names[0].casefold() == names[1].casefold():
        raise UserError(f"two people answer for a change; --by names {' and '.join(names)}")
    return Attestation(reason.strip(), names)


def agree(question: str, is_agreed: bool) -> None:
    """Ends the command where somebody who can be asked says no; `--yes` and a script have said yes."""
    if is_terminal() and not is_agreed:
        click.confirm(question, abort=True, err=True)
