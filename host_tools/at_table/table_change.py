"""Makes a change at a table: waits until it takes one, and commits it.

The table takes a change only in OPEN, without a chip on a progressive sensor, and with the floor key
turned on since power-up.  It decides that itself; its heartbeat says what is missing, and each of it is
told once.  One that restarts before it took the change, as at the end of a self-test that was left, is
waited for anew.
"""

from host_tools.at_table import fault_texts
from host_tools.at_table.people import Attestation
from host_tools.errors import UserError
from host_tools.links.link import NotDone
from host_tools.links.questions import commit
from table_core.faults import RECOVERY
from table_core.state import OPEN
from table_wire import messages

WAIT_S = 180  # longer than the table waits for a laptop that has left its self-test
FLOOR_KEY = "floor key"


def plays(beat) -> bool:
    """A table whose recovery stopped takes a new log in a round too, and over chips."""
    return RECOVERY not in fault_texts.present(beat.faults)


LACKS = (  # what the heartbeat says, and what to do about it
    (lambda beat: beat.flags & messages.IS_TESTING, "the self-test ends two minutes after it was left"),
    (lambda beat: beat.phase != OPEN and plays(beat), "the round in progress must be over first"),
    (
        lambda beat: beat.flags & messages.CHIP_IS_DOWN and plays(beat),
        "take the chips off the progressive sensors",
    ),
    (
        lambda beat: not beat.flags & messages.FLOOR_IS_ARMED,
        "turn the floor key on; where it is on already, turn it off and on again",
    ),
)


def lacking(beat) -> list[str]:
    """What the table still waits for."""
    return [text for is_so, text in LACKS if is_so(beat)]


def make_change(link, change: int, key: bytes, people: Attestation, say, payload=b"") -> None:
    """Waits for the floor and commits.  UserError where the table waits too long, with what was missing.

    payload: bytes, or a function that says them when the table is ready.
    """
    while True:
        wait_until_taken(link, say)
        try:
            staged = payload() if callable(payload) else payload
            commit(link, change, key, people.reason, people.names, staged)
            return
        except NotDone:
            link.connect()


def wait_until_taken(link, say) -> None:
    """Until the table takes changes; from the beginning where it is restarted meanwhile."""
    turn_by_itself(link, True)
    deadline_s = link.port.now_s() + WAIT_S
    told = set()
    while missing := lacking(link.heartbeat):
        if link.port.now_s() > deadline_s:
            raise UserError(f"nothing was changed, for the table still waits: {'; '.join(missing)}")
        for text in missing:
            if text not in told:
                say(f"Waiting: {text}.")
        told |= set(missing)
        link.next_heartbeat()
        if link.has_restarted:
            link.connect()
            return wait_until_taken(link, say)


def turn_by_itself(link, is_on: bool) -> None:
    """At a simulated table the key turns by itself: off first, for only a turn arms."""
    hands = link.port.hands
    if hands is None:
        return
    if is_on:
        hands.move(FLOOR_KEY, False)
        link.next_heartbeat()
    hands.move(FLOOR_KEY, is_on)
    link.next_heartbeat()
