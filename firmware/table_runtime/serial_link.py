"""The table's end of the link: hears frames, answers, and sends pieces of the log.

Each tick it takes at most one frame and sends at most one.  The link is best effort and the log is the
record: nothing here may stall the loop, and nothing that comes from outside changes the table except
through changes.py, which is loaded when it is needed.  What must never change: a piece is sent as it
lies on flash, and a tag is acted upon once.
"""

from os import urandom
from struct import calcsize, pack, unpack

from table_runtime.on_demand import call
from table_wire import messages
from table_wire.frames import FRAME_MAX, pack_frame, read_frame
from table_wire.messages import HEARTBEAT_LAYOUT, PAGE_LAYOUT, READ_LAYOUT
from table_wire.seals import hmac_sha256

HEARTBEAT_MS = 1000
SPENT_MAX = 8192  # bytes of heap for frames before a collection is asked for
FRAME_SPENDS = 400
LOAD_REST_MS = 100  # between two frames for which code is loaded, whoever sends them
WAIT_MAX_MS = 32_000  # behind wrong codes: each doubles it
_HELLO = "<B8s"
_ON_DEMAND = {  # loading stalls the loop, and asks for a collection: never in a round, whoever asks
    messages.KEYS: "table_runtime.changes",
    messages.COMMIT: "table_runtime.changes",
    messages.FILE: "table_runtime.program_files",
}


class SerialLink:
    """port: LaptopPort; pieces: LogPieces; identity: link_identity.Identity."""

    def __init__(self, port, pieces, identity) -> None:
        self.port = port
        self.pieces = pieces
        self.identity = identity
        self.staged = b""
        self.files = None  # the names of the program's files, while they are being asked for
        self.sequence = 0
        self.nonce = b""  # of the session; none yet
        self.spent = 0
        self.refused = 0
        self.wrong_codes = 0  # in a row
        self._wait_ms = 0  # so long nothing is loaded
        self._tag = -1
        self._answer = self._last_answer = None
        self._rest_ms = 0  # until the next heartbeat

    def poll(self, table, passed_ms: int) -> None:
        """One turn: `table` is whatever ticks now; passed_ms since the turn before."""
        length = self.port.read_line()
        if length:
            self._take(table, memoryview(self.port.line)[:length])
        self._rest_ms -= passed_ms
        if self._wait_ms > 0:
            self._wait_ms -= passed_ms
        if self.port.has_room(FRAME_MAX):
            self._send(table)

    @property
    def wants_collection(self) -> bool:
        return self.spent >= SPENT_MAX

    def slow_down(self) -> None:
        """The next change waits: this one's code was wrong."""
        self.wrong_codes = min(self.wrong_codes + 1, 8)
        self._wait_ms = min(250 << self.wrong_codes, WAIT_MAX_MS)

    def is_frame_coming(self) -> bool:
        return self.port.is_within_frame()

    # --- what comes ------------------------------------------------------------------------------

    def _take(self, table, text) -> None:
        self.spent += FRAME_SPENDS
        frame = read_frame(text)
        if frame is None:
            self.refused += 1
            return
        self.port.is_slow = False
        try:
            self._hear(table, frame[0], frame[1], frame[2])
        except ValueError:  # a payload that is none of its kind
            self.refused += 1

    def _hear(self, table, kind: int, tag: int, payload: bytes) -> None:
        if kind == messages.HELLO:
            self._greet(table, tag, payload)
        elif not self.nonce:
            self._answer = pack_frame(messages.DONE, tag, bytes((messages.NO_SESSION,)))
        elif kind == messages.READ:
            self.pieces.read(tag, *unpack_whole(READ_LAYOUT, payload))
        elif kind == messages.ACK:
            self.pieces.acknowledge(unpack_whole("<I", payload)[0])
        elif tag == self._tag:
            self._answer = self._last_answer
        else:
            answer, payload = self._reply(table, kind, payload)
            self._tag = tag
            self._answer = self._last_answer = pack_frame(answer, tag, payload)

    def _greet(self, table, tag: int, payload: bytes) -> None:
        version, fingerprint = unpack_whole(_HELLO, payload[: calcsize(_HELLO)])  # a newer one may be longer
        flags = self.flags(table)
        if (version, fingerprint) == (messages.VERSION, self.identity.fingerprint):
            # New, not secret: a board's random numbers alone are not trusted to be.
            head = pack("<II", table.log.number if table.log else 0, table.clock.at_ms)
            self.nonce = hmac_sha256(self.identity.link_key, urandom(16) + head)[: messages.NONCE_BYTES]
        else:
            flags |= messages.DIFFERS
            self.nonce = b""
        self.sequence = 0
        self._tag = -1  # none is answered with what the session before was told
        self.pieces.forget()
        self.staged = b""
        self.files = None
        self._answer = pack_frame(messages.WELCOME, tag, self.identity.welcome(flags, self.nonce))

    def _reply(self, table, kind: int, payload: bytes):
        """(kind, payload) of the answer."""
        if kind == messages.STATUS:
            return messages.STATUS_IS, self._status(table, unpack_whole("<B", payload)[0])
        if kind == messages.FOLLOW:
            return messages.DONE, bytes((self.pieces.follow(unpack_whole("<I", payload)[0]),))
        if kind == messages.STAGE:
            return messages.DONE, bytes((self._stage(unpack_whole("<H", payload[:2])[0], payload[2:]),))
        if kind in _ON_DEMAND:
            if table.is_in_round():
                return messages.DONE, bytes((messages.NOT_OPEN,))
            if self._wait_ms > 0:
                return messages.DONE, bytes((messages.TOO_SOON,))
            self.spent += SPENT_MAX
            self._wait_ms = LOAD_REST_MS
            return call(_ON_DEMAND[kind], table, self, kind, payload)
        if kind == messages.TEST:
            return table.take_test(payload)
        return messages.DONE, bytes((messages.UNKNOWN,))

    def _stage(self, offset: int, piece: bytes) -> int:
        """Offset 0 begins anew; a piece that is there already may come again."""
        if offset > len(self.staged) or offset + len(piece) > messages.STAGED_MAX:
            return messages.OUT_OF_RANGE
        self.staged = self.staged[:offset] + piece
        return messages.OK

    def _status(self, table, page: int) -> bytes:
        log = table.log
        if page == messages.COUNTERS_PAGE:
            rest = table.counters(self.refused, self.port.slow_writes, self.spent)
        elif log is None:
            rest = b""
        else:
            rest = log.engine.state.pack()[page * messages.STATE_PAGE_BYTES :][: messages.STATE_PAGE_BYTES]
        return pack(PAGE_LAYOUT, page, log.number if log else 0) + rest

    # --- what goes -------------------------------------------------------------------------------

    def _send(self, table) -> None:
        """At most one frame.  Where nobody reads, nothing but the heartbeat is tried."""
        if self._answer is not None:
            self._write(self._answer)
            self._answer = None
        elif self._rest_ms <= 0:
            self._rest_ms = HEARTBEAT_MS
            self._write(self._heartbeat(table))
        elif not self.port.is_slow and self.spent < 2 * SPENT_MAX:
            frame = self.pieces.next_frame(table.log)
            if frame is not None:
                self._write(frame)

    def _write(self, frame: bytes) -> None:
        self.spent += FRAME_SPENDS
        self.port.write(frame)

    def _heartbeat(self, table) -> bytes:
        log = table.log
        state = log.engine.state if log else None
        payload = pack(
            HEARTBEAT_LAYOUT,
            messages.VERSION,
            self.identity.boot,
            self.flags(table),
            state.phase if state else 0,
            state.faults if state else table.faults,
            log.number if log else 0,
            log.end() if log else 0,
            table.free_kib(),
            table.clock.uptime_s(),
        )
        return pack_frame(messages.HEARTBEAT, 0, payload)

    def flags(self, table) -> int:
        flags = self.identity.flags
        if table.log:
            flags |= messages.HAS_LOG
        if table.floor_is_armed():
            flags |= messages.FLOOR_IS_ARMED
        if table.parts.sensors.any_covered():
            flags |= messages.CHIP_IS_DOWN
        return flags | table.LINK_FLAGS


def unpack_whole(layout: str, payload: bytes):
    """The fields of a payload that has just this layout; ValueError where it has not."""
    if len(payload) != calcsize(layout):
        raise ValueError
    return unpack(layout, payload)
