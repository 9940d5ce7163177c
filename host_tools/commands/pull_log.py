"""`tablectl pull-log`: what is new of a table's log, checked, and entered in its ledger."""

import shlex
from pathlib import Path

import click

from host_tools import errors
from host_tools.at_table.connection import connected, table_name
from host_tools.at_table.log_collection import (
    Collected,
    Told,
    collect_image,
    collect_log,
    last_record,
    tell_table,
)
from host_tools.at_table.many_pulls import ManyPulls, Pull, every_port, progress_rows
from host_tools.board_file import load_board
from host_tools.boards import board_option, find_board
from host_tools.commands.flash import reach
from host_tools.completion import complete_ports
from host_tools.files import write_whole
from host_tools.flashing.esptool_process import USUAL_RATE, Esptool, check_esptool
from host_tools.flashing.read_log import read_log_image
from host_tools.links.region_reader import read_region
from host_tools.log_gaps import numbers
from host_tools.output import json_option, print_json, print_rows, print_table, progress_bar, warn
from host_tools.ports import AUTO, resolve_port
from host_tools.settings_file import load_settings
from host_tools.store import safe_name
from table_wire import messages
from table_wire.sectors import SECTOR_BYTES

FILE = click.Path(dir_okay=False, readable=False)
OF_ONE = "--out, --image, --from-flash, --key, --settings and --begin-ledger"


@click.command(epilog="Example: tablectl pull-log --port sim:table --out night.bin")
@click.option(
    "--port",
    "ports",
    multiple=True,
    shell_complete=complete_ports,
    help="The table's port, or sim:FOLDER for a simulated board; several for several tables. [default: auto]",
)
@click.option("--all", "every_table", is_flag=True, help="Pull from all tables that are plugged in, at once.")
@click.option(
    "--out", type=FILE, help="The file; TABLE-roundlog.bin, or IMAGE-roundlog.bin, if none is named."
)
@click.option("--image", type=FILE, help="Read this image of a flash; if there is none yet, save it first.")
@click.option("--from-flash", is_flag=True, help="Save the image through the chip's loader: of a dead table.")
@board_option
@click.option("--key", type=FILE, help="With --image: the table's key; else the one that is kept here.")
@click.option(
    "--settings", "settings_path", type=FILE, help="With --image: where the log lacks its settings."
)
@click.option("--whole", "everything", is_flag=True, help="Read also what was pulled before, and compare it.")
@click.option("--begin-ledger", is_flag=True, help="Archive a ledger that does not fit, and begin anew.")
@json_option
def command(
    ports, every_table, out, image, from_flash, board, key, settings_path, everything, begin_ledger, as_json
) -> int:
    """Pull what is new of a table's log, check every record and seal, and write it to a file.

    A ledger on this desktop knows what was pulled before; exit status 1 where the table's log does not
    go on from there, or is not as the table wrote it.  Run it again after a cut: it goes on.  The table is
    told what is here now, and may then use the sectors before it again.

    From several tables it is pulled at once, each into its own file, and one that fails stops no other one;
    the exit status is the highest of theirs.

    With --image the log comes from an image of the flash, as esptool or this command read it, whole or cut
    short. It is read as far as it goes, and what is missing or not proved is said.
    """
    if every_table or len(ports) > 1:
        if image or out or from_flash or key or settings_path or begin_ledger:
            raise errors.UserError(f"{OF_ONE} are of one table: name its port alone")
        return pull_many(every_port(ports), everything, as_json)
    port = ports[0] if ports else AUTO
    if image:
        if everything or begin_ledger:
            raise errors.UserError("--image: an image is read whole, without --whole and --begin-ledger")
        collected = from_image(port, Path(image), out, from_flash, board, key, settings_path)
        told = Told(0)
    else:
        if from_flash or key or settings_path:
            raise errors.UserError("--from-flash, --key and --settings go with --image FILE")
        collected, told = from_table(port, out, everything, begin_ledger)
    data = as_data(collected, told)
    if as_json:
        print_json(data)
    else:
        print_rows(f"log of {data['table'] or 'an unknown table'}", rows_of(data))
    tell(collected, told)
    return errors.DIFFERENCE if collected.report.problems else errors.FINE


def pull_many(ports: list[str], everything: bool, as_json: bool) -> int:
    with progress_rows(ports) as progresses:
        pulls = ManyPulls(ports, everything).run(progresses)
    if as_json:
        print_json([pull_data(pull) for pull in pulls])
    else:
        print_table(f"{len(pulls)} tables", COLUMNS, map(cells, pulls), right=COLUMNS[2:5])
    for pull in pulls:
        if pull.collected:
            tell(pull.collected, pull.told, f"{pull.port}: ")
        else:
            warn(f"{pull.port}: {pull.problem}")
    return max(pull.exit_status for pull in pulls)


def pull_data(pull: Pull) -> dict:
    """With what `pull-log --json` of this port alone prints, where anything came."""
    known = {"port": pull.port, "table": pull.table, "exit_status": pull.exit_status, "problem": pull.problem}
    return known | (as_data(pull.collected, pull.told) if pull.collected else {})


COLUMNS = ("port", "table", "new", "rounds", "proved", "file")


def cells(pull: Pull) -> tuple:
    if not pull.collected:
        return pull.port, pull.table or "-", "-", "-", "-", "nothing came; see below"
    data = as_data(pull.collected, pull.told)
    return pull.port, pull.table, *(data[key] for key in ("new_records", "rounds", "sealed_to", "file"))


def from_table(port: str, out: str | None, everything: bool, begin_ledger: bool) -> tuple[Collected, Told]:
    with connected(port) as link:
        name = table_name(link)
        out = Path(out or f"{safe_name(name)}-roundlog.bin")
        with progress_bar(f"pulling the log of {name}") as progress:
            collected = collect_log(link, out, everything, begin_ledger, progress)
        return collected, tell_table(link, collected)


def from_image(port, image: Path, out, from_flash: bool, board, key, settings_path) -> Collected:
    settings = load_settings(settings_path) if settings_path else None
    if from_flash and image.exists():
        raise errors.UserError(f"{image} is there already: leave --from-flash away, or name another file")
    if not image.exists():
        dead = load_board(find_board(board)) if from_flash else None
        write_whole(image, read_through_loader(port, dead) if dead else read_partition(port, image))
        warn(f"the flash as it lies is saved in {image}")
    out = Path(out) if out else image.with_name(f"{image.stem}-roundlog.bin")
    with progress_bar(f"reading {image.name}") as progress:
        return collect_image(image, out, key, settings, progress)


def read_partition(port: str, image: Path) -> bytes:
    """The log's partition as it lies on the flash of a table that answers, whatever it holds."""
    try:
        with connected(port) as link, progress_bar(f"reading the flash of {table_name(link)}") as progress:
            length = link.welcome.sectors * SECTOR_BYTES
            return read_region(link, messages.ROUNDLOG, 0, length, progress)
    except errors.NotReached as error:
        raise errors.NotReached(
            f"{image} is not there, and no table answers to save it from: {error}; --from-flash reads the "
            "flash of one that is dead"
        ) from error


def read_through_loader(port: str, board: dict) -> bytes:
    check_esptool()
    port = resolve_port(port)
    with reach(port, board) as path:
        return read_log_image(Esptool(path, USUAL_RATE, port), board)


def replay_of(path) -> str:
    """The next command, as it can be pasted."""
    return f"tablectl replay {shlex.quote(str(path))}"


def as_data(collected: Collected, told: Told) -> dict:
    report = collected.report
    return {
        "file": report.path,
        "table": report.table,
        "first_record": report.first_record,
        "last_record": last_record(report),
        "new_records": collected.new_records,
        "sealed_to": report.sealed_to,
        "rounds": len(report.rounds),
        "meter_cents": report.meter_cents,
        "key": key_of(collected),
        "freed_sectors": 0 if told.why_not else told.sectors,
        "missing": report.missing,
        "not_replayed": report.not_replayed,
        "not_proved": report.not_proved,
        "problems": report.problems,
        "notes": report.notes,
    }


def key_of(collected: Collected) -> str | None:
    """Where the key lies that the seals were checked with, if they were."""
    if not collected.report.seal_key_known:
        return None
    return collected.folder.key.where if collected.folder else "as named"


def rows_of(data: dict) -> list[tuple]:
    freed = data["freed_sectors"]
    return [
        ("records", f"{data['first_record']} to {data['last_record']}, {data['new_records']} of them new"),
        ("rounds", data["rounds"]),
        ("proved", f"up to record {data['sealed_to']}"),
        *((what, numbers(data[key])) for what, key in GAPS if data[key]),
        *([("freed", f"{freed} sectors that the table may use again")] if freed else ()),
        ("file", data["file"]),
        ("next", replay_of(data["file"])),
    ]


GAPS = (("missing", "missing"), ("not replayed", "not_replayed"), ("not proved", "not_proved"))


def notes_to_tell(collected: Collected) -> list[tuple[int, str]]:
    """Those of records that were pulled before, and are proved, were told then."""
    report = collected.report
    told_to = min(last_record(report) - collected.new_records, report.sealed_to)
    return [note for note in report.notes if not 0 < note[0] <= told_to]


def tell(collected: Collected, told: Told, where: str = "") -> None:
    """What is odd, and what is wrong.  where: what each line begins with."""
    report = collected.report

    def say(text: str) -> None:
        warn(where + text)

    if collected.archived:
        say(f"the ledger that was here before, and its log, are kept in {collected.archived}")
    if not report.seal_key_known:
        say("this desktop does not have the table's key, so who made the seals was not checked")
    for line in report.lines(notes_to_tell(collected) + report.problems):
        say(line)
    if told.is_in_round:
        say("a round is on: at the next pull the table is told that its log is here, and uses it again")
    elif told.why_not:
        say(f"the table was not told that its log is here, and keeps it: {told.why_not}")
    if collected.folder is None:
        say("this desktop does not know the table of this log, so nothing was entered in a ledger")
    elif report.problems:
        say(f"the ledger stays as it was, and {report.path} is the evidence; keep it")
