"""The program on a table, file by file, by hashes.

Over the link the table hashes its own files, and a program that lies can lie about that too: who must
know reads the flash itself (`verify --from-flash`).
"""

import hashlib
import struct
from itertools import count

from host_tools.links.message_tuples import TYPES
from table_wire import messages


def hashes_on_table(link, progress=None) -> dict[str, bytes]:
    """The SHA-256 of every file on the table, by its path.  progress(files so far)."""
    found = {}
    for index in count():  # not by what was found: two long names may be cut to the same one
        kind, payload = link.ask(messages.FILE, struct.pack("<H", index))
        if kind == messages.DONE:
            return found
        file = TYPES[messages.FILE_IS].read(payload)
        found[file.rest.decode("utf-8", "replace")] = file.sha256
        if progress:
            progress(index + 1)


def hashes_of(files: dict[str, bytes]) -> dict[str, bytes]:
    """The same of files that lie here, with their paths as long as the link has them."""
    longest = messages.FILE_NAME_MAX
    return {path[:longest]: hashlib.sha256(content).digest() for path, content in files.items()}
