"""The files of the program, as they lie in the filesystem: what `verify` compares.

A program that hashes itself can lie; reading the flash through the ROM loader can't.
"""

import hashlib
import os
from struct import pack

from table_runtime.serial_link import unpack_whole
from table_wire import messages
from table_wire.messages import FILE_LAYOUT

_DIRECTORY = 0x4000
_CHUNK = 512


def run(table, link, kind: int, payload: bytes):
    """The answer to FILE: the file with this index, in the order of the names.

    They are listed once, for that takes long, and kept until the last was asked for.
    """
    index = unpack_whole("<H", payload)[0]
    if link.files is None:
        link.files = sorted(_names("."))
    names = link.files
    if index >= len(names):
        link.files = None
        return messages.DONE, bytes((messages.NO_SUCH_FILE,))
    size, digest = _hash(names[index])
    name = names[index].encode()
    return messages.FILE_IS, pack(FILE_LAYOUT, size, digest) + name[: messages.FILE_NAME_MAX]


def _names(folder: str) -> list:
    found = []
    for entry in os.listdir(folder):
        path = entry if folder == "." else folder + "/" + entry
        if os.stat(path)[0] & _DIRECTORY:
            found += _names(path)
        else:
            found.append(path)
    return found


def _hash(path: str) -> tuple:
    digest = hashlib.sha256()
    chunk = bytearray(_CHUNK)
    view = memoryview(chunk)
    size = 0
    with open(path, "rb") as file:
        while True:
            read = file.readinto(chunk)
            if not read:
                return size, digest.digest()
            digest.update(view[:read])
            size += read
