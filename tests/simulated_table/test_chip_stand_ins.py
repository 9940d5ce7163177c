"""The chips under MicroPython and under CPython: right bits for right use, wrong bits for wrong use."""

from sim_programs import AT_REST, SMALL_BOARD

from host_tools.simulator.firmware_process import FRAME, WORD

READ = """
latch = Pin(21, Pin.OUT, value=1)
bus = chain_bus({polarity}, {phase})
buf = bytearray(2)
"""
WIRES = bytes([0b10110011, 0b01010001])


def test_chain_shifts_its_inputs_first_bit_first(program):
    for_each_mode = [(1, 0), (0, 0), (1, 1)]
    for polarity, phase in for_each_mode:
        source = READ.format(polarity=polarity, phase=phase)
        source += "latch.off(); latch.on(); bus.readinto(buf); say(list(buf))"
        said, _ = program(source).run(WIRES)
        assert bytes(said[-1]) == WIRES


def test_a_master_that_reads_after_the_clock_moves_every_seat_by_one(program):
    said, _ = program(
        READ.format(polarity=0, phase=1) + "latch.off(); latch.on(); bus.readinto(buf); say(list(buf))"
    ).run(WIRES)
    assert int.from_bytes(bytes(said[0])) == int.from_bytes(WIRES) << 1 & 0xFFFF


def test_what_was_shifted_out_is_gone_until_the_next_latch(program):
    source = READ.format(polarity=1, phase=0) + """
latch.value(0); latch.value(1)
one = bytearray(1)
bus.readinto(one); say(one[0]); bus.readinto(one); say(one[0]); bus.readinto(one); say(one[0])
bus.readinto(buf); say(list(buf))
latch(0); latch(1); bus.readinto(buf); bus.readinto(buf); say(list(buf))
"""
    said, _ = program(source).run(WIRES)
    assert said == [WIRES[0], WIRES[1], 0, [0, 0], [0, 0]]


def test_a_chain_that_is_still_loading_gives_its_first_bit_only(program):
    source = READ.format(polarity=1, phase=0) + "latch.off(); bus.readinto(buf); say(list(buf))"
    said, _ = program(source).run(WIRES)
    assert said == [[255, 255]]


def test_without_a_latch_there_is_nothing(program):
    source = READ.format(polarity=1, phase=0) + "bus.readinto(buf); say(list(buf))"
    assert program(source).run(WIRES)[0] == [[0, 0]]


def test_another_data_pin_reads_nothing(program):
    source = """
latch = Pin(21, Pin.OUT, value=1)
bus = SPI(2, polarity=1, sck=Pin(18), mosi=None, miso=Pin(12)); buf = bytearray(2)
latch.off(); latch.on(); bus.readinto(buf); say(list(buf))
bus = SPI(2, polarity=1); latch.off(); latch.on(); say(list(bus.read(2)))
"""
    assert program(source).run(AT_REST)[0] == [[0, 0], list(AT_REST)]


def test_display_takes_the_word_when_select_rises(program):
    source = """
sign = Pin(26, Pin.OUT, value=1); dealer = Pin(27, Pin.OUT, value=1)
bus = display_bus()
sign.off(); bus.write(b"\\x0c\\x01"); sign.on()
sign.on()
dealer.off(); bus.write(b"\\x99\\x12\\x34"); dealer.on()
dealer.off(); dealer.on()
bus.write(b"\\x01\\x7e")
sign.off(); sign.on()
"""
    _, events = program(source).run()
    words = [tuple(event.payload) for event in events if event.kind == WORD]
    assert words == [(26, 0x0C, 0x01), (27, 0x12, 0x34), (27, 0x12, 0x34), (26, 0x01, 0x7E)]


def test_display_in_the_wrong_mode_gets_each_bit_one_later(program):
    source = """
sign = Pin(26, Pin.OUT, value=1); bus = display_bus(0, 1)
sign.off(); bus.write(b"\\x00\\x00\\x0c\\x01"); sign.on()
"""
    _, events = program(source).run()
    assert [tuple(e.payload) for e in events if e.kind == WORD] == [(26, 0x06, 0x00)]


def test_pixels_go_down_the_line_as_green_red_blue(program):
    source = """
strip = neopixel.NeoPixel(Pin(25), 3)
strip[1] = (1, 2, 3); strip[2] = (255, 0, 9); strip.write()
say(strip[1]); say(len(strip)); say(list(strip.buf))
strip.fill((0, 0, 0)); strip.write()
"""
    said, events = program(source).run()
    line = bytes([0, 0, 0, 2, 1, 3, 0, 255, 9])
    assert said == [[1, 2, 3], 3, list(line)]
    assert [e.payload for e in events if e.kind == FRAME] == [b"\x19" + line, b"\x19" + bytes(9)]


REFUSED = """
def refused(make):
    try:
        make()
    except ValueError as error:
        say(str(error))
"""


def test_pins_refuse_what_the_board_refuses(program):
    source = REFUSED + """
refused(lambda: Pin(34, Pin.OUT)); refused(lambda: Pin(6, Pin.OUT)); refused(lambda: Pin(40))
refused(lambda: SPI(3)); Pin(34, Pin.IN)
"""
    said, _ = program(source).run()
    assert said == ["pin can only be input", "invalid pin", "invalid pin", "SPI(3) doesn't exist"]


def test_another_chip_has_other_pins(program):
    source = REFUSED + """
for n in (0, 6, 21, 33, 48):
    Pin(n, Pin.OUT)
for n in (22, 25, 26, 32, 49):
    refused(lambda: Pin(n, Pin.IN))
"""
    said, _ = program(source, {**SMALL_BOARD, "chip": "esp32s3"}).run()
    assert said == ["invalid pin"] * 5


def test_wires_change_between_grants(program):
    source = READ.format(polarity=1, phase=0) + """
while time.ticks_ms() < 3000:
    latch.off(); latch.on(); bus.readinto(buf); say([time.ticks_ms(), buf[0]]); time.sleep_ms(100)
"""
    made = program(source)
    made.start(AT_REST)
    made.process.grant(1500, AT_REST)
    made.process.grant(2000, WIRES)
    ticks_at_change = 1500 - 1000 + 350
    seen = made.said()
    assert {byte for ticks, byte in seen if ticks < ticks_at_change} == {AT_REST[0]}
    assert {byte for ticks, byte in seen if ticks > ticks_at_change + 100} == {WIRES[0]}
