"""Virtual time, what the chips have shown, and when the power goes: what all stand-ins share.

The firmware runs in grants: the world says "until then, with these wires", and until then nothing is
exchanged; what the chips show is collected with its virtual time, and handed over at the latest when
the grant ends.  Sleeping and reading the clock both take virtual time, so that a loop that only
watches the clock gets on too.  What must never change: nothing here allocates while nothing is shown
and no grant ends, for the firmware's own allocation is measured on top of it.

A grant, 40 bytes, numbers little-endian: 0 reset cause (with 128 added, the grant ends as soon as the
UART has been written, for someone waits for it), 1 count of wire bytes (0: at rest), 2 count of the
bytes that follow the grant and now begin to arrive at the UART (2 bytes), 4 until_ms, 8 now_ms,
12 ticks at start (both only read at the start), 16 and 20 the operation and the flash piece in the
middle of which the power goes (0: never), 24 the wires in shift order.
An event: kind (1 byte), size (1), at_ms (4), payload.
"""

import world_channel

GRANT_BYTES = 40
WIRES_AT = 24
TICKS_MASK = 0x3FFFFFFF  # ticks wrap as they do on the board
CLOCK_READ_US = 10
_ENDS_AT_UART = 128

# Kinds of events.
WORD = 1  # pin, high byte, low byte: 16 bits that a rising LOAD latched into a MAX7219
FRAME = 2  # pin, then the bytes as they went down the line
ERASED = 3  # sector's address: 3 bytes
PROGRAMMED = 4  # address: 3 bytes
UART = 5  # pin, then the bytes that were handed to the FIFO
# Kinds that end what is handed over: operations (4), flash pieces (4) since the start.
TIME_USED_UP = 16
POWER_GONE = 17
RESET = 18
WATCHDOG = 19

_FULL = 3000  # an event has at most 6 + 255 bytes; the pipe takes 4096 whole

grant = bytearray(GRANT_BYTES)
wires_listener = None  # called as listener.wires_changed(grant) at the start of each grant
received = b""  # what grants have brought and uart.py has not yet taken
uart_listener = None  # called as listener() when time has passed, while bytes are on the line
is_line_busy = False  # uart.py clears it when all bytes have arrived
_events = bytearray(_FULL + 300)
_view = memoryview(_events)
_used = 0
_now_ms = 0
_now_us = 0  # below 1000
_until_ms = 0
_started_ms = 0
_ticks_at_start = 0
_operations = 0
_flash_pieces = 0
_die_at = 0
_die_at_flash = 0
_fed_ms = 0
_watchdog_ms = 0  # 0: none


def _number(i: int) -> int:
    return grant[i] | grant[i + 1] << 8 | grant[i + 2] << 16 | grant[i + 3] << 24


def _put_number(value: int) -> None:
    global _used
    for shift in range(0, 32, 8):
        _events[_used] = value >> shift & 255
        _used += 1


def _begin_event(kind: int, size: int) -> None:
    global _used
    if _used > _FULL:
        hand_over()
    _events[_used] = kind
    _events[_used + 1] = size
    _used += 2
    _put_number(_now_ms)


def hand_over() -> None:
    """Gives the world what was shown so far, before the grant ends."""
    global _used
    world_channel.show(_view, _used)
    _used = 0


def show_three(kind: int, a: int, b: int, c: int) -> None:
    """An event with three bytes."""
    global _used
    _begin_event(kind, 3)
    _events[_used] = a
    _events[_used + 1] = b
    _events[_used + 2] = c
    _used += 3


def show_sent(pin: int, data, start: int, end: int) -> None:
    """A part of `data` was handed to the UART's FIFO: at most 254 bytes."""
    global _until_ms
    show_bytes(UART, pin, data, start, end)
    if grant[0] & _ENDS_AT_UART and _until_ms > _now_ms + 1:
        _until_ms = _now_ms + 1


def show_bytes(kind: int, pin: int, data, start: int, end: int) -> None:
    """An event with a pin's number and at most 254 bytes, from a part of `data`."""
    global _used
    _begin_event(kind, 1 + end - start)
    _events[_used] = pin
    _used += 1
    for i in range(start, end):
        _events[_used] = data[i]
        _used += 1


def _end_with(kind: int) -> None:
    _begin_event(kind, 8)
    _put_number(_operations)
    _put_number(_flash_pieces)
    hand_over()


def stop(kind: int) -> None:
    """Tells the world how this life ended, and does nothing more."""
    _end_with(kind)
    world_channel.wait_for_the_end()


def count_operation(is_flash: bool) -> bool:
    """Counts one thing that the hardware does; True when the power goes in the middle of it."""
    global _operations, _flash_pieces
    _operations += 1
    if is_flash:
        _flash_pieces += 1
        if _flash_pieces == _die_at_flash:
            return True
    return _operations == _die_at


def _read_grant() -> None:
    global _until_ms, _die_at, _die_at_flash, received, is_line_busy
    world_channel.read_grant(grant)
    _until_ms = _number(4)
    _die_at = _number(16)
    _die_at_flash = _number(20)
    count = grant[2] | grant[3] << 8
    if count:
        received = received + world_channel.read_received(count)
        is_line_busy = True


def _next_grant() -> None:
    if _watchdog_ms and _now_ms - _fed_ms >= _watchdog_ms:
        stop(WATCHDOG)
    _end_with(TIME_USED_UP)
    _read_grant()
    if wires_listener is not None:
        wires_listener.wires_changed(grant)


def _start() -> None:
    global _now_ms, _started_ms, _ticks_at_start
    _read_grant()
    _now_ms = _started_ms = _number(8)
    _ticks_at_start = _number(12)


def pass_ms(ms: int) -> None:
    """Lets virtual time pass."""
    global _now_ms
    ms += _now_ms
    while ms >= _until_ms:
        if _now_ms < _until_ms:
            _now_ms = _until_ms
        _next_grant()
        if is_line_busy:
            uart_listener()
    _now_ms = ms
    if is_line_busy:
        uart_listener()


def pass_us(us: int) -> None:
    """Lets virtual time pass, in smaller steps."""
    global _now_us
    _now_us += us
    if _now_us >= 1000:
        us = _now_us // 1000
        _now_us -= us * 1000
        pass_ms(us)


def ticks_ms() -> int:
    """The board's milliseconds, which begin anew at each start and wrap at 2**30."""
    pass_us(CLOCK_READ_US)
    ms = _now_ms - _started_ms
    room = TICKS_MASK - _ticks_at_start
    return ms + _ticks_at_start if ms <= room else ms - room - 1


def ticks_us() -> int:
    """The board's microseconds, modulo 2**30, without a number above it on the way."""
    ms = ticks_ms()
    low = (ms & 0x7FFF) * 1000 + _now_us
    high = ((ms >> 15) * 1000 & 0x7FFF) + (low >> 15) & 0x7FFF
    return high << 15 | low & 0x7FFF


def reset_cause() -> int:
    """What the world says about how this life began."""
    return grant[0] & ~_ENDS_AT_UART


def world_ms() -> int:
    """The world's milliseconds, which go on through a power cut."""
    return _now_ms


def world_us() -> int:
    """The microseconds that have passed since, below 1000."""
    return _now_us


def feed_watchdog(timeout_ms: int) -> None:
    """Fed with 0 only feeds; another number starts the watchdog, which can't be stopped."""
    global _fed_ms, _watchdog_ms
    if _watchdog_ms and _now_ms - _fed_ms >= _watchdog_ms:
        stop(WATCHDOG)
    _watchdog_ms = timeout_ms or _watchdog_ms
    _fed_ms = _now_ms


_start()
