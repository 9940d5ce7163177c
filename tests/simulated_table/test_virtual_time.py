"""Time, watchdog, resets and the end of a process: the same under MicroPython and CPython."""

import pytest
from sim_programs import AT_REST, Program

from host_tools.runners.unix_port import RuntimeMissing, run_micropython
from host_tools.simulator.firmware_process import STAND_INS, FirmwareError, FirmwareProcess


def test_sleeping_and_watching_the_clock_both_take_time(program):
    source = """
a = time.ticks_ms(); time.sleep_ms(5); say(time.ticks_diff(time.ticks_ms(), a))
reads = 0
while time.ticks_diff(time.ticks_ms(), a) < 20: reads += 1
say(0 < reads < 5000)
a = time.ticks_us(); time.sleep_us(700); say(700 <= time.ticks_diff(time.ticks_us(), a) <= 740)
say(a // 1000 - time.ticks_ms())
"""
    said, _ = program(source).run()
    assert said[:3] == [5, True, True] and said[3] in (0, -1)


def test_ticks_are_arithmetic_modulo_two_to_the_thirtieth(program):
    source = """
top = 0x3fffffff
say([time.ticks_diff(2, top - 2), time.ticks_diff(top - 2, 2), time.ticks_diff(5, 5)])
say([time.ticks_add(top, 1), time.ticks_add(0, -1), time.ticks_add(top - 1, 1), time.ticks_diff(1 << 29, 0)])
"""
    said, _ = program(source).run()
    assert said == [[5, -5, 0], [0, 0x3FFFFFFF, 0x3FFFFFFF, -(1 << 29)]]


def test_a_grant_ends_when_it_says(program):
    made = program("for _ in range(5): time.sleep_ms(7)")
    made.start()
    assert [made.process.grant(at_ms, AT_REST).at_ms for at_ms in (1001, 1020, 5000)] == [1001, 1020, 5000]


def test_reset_cause_is_what_the_world_says_and_reset_never_returns(program):
    made = program("say(machine.reset_cause()); machine.reset(); say('after')")
    answer = made.start(reset_cause=3)
    assert (answer.end, made.said()) == ("reset", [3])


def test_a_watchdog_that_is_not_fed_bites(program):
    fed = "for _ in range(4): time.sleep_ms(400); dog.feed()"
    made = program(f"dog = machine.WDT(timeout=500)\n{fed}\nsay('fed')")
    made.run(until_ms=4000)
    assert made.answer.end == "watchdog" and made.said() == ["fed"]


def test_power_goes_before_the_operation_that_is_named(program):
    source = """
sign = Pin(26, Pin.OUT, value=1); bus = display_bus()
for n in range(1, 6):
    sign.off(); bus.write(bytes((n, n))); sign.on(); time.sleep_ms(10)
"""
    made = program(source)
    _, events = made.run(die_at=4)
    assert [event.payload[1] for event in events] == [1, 2, 3]
    assert (made.answer.end, made.answer.operations) == ("power gone", 4)


def test_a_killed_process_can_start_again_on_the_same_flash(program):
    source = """
log = esp32.Partition.find(esp32.Partition.TYPE_DATA, label="roundlog")[0]
buf = bytearray(1); log.readblocks(0, buf); say(buf[0]); log.writeblocks(0, bytes([buf[0] >> 1]), 0)
"""
    made = program(source)
    for _ in range(3):
        made.run()
        made.process.kill()
    assert made.said() == [255, 127, 63]


def test_kill_in_the_middle_of_a_grant_keeps_what_was_shown(program):
    source = """
sign = Pin(26, Pin.OUT, value=1); bus = display_bus()
while True:
    for n in range(256):
        sign.off(); bus.write(bytes((1, n))); sign.on(); time.sleep_ms(1)
"""
    made = program(source)
    events = made.start().events
    answer = made.process.grant_and_kill(1_000_000, AT_REST, after_s=0.02)
    shown = [event.payload[2] for event in events + answer.events]
    assert answer.end == "killed" and shown == [n % 256 for n in range(len(shown))]
    assert made.process.process is None


def test_firmware_that_ends_by_itself_is_an_error_with_its_console(program):
    made = program("raise ValueError('no such thing')")
    with pytest.raises(FirmwareError, match="(?s)ended by itself.*no such thing"):
        made.start()


def test_firmware_that_hangs_is_an_error(program, monkeypatch):
    monkeypatch.setattr("host_tools.simulator.firmware_process.ANSWER_WITHIN_S", 0.3)
    made = program("say('hanging')\nwhile True: pass")
    with pytest.raises(FirmwareError, match="(?s)has not answered.*hanging"):
        made.start()


QUIET = """
import time, machine, neopixel
from machine import Pin, SPI
import micropython
latch = Pin(21, Pin.OUT, value=1); bus = SPI(2, polarity=1, miso=Pin(19)); buf = bytearray(2)
sign = Pin(26, Pin.OUT, value=1); line = SPI(1); word = bytearray(2)
strip = neopixel.NeoPixel(Pin(25), 8); dog = machine.WDT(timeout=5000)
def tick():
    latch.value(0); latch.value(1); bus.readinto(buf)
    sign.value(0); line.write(word); sign.value(1)
    strip.write(); dog.feed(); time.ticks_us()
    time.sleep_ms(time.ticks_diff(time.ticks_add(time.ticks_ms(), 5), time.ticks_ms()))
tick()
micropython.heap_lock()
for _ in range(30): tick()
micropython.heap_unlock()
print(buf == bytes((0xfc, 0xfe)), time.ticks_ms() < 1000)
"""


def test_a_quiet_tick_costs_the_stand_ins_no_heap(program):
    """Also across the wrap, and with events collected: the firmware is measured on top of them."""
    made = program(QUIET.replace("print(", "say(").replace("(buf ==", "([buf ==").replace("1000)", "1000])"))
    assert made.run()[0] == [[True, True]]


def test_the_quiet_channel_needs_no_world(tmp_path, unix_port):
    Program(tmp_path, "micropython", "")
    (tmp_path / "quiet.py").write_text(
        "import world_channel\nworld_channel.TICKS_AT_START = 0x3fffffff - 100\n" + QUIET
    )
    quiet = STAND_INS.parent / "stand_ins_quiet"
    done = run_micropython(tmp_path / "quiet.py", path=[quiet, STAND_INS], cwd=tmp_path)
    assert (done.stdout.strip(), done.stderr) == ("True True", "")


def test_micropython_that_is_missing_is_said_or_replaced(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLELIGHT_MICROPYTHON", str(tmp_path / "none"))
    assert not FirmwareProcess(tmp_path, "auto").is_micropython
    with pytest.raises(RuntimeMissing):
        FirmwareProcess(tmp_path, "micropython")
