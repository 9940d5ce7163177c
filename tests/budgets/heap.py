"""Measures the heap that the loaded program and a table in play use.

For MicroPython's WebAssembly port, driven by run_script.mjs: every other call of `tick` only
collects, which takes place when control returns.  The stand-ins are loaded first and not counted.
Prints lines of a name and a number: bytes, the round that the table is in, and every 1,000 rounds how
many it has played; and before the program, behind it and at each measurement what the interpreter says of
its pool of names, which name_pools.py takes the stand-ins' part out of.  Arguments: after how many rounds
to measure.
"""

import gc
import sys
import time

import console
import esp32  # noqa: F401
import machine  # noqa: F401
import micropython
import neopixel  # noqa: F401

# Record types of the log, which never change; in the built program their names are folded away.
CHIP_PLACED, CHIP_LIFTED, NO_MORE_BETS, SEAT_PRESSED, SEAT_HELD, HAND_KEY = 1, 2, 3, 4, 5, 6
ROUND_OVER, FLOOR_KEY, ANTE = 9, 11, 1

MEASURE_AFTER = [int(text) for text in sys.argv[1:]]
say = print
console.connect()
start = None
table = None
stand_ins_bytes = 0


def tick(calls):
    """Loads the program, powers up, drops the table to see the program alone; then a round each."""
    global start, table, stand_ins_bytes
    step = calls // 2
    if calls & 1:
        gc.collect()
    elif step == 1:
        stand_ins_bytes = gc.mem_alloc()
        micropython.qstr_info()
        import table_runtime.start as start
    elif step == 2:
        start.power_up(b"dev-----", start.Lives(b"dev-----"))
    elif step == 3:
        say("program", gc.mem_alloc() - stand_ins_bytes)
        micropython.qstr_info()
        table = start.power_up(b"dev-----", start.Lives(b"dev-----"))
    elif step >= 4:
        played = step - 4
        if played in MEASURE_AFTER:
            say("after_" + str(played) + "_rounds", gc.mem_alloc() - stand_ins_bytes)
            micropython.qstr_info()
            say("round", table.engine.state.round_number)
        if played % 1000 == 0:
            say("played", played)
        play_round(step)


def wait(ms):
    """Time passes at once, and the loop turns in it: what matters here is the heap."""
    time.sleep_ms(ms)
    for _ in range(3):
        table.tick()
        table.clock.wait_for_tick()


def take(kind, a=0, b=0):
    table.take(kind, a, b)


def play_round(n):
    """A full round: 7 seats, 38 facts, one seal."""
    for seat in range(1, 8):
        take(CHIP_PLACED, seat)
        take(CHIP_PLACED, seat, ANTE)
    wait(250)
    take(NO_MORE_BETS)
    for seat in range(1, 8):
        take(CHIP_LIFTED, seat)
    take(SEAT_HELD, n % 7 + 1)
    wait(2050)
    take(NO_MORE_BETS)
    take(SEAT_PRESSED, 3)
    take(HAND_KEY, n % 3 + 1)
    take(FLOOR_KEY, 1)
    take(NO_MORE_BETS)
    take(FLOOR_KEY, 0)
    for seat in range(1, 8):
        take(CHIP_LIFTED, seat, ANTE)
    take(ROUND_OVER)
    wait(500)
