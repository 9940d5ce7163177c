"""The terminal of a double: says where its port is, and takes a line for each thing that people do.

FOLDER/port always leads to the port of the cable that is plugged in, so that a command can be tried
again and again with the same words.
"""

import signal
import sys
from pathlib import Path

import click

from host_tools.board_file import load_board
from host_tools.boards import board_option, find_board
from host_tools.errors import UserError
from host_tools.settings_toml import nearest
from host_tools.simulator.double import BoardDouble

HELD_MS = 1000  # longer than the table takes for a held key
LINK_NAME = "port"
HELP = """\
CONTACT on | off | press | hold   such as: seat 3 progressive on; key no_more_bets press; floor key on
show                              what sign, dealer display and lights show
unplug, plug                      the cable to the laptop; the board goes on
help                              this, and the contacts
Ctrl-C                            ends the board; its flash stays as it is"""

HANDS = {
    "on": lambda board, contact: board.move(contact, True),
    "off": lambda board, contact: board.move(contact, False),
    "press": lambda board, contact: board.press(contact),
    "hold": lambda board, contact: board.press(contact, HELD_MS),
}


class Console:
    """One board, and the lines that are typed at it."""

    def __init__(self, board: BoardDouble, folder: Path) -> None:
        self.board = board
        self.link = folder / LINK_NAME
        self._commands = {"show": self.show, "unplug": self.unplug, "plug": self.plug, "help": self.help}
        self.lead_link()

    def serve(self) -> None:
        """Takes lines as long as there are any, and leaves the board alone from then on."""
        for line in sys.stdin:
            answer = self.do(line)
            if answer:
                click.echo(answer)
        signal.pause()

    def do(self, line: str) -> str:
        """Does what a line says, and gives what there is to say about it."""
        words = line.split()
        if not words:
            return ""
        if line.strip() in self._commands:
            return self._commands[line.strip()]()
        contact, verb = " ".join(words[:-1]), words[-1]
        if verb not in HANDS:
            return f'"{line.strip()}" is nothing that can be done here; `help` says what is'
        contacts = self.board.contacts()
        if not contacts:
            return "there is nothing at this board yet: flash it, and then its contacts are known"
        if contact not in contacts:
            return f'the table has no contact "{contact}"{nearest(contact, contacts)}; `help` names all'
        HANDS[verb](self.board, contact)
        return ""

    def show(self) -> str:
        sign, dealer, lights = self.board.shown()
        seats = "  ".join(f"{i + 1} {light}" for i, light in enumerate(lights))
        return f"sign    {sign or '(dark)'}\ndealer  {dealer or '(dark)'}\nlights  {seats}"

    def unplug(self) -> str:
        self.board.pull_cable()
        self.link.unlink(missing_ok=True)
        return "unplugged"

    def plug(self) -> str:
        self.board.plug_cable()
        self.lead_link()
        return f"plugged in, at {self.board.port}"

    def help(self) -> str:
        contacts = ", ".join(self.board.contacts()) or "none yet: the board is blank"
        return f"{HELP}\n\n{click.wrap_text(contacts, initial_indent='contacts: ', subsequent_indent='  ')}"

    def lead_link(self) -> None:
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(self.board.port)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@board_option
@click.option(
    "--speed",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="Its seconds in one of ours.",
)
def main(folder: Path, board: str, speed: float) -> None:
    """Serve the simulated board in FOLDER like a real one, until Ctrl-C.

    A new FOLDER is a blank one, with the chip and the flash of the board that is named.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # one that runs in the background ends so
    try:
        new = load_board(find_board(board))
        with BoardDouble(folder, new["chip"], new["flash_mib"], speed=speed) as double:
            console = Console(double, folder)
            click.echo(f"the board is at {double.port}, and {console.link} leads there; `help` says more")
            try:
                console.serve()
            finally:
                console.link.unlink(missing_ok=True)
    except KeyboardInterrupt:
        click.echo("")
    except UserError as error:
        click.echo(f"the board: {error}", err=True)
        sys.exit(error.exit_status)
