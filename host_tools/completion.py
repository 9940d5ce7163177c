"""What the shells ask while a command line is being typed; the scripts that ask are click's own.

Bash hands over `sim:night` as three words, for it parts words at colons too, and wants back only what
follows the last one.  What must never change: a shell that asks is never shown an error, for it
would stand in the middle of what somebody types.
"""

from pathlib import Path

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, get_completion_class

from host_tools import errors
from host_tools.ports import AUTO, SIMULATED, find_boards
from host_tools.simulator.board_folder import BOARD_MARK, FLASH_NAME

PROGRAM = "tablectl"
VARIABLE = "_TABLECTL_COMPLETE"  # in which a shell says what it wants
SHELLS = ("bash", "zsh", "fish")


@add_completion_class
class Bash(BashComplete):
    name = "bash"

    def get_completion_args(self) -> tuple[list[str], str]:
        before, typed = super().get_completion_args()
        words: list[str] = []
        for word in (*before, typed):
            if words and (word == ":" or words[-1].endswith(":")):
                words[-1] += word
            else:
                words.append(word)
        *before, whole = words
        self._held = whole.removesuffix(typed if typed != ":" else "")
        return before, whole

    def format_completion(self, item: CompletionItem) -> str:
        return f"{item.type},{item.value.removeprefix(self._held)}"


def script_of(group: click.Group, shell: str) -> str:
    """What a shell reads once, to know whom to ask."""
    return get_completion_class(shell)(group, {}, PROGRAM, VARIABLE).source()


def answer(group: click.Group, asked: str) -> int:
    """Prints the completions.  asked: as `bash_complete`; the words so far stand in the environment."""
    shell, _, what = asked.partition("_")
    if shell not in SHELLS or what != "complete":
        return errors.USAGE
    try:
        click.echo(get_completion_class(shell)(group, {}, PROGRAM, VARIABLE).complete())
    except (Exception, SystemExit):
        return errors.DEFECT
    return errors.FINE


def complete_ports(_context, _parameter, typed: str) -> list[CompletionItem]:
    """The boards that are plugged in, and the simulated ones in the folder that was begun."""
    found = [AUTO, *(port for port, _ in find_boards()), *_simulated(typed.removeprefix(SIMULATED))]
    return [CompletionItem(port) for port in found if port.startswith(typed)]


def _simulated(begun: str) -> list[str]:
    folder = begun[: begun.rfind("/") + 1]
    boards = []
    for path in sorted(Path(folder or ".").iterdir()) if Path(folder or ".").is_dir() else ():
        if any((path / name).is_file() for name in (BOARD_MARK, FLASH_NAME)):
            boards.append(f"{SIMULATED}{folder}{path.name}")
    return boards


def complete_boards(_context, _parameter, typed: str) -> list[CompletionItem]:
    """The boards by name; where none begins so, a file or a folder."""
    from host_tools.boards import board_files

    names = [path.parent.name for path in board_files()]
    found = [CompletionItem(name) for name in names if name.startswith(typed)]
    return found or [CompletionItem(typed, type="file")]
