"""Other keys for a table, under the old ones: for a laptop that was lost, or a key that somebody may know.

Know before editing: the new key is kept here before the table gets it, and which of the two counts is what
the table's log names, so a run that was cut off anywhere goes on when it is run again.  What must never
change: the old key is kept, for it sealed what came before.
"""

from host_tools.at_table.people import Attestation
from host_tools.at_table.table_change import make_change
from host_tools.errors import UserError
from host_tools.links.link import Link
from host_tools.links.questions import read_status, wait_for_restart
from host_tools.store import TableFolder
from host_tools.table_key import id_of, id_text
from table_wire import messages
from table_wire.seals import KEY_BYTES
from table_wire.table_keys import derive_keys, masked_keys


def key_in_force(link: Link) -> int:
    """The id of the keys that seal.  UserError where the table has no log that could name them."""
    state = read_status(link).state
    if state is None:
        raise UserError("the table has no log that it can go on with, and takes other keys only under one")
    return state.key_id


def replace_keys(link: Link, kept: TableFolder, people: Attestation, say) -> None:
    """The table restarts under the next key, which is in force here too afterwards."""
    old, new = kept.read_key(), kept.make_next_key()
    say(f"The new key is kept in {kept.next_key.where}.")
    make_change(link, messages.NEW_KEYS, old, people, say, lambda: masked_for(link, old, new))
    say("The table takes it, and restarts.")
    wait_for_restart(link)
    if not settle(link, kept):
        raise UserError("the table came back under its old keys: run this again")


def masked_for(link: Link, old: bytes, new: bytes) -> bytes:
    """The new table key's keys, as the link's next commit stages them."""
    link_key = derive_keys(old)[:KEY_BYTES]
    return masked_keys(link_key, link.welcome.nonce, link.sequence + 1, derive_keys(new))


def settle(link: Link, kept: TableFolder) -> bool:
    """Whether the table has the next key: then that is in force here too.  UserError where it has neither."""
    number, old, new = key_in_force(link), kept.read_key(), kept.next_key.read()
    if new and number == id_of(new):
        kept.use_next_key()
        return True
    if old is None or number != id_of(old):
        raise UserError(
            f"the table's keys are {id_text(number)}, and this desktop has others: use the desktop that set "
            "it up, or copy that one's folder of this table to here"
        )
    return False
