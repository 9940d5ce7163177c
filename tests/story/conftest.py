"""A seat's answer, from the last round of a night that was played in words."""

import pytest

from host_tools.story.stories import stories_of
from tests.story.told_logs import Night


@pytest.fixture
def told(tmp_path):
    """Tells the last round of a night, and answers for a seat of it."""

    def tell(night: Night, seat: int = 5):
        story = stories_of(night.file(tmp_path), [night.engine.state.round_number - 1])[0]
        assert [answer.seat for answer in story.seats] == list(range(1, night.engine.settings.seats + 1))
        return story.seats[seat - 1]

    return tell
