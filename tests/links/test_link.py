"""The desktop's end of the link: it waits, greets, asks again, and says why nothing comes."""

import pytest

from host_tools.errors import NOT_REACHED, USAGE, NotReached, UserError
from host_tools.links.console_state import ROWS, describe_console
from host_tools.links.frame_stream import FrameStream
from host_tools.links.link import Link, NotDone, Restarted
from host_tools.links.refusals import TEXTS, Refused
from host_tools.simulator.simulated_port import LineNoise
from table_wire import messages
from table_wire.frames import pack_frame
from tests.links.fake_table import FakePort, FakeTable

LOG_ID = b"log id 1"


def fake_table(**values) -> FakeTable:
    table = FakeTable(b"\xff" * 8 * 4096, LOG_ID, 4, 600)
    vars(table).update(values)
    return table


def connected(table: FakeTable, **cable) -> Link:
    link = Link(FakePort(table, **cable))
    link.connect()
    return link


def done(result: int):
    return lambda payload: (messages.DONE, bytes((result,)))


# --- the stream ----------------------------------------------------------------------------------------


def test_frames_and_console_text_share_the_line():
    stream = FrameStream()
    frame = pack_frame(messages.DONE, 7, b"\0")
    data = b"boot\r\n" + frame + b"half a li" + frame + b"ne\n~AAAA\n" + frame[1:] + b">>> "
    found = [item for byte in data for item in stream.take(bytes((byte,)))]
    heard = (messages.DONE, 7, b"\0")
    assert found == ["boot", heard, "half a li", heard, "ne"]
    assert stream.quality.garbled == 2  # one with a wrong CRC, one without its beginning
    assert stream.text().endswith("ne\n>>> ")


def test_endless_noise_takes_no_endless_memory():
    stream = FrameStream()
    for _ in range(100):
        assert list(stream.take(b"\x80" * 100)) == []
    assert stream.quality.garbled and len(stream.text()) < 4000


# --- sessions and questions ----------------------------------------------------------------------------


def test_nothing_is_sent_before_the_table_is_heard():
    table = fake_table()
    table._rest_ms = 3000
    port = FakePort(table)
    sent_ms = []
    write, port.write = port.write, lambda data: (sent_ms.append(table.now_ms), write(data))
    link = Link(port)
    link.connect()
    assert sent_ms[0] >= 3000 and link.heartbeat.record == 4 and link.welcome.log == LOG_ID


def test_a_question_is_asked_again_and_done_once():
    table = fake_table(answers={messages.STAGE: done(messages.OK)})
    link = connected(table, spoil_up=LineNoise(3, 0.03), spoil_down=LineNoise(4, 0.03))
    for number in range(20):
        assert link.ask(messages.STAGE, bytes((number, 0))) == (messages.DONE, b"\0")
    assert [payload[0] for _, payload in table.asked] == list(range(20))


@pytest.mark.parametrize("result", TEXTS)
def test_every_refusal_has_a_sentence_and_a_remedy(result):
    link = connected(fake_table(answers={messages.STAGE: done(result)}))
    if result == messages.NO_SUCH_FILE:  # behind the last file: an answer
        assert link.ask(messages.STAGE)[1] == bytes((result,))
        return
    with pytest.raises(Refused) as refused:
        link.ask(messages.STAGE)
    meaning, remedy = TEXTS[result]
    assert refused.value.result == result and str(refused.value) == f"{meaning}: {remedy}"


def test_every_result_of_the_protocol_has_its_row():
    results = set(range(messages.UNKNOWN, messages.METER_MOVED + 1))
    assert set(TEXTS) == results - {messages.NO_SESSION}


def test_a_table_that_has_restarted_says_that_nothing_was_done():
    table = fake_table()
    link = connected(table)
    table.restart()
    with pytest.raises(NotDone, match="restarted meanwhile") as error:
        link.ask(messages.STAGE)
    assert error.value.exit_status == NOT_REACHED


@pytest.mark.parametrize(
    "version, says",
    [
        (messages.VERSION - 1, "table's program is older"),
        (messages.VERSION + 1, "this tablectl is older"),
        (messages.VERSION, "different sources"),
    ],
)
def test_sides_that_differ_say_which_is_older(version, says, monkeypatch):
    table = fake_table(version=version)
    real = messages.fingerprint()
    other = iter([real, b"another."])  # what the laptop sends, what the table answers
    monkeypatch.setattr(messages, "fingerprint", lambda: next(other, real))
    with pytest.raises(UserError, match=says) as error:
        connected(table)
    assert error.value.exit_status == USAGE and "tablectl" in str(error.value)


def test_a_table_that_restarts_under_a_question_is_named():
    table = fake_table()
    link = connected(table)
    table._hear = lambda *frame: table.restart()  # it never answers again
    with pytest.raises(Restarted):
        link.ask(messages.STAGE)
    assert link.has_restarted


# --- silence -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said, meaning, _remedy", ROWS)
def test_a_silent_board_is_named_by_what_it_prints(said, meaning, _remedy):
    said, meaning = said.replace(r"(\S+)", "money.mpy"), meaning.format("money.mpy")
    table = fake_table(_hear=lambda *frame: None, _heartbeat=lambda: b"")
    port = FakePort(table)
    table._send = lambda: None
    table.say(f"ets Jul 29 2019\r\nrst:0x1 (POWERON_RESET)\r\n{said}".encode())
    with pytest.raises(NotReached, match="does not answer") as error:
        Link(port).connect()
    assert meaning in str(error.value) and table.now_ms < 6000


def test_a_board_that_says_nothing_at_all():
    table = fake_table(_send=lambda: None)
    with pytest.raises(NotReached, match="not even a heartbeat"):
        connected(table)
    assert describe_console("all is well") == ""


def test_a_line_that_garbles_everything():
    with pytest.raises(NotReached, match="can't be read"):
        connected(fake_table(), spoil_down=lambda data: data.replace(b"A", b"B").replace(b"Q", b"R"))


def test_a_table_that_falls_silent():
    table = fake_table(answers={messages.STAGE: done(messages.OK)})
    link = connected(table)
    table._send = lambda: None
    with pytest.raises(NotReached, match="stopped answering"):
        link.ask(messages.STAGE)
