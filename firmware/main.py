"""Start here: the program of a table.

There is no boot.py, because MicroPython turns Ctrl-C on again at the start of every file that it
runs; so switching it off is the first statement here.  Then every file of the program is compared
with the list that came with it, for LittleFS keeps no checksum of contents, and a flipped bit in a
rule must not pay.  A damaged program, or one that can't be loaded, does nothing but say so: a restart
would not mend it, and it must never end at the REPL.
"""

import micropython

micropython.kbd_intr(-1)

import hashlib  # noqa: E402 (nothing may come before the line above)
import time  # noqa: E402
from binascii import hexlify  # noqa: E402

LIST = "program.txt"  # a line for each file: SHA-256, a blank, its path
FROM_SOURCES = b"dev-----"  # where the program was not flashed, there is no list


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def find_damage(listed: bytes) -> str:
    """The first file that is missing or not as listed, "" where all are."""
    for line in listed.decode().split("\n"):
        digest, _, path = line.partition(" ")
        try:
            if path and hexlify(hashlib.sha256(read(path)).digest()).decode() != digest:
                return path
        except OSError:
            return path
    return ""


try:
    listed = read(LIST)
    program = hashlib.sha256(listed).digest()[:8]
    damaged = find_damage(listed)
except OSError:
    program = FROM_SOURCES
    damaged = ""
except ValueError:  # it is no text any more
    damaged = LIST
listed = b""
if not damaged:
    try:
        from table_runtime.start import run
    except Exception as error:  # MicroPython of another version, say
        print("Tablelight: stopped by", repr(error))
        damaged = "table_runtime"
while damaged:
    print("Tablelight: %s is damaged; flash the program again" % damaged)
    time.sleep(5)

run(program)
