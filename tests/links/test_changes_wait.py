"""A change at a table that restarts before it took it: it is waited for anew, and made once."""

import pytest

from host_tools.at_table import people
from host_tools.commands import selftest
from host_tools.links.link import Link
from host_tools.log_file import open_log
from table_core import facts
from table_wire import messages
from table_wire.replay import Replay
from tests.links.desktop import PEOPLE


@pytest.fixture(autouse=True)
def nobody_there(monkeypatch):
    monkeypatch.setattr(people, "is_terminal", lambda: False)


@pytest.fixture
def port(table, monkeypatch):
    """One cable to a table that goes on when a command has let go of it."""
    port = table.open()
    close, port.close = port.close, lambda: None
    table.plug_in(lambda _: port)
    yield port
    close()


def configure(table) -> tuple[int, str, str]:
    table.change_terms('rate = "0.25"', 'rate = "0.20"')
    return table.configure("--reason", "r")


def test_a_self_test_that_was_left_is_waited_for(table, port, monkeypatch):
    class Gone(Exception):
        pass

    def leave(*_):
        raise Gone

    with monkeypatch.context() as patched:
        patched.setattr(selftest, "run_parts", leave)
        patched.setattr(selftest.TableTest, "show", leave)
        patched.setenv("TABLECTL_DEBUG", "1")
        with pytest.raises(Gone):
            table.run("selftest", "--port", "sim:table", *PEOPLE, "--yes")
    begin_ms = port.table.now_ms
    status, out, err = configure(table)
    assert (status, err) == (0, "") and port.table.now_ms - begin_ms > 100_000
    assert out.count("Waiting: the self-test ends two minutes after it was left.") == 1
    assert "T-07: in service." in out


@pytest.mark.parametrize("kind", [messages.STAGE, messages.COMMIT])
def test_a_table_that_restarts_before_it_took_a_change_is_asked_again(table, port, monkeypatch, kind):
    asked = []
    ask = Link.ask

    def ask_with_a_power_cut(link, number, payload=b""):
        asked.append(number)
        if number == kind and asked.count(number) == 1:
            port.table.cut_power()
            port.table.run_for(300)
            port.table.power_up()
            port.table.run_for(3000)
        return ask(link, number, payload)

    monkeypatch.setattr(Link, "ask", ask_with_a_power_cut)
    assert configure(table)[0] == 0
    assert asked.count(messages.COMMIT) == 1 + (kind == messages.COMMIT)
    replay = Replay()
    logged = [kind for data in open_log(table.flash).sectors for _, kind, *_ in replay.read_sector(data)]
    assert logged.count(facts.ATTESTED) == 2  # the first set-up, and this
