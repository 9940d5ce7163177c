"""The digests that the golden rounds must come to: one line a round, its number and its digest.

They are written once, by `python -m tests.golden_rounds.record`, and reviewed: a line that changes
means that a round, played again, ends in another state than before.
"""

import sys
from pathlib import Path

from host_tools.files import write_whole
from host_tools.rounds_run import Run, run_script
from host_tools.rounds_text import parse_rounds

HERE = Path(__file__).parent
SCRIPTS = sorted(HERE.glob("*.rounds"))


def digests_path(script_path: Path) -> Path:
    return script_path.with_suffix(".digests")


def digest_lines(run: Run) -> list[str]:
    """`round digest`, in the order in which the rounds ended."""
    return [f"{number} {digest}" for number, digest in enumerate(run.digests, 1)]


def main() -> int:
    """Refuses a script that does not show what it says: its digests would be wrong for good."""
    runs = [run_script(parse_rounds(path)) for path in SCRIPTS]
    differences = [difference for run in runs for difference in run.differences()]
    if differences:
        print("nothing was written:", *differences, sep="\n  ", file=sys.stderr)
        return 1
    for run in runs:
        path = digests_path(run.script.path)
        write_whole(path, "".join(f"{line}\n" for line in digest_lines(run)))
        print(f"{path.name}: {len(run.digests)} rounds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
