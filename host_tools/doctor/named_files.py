"""What is wrong with the files that somebody is about to give to a table: an image, and settings.

They are compared with the table where one was reached; else with every board that there is.
"""

from host_tools.at_table.set_up import check_name
from host_tools.board_file import load_board
from host_tools.boards import board_files
from host_tools.doctor.findings import ATTENTION, NOT_CHECKED, Finding, fine, from_error
from host_tools.errors import UserError
from host_tools.flashing.micropython_image import load_image
from host_tools.partition_table import rows_of
from host_tools.settings_file import load_settings


def look_at_image(visit):
    """Whether it is MicroPython for the table's chip, or for that of some board."""
    if not visit.image:
        yield Finding("image file", NOT_CHECKED, "none was named with --image")
        return
    first = None
    for board in [visit.board] if visit.board else map(load_board, board_files()):
        try:
            version = load_image(visit.image, board, rows_of(board)).version
        except UserError as error:
            first = first or error
        else:
            yield fine("image file", f"{visit.image}: MicroPython {version} for {board['name']}")
            return
    yield from from_error("image file", first)


def look_at_settings_file(visit):
    if not visit.settings:
        yield Finding("settings file", NOT_CHECKED, "none was named with --settings")
        return
    try:
        terms = load_settings(visit.settings)
        if visit.snapshot:
            check_name(visit.link, terms)
    except UserError as error:
        yield from from_error("settings file", error)
        return
    for warning in terms.warnings:
        yield Finding("settings file", ATTENTION, warning)
    in_force = visit.snapshot and visit.snapshot.settings_digest == terms.digest
    what = "those in force at the table" if in_force else f"terms for {terms.settings.table_id}"
    yield fine("settings file", f"{visit.settings}: {what}, digest {terms.digest[:16]}")


LOOKS = (  # check, what looks
    ("image file", look_at_image),
    ("settings file", look_at_settings_file),
)
