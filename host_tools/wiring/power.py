"""What the supplies of a table must give, in milliamperes, from rows of the parts' worst case.

A strip that draws more than its supply gives browns the controller out in the middle of a round: a board
whose lights could do so is refused, and must stay refused.
"""

from host_tools.board_inputs import is_sensor, seats_of

BRIGHTNESS = range(16, 256)  # below 16 dim would be dark
COLOUR_MA = 20  # one colour of a WS2812 at 255
COLOURS = 3
REST_MA = 1  # a dark pixel
FULL = BRIGHTNESS[-1]

CONTROLLER_MA = 500  # with the peaks of its start
DISPLAY_MA = 330  # a MAX7219 with all segments lit
SENSOR_MA = 20  # a reflective head


def lights_ma(seats: int, pixels: int, brightness: int) -> int:
    """The strip's worst case, rounded up: every seat white, and what each pixel takes at rest."""
    return -(-seats * COLOURS * COLOUR_MA * brightness // FULL) + pixels * REST_MA


def cap_problem(seats: int, pixels: int, brightness: int, cap_ma: int) -> str:
    """What is wrong with the lights' share of the supply, "" if nothing is."""
    worst = lights_ma(seats, pixels, brightness)
    if worst <= cap_ma:
        return ""
    fitting = [level for level in BRIGHTNESS if lights_ma(seats, pixels, level) <= cap_ma]
    remedy = f"take a supply for {worst} mA and raise cap_ma"
    if fitting:
        remedy = f"take brightness = {fitting[-1]} or less, or {remedy}"
    return f"brightness = {brightness}: all seats white draw {worst} mA, but cap_ma is {cap_ma}; {remedy}"


def supply_rows(board: dict) -> list[tuple[str, int]]:
    """(what, mA) of everything that hangs on the 5 V supply, at its worst."""
    inputs = board["input_chain"]["inputs"]
    return [
        ("controller and its 3.3 V", CONTROLLER_MA),
        ("both displays", 2 * DISPLAY_MA),
        ("seat lights", board["seat_lights"]["cap_ma"]),
        ("sensor heads", SENSOR_MA * sum(map(is_sensor, inputs))),
    ]


def pixels_of(board: dict) -> int:
    """How many pixels the strip has, those before the first seat's with them."""
    return board["seat_lights"]["first_pixel"] + seats_of(board["input_chain"]["inputs"])
