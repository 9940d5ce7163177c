"""What a set-up looks at and does before its change: the name, the keys, and the log that a change erases.

Each step looks at the table first, so a set-up that was cut off anywhere goes on when it is run again.
What must never change: a key is kept here before a table is given it, and a partition that holds
anything is never made a new log unless somebody has said so.
"""

from host_tools.errors import UserError
from host_tools.links.link import Link
from host_tools.links.message_tuples import padded_text
from host_tools.links.questions import give_keys
from host_tools.links.region_reader import read_region
from host_tools.settings_file import SettingsFile
from host_tools.store import TableFolder
from table_wire import messages
from table_wire.sectors import SECTOR_BYTES

NOTHING = 0  # instead of a change


def needed_change(link: Link, on_table: SettingsFile | None, wanted: SettingsFile) -> int:
    """NEW_LOG, NEW_SETTINGS or NOTHING."""
    flags = link.welcome.flags
    if not flags & messages.HAS_LOG:
        return messages.NEW_LOG
    return NOTHING if on_table and on_table.digest == wanted.digest else messages.NEW_SETTINGS


def check_name(link: Link, wanted: SettingsFile) -> None:
    """UserError where the file is another table's."""
    name = padded_text(link.welcome.table)
    if name not in ("", wanted.settings.table_id):
        raise UserError(
            f"the table is {name}, and {wanted.path} is for {wanted.settings.table_id}; give this table's "
            f"file, or --rename to call the table {wanted.settings.table_id} from now on"
        )


def is_log_blank(link: Link) -> bool:
    """Whether its partition holds nothing: a log always has one of the first and the last sector."""
    last = (link.welcome.sectors - 1) * SECTOR_BYTES
    return not any(
        read_region(link, messages.ROUNDLOG, address, SECTOR_BYTES).strip(b"\xff") for address in (0, last)
    )


def check_log_is_blank(link: Link) -> None:
    """UserError where the log's partition holds something that a new log would erase."""
    if not is_log_blank(link):
        raise UserError(
            "the table can't go on with what its log's partition holds: a damaged log, a full one, or "
            "another table's; begin a new log with `tablectl new-log SETTINGS`, or with --erase-log at the "
            "initial meter: either keeps an image of the partition first"
        )


def check_keys(link: Link, kept: TableFolder) -> None:
    """UserError where the table has keys that this desktop has not, or may have either of two."""
    if kept.next_key.place:
        raise UserError(
            "other keys for this table were made, and it may have them by now: bring that to its end with "
            "`tablectl keys replace`"
        )
    if link.welcome.flags & messages.HAS_KEYS and kept.read_key() is None:
        raise UserError(
            "this table was set up by another desktop, which has its key: run this there, or copy that one's "
            f"folder of this table to {kept.folder}"
        )


def hand_over_keys(link: Link, kept: TableFolder, say) -> bytes:
    """The table key, once the table has what is derived from it."""
    key = kept.make_key()
    if not link.welcome.flags & messages.HAS_KEYS:
        say(f"The table is given its keys; the key itself is kept in {kept.key.where}: back it up.")
        give_keys(link, key)
    return key
