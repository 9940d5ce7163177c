"""A log that somebody wrote anew, as well as he can with the seal key that he has, or without one."""

from unittest.mock import patch

from tests.wire import log_writer
from tests.wire.log_writer import LogWriter

ROUNDS = 40
OTHER_SEAT = {1: 3, 3: 1}


def forged(seal_key: bytes, his_rounds: int = 3) -> LogWriter:
    """A night of log_writer again, but in its last rounds another seat wins."""
    with patch.object(log_writer, "SEAL_KEY", seal_key):
        writer = LogWriter()
        for number in range(ROUNDS):
            winner = (1, 3)[number % 2]
            writer.play_round(winner if number < ROUNDS - his_rounds else OTHER_SEAT[winner])
        return writer
