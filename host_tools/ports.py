"""Serial ports: which one is the board's, and what it means when one can't be opened.

A board is known by the USB id of the bridge that sits on it.  A table is known only by the identity
that it tells over the link, never by its port.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

from host_tools.errors import NotReached, UserError

AUTO = "auto"
SIMULATED = "sim:"  # and a folder: a simulated board
NETWORK = "://"  # in a port that pyserial reaches over the network: rfc2217://HOST:PORT

BOARD_CHIPS = (  # USB vendor, product (None: any), what sits on the board
    (0x10C4, 0xEA60, "CP210x"),
    (0x1A86, 0x7523, "CH340"),
    (0x1A86, 0x55D3, "CH343"),
    (0x1A86, 0x55D4, "CH9102"),
    (0x0403, 0x6001, "FT232"),
    (0x0403, 0x6010, "FT2232"),
    (0x0403, 0x6015, "FT231X"),
    (0x303A, None, "Espressif USB"),
)

_DRIVER = "try a cable that carries data, or install the driver for CP210x or CH340"
NONE_FOUND = {  # by sys.platform: what to do
    "linux": "try a cable that carries data; if `lsusb` shows the board all the same, brltty or ModemManager "
    "has taken it: `sudo apt-get remove brltty modemmanager`",
    "darwin": _DRIVER,
    "win32": _DRIVER,
}


class OpenTrouble(NamedTuple):
    pattern: str  # in what pyserial says, or esptool after it
    what: str
    remedy: str


OPEN_TROUBLES = (  # the first that fits counts
    OpenTrouble(
        r"Could not open port rfc2217|Remote does not (seem to support|accept)|remote rejected",
        "no RFC 2217 server answers there",
        "see that it runs and that nobody else is connected to it; the port is named rfc2217://HOST:PORT",
    ),
    OpenTrouble(
        r"\[Errno 2\]|FileNotFoundError|No such file",
        "there is no such port",
        "plug the board in, or leave --port away to have it found",
    ),
    OpenTrouble(
        r"\[Errno 13\]|Permission denied",
        "you may not open it",
        "join the group that owns it (`sudo usermod -aG dialout $USER`, on Arch uucp) and log in again",
    ),
    OpenTrouble(
        r"\[Errno 16\]|\[Errno 11\]|exclusively lock|Resource busy|resource busy"
        r"|temporarily unavailable|Access is denied|PermissionError",
        "another program has it open",
        "close that one (a terminal, another tablectl, ModemManager)",
    ),
    OpenTrouble(
        r"Could not open .+ the port is busy or doesn't exist|could not open port|Inappropriate ioctl",
        "it can't be opened as a serial port",
        "see that it is the board's, and plug the board in anew",
    ),
)


def find_open_trouble(text: str) -> OpenTrouble | None:
    """What pyserial's or esptool's text about opening a port means, None where it is about something else."""
    return next((row for row in OPEN_TROUBLES if re.search(row.pattern, text)), None)


def simulated_folder(port: str) -> Path | None:
    """The folder of the simulated board that a port names; None for a real port."""
    if not port.startswith(SIMULATED):
        return None
    if port == SIMULATED:
        raise UserError(f"{SIMULATED} names no folder; give the board's, as {SIMULATED}table")
    return Path(port.removeprefix(SIMULATED))


def is_on_network(port: str) -> bool:
    """Whether a port is a server's, whose USB this machine can't see."""
    return NETWORK in port


def resolve_port(name: str) -> str:
    """The port to open: the one named, or with "auto" the only board that is plugged in.

    NotReached where there is none, UserError where there are several.
    """
    if name != AUTO:
        return name
    found = find_boards()
    if len(found) == 1:
        return found[0][0]
    if not found:
        remedy = NONE_FOUND.get(sys.platform, NONE_FOUND["linux"])
        raise NotReached(f"no board is found by its USB id; {remedy}, or name its port with --port")
    listed = ", ".join(f"{device} ({what})" for device, what in found)
    raise UserError(f"several boards are plugged in: {listed}; name one with --port")


def find_boards() -> list[tuple[str, str]]:
    """(port, what it is) of every board that is plugged in, in the order of their names."""
    from serial.tools import list_ports  # takes longer to import than help may take

    boards = []
    for port in list_ports.comports():
        for vendor, product, what in BOARD_CHIPS:
            if port.vid == vendor and product in (port.pid, None):
                boards.append((_callable_name(port.device), what))
    return sorted(set(boards))


def usb_identity(name: str) -> tuple | None:
    """(vendor, product, serial number) of the board behind a port; None where its USB does not tell."""
    from serial.tools import list_ports

    for port in list_ports.comports():
        if _callable_name(port.device) == name and port.serial_number:
            return port.vid, port.pid, port.serial_number
    return None


def find_port_of(identity: tuple) -> str | None:
    """The port that this very board has now, for it may come back under another name."""
    from serial.tools import list_ports

    for port in list_ports.comports():
        if (port.vid, port.pid, port.serial_number) == identity:
            return _callable_name(port.device)
    return None


def _callable_name(device: str) -> str:
    """macOS lists some ports as tty., which wait for a carrier that never comes; cu. does not."""
    return device.replace("/dev/tty.", "/dev/cu.") if sys.platform == "darwin" else device
