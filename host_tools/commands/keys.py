"""`tablectl keys`: the table keys of this desktop, where they are kept, and others for a table.

What must never change: no key is ever printed.
"""

import click

from host_tools import errors
from host_tools.at_table import people, set_up
from host_tools.at_table.connection import connected, table_name
from host_tools.at_table.key_change import replace_keys, settle
from host_tools.at_table.table_change import turn_by_itself
from host_tools.links.open_port import port_option
from host_tools.output import json_option, print_json, print_table, teller, warn
from host_tools.store import NEXT, TableFolder, find_folders, table_folder, tables_home
from host_tools.table_key import PLACES, KeptKey, id_of, id_text

EXAMPLE = (
    'tablectl keys replace --port sim:table --reason "a laptop was lost" --by "A. Ames" --by "B. Bell" --yes'
)
COLUMNS = ("table", "key", "use", "kept since (UTC)", "where")
IN_FORCE, IS_NEXT, BEFORE = "in force", "to replace it", "before"


@click.group()
def command() -> None:
    """The table keys of this desktop: which there are, where they are kept, and other ones for a table."""


@command.command("list", epilog="Example: tablectl keys list")
@json_option
def list_keys(as_json) -> int:
    """List the tables whose keys are kept here. A key is named by its id, as logs name it, and never shown.

    Exit status 1 where a key can't be read.
    """
    rows, wrong = [], []
    for folder in find_folders("*"):
        for key in folder.kept_keys():
            try:
                name = id_text(id_of(key.read()))
            except errors.UserError as error:
                name = ""
                wrong.append(str(error))
            rows.append(row_of(folder, key, name))
    if as_json:
        print_json({"keys": rows, "problems": wrong})
    elif rows:
        cells = [(row["table"], row["key_id"] or "-", row["use"], row["since"], row["where"]) for row in rows]
        print_table(f"{len(rows)} keys in {tables_home()}", COLUMNS, cells, folding=COLUMNS[-1:])
    else:
        click.echo(f"No table's key is kept in {tables_home()}; `tablectl configure` makes one.")
    for text in wrong:
        warn(text)
    return errors.DIFFERENCE if wrong else errors.FINE


def row_of(folder: TableFolder, key: KeptKey, name: str) -> dict:
    use = {folder.key.stem: IN_FORCE, NEXT: IS_NEXT}.get(key.stem, BEFORE)
    return {
        "table": folder.folder.name,
        "key_id": name,
        "use": use,
        "since": key.since,
        "place": key.place,
        "where": key.where,
    }


@command.command(epilog="Example: tablectl keys move T-07 --to file")
@click.argument("table")
@click.option("--to", "place", type=click.Choice(PLACES), required=True, help="Where they are to be kept.")
def move(table, place) -> int:
    """Move the keys of TABLE into the system's keyring, or back into files that only you may read.

    They are in their new place before they leave the old one. TABLE is its name, or that of its folder.
    """
    folder = named_folder(table)
    keys = folder.kept_keys()
    if not keys:
        raise errors.UserError(f"{folder.folder}: no key of this table is kept here")
    for key in keys:
        key.move(place)
        click.echo(f"{folder.folder.name}: {id_text(id_of(key.read()))} is kept in {key.where}.")
    return errors.FINE


def named_folder(table: str) -> TableFolder:
    folders = find_folders("*")
    found = [folder for folder in folders if table in (folder.folder.name, folder.table)]
    if len(found) == 1:
        return found[0]
    what = f"more than one table is called {table}" if found else f"{tables_home()} has no table {table}"
    names = ", ".join(folder.folder.name for folder in found or folders) or "none"
    raise errors.UserError(f"{what}: name one of these: {names}")


@command.command(epilog=f"Example: {EXAMPLE}")
@port_option
@people.attestation_options
@json_option
def replace(port, reason, names, is_agreed, as_json) -> int:
    """Give a table other keys, for a laptop that was lost, or a key that somebody may know.

    The floor key must be turned meanwhile. The new key is kept here before the table gets it, and the old one
    afterwards too, for it sealed the log so far. If this is cut off, run it again and it goes on.
    """
    people.check_options(reason, names, is_agreed)

    say = teller(as_json)
    with connected(port) as link:
        name = table_name(link)
        kept = table_folder(name, link.welcome.hardware.hex())
        old = kept.read_key()
        if old is None:
            set_up.check_keys(link, kept)
            raise errors.UserError(f"{name} has no keys yet: give it some with `tablectl configure`")
        if settle(link, kept):
            say("The table had taken the new key when the last run was cut off.")
        else:
            attested = people.gather(reason, names)
            people.agree(f"Give {name} other keys?", is_agreed)
            replace_keys(link, kept, attested, say)
            turn_by_itself(link, False)
    new_id, old_id = (id_text(id_of(key)) for key in (kept.read_key(), old))
    places = " and ".join(key.where for key in kept.kept_keys())
    say(f"{name}: its keys are {new_id} now. Turn the floor key off.")
    say(f"Back up all its keys, for the older ones sealed the log so far: {places}.")
    if as_json:
        print_json({"table": name, "key_id": new_id, "key_id_before": old_id, "where": kept.key.where})
    return errors.FINE
