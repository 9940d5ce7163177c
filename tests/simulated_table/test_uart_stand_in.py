"""The UART as the board has it: small buffers, a slow line, and bytes that nobody types by mistake."""

import pytest
from sim_programs import AT_REST

from host_tools.simulator.firmware_process import UART, FirmwareError

LISTEN = """
import micropython, select, sys
micropython.kbd_intr(-1)
poller = select.poll(); poller.register(sys.stdin, select.POLLIN)
one = bytearray(1)
def take():
    got = bytearray()
    while True:
        for _ in poller.ipoll(0):
            break
        else:
            return bytes(got)
        sys.stdin.buffer.readinto(one); got.extend(one)
"""


def line_of(made) -> bytes:
    """All that a program sent in its life."""
    events = made.start().events + made.process.grant(60_000, AT_REST).events
    return b"".join(event.payload[1:] for event in events if event.kind == UART)


def test_bytes_arrive_at_the_line_s_rate_from_the_grant_on(program):
    made = program(LISTEN + "while True:\n    time.sleep_ms(5); say(len(take()))")
    made.start()
    made.process.grant(1011, AT_REST)  # in the middle of a sleep
    made.process.grant(1040, AT_REST, received=bytes(range(100)))
    counts = made.said()
    assert counts[:2] == [0, 0] and 46 <= counts[2] <= 55, "4 ms, and the time that reading takes"
    assert counts[2] + counts[3] == 100 and counts[4] == 0


def test_bytes_of_two_grants_come_one_behind_the_other(program):
    made = program(LISTEN + "while True:\n    time.sleep_ms(20); say(take().decode())")
    made.start()
    made.process.grant(1001, AT_REST, received=b"a" * 60)
    made.process.grant(1100, AT_REST, received=b"b" * 60)
    assert made.said()[:2] == ["a" * 60 + "b" * 60, ""]


def test_a_long_stream_is_not_late_or_early(program):
    source = "n = 0\nwhile n < 5760:\n    time.sleep_ms(1); n += len(take())\nsay(time.ticks_ms())"
    made = program(LISTEN + source)
    made.start()
    for at_ms in range(1005, 1600, 5):
        made.process.grant(at_ms, AT_REST, received=b"x" * 60)
    assert 848 <= made.said()[0] <= 853, "5760 bytes take 500 ms"


def test_ring_keeps_259_bytes_and_drops_the_rest_without_a_word(program):
    made = program(LISTEN + "time.sleep_ms(100); say(list(take())); say(list(take()))")
    made.start(received=bytes(n % 250 for n in range(400)))
    made.process.grant(2000, AT_REST)
    assert made.said() == [[n % 250 for n in range(259)], []]


def test_reading_what_is_not_there_is_a_defect_of_the_program(program):
    for read in ("sys.stdin.buffer.readinto(bytearray(3))", "sys.stdin.read(3)"):
        made = program(LISTEN + "time.sleep_ms(50)\n" + read)
        made.start(received=b"ab")
        with pytest.raises(FirmwareError, match="the board blocks here: it reads 3 bytes, and 2 are there"):
            made.process.grant(2000, AT_REST)


def test_poll_waits_in_virtual_time_and_always_says_writable(program):
    source = """
writer = select.poll(); writer.register(sys.stdin)
say([events for _, events in writer.ipoll(-1)]); say(len(poller.poll(40))); say(time.ticks_ms() - 350)
for stream, events in poller.ipoll(-1): say([stream is sys.stdin, events, time.ticks_ms() - 350])
"""
    made = program(LISTEN + source)
    made.start()
    made.process.grant(1100, AT_REST)
    made.process.grant(2000, AT_REST, received=b"x")
    assert made.said() == [[4], 0, 40, [True, 1, 101]]


def test_fifo_takes_128_bytes_and_then_sleeps_to_the_next_ten_ms(program):
    source = """
import sys
time.sleep_ms(4)
for size in (100, 28, 1, 300): sys.stdout.buffer.write(b"x" * size)
"""
    made = program(source)
    made.start()
    answer = made.process.grant(2000, AT_REST)
    pieces = [(e.at_ms - 1000, len(e.payload) - 1) for e in answer.events if e.kind == UART]
    assert pieces[:-1] == [(4, 100), (4, 28), (10, 1), (10, 68), (20, 115), (30, 115), (40, 2)]


def test_text_goes_down_the_line_with_its_line_ends_and_bytes_go_as_they_are(program):
    source = """
import sys
sys.stdout.buffer.write(b"~frame\\n"); print("one", 2, sep="-"); sys.stdout.write("three\\n")
print("~", end=""); sys.stdout.buffer.write(b"torn\\n"); print("~torn, and text")
"""
    made = program(source)
    line = line_of(made)
    assert line == b"~frame\none-2\r\nthree\r\n~torn\n~torn, and text\r\nend\r\n"
    assert made.process.console() == ["one-2", "three", "~torn, and text", "end"], "frames are left out"


def test_an_exception_is_printed_down_the_line(program):
    source = """
import sys
try:
    [][1]
except IndexError as error:
    sys.print_exception(error)
"""
    made = program(source)
    line = line_of(made)
    assert b"Traceback" in line and b"IndexError" in line and b"\r\n" in line
    assert "IndexError" in "\n".join(made.process.console())


def test_ctrl_c_stops_a_program_that_has_not_switched_it_off(program):
    made = program("while True: time.sleep_ms(5)")
    made.start()
    with pytest.raises(FirmwareError, match="(?s)ended by itself.*KeyboardInterrupt"):
        made.process.grant(1500, AT_REST, received=b"a\x03")


def test_ctrl_c_is_a_byte_like_others_once_it_is_switched_off(program):
    made = program(LISTEN + "time.sleep_ms(20); say(list(take()))")
    made.start()
    made.process.grant(1500, AT_REST, received=b"a\x03b")
    assert made.said() == [[97, 3, 98]]


def test_another_byte_can_be_made_to_stop_the_program(program):
    made = program("import micropython; micropython.kbd_intr(24); time.sleep_ms(100)")
    made.start()
    made.process.grant(1005, AT_REST, received=b"\x03")
    with pytest.raises(FirmwareError, match="KeyboardInterrupt"):
        made.process.grant(1500, AT_REST, received=b"\x18")


def test_a_grant_can_end_where_the_uart_was_written(program):
    made = program("import sys\nwhile True:\n    time.sleep_ms(700); sys.stdout.buffer.write(b'x')")
    made.start()
    ends = [made.process.grant(9000, AT_REST, ends_at_uart=True).at_ms for _ in range(3)]
    assert ends == [1701, 2401, 3101]
    assert made.process.grant(9000, AT_REST).at_ms == 9000


QUIET = LISTEN + """
out = sys.stdout.buffer
frame = b"~heartbeat\\n"
def tick():
    for _ in poller.ipoll(0): sys.stdin.buffer.readinto(one)
    out.write(frame)
    time.sleep_ms(5)
tick()
micropython.heap_lock()
for _ in range(30): tick()
micropython.heap_unlock()
say("quiet")
"""


def test_asking_and_writing_cost_the_stand_ins_no_heap(program):
    assert program(QUIET).run()[0] == ["quiet"]


RTC = """
memory = machine.RTC().memory()
machine.RTC().memory(memory + b"x")
say([memory.decode(), machine.unique_id().hex()])
machine.reset()
"""


def test_memory_of_the_clock_outlives_a_reset_and_not_the_power(program):
    made = program(RTC)
    for reset_cause in (1, 2, 3, 1, 2):
        made.start(reset_cause=reset_cause)
    assert [memory for memory, _ in made.said()] == ["", "x", "xx", "", "x"]


def test_boards_may_differ_in_their_numbers(program):
    made = program(RTC)
    made.start()
    (made.folder / "unique_id").write_text("240ac4123456\n")
    made.start()
    assert [number for _, number in made.said()] == ["240ac4000001", "240ac4123456"]
