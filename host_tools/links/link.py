"""The desktop's end of the link: greets a table, asks, and hears what comes.

Know before editing: the desktop is silent until it has heard a heartbeat, for what it sends to a board
that starts might stop its program.  A question carries a tag, and is asked again with the same one until
its answer has come; the table does it once.  What must never change: one question waits at a time.
"""

import struct
from collections import deque
from typing import NamedTuple

from host_tools.errors import NotReached, UserError
from host_tools.links.console_state import describe_console
from host_tools.links.frame_stream import FrameStream
from host_tools.links.message_tuples import TYPES
from host_tools.links.port import Port
from host_tools.links.refusals import Refused, differing_versions
from table_wire import messages
from table_wire.frames import pack_frame

TAGS = 255
TOO_SOON_S = 45.0  # longer than the table makes anybody wait
SOON_S = 0.1
MOMENT_S = 0.001  # no clock of a cable knows less
PHASE_AT = struct.calcsize("<B4sB")  # in a heartbeat of any version
OF_ANY_VERSION = {messages.HEARTBEAT: PHASE_AT + 1, messages.WELCOME: struct.calcsize("<B8s")}  # bytes
ANSWERS = {messages.HELLO: messages.WELCOME, messages.STATUS: messages.STATUS_IS}  # the others: DONE, or more


class Pace(NamedTuple):
    again_s: float  # an answer that has not come by then is asked for again
    patience_s: float


QUIET_LINE = Pace(0.3, 5.0)
NOISY_LINE = Pace(0.1, 20.0)  # where garbled frames show that somebody is there
GARBLED_BY_CHANCE = 1  # whoever plugs in may do so in the middle of a frame


class Restarted(NotReached):
    """The table began anew while a question waited: nobody knows whether it was done."""

    def __init__(self, port_name: str) -> None:
        super().__init__(f"{port_name}: the table was restarted meanwhile: try again")


class NotDone(Restarted):
    """It had begun anew before the question came, and said so."""


class Link:
    """welcome and heartbeat are named tuples, the last that came; say(line) shows the table's console."""

    def __init__(self, port: Port, say=None) -> None:
        self.port = port
        self.welcome = None
        self.heartbeat = None
        self.phase = None  # as heartbeats of any version tell it
        self.stream = FrameStream()
        self.quality = self.stream.quality
        self.sequence = 0  # of the session's changes
        self._say = say
        self._frames = deque()
        self._tag = self._asked_tag = 0
        self.heard_s = port.now_s()  # the last heartbeat
        self._has_heard = False  # a heartbeat of whatever version

    def close(self) -> None:
        self.port.close()

    # --- hearing -----------------------------------------------------------------------------------

    def next_frame(self, timeout_s: float):
        """(kind, tag, payload) of the next frame that is no heartbeat, or None when none came in time."""
        end_s = self.port.now_s() + timeout_s
        while not self._frames:
            left_s = end_s - self.port.now_s()
            if left_s < MOMENT_S:
                return None
            self._take(self.port.read(left_s))
        return self._frames.popleft()

    def _take(self, data: bytes) -> None:
        for found in self.stream.take(data):
            if isinstance(found, str):
                if self._say:
                    self._say(found)
            elif not _is_of_its_kind(found[0], found[2]):
                self.quality.garbled += 1  # by whoever made it: its CRC is good
            elif found[0] == messages.HEARTBEAT:
                self._take_heartbeat(found[2])
            else:
                if found[0] == messages.WELCOME and self.welcome:
                    self._take_welcome(found[2])  # a repeated greeting was answered late: its nonce counts
                self._frames.append(found)

    def _take_heartbeat(self, payload: bytes) -> None:
        self._has_heard = True
        self.stream.forget_text()
        self.heard_s = self.port.now_s()
        self.phase = payload[PHASE_AT]
        if payload[0] == messages.VERSION:
            self.heartbeat = TYPES[messages.HEARTBEAT].read(payload)

    def listen(self, for_s: float) -> None:
        """Lets time pass at the table."""
        end_s = self.port.now_s() + for_s
        while (left_s := end_s - self.port.now_s()) >= MOMENT_S:
            self.next_frame(left_s)

    def next_heartbeat(self):
        """The next one that comes.  NotReached where none does."""
        before = self.heartbeat
        self._wait_until(lambda: self.heartbeat is not before)
        return self.heartbeat

    # --- patience ----------------------------------------------------------------------------------

    @property
    def pace(self) -> Pace:
        return NOISY_LINE if self.quality.garbled > GARBLED_BY_CHANCE else QUIET_LINE

    def is_out_of_patience(self, since_s: float) -> bool:
        return self.port.now_s() - since_s > self.pace.patience_s

    def _wait_until(self, has_come) -> None:
        since_s = self.port.now_s()
        while not has_come():
            if self.is_out_of_patience(since_s):
                raise NotReached(self._silence())
            self._take(self.port.read(self.pace.again_s))

    def _silence(self) -> str:
        """Why nothing comes, as far as the console tells, and what to do."""
        state = describe_console(self.stream.text())
        if state:
            return f"{self.port.name}: the board does not answer: {state}"
        if self.quality.garbled:
            return (
                f"{self.port.name}: what comes from the board can't be read: use a shorter cable, away from "
                "motors and dimmers, and see that the board runs Tablelight's program"
            )
        if self._has_heard:
            return f"{self.port.name}: the table stopped answering: check cable and supply, and try again"
        return (
            f"{self.port.name}: nothing is heard from the board, not even a heartbeat: check its supply, and "
            "that this is its port; a new board first needs `tablectl flash`"
        )

    # --- the session -------------------------------------------------------------------------------

    def connect(self) -> None:
        """Waits for a heartbeat and greets the table: a new session."""
        self._has_heard = False
        self.welcome = None
        self._frames.clear()
        self._wait_until(lambda: self._has_heard)
        greeting = TYPES[messages.HELLO].pack(messages.VERSION, messages.fingerprint())
        self._take_welcome(self.ask(messages.HELLO, greeting)[1])
        for kind, _tag, payload in self._frames:
            if kind == messages.WELCOME:  # of a greeting that was repeated: the last one's nonce counts
                self._take_welcome(payload)

    def _take_welcome(self, payload: bytes) -> None:
        version, fingerprint = struct.unpack_from("<B8s", payload)
        if (version, fingerprint) != (messages.VERSION, messages.fingerprint()):
            raise UserError(differing_versions(version))
        self.welcome = TYPES[messages.WELCOME].read(payload)
        self.sequence = 0

    @property
    def has_restarted(self) -> bool:
        """Whether the table began anew since it was greeted: the session is gone."""
        return bool(self.welcome and self.heartbeat) and self.heartbeat.boot != self.welcome.boot

    def next_tag(self) -> int:
        self._tag = self._tag % TAGS + 1
        return self._tag

    def _new_tag(self) -> int:
        """Not the one of the question before, however many reads lie between: it would be answered again."""
        if self.next_tag() == self._asked_tag:
            self.next_tag()
        self._asked_tag = self._tag
        return self._tag

    def send(self, kind: int, tag: int, payload: bytes) -> None:
        self.port.write(pack_frame(kind, tag, payload))

    def ask(self, kind: int, payload: bytes = b"") -> tuple[int, bytes]:
        """(kind, payload) of the answer.  Refused where the table says no; NotReached where it is silent.

        What it is asked too soon is asked again, for wrong codes make it wait up to half a minute.
        """
        end_s = self.port.now_s() + TOO_SOON_S
        while True:
            try:
                return self._ask_once(kind, payload)
            except Refused as refused:
                if refused.result != messages.TOO_SOON or self.port.now_s() > end_s:
                    raise
            self.listen(SOON_S)

    def _ask_once(self, kind: int, payload: bytes) -> tuple[int, bytes]:
        tag = self._new_tag()
        since_s = self.port.now_s()
        while not self.is_out_of_patience(since_s):
            self.send(kind, tag, payload)
            answer = self._answer(kind, tag)
            if answer:
                self._refuse_if_refused(*answer)
                return answer
            if self.has_restarted:
                raise Restarted(self.port.name)
        raise NotReached(self._silence())

    def _answer(self, kind: int, tag: int):
        """OK alone is no answer to a question that asks for more."""
        end_s = self.port.now_s() + self.pace.again_s
        while frame := self.next_frame(end_s - self.port.now_s()):
            if frame[1] != tag or frame[0] == messages.PIECE:
                continue
            if frame[0] == ANSWERS.get(kind, frame[0]) or frame[0] == messages.DONE and frame[2][0]:
                return frame[0], frame[2]
        return None

    def _refuse_if_refused(self, kind: int, payload: bytes) -> None:
        """NO_SUCH_FILE is an answer too: it stands behind the last file."""
        if kind != messages.DONE or payload[0] in (messages.OK, messages.NO_SUCH_FILE):
            return
        raise NotDone(self.port.name) if payload[0] == messages.NO_SESSION else Refused(payload[0])


def _is_of_its_kind(kind: int, payload: bytes) -> bool:
    """Whether a payload has all that is read of it: of another version, no more than its phase."""
    if kind in OF_ANY_VERSION and payload[:1] != bytes((messages.VERSION,)):
        return len(payload) >= OF_ANY_VERSION[kind]
    return kind in TYPES and len(payload) >= TYPES[kind].bytes
