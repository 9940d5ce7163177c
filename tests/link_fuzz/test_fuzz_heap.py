"""The heap after thousands of frames is what it was: the flashed program, on the 32-bit layout."""

import os

from host_tools.runners.webassembly import run_webassembly
from table_wire import messages
from table_wire.frames import pack_frame
from tests.budgets.built_table import PATH, build_table
from tests.link_fuzz.storm import GREETING, Session, Storm

FRAMES = 20_000 if os.environ.get("TABLELIGHT_LONG") == "1" else 1_200
WARM_UP = 400  # whatever is kept once is kept by then
GROWTH_BYTES = 512  # lists of the link, and the stand-ins' own: an object a frame would be far more
GREETS = pack_frame(messages.HELLO, 1, GREETING)


def make_storm() -> bytes:
    """Wherever the heap is measured, the session has just begun."""
    storm = Storm(7)
    frames = [storm.next(Session())[0] for _ in range(FRAMES)]
    frames[WARM_UP - 1] = frames[-1] = GREETS
    return b"".join(len(frame).to_bytes(2, "little") + frame for frame in frames)


def test_frames_leave_nothing_on_the_heap(tmp_path, unix_port, webassembly_port):
    (tmp_path / "storm.bin").write_bytes(make_storm())
    mounts = build_table(tmp_path) | {"/storm.bin": tmp_path / "storm.bin"}
    script = __file__.replace("test_fuzz_heap", "heap_under_fire")
    done = run_webassembly(script, [WARM_UP, FRAMES], mounts, PATH, ticks=FRAMES, timeout_s=600)
    found = dict(line.split() for line in done.stdout.splitlines() if line.count(" ") == 1)
    assert f"heap_{FRAMES}" in found, done.stdout + done.stderr
    assert int(found[f"refused_{FRAMES}"]) > FRAMES // 4
    grown = int(found[f"heap_{FRAMES}"]) - int(found[f"heap_{WARM_UP}"])
    assert grown < GROWTH_BYTES, "the heap in use grows from frame to frame"
