"""Runs the firmware on MicroPython's unix port over the stand-ins.

    micropython run_on_micropython.py MAIN.py
"""

import sys

import console

del sys.argv[0]
console.connect()
console.run(sys.argv[0])
