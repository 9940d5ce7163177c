"""The direction of imports: main -> table_runtime -> table_parts -> drivers -> machine, and
table_runtime and host_tools -> table_wire -> table_core.

So the rules can be replayed anywhere, and a part can be understood without the table around it.
"""

import pytest
from python_files import ROOT, imports_of, is_below, name_of, own_files

WORDS = ("facts", "effects", "limits", "reasons", "faults", "settings")
VOCABULARY = [f"table_core.{word}" for word in WORDS]
SHARED_CORE = ["table_core", "struct", "array"]
SHARED_WIRE = [*SHARED_CORE, "table_wire", "binascii", "hashlib"]
RUNTIME = ["table_runtime", "table_parts", *SHARED_WIRE, "gc", "time"]

ROOMS = (  # a folder or file of firmware/ (the first that fits counts), and what it may import
    ("table_core/", SHARED_CORE),
    ("table_wire/", SHARED_WIRE),
    ("table_parts/drivers/", ["table_parts.drivers", "machine", "neopixel", "esp32"]),
    ("table_parts/flash_partition.py", ["esp32"]),
    ("table_parts/laptop_port.py", ["sys", "select", "time"]),
    ("table_parts/", ["table_parts", *VOCABULARY]),
    ("table_runtime/part_builder.py", ["table_parts", "machine"]),  # hands pins and buses to the drivers
    ("table_runtime/power_up.py", [*RUNTIME, "json", "machine", "os"]),
    ("table_runtime/start.py", [*RUNTIME, "machine", "sys"]),
    ("table_runtime/lives.py", [*RUNTIME, "machine"]),
    ("table_runtime/on_demand.py", ["sys"]),
    ("table_runtime/serial_link.py", [*RUNTIME, "os"]),
    ("table_runtime/program_files.py", [*RUNTIME, "os"]),
    ("table_runtime/", RUNTIME),
    ("main.py", ["table_runtime", "micropython", "hashlib", "binascii", "time"]),
)
DEVICE_ONLY = ["table_parts", "table_runtime", "main", "machine", "neopixel", "esp32", "micropython"]
RULES = ["table_core", "table_wire", *DEVICE_ONLY]


def allowed_in(path) -> list[str]:
    inside = path.relative_to(ROOT / "firmware").as_posix()
    for place, names in ROOMS:
        if inside.startswith(place):
            return names
    raise AssertionError(f"{name_of(path)} lies in no known room: add a row to ROOMS, and to the design")


@pytest.mark.parametrize("path", own_files("firmware", ".py"), ids=name_of)
def test_firmware_imports_only_what_its_room_may(path):
    allowed = allowed_in(path)
    wrong = [f"line {line}: {name}" for line, name in imports_of(path) if not is_below(name, allowed)]
    assert not wrong, f"{name_of(path)} may import {', '.join(allowed)}, but has {wrong}"


def test_host_tools_imports_nothing_that_only_the_device_has():
    for path in own_files("host_tools", ".py"):
        if "stand_ins" in name_of(path):  # these run in the firmware's process: the next test
            continue
        wrong = [name for _, name in imports_of(path) if is_below(name, DEVICE_ONLY)]
        assert not wrong, f"{name_of(path)}: the desktop runs the firmware as a process, not by {wrong}"


def test_stand_ins_know_nothing_of_the_firmware():
    """They behave like the chips, whatever runs upon them."""
    shared = ["table_core", "table_wire", "table_parts", "table_runtime", "host_tools"]
    for path in own_files("host_tools/simulator", ".py"):
        if "stand_ins" in name_of(path):
            wrong = [name for _, name in imports_of(path) if is_below(name, shared)]
            assert not wrong, f"{name_of(path)} imports {wrong}"


def modules_reached_from(name: str) -> dict[str, list[str]]:
    """Every module of ours that is imported by way of one, each with what it imports itself."""
    reached, waiting = {}, [name]
    while waiting:
        module = waiting.pop()
        path = ROOT / (module.replace(".", "/") + ".py")
        if module in reached or not path.is_file():
            continue
        reached[module] = [imported for _, imported in imports_of(path)]
        for imported in reached[module]:
            waiting += [imported, imported.rpartition(".")[0]]
    return reached


def test_judge_knows_nothing_of_the_rules():
    """It keeps its own account, so what it says about the firmware is worth something."""
    reached = modules_reached_from("host_tools.simulator.judge")
    assert "host_tools.simulator.judge" in reached
    for module, imported in reached.items():
        wrong = [name for name in imported if is_below(name, RULES)]
        assert not wrong, f"{module}, which the judge uses, imports {wrong}"


def test_check_sees_a_wrong_import(tmp_path):
    path = tmp_path / "wrong.py"
    path.write_text("import table_core.facts\nfrom random import choice\nfrom . import beside\n")
    wrong = [name for _, name in imports_of(path) if not is_below(name, SHARED_CORE)]
    assert wrong == ["random.choice", "..beside"]
