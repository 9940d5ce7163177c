"""Fires frames at the shipped program, and prints the heap in use before and after, once it is collected.

For MicroPython's WebAssembly port, driven by run_script.mjs: each call of `tick` takes some frames, and the
heap is collected between the calls.  storm.bin holds frames, two bytes of length before each; the last of
them greets, so that nothing of a session is left.  Arguments: after how many frames to measure.
"""

import gc
import os
import sys
import time

import console
import uart
import virtual_world

MEASURE_AFTER = [int(text) for text in sys.argv[1:]]
FRAMES_A_CALL = 20
SETTLE_TICKS = 200
BYTES_A_TICK = 48
say = print
console.connect()
uart.kbd_intr(-1)  # as main.py does first
storm = open("/storm.bin", "rb")
table = None
fired = 0


def turn(ticks):
    for _ in range(ticks):
        table.tick()
        table.clock.wait_for_tick()


def fire(frame):
    virtual_world.received = frame
    virtual_world.is_line_busy = True
    turn(len(frame) // BYTES_A_TICK + 2)
    if table.link._wait_ms > 0:
        time.sleep_ms(table.link._wait_ms)
        turn(1)


def tick(calls):
    """Powers up; then frames, and every other call only collects."""
    global table, fired
    if calls & 1:
        gc.collect()
        return
    if table is None:
        import table_runtime.start as start

        table = start.power_up(b"dev-----", start.Lives(b"dev-----"))
        os.chdir("/program")  # whose files the table lists when it is asked
        time.sleep_ms(61_000)
        turn(SETTLE_TICKS)
        return
    if fired in MEASURE_AFTER:
        say("heap_" + str(fired), gc.mem_alloc())
        say("refused_" + str(fired), table.link.refused)
    if fired == MEASURE_AFTER[-1]:
        return True
    for _ in range(FRAMES_A_CALL):
        length = int.from_bytes(storm.read(2), "little")
        fire(storm.read(length))
        fired += 1
    turn(SETTLE_TICKS if fired in MEASURE_AFTER else 0)
