"""What a board keeps outside its flash: its own number, and the memory of its clock.

Both are files of the working folder.  `rtc-memory.bin` outlives a reset; the world takes it away with
the power.  The folder is the one in which the process began, wherever the program goes.
"""

import os
from binascii import unhexlify

FOLDER = os.getcwd()
_ID_FILE = FOLDER + "/unique_id"  # twelve hex digits, where tables must differ
_RTC_FILE = FOLDER + "/rtc-memory.bin"
_RTC_BYTES = 2048


def unique_id() -> bytes:
    try:
        with open(_ID_FILE) as file:
            return unhexlify(file.read().strip())
    except OSError:
        return b"\x24\x0a\xc4\x00\x00\x01"


class RTC:
    """The clock's memory.  The clock itself is of no use: it starts anew with the power."""

    def memory(self, data=None):
        if data is None:
            try:
                with open(_RTC_FILE, "rb") as file:
                    return file.read()
            except OSError:
                return b""
        if len(data) > _RTC_BYTES:
            raise ValueError("buffer too long")
        with open(_RTC_FILE, "wb") as file:
            file.write(data)
