"""A cable to a table, whatever is at its other end: what the link's client asks of it.

Know before editing: timeouts count by `now_s`, the cable's own clock, which is virtual where the
table is simulated.  So a client never asks the desktop's clock, and a minute's wait costs nothing.
"""

from host_tools.errors import NotReached


class CableGone(NotReached):
    """The cable was pulled, or the port is not there any more."""


class Port:
    """Each kind of cable is a subclass, and answers these four."""

    name: str
    hands = None  # of a simulated table: its move(contact, closed) and press(contact, for_ms)

    def write(self, data: bytes) -> None:
        """Sends all of it.  CableGone where there is nobody to send to."""
        raise NotImplementedError

    def read(self, timeout_s: float) -> bytes:
        """What has come, at least one byte, or b"" when nothing came in time.  CableGone."""
        raise NotImplementedError

    def now_s(self) -> float:
        """The clock that timeouts count by."""
        raise NotImplementedError

    def close(self) -> None:
        """Lets go of the cable; a second time does nothing."""
        raise NotImplementedError
