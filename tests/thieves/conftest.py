"""The house's desktop, and another one that has never seen the table."""

import pytest

from tests.thieves.desk import Desk


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys) -> Desk:
    return Desk(tmp_path / "desk", monkeypatch, capsys)


@pytest.fixture
def new_desk(tmp_path, monkeypatch, capsys) -> Desk:
    return Desk(tmp_path / "new desk", monkeypatch, capsys)


@pytest.fixture
def keyless_desk(tmp_path, monkeypatch, capsys) -> Desk:
    return Desk(tmp_path / "keyless desk", monkeypatch, capsys, has_key=False)
