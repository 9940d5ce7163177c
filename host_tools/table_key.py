"""A table key as a file: 64 hexadecimal digits on one line, in a file named table.key."""

from pathlib import Path

from host_tools.errors import NotReached, UserError
from table_wire.seals import KEY_BYTES

KEY_NAME = "table.key"


def read_table_key(path: Path) -> bytes:
    """The key.  NotReached where the file can't be read; UserError where it holds none."""
    try:
        key = bytes.fromhex(path.read_text(errors="replace").strip())
    except OSError as error:
        raise NotReached(f"{path}: {error.strerror}") from error
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise UserError(
            f"{path}: no table key is in this file, which is {2 * KEY_BYTES} hexadecimal digits on one line; "
            "restore it from its backup"
        )
    return key
