"""`PYTHONPATH=firmware python -m tests.link_fuzz.coverage`: inputs grow towards code not reached yet.

By atheris (libFuzzer), which is the extra `fuzz`: pip install 'atheris>=3,<4'.  The seconds are shared by the
harnesses, each in a process of its own, for libFuzzer ends its process.  Exit status 1 where one has found
something: the input is kept, and the command that repeats it is told; 3 where atheris is missing.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from host_tools import errors

INSTRUMENTED = ("table_core", "table_wire", "table_parts", "table_runtime", "host_tools.links")
NAMES = ("frame", "link", "sector", "replay", "records", "settings", "slots", "attestation", "stream")
FOUND = Path("build") / "fuzz"
MAX_BYTES = 3 * 4096
INPUT_SECONDS = 20  # one that takes longer is a finding


def fuzz(name: str, seconds: int) -> None:
    """Never comes back."""
    import atheris

    with atheris.instrument_imports(include=list(INSTRUMENTED)):
        from tests.link_fuzz.harnesses import HARNESSES
    harness, seeds = HARNESSES[name]
    corpus = Path(tempfile.mkdtemp())
    for i, seed in enumerate(seeds):
        (corpus / f"seed{i}").write_bytes(seed)
    found = FOUND.resolve()
    found.mkdir(parents=True, exist_ok=True)
    options = {
        "max_total_time": seconds,
        "max_len": MAX_BYTES,
        "timeout": INPUT_SECONDS,
        "artifact_prefix": f"{found}/{name}-",
        "print_final_stats": 1,
    }
    atheris.Setup([sys.argv[0], str(corpus), *(f"-{key}={value}" for key, value in options.items())], harness)
    atheris.Fuzz()


def repeat(name: str, path: Path) -> None:
    from tests.link_fuzz.harnesses import HARNESSES

    HARNESSES[name][0](path.read_bytes())
    print(f"{name}: nothing is wrong with {path}")


def run_all(names, seconds: int) -> int:
    status = errors.FINE
    for name in names:
        share = str(max(seconds // len(names), 1))
        command = [sys.executable, "-m", __spec__.name, "--harness", name, "--seconds", share, "--here"]
        done = subprocess.run(command, capture_output=True, text=True)
        print(f"{name:12} {_summary(done.stderr)}", flush=True)
        if done.returncode:
            status = errors.DIFFERENCE
            print(done.stdout[-2000:], done.stderr[-3000:], sep="\n", file=sys.stderr)
            kept = max(FOUND.glob(f"{name}-*"), key=os.path.getmtime, default="INPUT")
            print(
                f"again: PYTHONPATH=firmware python -m {__spec__.name} --harness {name} --input {kept}",
                file=sys.stderr,
            )
    return status


def _summary(said: str) -> str:
    """How many inputs were tried, and how much code they reached."""
    tried = [line.split()[-1] for line in said.splitlines() if "number_of_executed_units" in line]
    reached = [line.split("cov: ")[1].split()[0] for line in said.splitlines() if "cov: " in line]
    return f"{int((tried or ['0'])[-1]):10,} inputs, {(reached or ['0'])[-1]} places of the code reached"


def main() -> int:
    parser = argparse.ArgumentParser(prog=f"python -m {__spec__.name}", description=__doc__)
    parser.add_argument("--seconds", type=int, default=300, help="for all harnesses together")
    parser.add_argument("--harness", choices=NAMES, help="only this one")
    parser.add_argument("--input", type=Path, help="what was found before: only this one, once")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.input:
        repeat(given.harness, given.input)
        return errors.FINE
    try:
        import atheris  # noqa: F401
    except ImportError:
        print("atheris is missing: pip install 'atheris>=3,<4' (extra `fuzz`)", file=sys.stderr)
        return errors.NOT_REACHED
    if given.here:
        fuzz(given.harness, given.seconds)
    return run_all([given.harness] if given.harness else NAMES, given.seconds)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(errors.STOPPED)
