"""Who answers for a change: the reason and the two names that the table's log keeps with it.

On a terminal what is missing is asked; elsewhere nothing is, and the message names the options.  There
`--yes` is needed too, for a script must have said yes.  The bounds are the log's, so that nothing is cut
off on the way into it.
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
        click.option("--yes", "is_agreed", is_flag=True, help="Don't ask; needed without a terminal."),
        click.option("--by", "names", multiple=True, metavar="NAME", help="Who answers for it; give two."),
        click.option("--reason", help="Why; the table's log keeps it."),
    ):
        command = option(command)
    return command


def is_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def check_options(reason: str | None, names, is_agreed: bool) -> None:
    """UserError where these options can't do, whatever the table is: so before anything is asked of it.

    On a terminal what is missing is asked later; elsewhere nobody is there to be asked.
    """
    if reason is not None:
        check_reason(reason)
    for place, name in enumerate(names):
        check_name(name, names[:place])
    if len(names) > 2:
        raise UserError(f"two people answer for a change; --by names {' and '.join(names)}")
    missing = [] if is_terminal() else ["--by NAME"] * (2 - len(names)) + ["--yes"] * (not is_agreed)
    if missing:
        raise UserError(f"there is no terminal to ask at, so a change also needs {' '.join(missing)}")


def gather(reason: str | None, names, default_reason: str | None = None) -> Attestation:
    """The attestation of options that were checked; what is missing is asked on a terminal."""
    names = list(names)
    if is_terminal():
        reason = reason or ask("Reason", default_reason, check_reason)
        while len(names) < 2:
            names.append(ask(f"Name {len(names) + 1} of 2", None, lambda name: check_name(name, names)))
    reason = reason or default_reason
    if not reason:
        raise UserError("there is no terminal to ask at, so this change also needs --reason TEXT")
    return Attestation(reason.strip(), tuple(name.strip() for name in names))


def ask(question: str, default: str | None, check) -> str:
    """The answer; one that would be refused is asked for again, and it is said why."""

    def read(text: str) -> str:
        try:
            check(text)
        except UserError as error:
            raise click.UsageError(str(error)) from error
        return text

    return click.prompt(question, default=default, err=True, value_proc=read)


def check_text(option: str, text: str, longest: int) -> None:
    """UserError where the log could not keep it."""
    if not text.strip() or not text.isprintable():
        raise UserError(f"{option} {text!r}: must be words that can be read")
    if len(text.encode()) > longest:
        raise UserError(f'{option} "{text}": the log keeps {longest} bytes, this has {len(text.encode())}')


def check_reason(text: str) -> None:
    check_text("--reason", text, REASON_MAX)


def check_name(name: str, others) -> None:
    """UserError too where it is the name of one of the others: two names are two people."""
    check_text("--by", name, NAME_MAX)
    if name.strip().casefold() in [other.strip().casefold() for other in others]:
        raise UserError(f"two people answer for a change, and {name.strip()} is named twice; name another")


def agree(question: str, is_agreed: bool) -> None:
    """Ends the command where somebody says no; `--yes` has said yes."""
    if not is_agreed:
        click.confirm(question, abort=True, err=True)
