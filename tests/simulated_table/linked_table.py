"""A table in service with a laptop plugged in, and the floorperson who turns the key when asked."""

import pytest

from host_tools.board_file import load_board
from host_tools.links.link import Link
from host_tools.links.questions import commit
from host_tools.links.refusals import Refused
from host_tools.log_file import open_log
from host_tools.log_report import read_report
from host_tools.places import BOARDS, SAMPLE_TABLES
from host_tools.settings_file import load_settings
from host_tools.simulator.provision import TEST_TABLE_KEY
from host_tools.simulator.simulate import set_up_table
from host_tools.simulator.simulated_port import SimulatedPort
from table_core.state import FIELDS
from table_wire import messages
from table_wire.replay import Replay
from table_wire.settings_record import pack_settings, settings_digest

BOARD = load_board(BOARDS / "esp32_devkitc" / "board.toml")
NAMES = ["A. Smith", "B. Jones"]
REASON = "a test"
LOG_ID = b"another1"  # of the log that `new_log` begins


def sample_settings(**changed):
    """The sample table's settings, with some of them changed."""
    settings = load_settings(SAMPLE_TABLES / "four-card-7-seats.toml").settings
    for name, value in changed.items():
        setattr(settings, name, value)
    return settings


def record_of(**changed) -> bytes:
    return pack_settings(sample_settings(**changed))


def digest(record: bytes) -> bytes:
    """Of a settings record, as a welcome tells it."""
    return settings_digest(record)[:8]


def new_log(record: bytes, meter_cents: int = 700_000) -> bytes:
    """What the change NEW_LOG stages."""
    return LOG_ID + meter_cents.to_bytes(4, "little") + record


def changed_fields(before, after) -> set[str]:
    """The fields of two States that differ."""
    return {name for name, _, _, _ in FIELDS if getattr(before, name) != getattr(after, name)}


def refused(linked, change=messages.NEW_SETTINGS, payload=None, **how) -> int:
    """The result with which the table refuses a change."""
    with pytest.raises(Refused) as caught:
        linked.commit(change, record_of(reset_cents=600_000) if payload is None else payload, **how)
    return caught.value.result


def logged(linked) -> list[tuple]:
    """(kind, a, b) of each fact of the log."""
    log, replay = open_log(linked.folder / "flash.bin"), Replay()
    rows = [row for sector in log.sectors for row in replay.read_sector(sector)]
    assert replay.problems == []
    return [(kind, a, b) for _number, kind, a, b, _ticks in rows]


class LinkedTable:
    """`link` is connected; `die_at_flash` is the flash piece of this life in which the power goes, if any."""

    def __init__(self, folder, log_sectors: int = 6, runtime: str = "auto") -> None:
        self.folder = folder
        self.table = set_up_table(folder, BOARD, sample_settings(), runtime, log_sectors=log_sectors)
        self.die_at_flash = 0
        grant = self.table.process.grant
        self.table.process.grant = lambda until_ms, wires, die_at, _, *rest: grant(
            until_ms, wires, die_at, self.die_at_flash, *rest
        )
        self.port = SimulatedPort(self.table)
        self.link = Link(self.port)
        self.power_up()

    def power_up(self) -> None:
        self.die_at_flash = 0
        self.table.power_up()
        self.link.connect()

    def arm(self) -> None:
        """The floor key is turned off and on."""
        for is_on in (False, True):
            self.port.hands.move("floor key", is_on)
            self.link.listen(0.2)

    def commit(self, change: int, payload: bytes = b"", key: bytes = TEST_TABLE_KEY) -> None:
        commit(self.link, change, key, REASON, NAMES, payload)

    def report(self):
        return read_report(open_log(self.folder / "flash.bin"))
