"""A table whose rules break at one record: played until then on the simulated table, then looked at."""

import json
from contextlib import suppress
from pathlib import Path

from checks import Check, Record

from host_tools.board_file import load_board
from host_tools.links.link import Link, Restarted
from host_tools.places import BOARDS, FIRMWARE
from host_tools.rounds_text import parse_rounds
from host_tools.simulator.provision import TEST_LOG_ID, TEST_TABLE_KEY, log_sectors_of, read_partition
from host_tools.simulator.script_player import ScriptPlayer
from host_tools.simulator.simulate import set_up_table
from host_tools.simulator.simulated_port import SimulatedPort
from table_wire.sector_walk import walk_sector
from table_wire.sectors import read_header
from tests.links.asked_changes import correct_meter

HERE = Path(__file__).parent
NIGHT = parse_rounds(HERE / "night.rounds").steps
TABLE = parse_rounds(HERE / "night.rounds").settings
BOARD = load_board(BOARDS / "esp32_devkitc" / "board.toml")
LOG_SECTORS = 8
LOOK_MS = 2500  # longer than what takes turns on a display
NOTHING = Check("table_core.money", "", "no check says this"), Record(0, 0, 0)


class BrokenTable:
    """`check` fails at `record`; where that has no number, once, at its next turn behind one of its kind."""

    def __init__(self, folder: Path, check: Check, record: Record) -> None:
        self.folder = folder
        main = HERE / "broken_main.py"
        self.table = set_up_table(folder, BOARD, TABLE, "micropython", log_sectors=LOG_SECTORS, main=main)
        broken = {**check._asdict(), **record._asdict(), "log": TEST_LOG_ID.hex(), "firmware": str(FIRMWARE)}
        (folder / "broken.json").write_text(json.dumps(broken))

    def play(self, until: Record | None = None, before: list[Record] = ()) -> None:
        """The night; or its beginning, to the fact whose record is `until`, behind the records `before`."""
        steps = NIGHT
        if until:
            nth = sum(record.kind == until.kind for record in before)
            alike = [i for i, step in enumerate(NIGHT) if step.kind == until.kind]
            steps = NIGHT[: alike[nth] + 1] if alike else []  # no hand makes a birth or a first power-up
        ScriptPlayer(self.table, steps).play()

    def correct_meter(self) -> None:
        """As a laptop does it, with the floor key; the table may not live to answer."""
        self.table.power_up()
        port = SimulatedPort(self.table)
        link = Link(port)
        link.connect()
        port.hands.move("floor key", True)
        link.listen(0.2)
        meter_cents = TABLE.initial_cents
        with suppress(Restarted):
            correct_meter(link, TEST_TABLE_KEY, "a test", ["A", "B"], meter_cents + 100, meter_cents)
        port.hands.move("floor key", False)
        link.listen(0.2)

    def power_cycle(self) -> None:
        """Meanwhile people let go of the keys, and mend what is torn; chips stay where they are."""
        table = self.table
        table.cut_power()
        for contact, is_closed in table.world.closed.items():
            if is_closed and ("key" in contact or "button" in contact):
                table.world.move(table.now_ms, contact, False)
        table.world.break_chain(table.now_ms, "")
        table.run_for(500)
        table.power_up()

    def shown(self) -> set[str]:
        """What the sign shows from here on, in turns."""
        texts = set()
        for _ in range(0, LOOK_MS, 100):
            self.table.run_for(100)
            texts.add(self.table.judge.sign.text().strip())
        return texts

    def sectors(self) -> list[bytes]:
        sectors = log_sectors_of(read_partition(self.folder, "roundlog"))
        return [sector for sector in sectors if sector[0] != 0xFF]

    def written(self) -> list[Record]:
        """Every record as it stands on flash, whatever the rules make of it."""
        headers = [(read_header(sector), sector) for sector in self.sectors()]
        return [
            Record(header.number, number, sector[at + 1])
            for header, sector in headers
            for _, number, at, _ in walk_sector(sector, header.first_record, header.size)
        ]
