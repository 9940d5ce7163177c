"""Files that appear whole or not at all."""

import os
import tempfile
from pathlib import Path

from host_tools.errors import NotReached


def write_whole(path: str | Path, content: str | bytes, mode: int = 0o644) -> None:
    """Writes beside the target and renames, so that no reader ever finds half a file, nor a power cut."""
    path = Path(path)
    data = content.encode() if isinstance(content, str) else content
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent or ".", prefix=f".{path.name}.")
    except OSError as error:
        raise NotReached(f"{path}: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, mode)
        os.replace(beside, path)
    except OSError as error:
        os.unlink(beside)
        raise NotReached(f"{path}: {error.strerror}") from error
