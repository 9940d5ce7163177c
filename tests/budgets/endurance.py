"""`make endurance`: the heap in use after 100,000 rounds is what it was after 1,000.

On the 32-bit layout, with the program as it is flashed, and a log that overwrites its oldest.

Exit status 1 where the heap has grown, or rounds were refused; 3 where the runtime is missing.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from host_tools import errors
from host_tools.output import progress_bar
from host_tools.runners.unix_port import RuntimeMissing
from host_tools.runners.webassembly import RUNNER, find_webassembly_port
from tests.budgets.built_table import HERE, PATH, build_table

EARLY = 1000
ROUNDS = 100_000
GROWTH_BYTES = 256
STEPS_BEFORE = 6  # heap.py loads and starts the table first


def play(folder: Path, told) -> dict[str, int]:
    """The figures of heap.py.  told(played, of all) while it plays."""
    order = {
        "port": str(find_webassembly_port()),
        "script": str(HERE / "heap.py"),
        "args": [str(EARLY), str(ROUNDS)],
        "path": PATH,
        "mounts": [[str(here), there] for there, here in build_table(folder, overwrite_log=True).items()],
        "ticks": 2 * (ROUNDS + STEPS_BEFORE),
        "heap_bytes": 1 << 20,
    }
    figures = {}
    with subprocess.Popen(["node", RUNNER, json.dumps(order)], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            name, _, figure = line.strip().partition(" ")
            if figure.isdigit():
                figures[name] = int(figure)
                told(figures.get("played", 0), ROUNDS)
    return figures


def main() -> int:
    try:
        with tempfile.TemporaryDirectory() as folder, progress_bar(f"{ROUNDS:,} rounds") as told:
            figures = play(Path(folder), told)
    except RuntimeMissing as missing:
        print(missing, file=sys.stderr)
        return errors.NOT_REACHED
    except KeyboardInterrupt:
        return errors.STOPPED
    early, late = figures.get(f"after_{EARLY}_rounds"), figures.get(f"after_{ROUNDS}_rounds")
    if early is None or late is None or figures["round"] != ROUNDS + 1:
        print(f"the table stopped playing: {figures}", file=sys.stderr)
        return errors.DIFFERENCE
    print(f"heap in use after {EARLY:,} rounds: {early:,} bytes; after {ROUNDS:,}: {late:,}")
    return errors.FINE if late - early <= GROWTH_BYTES else errors.DIFFERENCE


if __name__ == "__main__":
    sys.exit(main())
