"""`tablectl`: the list of its commands, and the one place where errors become messages and statuses.

A command is a file of `host_tools/commands`, imported only when it is used, so that help stays
quick; it offers one click command named `command`.  No traceback ever reaches a user: what a person
can put right is a UserError, all else is our defect and says what to send us.
"""

import errno
import os
import sys
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from host_tools import completion, errors
from host_tools.output import warn

click.FloatRange.name, click.IntRange.name = "number", "whole number"  # as errors say it

COMMANDS = (  # name, what it does, as `tablectl --help` says it
    ("boards", "List the boards, and show how one is wired."),
    ("flash", "Write MicroPython and the program to a board."),
    ("settings", "Check the terms of a table and compile them to one record."),
    ("configure", "Give a table its keys and its terms, or other terms."),
    ("status", "Show how a table is, and why it is out of service."),
    ("set-clock", "Tell a table what time it is."),
    ("correct-meter", "Set the meter of a table right, with who and why."),
    ("new-log", "Begin a new log at a table, with its meter as it stands."),
    ("keys", "List and move the keys of tables, and give a table other ones."),
    ("verify", "Compare the program on a table with this one."),
    ("selftest", "Try every light, display, sensor and key of a table."),
    ("watch", "Show what happens at a table, while it happens."),
    ("pull-log", "Pull what is new of a table's log, and check it."),
    ("wins", "Show the last wins of a table."),
    ("doctor", "Find what is wrong between here and a table, and what to do."),
    ("simulate", "Play a .rounds file on a simulated table that runs the real firmware."),
    ("replay", "Re-run every round of a log and compare digests."),
    ("export", "Write a log as text that plays again, or logs as data."),
    ("settle", "Show what every wager of a described round pays, with the clause."),
    ("odds", "What every wager of a table returns, from all hands."),
    ("completion", "Print what makes a shell complete these commands."),
)
DEBUG_VARIABLE = "TABLECTL_DEBUG"
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class LazyGroup(click.Group):
    """Knows every command's name and help line without importing it."""

    def list_commands(self, ctx) -> list[str]:
        return [name for name, _ in COMMANDS]

    def get_command(self, ctx, name: str):
        if name not in self.list_commands(ctx):
            return None
        return import_module("host_tools.commands." + name.replace("-", "_")).command

    def shell_complete(self, ctx, incomplete: str) -> list:
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(name, help=what) for name, what in COMMANDS if name.startswith(incomplete)]

    def format_commands(self, ctx, formatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(COMMANDS)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 fine, 1 a difference or a failed check, 2 wrong usage or input, "
    "3 the device or a file could not be reached, 130 stopped by Ctrl-C.",
)
@click.version_option(package_name="tablelight", prog_name="tablectl")
def group() -> None:
    """Sets up a Tablelight table, reads its log and replays any round it played."""


def run(arguments: list[str] | None = None) -> int:
    """Runs one command line and returns its exit status.  A command returns a status or None."""
    try:
        return _invoke(sys.argv[1:] if arguments is None else arguments)
    except BrokenPipeError:
        return _leave_closed_pipe()
    except SystemExit as error:
        if not isinstance(error.__context__, BrokenPipeError):
            raise
        return _leave_closed_pipe()  # which rich had noticed
    except (KeyboardInterrupt, click.Abort):
        warn("stopped")
        return errors.STOPPED
    except errors.UserError as error:
        for line in str(error).splitlines():
            warn(line)
        return error.exit_status
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return errors.USAGE
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "tablectl"
        warn(f"{error.format_message()} ({where} --help says more)")
        return errors.USAGE
    except click.ClickException as error:
        warn(error.format_message())
        return errors.USAGE
    except OSError as error:
        return _report_os_error(error)
    except Exception as error:
        return _report_defect(error)


def _invoke(arguments: list[str]) -> int:
    """What click's own main does, without its handling of errors."""
    try:
        with group.make_context("tablectl", list(arguments)) as context:
            result = group.invoke(context)
    except click.exceptions.Exit as end:  # --help and --version
        result = end.exit_code
    sys.stdout.flush()  # a reader that went away is noticed here, not when Python ends
    return result if isinstance(result, int) else errors.FINE


def _leave_closed_pipe() -> int:
    _drop_output()
    return errors.PIPE_CLOSED


def _drop_output() -> None:
    """Nothing more can be printed, not even by the interpreter when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_os_error(error: OSError) -> int:
    if error.filename is None and error.errno in UNWRITABLE:
        _drop_output()
        warn(f"what was printed could not be written: {error.strerror}")
        return errors.NOT_REACHED
    if error.filename is None:
        return _report_defect(error)
    warn(f"{error.filename}: {error.strerror}")
    return errors.NOT_REACHED


def _report_defect(error: Exception) -> int:
    if os.environ.get(DEBUG_VARIABLE):
        raise error
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    warn(
        f"a defect of tablectl ({what}); please send us this line, the command and its files, "
        f"and what {DEBUG_VARIABLE}=1 in front of the command prints"
    )
    return errors.DEFECT


def main() -> None:
    _open_output()
    asked = os.environ.get(completion.VARIABLE)  # by a shell, while a line is being typed
    sys.exit(completion.answer(group, asked) if asked else run())


def _open_output() -> None:
    """A stream that is closed, or a letter that its encoding lacks, ends no command."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))
        elif stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
