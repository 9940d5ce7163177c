"""The pins of each chip that a board may have, as rows: what each can do, and what is a trap.

A pin that is read at reset ("strapping") may only carry what rests at the level that the chip wants to
read there; whatever else hangs on it can keep the table from starting, and only now and then.
"""

from dataclasses import dataclass

# What a line of ours is to the pin.
READS = "an input"
DRIVES = "an output"
SELECTS = "a select line"  # an output that rests high, with a pull-up
SHARES = "an I2C line"  # open drain with a pull-up; the clock on it may hold it low, even over a reset


@dataclass(frozen=True)
class Chip:
    pins: frozenset  # that are led out and ours to use
    only_read: frozenset  # of these, the ones without an output
    reserved: dict[int, str]  # pins that are no good for anything of ours, and why
    strapping: dict[int, tuple]  # what goes wrong, and the uses that are safe all the same
    tied: dict[int, str]  # pins that take something although no line of ours hangs on them


_FLASH = "is wired to the flash chip inside the module: the program stops the moment it moves"
_GHOST = "sees edges that are none whenever the ADC or the radio runs"
_SERIAL = "is the serial line to the laptop: flashing and the link need it"
_USB = "is the USB line to the laptop: flashing and the link need it"
_OCTAL = "is wired to flash or PSRAM inside modules with eight data lines, as N16R8, and stops the program"
_UART_0 = "is the first serial line: all that the program says goes out there, and what comes in is heard"
_LED = "drives the coloured light on the board itself, of one revision or another"
_LOW_VOLTAGE = "works at 1.8 V on modules whose name ends in V"

CHIPS = {
    "esp32": Chip(
        pins=frozenset([*range(0, 20), 21, 22, 23, 25, 26, 27, 32, 33, 34, 35, 36, 39]),
        only_read=frozenset([34, 35, 36, 39]),
        reserved={
            **dict.fromkeys([1, 3], _SERIAL),
            **dict.fromkeys(range(6, 12), _FLASH),
            **dict.fromkeys([36, 39], _GHOST),
        },
        strapping={
            0: ("held low at reset it starts the loader instead of the program", ()),
            2: ("held high at reset it keeps the loader from being reached", ()),
            5: ("pulled low at reset it changes the timing of the flash's bus", (SELECTS,)),
            12: ("held high at reset it sets the flash to 1.8 V, and the board does not start", ()),
            15: ("pulled low at reset it silences the start messages that the desktop reads", (SELECTS,)),
        },
        tied={},
    ),
    "esp32s3": Chip(  # as the WROOM-1 module and the DevKitC-1 lead them out: no 22 to 25, nor 33 and 34
        pins=frozenset([*range(0, 19), 21, *range(39, 43), 45, 46]),
        only_read=frozenset(),
        reserved={
            **dict.fromkeys([19, 20], _USB),
            **dict.fromkeys(range(26, 33), _FLASH),
            **dict.fromkeys(range(33, 38), _OCTAL),
            **dict.fromkeys([38, 48], _LED),
            **dict.fromkeys([43, 44], _UART_0),
            47: _LOW_VOLTAGE,
        },
        strapping={
            0: ("held low at reset it starts the loader instead of the program", ()),
            3: ("where its fuse is set it moves the debugger from USB to other pins", ()),
            45: ("held high at reset it sets the flash to 1.8 V, and the board does not start", ()),
            46: ("held high at reset it keeps the loader from being reached", ()),
        },
        tied={44: "10 kOhm to 3.3 V"},  # the program hears this pin too: open, it would hear noise
    ),
}

LINES = (  # section, key, what the line is to the pin
    ("input_chain", "clock", DRIVES),
    ("input_chain", "data", READS),
    ("input_chain", "latch", SELECTS),
    ("display_bus", "clock", DRIVES),
    ("display_bus", "data", DRIVES),
    ("meter_sign", "select", SELECTS),
    ("dealer_display", "select", SELECTS),
    ("seat_lights", "data", DRIVES),
    ("clock", "sda", SHARES),
    ("clock", "scl", SHARES),
)


def lines_of(board: dict) -> list[tuple[str, str, str]]:
    """The rows of LINES whose section the board has."""
    return [row for row in LINES if row[0] in board]


def why_unfit(chip: Chip, pin: int, use: str) -> str:
    """The trap in giving a pin this use, "" if there is none."""
    if pin in chip.reserved:
        return chip.reserved[pin]
    if pin not in chip.pins:
        return "is not led out on this chip"
    if pin in chip.only_read and use != READS:
        return "can only read"
    trap, safe_uses = chip.strapping.get(pin, ("", (use,)))
    return "" if use in safe_uses else f"is read at reset: {trap}"


def fit_pins(chip: Chip, use: str, taken) -> list[int]:
    """The pins that could have this use instead: none that is read at reset, even where that is safe."""
    free = sorted(chip.pins - set(taken) - set(chip.strapping))
    return [pin for pin in free if not why_unfit(chip, pin, use)]
