"""What the builder makes of a board file, by what it asks of `machine` and `neopixel`."""

import sys
import types

import pytest

from table_core import effects, facts
from tests.parts.fakes import BOARD, SCANS, Chain, DisplayLine, Max7219Chip, Pin, Ring, Spi

NEEDS_DEVICE = ("table_parts.drivers.ws2812", "table_runtime.part_builder")
SIGN, DEALER = BOARD["meter_sign"]["select"], BOARD["dealer_display"]["select"]


class Device:
    """A board's chips on its pins, and the order in which pins and buses were set up."""

    def __init__(self) -> None:
        self.set_up: list[str] = []
        self.frames: list[bytes] = []
        self.wires = Chain()
        line = DisplayLine()
        self.displays = {SIGN: Max7219Chip(line.chips), DEALER: Max7219Chip(line.chips)}
        listeners = {BOARD["input_chain"]["latch"]: self.wires, **self.displays}
        slaves = {BOARD["input_chain"]["spi"]: self.wires, BOARD["display_bus"]["spi"]: line}
        device = self

        class BoardPin(Pin):
            def __init__(self, number, mode=Pin.IN, value=None):
                super().__init__(number, mode, value)
                device.set_up.append(f"pin {number} {value}")
                self.listener = listeners.get(number)

        class BoardSpi(Spi):
            def __init__(self, number, baudrate, polarity, phase, sck, mosi, miso):
                super().__init__(slaves[number], polarity, phase)
                device.set_up.append(f"spi {number}")
                self.pins = (sck.number, mosi and mosi.number, miso and miso.number)
                device.buses[number] = self

        class NeoPixel:
            def __init__(self, pin, n):
                self.pin = pin
                self.buf = bytearray(3 * n)

            def write(self):
                device.frames.append(bytes(self.buf))

        self.buses: dict[int, BoardSpi] = {}
        self.modules = {"machine": types.ModuleType("machine"), "neopixel": types.ModuleType("neopixel")}
        self.modules["machine"].Pin, self.modules["machine"].SPI = BoardPin, BoardSpi
        self.modules["neopixel"].NeoPixel = NeoPixel


@pytest.fixture
def device(monkeypatch):
    """The device, with the modules that need one imported afresh upon it."""
    device = Device()
    for name, module in device.modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    for name in NEEDS_DEVICE:
        monkeypatch.delitem(sys.modules, name, raising=False)
    package = sys.modules.get("table_parts.drivers")
    if package is not None:
        monkeypatch.delattr(package, "ws2812", raising=False)
    yield device
    for name in NEEDS_DEVICE:
        sys.modules.pop(name, None)


def build(seats: int = 7, board: dict = BOARD):
    from table_runtime.part_builder import build_parts

    return build_parts(board, seats, facts.PROGRESSIVE, "T-07")


def test_selects_and_latch_are_high_before_their_bus_is_set_up(device):
    build()
    for pin, bus in ((SIGN, 1), (DEALER, 1), (BOARD["input_chain"]["latch"], 2)):
        assert device.set_up.index(f"pin {pin} 1") < device.set_up.index(f"spi {bus}")


def test_buses_have_the_boards_pins_and_no_others(device):
    build()
    assert device.buses[1].pins == (14, 13, None)
    assert device.buses[2].pins == (18, None, 19)


def test_lights_are_dark_from_the_first_frame_and_green_comes_first_on_the_wire(device):
    parts = build()
    assert device.frames == [bytes(24)]
    parts.lights.show(1, effects.ACCEPTED, 0)
    parts.lights.show(7, effects.LATE, 0)
    for _ in range(40):  # one seat comes up after the other
        parts.poll_outputs(0)
    assert device.frames[-1] == bytes([0, 0, 0, 64, 0, 0, *[0] * 15, 0, 64, 0])


def test_both_displays_hang_on_one_bus_and_show_their_own(device):
    parts = build()
    parts.sign.show_text(effects.TEXT_DOOR, 0)
    parts.dealer.show(effects.TEXT_HOLD, 0, 0, 0, 0, 0)
    parts.poll_outputs(0)
    assert device.displays[SIGN].digits() == bytes([0x3D, 0x1D, 0x1D, 0x05, 0, 0, 0, 0])
    assert device.displays[DEALER].digits() == bytes([0x37, 0x1D, 0x0E, 0x3D, 0, 0, 0, 0])
    assert device.displays[SIGN].registers[0x0A] == 8
    assert device.displays[DEALER].registers[0x0A] == 4


@pytest.mark.parametrize("select", [SIGN, DEALER])
def test_a_display_is_rewritten_after_a_burst_of_light(device, select):
    parts = build()
    for at_ms in range(0, 4000, 5):
        parts.poll_outputs(at_ms)
    chip = device.displays[select]
    chip.registers.clear()
    parts.lights.show(1, effects.ACCEPTED, 0)
    for _ in range(13):
        parts.poll_outputs(4000)
    assert chip.registers.keys() == {*range(1, 9), 0x09, 0x0A, 0x0B, 0x0C, 0x0F}


def test_a_frame_that_comes_in_makes_a_rhythm_wait(device):
    parts = build()
    parts.lights.show(1, effects.LATE, 0)
    for at_ms in range(0, 250, 5):
        parts.poll_outputs(at_ms)
    frames = len(device.frames)
    parts.poll_outputs(250, True)
    assert len(device.frames) == frames
    parts.poll_outputs(255, False)
    assert len(device.frames) == frames + 1


def test_from_the_contact_to_the_fact(device):
    parts = build()
    ring = Ring()
    for _ in range(SCANS):
        parts.poll_inputs(0, ring)
    assert parts.chain.settled
    device.wires.set("seat 3 progressive", True)
    device.wires.set("key no_more_bets", True)
    for _ in range(SCANS):
        parts.poll_inputs(0, ring)
    assert ring.taken() == [(facts.CHIP_PLACED, 3, 0), (facts.NO_MORE_BETS, 0, 0)]


def test_the_health_of_the_inputs_is_told_behind_what_happened(device):
    parts = build()
    ring = Ring()
    assert not parts.health.is_at_rest()
    for tick in range(200 * 10 + 200):
        device.wires.set("seat 3 progressive", tick % 20 < 10)
        parts.poll_inputs(0, ring)
    kinds = [fact[0] for fact in ring.taken()]
    assert kinds.count(facts.INPUT_HEALTH) == 1 and parts.health.any_unfit
    assert kinds.count(facts.CHIP_PLACED) > 100


def test_seats_are_those_that_the_settings_and_the_wiring_have(device):
    assert build(5).seats == 5
    names = [name.replace("seat 7 button", "spare") for name in BOARD["input_chain"]["inputs"]]
    board = {**BOARD, "input_chain": {**BOARD["input_chain"], "inputs": names}}
    device.wires.names = names
    assert build(7, board).seats == 6
