"""Modules that are needed now and then: loaded, asked once, and out of the heap again.

Loading takes as long as a few ticks: only for what is asked in an open table, never in a round.
"""

import sys


def call(name: str, *arguments):
    """What the module's `run` returns.  It and all that it brought with it are forgotten afterwards."""
    before = list(sys.modules)
    try:
        return __import__(name, None, None, ["run"]).run(*arguments)
    finally:
        for loaded in list(sys.modules):
            if loaded not in before:
                forget(loaded)


def forget(name: str) -> None:
    """Takes a module out of the interpreter's list and of its package; nothing else may keep it."""
    module = sys.modules.pop(name, None)
    package, _, name = name.rpartition(".")
    if module is not None and package in sys.modules:
        delattr(sys.modules[package], name)
