"""The program on a table, file by file, by hashes.

Over the link the table hashes its own files, and a program that lies can lie about that too: who must
know reads the flash itself (`verify --from-flash`).
"""

import hashlib
import struct
from itertools import count

from host_tools.board_file import BOARD_JSON
from host_tools.links.message_tuples import TYPES
from table_wire import messages

NO_FILE = 0xFFFF  # an index behind the last one: the table keeps its list until that was asked for


def hashes_on_table(link, progress=None) -> dict[str, bytes]:
    """The SHA-256 of every file on the table, by its path.  progress(files so far)."""
    found = {}
    for path, digest in _files(link):
        found[path] = digest
        if progress:
            progress(len(found))
    return found


def board_on_table(link) -> bytes | None:
    """The SHA-256 of the table's board file, None where it has none."""
    for path, digest in _files(link):
        if path == BOARD_JSON:
            _ask(link, NO_FILE)
            return digest
    return None


def _files(link):
    """(path, SHA-256) of each file, by index: two long names may be cut to the same one."""
    for index in count():
        kind, payload = _ask(link, index)
        if kind == messages.DONE:
            return
        file = TYPES[messages.FILE_IS].read(payload)
        yield file.rest.decode("utf-8", "replace"), file.sha256


def _ask(link, index: int) -> tuple[int, bytes]:
    return link.ask(messages.FILE, struct.pack("<H", index))


def hashes_of(files: dict[str, bytes]) -> dict[str, bytes]:
    """The same of files that lie here, with their paths as long as the link has them."""
    longest = messages.FILE_NAME_MAX
    return {path[:longest]: hashlib.sha256(content).digest() for path, content in files.items()}
