"""Runs scripts under MicroPython's WebAssembly port, in Node: the runtime with a board's object layout.

`gc.mem_alloc()` agrees there with 32-bit boards within 1 %.  Its heap is not capped, and is collected
only between the calls that run_script.mjs makes (it says more).
"""

import json
import shutil
import subprocess
from pathlib import Path

from host_tools.places import REPO_ROOT, TOOLS
from host_tools.runners.unix_port import RuntimeMissing

RUNNER = Path(__file__).with_name("run_script.mjs")
PORT = TOOLS / "webassembly" / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"


def find_webassembly_port() -> Path:
    """The port's folder.  RuntimeMissing where Node or the port is not there."""
    if shutil.which("node") is None:
        raise RuntimeMissing(
            "MicroPython's WebAssembly port needs Node 18 or newer: apt-get install nodejs npm, "
            f"then `make setup` in {REPO_ROOT}"
        )
    if not (PORT / "micropython.wasm").is_file():
        raise RuntimeMissing(
            f"MicroPython's WebAssembly port is missing at {PORT}: run `make setup` in {REPO_ROOT}"
        )
    return PORT


def run_webassembly(
    script,
    args=(),
    mounts=None,
    path=("/firmware",),
    ticks: int = 0,
    heap_bytes: int = 1 << 20,
    timeout_s: int = 120,
):
    """Runs a script file to its end; the CompletedProcess has its text and status.

    mounts: place in the runtime -> folder or file here, copied; the firmware is there by default.
    ticks: how often the script's tick(n) is called after it; then done(), if it has one.
    """
    mounts = {"/firmware": REPO_ROOT / "firmware"} if mounts is None else mounts
    order = {
        "port": str(find_webassembly_port()),
        "script": str(Path(script).resolve()),
        "args": [str(arg) for arg in args],
        "path": list(path),
        "mounts": [[str(Path(here).resolve()), there] for there, here in mounts.items()],
        "ticks": ticks,
        "heap_bytes": heap_bytes,
    }
    return subprocess.run(
        ["node", str(RUNNER), json.dumps(order)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout_s,
    )
