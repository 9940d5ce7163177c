"""What only the ledger tells of an image: a cut tail, an older flash, another past."""

import pytest

from host_tools import errors
from table_core.facts import CHIP_PLACED
from tests.links.pull_desk import table_with
from tests.log_images.image_desk import flash_of
from tests.wire.log_writer import write_log


@pytest.fixture
def pulled(desktop, night):
    desktop.table = table_with(night)
    assert desktop.pull()[0] == errors.FINE
    desktop.out.unlink()
    return desktop


def told_by_the_ledger(desktop, data) -> str:
    before = desktop.ledger(), desktop.folder.log_path.read_bytes()
    status, told, err = desktop.read(data)
    assert status == errors.DIFFERENCE and "the ledger stays as it was" in err
    assert (desktop.ledger(), desktop.folder.log_path.read_bytes()) == before and desktop.out.exists()
    (problem,) = told["problems"]
    return problem[1]


def test_an_old_image_or_a_cut_tail_is_told(pulled, night):
    text = told_by_the_ledger(pulled, flash_of(write_log(50)))
    assert f"an old image, or its tail is cut off: it ends with record {write_log(50).number - 1}" in text
    assert f"and {night.number - 1} were pulled before" in text


def test_an_old_flash_that_was_played_on_is_told_by_its_first_record(pulled):
    writer = write_log(10)
    common = writer.number
    for _ in range(60):
        writer.fact(CHIP_PLACED, 2)
        writer.play_round()
    assert f"rolled back and played on: record {common} " in told_by_the_ledger(pulled, flash_of(writer))


def test_a_ledger_alone_tells_another_past(pulled):
    pulled.folder.log_path.unlink()
    writer = write_log(10)
    for _ in range(60):
        writer.fact(CHIP_PLACED, 2)
        writer.play_round()
    status, told, _ = pulled.read(flash_of(writer))
    assert status == errors.DIFFERENCE and "the ledger has another seal here" in told["problems"][0][1]
