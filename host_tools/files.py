"""Files that appear whole or not at all, and never in the place of something else."""

import os
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

from host_tools.errors import NotReached, UserError


def refuse_foreign(path: str | Path, what: str, is_such, option: str) -> None:
    """UserError where a file lies there that is not `what` is to be written; an empty one may go.

    is_such(bytes): whether they are.  option: where another file is named.
    """
    path = Path(path)
    try:
        data = path.read_bytes() if path.is_file() else b""
    except OSError as error:
        raise NotReached(f"{path}: {error.strerror}") from error
    if data and not is_such(data):
        raise UserError(f"{path}: this file holds something else than {what}; name another one with {option}")


def write_whole(path: str | Path, content: str | bytes, mode: int = 0o644) -> None:
    """A file of this content; see whole_file."""
    with whole_file(path, mode) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def whole_file(path: str | Path, mode: int = 0o644):
    """A binary file to be written piece by piece, which appears when the block ends without an error.

    It is written beside the target and renamed, so that no reader ever finds half a file, nor a power cut.
    """
    path = Path(path)
    if not path.parent.exists():
        raise NotReached(f"{path}: there is no folder {path.parent}; make it first")
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent or ".", prefix=f".{path.name}.")
    except OSError as error:
        raise NotReached(f"{path}: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, mode)
        os.replace(beside, path)
    except BaseException as error:  # Ctrl-C too leaves nothing behind
        os.unlink(beside)
        if isinstance(error, OSError) and error.filename in (None, beside):
            raise NotReached(f"{path}: {error.strerror}") from error
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """So that the new name outlives a power cut; Windows can't, and needs not, open a folder for it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
