"""Runs the firmware on CPython over the same stand-ins, where MicroPython can't be had.

    python run_on_cpython.py MAIN.py

It adds what MicroPython has and CPython lacks, and nothing else.  `time` and `select` may be built into
CPython, where a file can't replace them: of `time` the names are replaced one by one.
"""

import gc
import importlib.util
import os
import sys
import time
import traceback
import types


def _load(name: str, folder: str, file_name: str) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, os.path.join(folder, file_name))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _load_virtual_time(folder: str) -> None:
    virtual = _load("virtual_time", folder, "time.py")
    for name in virtual.__all__:
        setattr(time, name, getattr(virtual, name))


def _make_micropython() -> types.ModuleType:
    module = types.ModuleType("micropython")
    module.const = lambda value: value
    for name in ("mem_info", "heap_lock", "heap_unlock", "opt_level",
                 "alloc_emergency_exception_buf"):
        setattr(module, name, lambda *values: 0)
    return module


def main() -> None:
    program = os.path.abspath(sys.argv[1])
    stand_ins = os.path.dirname(os.path.abspath(__file__))
    extra = (os.getenv("MICROPYPATH") or "").split(":")
    sys.path[:1] = [os.path.dirname(program)] + [p for p in extra if p and p != ".frozen"]
    if stand_ins not in sys.path:
        sys.path.insert(1, stand_ins)
    sys.argv[:] = sys.argv[1:]
    _load_virtual_time(stand_ins)
    sys.modules["micropython"] = _make_micropython()
    sys.modules["select"] = _load("select", stand_ins, "select.py")
    sys.print_exception = lambda error, file=sys.stdout: traceback.print_exception(error, file=file)
    gc.mem_alloc = lambda: 0
    gc.mem_free = lambda: 1 << 20
    gc_threshold = gc.get_threshold
    gc.threshold = lambda amount=-1: gc_threshold()[0]
    import console  # not before: it takes all of the above for the board's own

    console.connect()
    console.run(program)


if __name__ == "__main__":
    main()
