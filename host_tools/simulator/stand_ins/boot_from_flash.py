"""Starts a board as it starts itself: everything but the chips comes out of its flash.

Needs MicroPython's unix port, with the stand-ins alone on its path.  The file system in the partition
`vfs` is mounted where it lies in flash.bin, not copied, and can't be written.  A board whose main.py
ends, or that has none, sits at the prompt; one without a readable file system says so for ever.
"""

import os
import sys

import console
import esp32
import outside_flash  # noqa: F401 (it must be loaded before this folder is left)
import uart
import vfs
import virtual_world

MOUNTED = "/flash"
NO_PROGRAM = "rst:0x10 (RTCWDT_RTC_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\ninvalid header: 0xffffffff"
NO_FILES = "The filesystem appears to be corrupted."
PROMPT = ">>> "
READ_ONLY = 30  # as an OSError's number
ERASE_BLOCK = 6


class ReadOnly:
    """A partition as a block device that keeps what it has.  (Mounting it so would still let it erase.)"""

    def __init__(self, partition) -> None:
        self.readblocks = partition.readblocks
        self._partition = partition

    def writeblocks(self, block: int, buf, offset: int = 0) -> None:
        raise OSError(READ_ONLY)

    def ioctl(self, cmd: int, arg: int):
        return -READ_ONLY if cmd == ERASE_BLOCK else self._partition.ioctl(cmd, arg)


def say_for_ever(text: str, every_ms: int) -> None:
    uart.kbd_intr(-1)  # nobody is there to be stopped
    while True:
        console.say(text)
        virtual_world.pass_ms(every_ms)


def mount() -> None:
    """Does not return where there is nothing to mount.  (A blank one would be formatted by the board.)"""
    found = esp32.Partition.find(esp32.Partition.TYPE_DATA, label="vfs")
    if not found:
        say_for_ever(NO_PROGRAM, 300)
    first_block = bytearray(4096)
    found[0].readblocks(0, first_block)
    if first_block == b"\xff" * 4096:
        console.say("Performing initial setup")
        return
    try:
        vfs.mount(vfs.VfsLfs2(ReadOnly(found[0])), MOUNTED)
    except OSError:
        say_for_ever(NO_FILES, 3000)
    sys.path.append(MOUNTED)
    os.chdir(MOUNTED)


def run_main() -> None:
    if "main.py" not in os.listdir():
        return
    try:
        console.run("main.py")
    except SystemExit:
        raise
    except BaseException as error:
        console.print_exception(error)


console.connect()
mount()
run_main()
console.say(PROMPT, end="")
uart.kbd_intr(-1)
while True:
    virtual_world.pass_ms(1000)
