"""How the device's program may begin, and what it may never use: each rule was learned in the field.

Who may import what (the radio: nobody) stands in test_imports.py.
"""

import ast

from python_files import ROOT, name_of, own_files, parse

FIRMWARE = own_files("firmware", ".py")


def test_there_is_no_boot_py():
    """MicroPython turns Ctrl-C on again for each file that it runs: a stray one there ends at the REPL."""
    assert not [path for path in FIRMWARE if path.name == "boot.py"]


def test_switching_ctrl_c_off_is_the_first_thing_that_main_does():
    doc, imported, first, *_ = parse(ROOT / "firmware" / "main.py").body
    assert isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant)
    assert ast.unparse(imported) == "import micropython"
    assert ast.unparse(first) == "micropython.kbd_intr(-1)"


def calls_in(path) -> list[str]:
    return [ast.unparse(node.func) for node in ast.walk(parse(path)) if isinstance(node, ast.Call)]


def test_the_watchdog_is_fed_in_one_place_and_by_no_timer():
    fed = [name_of(path) for path in FIRMWARE for call in calls_in(path) if call.endswith(".feed")]
    assert fed == ["firmware/table_runtime/start.py"]
    assert not [name_of(path) for path in FIRMWARE for call in calls_in(path) if "Timer" in call]


def test_bets_are_polled_and_never_interrupt():
    assert not [name_of(path) for path in FIRMWARE for call in calls_in(path) if call.endswith(".irq")]


def test_the_analogue_converter_is_never_used():
    """It makes ghost edges on pins 36 and 39."""
    assert not [name_of(path) for path in FIRMWARE for call in calls_in(path) if "ADC" in call]
