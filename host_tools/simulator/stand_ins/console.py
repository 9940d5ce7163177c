"""What a program finds as stdin, stdout and print: all of it goes over the UART, as on the board.

`connect` puts stand-ins before the modules that no file can replace; `run` runs a program so, and
knows nothing of which.  Text gets "\r\n" at its line ends; what goes through `buffer` stays as it is.
Text is handed to the world at once, so that a program's last words are never lost.
"""

import builtins
import io
import sys

import micropython
import uart
import virtual_world

_sys = sys


class RawInput:
    """`sys.stdin.buffer`."""

    def readinto(self, buf) -> int:
        return uart.read_into(buf)

    def read(self, size: int = 1) -> bytes:
        buf = bytearray(size)
        uart.read_into(buf)
        return bytes(buf)


class Input:
    """`sys.stdin`."""

    def __init__(self) -> None:
        self.buffer = RawInput()

    def read(self, size: int = 1) -> str:
        return self.buffer.read(size).decode()


class RawOutput:
    """`sys.stdout.buffer`."""

    def write(self, data) -> int:
        return uart.write(data)


class Output:
    """`sys.stdout`."""

    def __init__(self) -> None:
        self.buffer = RawOutput()

    def write(self, text: str) -> int:
        uart.write(text.replace("\n", "\r\n").encode())
        virtual_world.hand_over()
        return len(text)


class Around:
    """A built-in module, with what is set on this object in place of its own."""

    def __init__(self, module) -> None:
        self._module = module

    def __getattr__(self, name):
        return getattr(self._module, name)


stdin = Input()
stdout = Output()


def say(*values, sep=" ", end="\n", file=None) -> None:
    """`print`."""
    (file or stdout).write(sep.join([str(value) for value in values]) + end)


def print_exception(error, file=None) -> None:
    """`sys.print_exception`."""
    text = io.StringIO()
    _sys.print_exception(error, text)
    (file or stdout).write(text.getvalue())


def connect() -> None:
    """From here on whoever imports sys or micropython, or prints, has the UART."""
    around = sys.modules["sys"] = Around(_sys)
    around.stdin = stdin
    around.stdout = stdout
    around.print_exception = print_exception
    sys.modules["micropython"] = around = Around(micropython)
    around.kbd_intr = uart.kbd_intr
    builtins.print = say


def run(path: str) -> None:
    """Runs a program as the main one, from its source."""
    with open(path) as file:
        code = compile(file.read(), path, "exec")
    exec(code, {"__name__": "__main__", "__file__": path})
