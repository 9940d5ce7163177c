"""A night with nothing broken, which says where each check is asked; tables to break; a desktop."""

from typing import NamedTuple

import pytest
from broken_table import NOTHING, BrokenTable
from checks import Check, Record, asked_at

from host_tools.simulator.provision import TEST_TABLE_KEY
from host_tools.simulator.simulated_port import SimulatedPort
from host_tools.simulator.stand_ins import outside_flash
from host_tools.store import table_folder
from tests.links.desktop import Desktop


class Night(NamedTuple):
    sectors: list[bytes]
    records: list[Record]
    asked_at: dict[Check, list[Record]]


@pytest.fixture(scope="session")
def whole_night(tmp_path_factory, unix_port) -> Night:
    whole = BrokenTable(tmp_path_factory.mktemp("whole"), *NOTHING)
    whole.play()
    whole.table.close()
    assert whole.table.process.starts == 1 and whole.table.judge.check() == []
    with pytest.MonkeyPatch.context() as patched:
        return Night(whole.sectors(), whole.written(), asked_at(whole.sectors(), patched))


@pytest.fixture
def make_broken(tmp_path, unix_port):
    """make_broken(check, record): a BrokenTable, dark; made anew with each call."""
    made = []

    def make(check: Check, record: Record) -> BrokenTable:
        made.append(BrokenTable(tmp_path / f"table-{len(made)}", check, record))
        return made[-1]

    yield make
    for each in made:
        each.table.close()


@pytest.fixture
def plug_in(tmp_path, monkeypatch, capsys):
    """plug_in(broken): a Desktop with the table's key; the table goes on when a command lets go of it."""

    def make(broken: BrokenTable) -> Desktop:
        desktop = Desktop(tmp_path / f"desktop-{broken.folder.name}", monkeypatch, capsys)
        port = SimulatedPort(broken.table)
        port.close = lambda: None
        desktop.plug_in(lambda _: port)
        kept = table_folder("T-07", outside_flash.unique_id().hex())
        kept.make()
        kept.key.keep(TEST_TABLE_KEY)
        return desktop

    return make
