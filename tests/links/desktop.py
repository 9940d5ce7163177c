"""A technician's desktop, and the simulated board on its table: for tests of commands over the link.

The firmware is the real one, started from the board's flash.
"""

import shutil

from host_tools.at_table import connection
from host_tools.board_file import load_board
from host_tools.command_line import run
from host_tools.flashing import parts
from host_tools.flashing.program_image import make_image
from host_tools.links.port import CableGone
from host_tools.partition_table import place_of, rows_of
from host_tools.places import BOARDS, SAMPLE_TABLES
from host_tools.simulator.simulated_port import open_simulated_port

BOARD = load_board(BOARDS / "esp32_devkitc" / "board.toml")
ROWS = rows_of(BOARD)
PEOPLE = ("--by", "A. Ames", "--by", "B. Bell")


def flash_with(files: dict[str, bytes]) -> bytes:
    """The flash of a new board with these files for a program."""
    address, size = place_of(ROWS, "vfs")
    program = parts.Part("the program", address, make_image(files, size))
    new = [program, *parts.slot_parts(ROWS, None), parts.table_part(ROWS)]
    return parts.merge(new, BOARD["flash_mib"])


class Desktop:
    """A technician's: runs commands in a folder of its own, where the board `table` is sim:table."""

    def __init__(self, folder, monkeypatch, capsys) -> None:
        self.folder = folder
        self.flash = folder / "table" / "flash.bin"
        self.flash.parent.mkdir(parents=True)
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        monkeypatch.chdir(folder)
        monkeypatch.setenv("TABLELIGHT_HOME", str(folder / "home"))
        shutil.copy(SAMPLE_TABLES / "four-card-7-seats.toml", folder / "table.toml")

    def run(self, *arguments) -> tuple[int, str, str]:
        status = run([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err and "defect" not in err, err
        return status, out, err

    def configure(self, *options) -> tuple[int, str, str]:
        return self.run("configure", "table.toml", "--port", "sim:table", *PEOPLE, "--yes", *options)

    def change_terms(self, old: str, new: str) -> None:
        path = self.folder / "table.toml"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def open(self):
        """The port of the board, as the commands open it."""
        return open_simulated_port(self.flash.parent)

    def plug_in(self, open_port) -> None:
        """The commands get their port from this function of its name."""
        self._monkeypatch.setattr(connection, "open_port", open_port)


def cut_after(desktop, cut_ms: int):
    """Opens the board with a cable that is pulled at this moment; the board then loses its power."""

    def open_port(_name):
        port = desktop.open()
        read = port.read

        def read_until_cut(timeout_s: float) -> bytes:
            left_s = cut_ms / 1000 - port.now_s()
            if left_s <= 0:
                raise CableGone("sim:table: the cable is gone")
            return read(min(timeout_s, left_s))

        port.read = read_until_cut
        return port

    return open_port
