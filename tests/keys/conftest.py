"""What the tests of keys, corrections and new logs share: a set-up table, and a keyring in memory."""

import keyring
import pytest
from keyring.backend import KeyringBackend

from host_tools.at_table import people
from tests.links.conftest import kept_set_up, new_table, program, table  # noqa: F401


class MemoryKeyring(KeyringBackend):
    """A keyring that keeps what it is given, for as long as the test runs."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password) -> None:
        self.kept[service, username] = password

    def delete_password(self, service, username) -> None:
        del self.kept[service, username]


@pytest.fixture
def set_keyring():
    """A function that makes a backend the system's; the one before comes back."""
    before = keyring.get_keyring()
    yield keyring.set_keyring
    keyring.set_keyring(before)


@pytest.fixture
def ring(set_keyring) -> MemoryKeyring:
    backend = MemoryKeyring()
    set_keyring(backend)
    return backend


@pytest.fixture(autouse=True)
def nobody_there(monkeypatch):
    monkeypatch.setattr(people, "is_terminal", lambda: False)
