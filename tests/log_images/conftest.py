"""What tests of images share: a desktop, and a night of four sectors."""

import pytest

from tests.log_images.image_desk import ImageDesk
from tests.wire.log_writer import LogWriter, write_log


@pytest.fixture
def desktop(tmp_path, monkeypatch, capsys):
    return ImageDesk(tmp_path, monkeypatch, capsys)


@pytest.fixture(scope="session")
def night() -> LogWriter:
    writer = write_log(60)
    assert len(writer.sectors) == 4
    return writer
