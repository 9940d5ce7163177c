"""A table on a cable, greeted: what every command over the link begins with."""

from contextlib import contextmanager, suppress

from host_tools.at_table.log_place import find_end
from host_tools.at_table.log_room import Pace, pace_of
from host_tools.at_table.status_report import Snapshot
from host_tools.errors import NotReached, UserError
from host_tools.ledger import read_ledger
from host_tools.links.link import Link
from host_tools.links.message_tuples import padded_text
from host_tools.links.open_port import open_port
from host_tools.links.questions import read_settings_record, read_status
from host_tools.store import table_folder
from table_core.settings import Settings
from table_wire import messages
from table_wire.settings_record import SettingsError, settings_digest, unpack_settings


@contextmanager
def connected(port_name: str, say=None):
    """A Link in a session; the cable is let go at the end.  say(line) shows the table's console."""
    link = Link(open_port(port_name), say)
    try:
        link.connect()
        yield link
    finally:
        link.close()


def table_name(link: Link) -> str:
    """Its name by its log or, where it can't go on with that, its settings; a new table has none."""
    name = padded_text(link.welcome.table)
    if not name and link.welcome.flags & messages.HAS_SETTINGS:
        settings = readable_settings(read_settings_record(link))
        name = settings.table_id if settings else ""
    return name or f"a new table, {link.welcome.hardware.hex()}"


def read_snapshot(link: Link) -> Snapshot:
    """Everything that a table says of itself, read now."""
    record = read_settings_record(link)
    status = read_status(link)
    beat, welcome = link.next_heartbeat(), link.welcome
    end = find_end(link) if beat.flags & messages.HAS_LOG else None
    return Snapshot(
        port=link.port.name,
        table=table_name(link),
        hardware=welcome.hardware.hex(),
        settings_digest=settings_digest(record).hex() if record else "",
        program=welcome.program.hex(),
        log_id=welcome.log.hex(),
        sectors=welcome.sectors,
        flags=beat.flags,
        phase=beat.phase,
        faults=beat.faults,
        record=beat.record,
        place=end.place if end else None,
        free_kib=beat.free_kib,
        uptime_s=beat.uptime_s,
        settings=readable_settings(record),
        state=status.state,
        counters=status.counters,
        pace=_known_pace(link),
    )


def _known_pace(link: Link) -> Pace | None:
    """By this desktop's ledger of the same log; whoever pulls is told where that can't be read."""
    with suppress(UserError, NotReached):
        ledger = read_ledger(table_folder(table_name(link), link.welcome.hardware.hex()).ledger_path)
        if ledger and ledger.log == link.welcome.log.hex():
            return pace_of(ledger)
    return None


def readable_settings(record: bytes | None) -> Settings | None:
    """None too where the table has a record that nobody may run."""
    try:
        return unpack_settings(record) if record else None
    except SettingsError:
        return None
