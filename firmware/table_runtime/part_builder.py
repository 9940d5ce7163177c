"""Builds the parts from the board file: the only place where a pin becomes an object.

Order matters here.  Select and latch lines stand high before their bus is set up, so that no chip takes
the first clock edge for data; lights and displays are dark from their first write.
"""

from machine import SPI, Pin

from table_parts.bet_sensors import BetSensors
from table_parts.dealer_display import DealerDisplay
from table_parts.dealer_keys import DealerKeys
from table_parts.door_switch import DoorSwitch
from table_parts.drivers import max7219, shift_in_74hc165, ws2812
from table_parts.floor_key import FloorKey
from table_parts.input_chain import InputChain
from table_parts.input_health import InputHealth
from table_parts.input_numbers import rows_of_inputs
from table_parts.meter_sign import MeterSign
from table_parts.seat_buttons import SeatButtons
from table_parts.seat_lights import SeatLights
from table_parts.wall_clock import ABSENT, UNREAD


class Parts:
    """Everything at the table.  `seats` is how many of those asked for are wired.

    The clock's code is loaded when it is read: here are only its lines, and what it said last.
    """

    def __init__(self, board: dict, seats: int, counted_spot: int, name: str) -> None:
        names = board["input_chain"]["inputs"]
        while seats and f"seat {seats} button" not in names:
            seats -= 1
        self.seats = seats
        self.lights = _build_lights(board["seat_lights"], seats)
        sign, dealer = _build_displays(board)
        self.sign = MeterSign(sign, name)
        self.dealer = DealerDisplay(dealer)
        self.chain = _build_chain(board["input_chain"])
        self.sensors = BetSensors(self.chain, names, seats, counted_spot)
        self.buttons = SeatButtons(self.chain, names, seats)
        self.floor = FloorKey(self.chain, names)
        self.keys = DealerKeys(self.chain, names)
        self.door = DoorSwitch(self.chain, names)
        row = board.get("clock")
        self.clock_lines = (row["i2c"], Pin(row["scl"]), Pin(row["sda"])) if row else None
        self.clock_state = UNREAD if row else ABSENT
        self.health = InputHealth(self.chain, rows_of_inputs(names, seats), seats, counted_spot)

    def poll_inputs(self, at_ms: int, ring) -> None:
        """Puts what happened into the ring; within one tick the order is this one."""
        self.chain.poll()
        self.sensors.poll(at_ms, ring)
        self.buttons.poll(at_ms, ring)
        self.floor.poll(at_ms, ring)
        self.keys.poll(at_ms, ring)
        self.door.poll(at_ms, ring)
        self.health.poll(at_ms, ring)

    def poll_outputs(self, at_ms: int, is_frame_coming: bool = False) -> None:
        """A burst of light can make the displays' chips forget.  A frame that is coming in from the laptop
        makes lights wait that can."""
        if self.lights.poll(at_ms, is_frame_coming):
            self.sign.hurry()
            self.dealer.hurry()
        self.sign.poll(at_ms)
        self.dealer.poll(at_ms)


def build_parts(board: dict, seats: int, counted_spot: int, name: str) -> Parts:
    """`board` is the content of board.json; seats above `seats` are ignored.

    counted_spot: the betting area that decides anything; name: what a sign without a meter shows.
    """
    return Parts(board, seats, counted_spot, name)


def _build_lights(row: dict, seats: int) -> SeatLights:
    first = row["first_pixel"]
    strip = ws2812.Ws2812(Pin(row["data"], Pin.OUT), first + seats)
    return SeatLights(strip, first, row["brightness"], seats)


def _build_displays(board: dict) -> tuple:
    """The drivers of meter sign and dealer display, which share a bus."""
    rows = (board["meter_sign"], board["dealer_display"])
    selects = [Pin(row["select"], Pin.OUT, value=1) for row in rows]
    bus = board["display_bus"]
    spi = SPI(
        bus["spi"],
        baudrate=max7219.BAUDRATE,
        polarity=0,
        phase=0,
        sck=Pin(bus["clock"]),
        mosi=Pin(bus["data"]),
        miso=None,
    )
    return [max7219.Max7219(spi, selects[i], rows[i]["intensity"]) for i in range(2)]


def _build_chain(row: dict) -> InputChain:
    names = row["inputs"]
    latch = Pin(row["latch"], Pin.OUT, value=1)
    spi = SPI(
        row["spi"],
        baudrate=shift_in_74hc165.BAUDRATE,
        polarity=shift_in_74hc165.POLARITY,
        phase=shift_in_74hc165.PHASE,
        sck=Pin(row["clock"]),
        mosi=None,
        miso=Pin(row["data"]),
    )
    chip = shift_in_74hc165.ShiftIn74hc165(spi, latch, len(names) // 8)
    return InputChain(chip, names, row["active_low"], row["debounce_ms"])
