"""Refuses to flash a table in the middle of a round, by what the table says of itself.

esptool resets the board, so this listens first, and sends nothing before it has heard: a table in service
tells its phase once a second, whatever its version.  One that says nothing is bare or broken, and may be
flashed.
"""

from contextlib import closing

from host_tools.errors import UserError
from host_tools.links.link import Link
from host_tools.links.open_port import open_port
from table_core.state import OPEN, PHASES

LISTEN_S = 2.5  # two heartbeats and a half
STEP_S = 0.1


def refuse_open_round(port_name: str, ask=None) -> None:
    """UserError where the table on this port is in a round; NotReached where the port can't be opened.

    ask(link): what else is asked of a table that was heard, before it is restarted.
    """
    with closing(Link(open_port(port_name))) as link:
        phase = hear_phase(link)
        if phase not in (None, OPEN):
            known = PHASES[phase] if phase < len(PHASES) else "on"
            raise UserError(
                f"{port_name}: a round is {known} at this table, and this command restarts it; "
                "finish the round with ROUND OVER, then repeat the command"
            )
        if ask and phase is not None:
            ask(link)


def hear_phase(link: Link) -> int | None:
    """The phase in the first heartbeat, None where none comes."""
    end_s = link.port.now_s() + LISTEN_S
    while link.phase is None and link.port.now_s() < end_s:
        link.listen(STEP_S)
    return link.phase
