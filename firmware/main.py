"""Start here: the program of a table.

There is no boot.py, because MicroPython turns Ctrl-C on again at the start of every file that it
runs; so switching it off is the first statement here.
"""

import micropython

micropython.kbd_intr(-1)

from table_runtime.start import run  # noqa: E402 (nothing may come before the line above)

run()
