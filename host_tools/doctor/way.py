"""What is wrong on the way to a table, from the port up to its answers, one rung after the other.

Know before editing: each rung stands on the one before, and is not climbed where that is wrong.  What must
never change: nothing is sent before the table's heartbeat was heard, and nothing that changes it.
"""

import os
from typing import NamedTuple

from host_tools.at_table.connection import read_snapshot
from host_tools.at_table.status_report import uptime_text
from host_tools.doctor.findings import ATTENTION, NOT_CHECKED, WRONG, Finding, fine, from_error
from host_tools.doctor.port_holders import MEDDLERS, holders, running
from host_tools.errors import UserError
from host_tools.links.link import Link
from host_tools.links.open_port import open_port
from host_tools.ports import find_boards, find_open_trouble, is_on_network, resolve_port, simulated_folder
from table_wire import messages

HEAR_IT_START = "press RESET while this runs again: what the board prints then says more"
NO_FILE = "the port is no file of this computer"


def look_at_port(visit):
    """Which one it is, and that it is there."""
    try:
        visit.port = port = resolve_port(visit.asked_port)
        visit.is_elsewhere = bool(simulated_folder(port)) or is_on_network(port)
    except UserError as error:
        yield from from_error("port", error)
        return
    if visit.is_elsewhere:
        yield fine("port", f"{port}, {'on the network' if is_on_network(port) else 'a simulated board'}")
        return
    if os.name == "posix" and not os.path.exists(port):
        trouble = find_open_trouble("[Errno 2]")
        others = [f"{name} ({what}) is a board's" for name, what in find_boards()]
        yield Finding("port", WRONG, f"{port}: {trouble.what}", (trouble.remedy, *others))
        return
    what = dict(find_boards()).get(port, "whose USB id is none of a board's, or not told")
    yield fine("port", f"{port}, {what}")


def look_at_permission(visit):
    port = visit.port
    if visit.is_elsewhere or os.name != "posix":
        yield Finding("permission", NOT_CHECKED, NO_FILE)
    elif os.access(port, os.R_OK | os.W_OK):
        yield fine("permission", "you may read and write it")
    else:
        group, user = group_of(port), os.environ.get("USER", "$USER")
        text = f"{port}: only root and the group {group.name} may open it"
        join = f"sudo usermod -aG {group.name} {user}"
        again = "log out and in again, for a group counts from the next login on"
        yield Finding("permission", WRONG, text, (again,) if user in group.members else (join, again))


class Group(NamedTuple):
    name: str
    members: list[str]


def group_of(path: str) -> Group:
    """The one that a file belongs to; one without a name goes by its number."""
    import grp  # there is none on Windows

    number = os.stat(path).st_gid
    try:
        found = grp.getgrgid(number)
    except KeyError:
        return Group(str(number), [])
    return Group(found.gr_name, found.gr_mem)


def look_for_others(visit):
    """Whoever has the port open, and those that would send to it."""
    if visit.is_elsewhere or os.name != "posix":
        yield Finding("other programs", NOT_CHECKED, NO_FILE)
        return
    found = holders(visit.port)
    for program in found:
        text = f"{program.name} (process {program.pid}) has {visit.port} open"
        yield Finding("other programs", WRONG, text, (f"end it, or `kill {program.pid}`",))
    meddlers = {program.name for program in running()} & MEDDLERS.keys()
    for name in sorted(meddlers):
        what, remedy = MEDDLERS[name]
        yield Finding("other programs", ATTENTION, f"{name} runs, and {what}", (remedy,))
    if not found and not meddlers:
        yield fine("other programs", "none is known to have it open")


def look_at_cable(visit):
    try:
        visit.link = Link(open_port(visit.port))
        yield fine("cable", "the port opens, for us alone")
    except UserError as error:
        yield from from_error("cable", error)


def look_at_board(visit):
    """Its heartbeat, or what its console says instead."""
    try:
        visit.link.connect()
    except UserError as error:
        if visit.link.phase is None:
            (found,) = from_error("board", error)
            has_spoken = visit.link.stream.text().strip()
            yield found if has_spoken else found._replace(do=(*found.do, HEAR_IT_START))
            return
        visit.link_error = error
    yield fine("board", "it runs, and its heartbeat is heard")


def look_at_link(visit):
    if visit.link_error:
        yield from from_error("link", visit.link_error)
    else:
        yield fine("link", f"version {messages.VERSION}, as here")


def look_at_answers(visit):
    try:
        visit.snapshot = snapshot = read_snapshot(visit.link)
    except UserError as error:
        yield from from_error("answers", error)
        return
    up = uptime_text(snapshot.uptime_s)
    yield fine("answers", f"{snapshot.table}, controller {snapshot.hardware}, up {up}")


LOOKS = (  # check, what looks
    ("port", look_at_port),
    ("permission", look_at_permission),
    ("other programs", look_for_others),
    ("cable", look_at_cable),
    ("board", look_at_board),
    ("link", look_at_link),
    ("answers", look_at_answers),
)
