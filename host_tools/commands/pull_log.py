"""`tablectl pull-log`: what is new of a table's log, checked, and entered in its ledger."""

import shlex
from pathlib import Path

import click

from host_tools import errors
from host_tools.at_table.connection import connected, table_name
from host_tools.at_table.log_collection import Collected, collect_log, last_record
from host_tools.files import refuse_foreign, write_whole
from host_tools.links.open_port import port_option
from host_tools.links.region_reader import read_region
from host_tools.log_file import looks_like_a_log
from host_tools.output import json_option, print_json, print_rows, progress_bar, warn
from host_tools.store import safe_name
from table_wire import messages
from table_wire.sectors import SECTOR_BYTES

FILE = click.Path(dir_okay=False)


@click.command(epilog="Example: tablectl pull-log --port sim:table --out night.bin")
@port_option
@click.option("--out", type=FILE, help="The file; TABLE-roundlog.bin where none is named.")
@click.option("--image", type=FILE, help="Only save the log's whole flash as it is, unchecked.")
@click.option("--all", "everything", is_flag=True, help="Read also what was pulled before, and compare it.")
@click.option("--begin-ledger", is_flag=True, help="Archive a ledger that does not fit, and begin anew.")
@json_option
def command(port, out, image, everything, begin_ledger, as_json) -> int:
    """Pull what is new of a table's log, check every record and seal, and write it to a file.

    A ledger on this desktop knows what was pulled before; exit status 1 where the table's log does not
    go on from there, or is not as the table wrote it.  Run it again after a cut: it goes on.
    """
    if image and (out or everything or begin_ledger):
        raise errors.UserError("--image saves all as it is, without --out, --all or --begin-ledger")
    with connected(port) as link:
        name = table_name(link)
        with progress_bar(f"pulling the log of {name}") as progress:
            if image:
                length = save_image(link, image, progress)
            else:
                out = Path(out or f"{safe_name(name)}-roundlog.bin")
                collected = collect_log(link, out, everything, begin_ledger, progress)
    if image:
        tell_image(name, image, length, as_json)
        return errors.FINE
    data = as_data(collected)
    if as_json:
        print_json(data)
    else:
        print_rows(f"log of {name}", rows_of(data))
    tell(collected)
    return errors.DIFFERENCE if collected.report.problems else errors.FINE


def save_image(link, path: str, progress) -> int:
    """Writes the log's partition as it lies on flash, whatever it holds; its bytes."""
    length = link.welcome.sectors * SECTOR_BYTES

    def is_image(data: bytes) -> bool:
        return len(data) == length and looks_like_a_log(data)

    refuse_foreign(path, "an image of a log", is_image, "--image")
    write_whole(path, read_region(link, messages.ROUNDLOG, 0, length, progress))
    return length


def tell_image(name: str, path: str, length: int, as_json: bool) -> None:
    if as_json:
        print_json({"file": path, "table": name, "bytes": length})
    else:
        click.echo(f"{path}: the log's flash as it is, {length} bytes; next: {replay_of(path)}")


def replay_of(path) -> str:
    """The next command, as it can be pasted."""
    return f"tablectl replay {shlex.quote(str(path))}"


def as_data(collected: Collected) -> dict:
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
        "key": str(collected.folder.key_path) if report.seal_key_known else None,
        "problems": report.problems,
        "notes": report.notes,
    }


def rows_of(data: dict) -> list[tuple]:
    return [
        ("records", f"{data['first_record']} to {data['last_record']}, {data['new_records']} of them new"),
        ("rounds", data["rounds"]),
        ("proved", f"up to record {data['sealed_to']}"),
        ("file", data["file"]),
        ("next", replay_of(data["file"])),
    ]


def tell(collected: Collected) -> None:
    """What is odd, and what is wrong."""
    report = collected.report
    if collected.archived:
        warn(f"the ledger that was here before, and its log, are kept in {collected.archived}")
    if not report.seal_key_known:
        warn("this desktop does not have the table's key, so who made the seals was not checked")
    for record, text in report.notes:
        warn(f"{report.path}, record {record}: {text}")
    for record, text in report.problems:
        warn(f"{report.path}, record {record}: {text}")
    if report.problems:
        warn(f"the ledger stays as it was, and {report.path} is the evidence; keep it")
