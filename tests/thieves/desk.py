"""The desktop of the house, with the key and the ledger of the table that it is plugged into."""

import json

from host_tools.at_table import connection
from host_tools.command_line import run
from host_tools.store import HOME_VARIABLE, table_folder
from tests.link_fuzz.cabled_table import HARDWARE, TABLE_KEY, CabledTable, CablePort


class Desk:
    """has_key: whether the table's key is on it."""

    def __init__(self, folder, monkeypatch, capsys, has_key: bool = True) -> None:
        folder.mkdir()
        self.out = folder / "night.bin"
        self.table: CabledTable | None = None
        self._home = str(folder / "home")
        self._monkeypatch, self._capsys = monkeypatch, capsys
        self._sit_down()
        self.folder = table_folder("T-07", HARDWARE.hex())
        self.folder.make()
        if has_key:
            self.folder.key.keep(TABLE_KEY)

    def _sit_down(self) -> None:
        """Commands run at this desktop from now on."""
        self._monkeypatch.setenv(HOME_VARIABLE, self._home)
        self._monkeypatch.setattr(connection, "open_port", lambda _name: CablePort(self.table))

    def run(self, *arguments) -> tuple[int, str, str]:
        self._sit_down()
        status = run([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err and "defect" not in err, err
        return status, out, err

    def pull(self, table: CabledTable) -> tuple[int, str]:
        """(exit status, all that was said)."""
        self.table = table
        status, out, err = self.run("pull-log", "--port", "cable", "--out", self.out)
        return status, out + err

    def replay(self, data: bytes) -> tuple[int, list]:
        """(exit status, problems) of a file that somebody brings."""
        brought = self.out.with_name("brought.bin")
        brought.write_bytes(data)
        status, out, _ = self.run("replay", brought, "--json")
        (report,) = json.loads(out)
        return status, report["problems"]
