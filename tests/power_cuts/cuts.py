"""Which cuts of a night are tried: every byte of every write, and of every erase of the first night.

The erases of the other nights take turns: of each the bytes of a header and of the records behind it,
which is what a recovery reads of such a sector, and every sixteenth of the rest.
"""

from tests.power_cuts.account import Account
from tests.power_cuts.cut_flash import WRITE, CutFlash
from tests.power_cuts.nights import Noted, make_night
from tests.power_cuts.trial import Trial

READ_BYTES = 384
EVERY = 16
AGAIN_EVERY = 5  # so many cuts for one after which the power goes twice more


def bytes_of(number: int, place: int, noted: Noted, only: int | None):
    size = len(noted.operation.data)
    if only is not None:
        return (only,)
    if noted.operation.kind == WRITE or number == 0:
        return range(size)
    return (*range(READ_BYTES), *range(READ_BYTES + (number + place) % EVERY, size, EVERY))


def cut_night(number: int, only_operation: int | None = None, only_byte: int | None = None, chosen=None):
    """The Account of a night's cuts.  chosen(): whether the next one is tried."""
    night = make_night(number)
    trial = Trial(night)
    account = Account()
    flash = CutFlash(bytearray(night.image))
    for place, noted in enumerate(night.noted):
        if only_operation in (None, place):
            for byte in bytes_of(number, place, noted, only_byte):
                if chosen is None or chosen():
                    _try_cut(account, trial, flash.bytes, (number, place, byte), noted)
        flash.do_whole(noted.operation)
    account.again = trial.again
    return account


def _try_cut(account: Account, trial: Trial, image: bytearray, which: tuple, noted: Noted) -> None:
    number, place, byte = which
    account.count(noted.operation, noted.phase, byte)
    problem = trial.problem(image, noted, place, byte, (place + byte) % AGAIN_EVERY == 0)
    if problem:
        again = f"PYTHONPATH=firmware python -m tests.power_cuts --night {number} --operation {place}"
        account.problems.append(f"{problem}; again with: {again} --byte {byte}")
