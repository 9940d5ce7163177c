"""A board in a few figures, and its wiring in words: what `tablectl boards` prints."""

from host_tools.board_inputs import BITS_A_CHIP, seats_of
from host_tools.partition_table import SECTOR_BYTES, place_of, rows_of
from host_tools.wiring.cables import pieces_of, wires_text
from host_tools.wiring.chain_drawing import INPUT_PINS, TIED_TO
from host_tools.wiring.materials import parts_of, supply_text
from host_tools.wiring.nets import nets_of, tied_pins
from host_tools.wiring.power import lights_ma, pixels_of, supply_rows

ROUND_BYTES = 448  # of the log, for a full round: the limit that the budget tests keep


def summary_of(board: dict) -> dict:
    """The figures by which one picks a board, in the order in which they are listed."""
    inputs = board["input_chain"]["inputs"]
    log_bytes = place_of(rows_of(board), "roundlog")[1] - SECTOR_BYTES  # a sector is always being erased
    return {
        "name": board["name"],
        "chip": board["chip"],
        "flash_mib": board["flash_mib"],
        "seats": seats_of(inputs),
        "inputs": len(inputs),
        "rounds": log_bytes // ROUND_BYTES,
        "purpose": board["purpose"],
    }


def in_words(summary: dict) -> list[tuple[str, str]]:
    """The same for a terminal, however narrow it is."""
    return [
        ("for", summary["purpose"]),
        ("has", f"{summary['chip']}, {summary['flash_mib']} MiB of flash, {summary['seats']} seats"),
        ("log", f"{summary['rounds']} full rounds"),
    ]


def wiring_of(board: dict) -> dict:
    """The wiring as data, amounts of current in milliamperes."""
    inputs = board["input_chain"]["inputs"]
    lights = board["seat_lights"]
    return {
        "module": board["module"],
        "pins": [
            {"pin": net.pin, "line": net.name, "resistor": net.row.with_it, "level_shifter": net.row.shifted}
            for net in nets_of(board)
        ],
        "tied_pins": [{"pin": pin, "resistor": resistor} for pin, resistor in tied_pins(board).items()],
        "chain": [inputs[at : at + BITS_A_CHIP] for at in range(0, len(inputs), BITS_A_CHIP)],
        "supply_ma": dict(supply_rows(board)),
        "lights_at_most_ma": lights_ma(seats_of(inputs), pixels_of(board), lights["brightness"]),
        "cables": [cable | {"pieces": pieces_of(board, cable)} for cable in board.get("cables", [])],
        "materials": [part._asdict() for part in parts_of(board)],
    }


def describe(board: dict) -> list[tuple[str, list]]:
    """The wiring for a terminal: (title, rows of name and value) for each part of it."""
    wiring = wiring_of(board)
    blocks = [(f"{board['name']}: {board['module']}", [("for", board["purpose"])])]
    pins = [*map(_pin_row, wiring["pins"]), *map(_tied_row, wiring["tied_pins"])]
    blocks.append(("Pins of the controller", pins))
    for chip, names in enumerate(wiring["chain"]):
        words = [_input_text(*row) for row in enumerate(names, chip * BITS_A_CHIP + 1)]
        blocks.append((f"Chip U{chip + 1}, 74HC165", list(zip(INPUT_PINS, words, strict=True))))
    supply = [(supply_text(board), ""), *((what, f"{ma} mA") for what, ma in wiring["supply_ma"].items())]
    supply.append(("seat lights, all white at this brightness", f"{wiring['lights_at_most_ma']} mA"))
    blocks.append(("Supply", supply))
    cables = [
        (f"{c['name']}, {c['pieces']} of it", f"{c['from']} to {c['to']}, {c['connector']}: {wires_text(c)}")
        for c in wiring["cables"]
    ]
    if cables:
        blocks.append(("Cables, colours as IEC 60757 writes them", cables))
    parts = [(str(part.pieces), f"{part.what}: {part.where}") for part in parts_of(board)]
    return [*blocks, ("Bill of materials", parts)]


def _pin_row(row: dict) -> tuple[str, str]:
    extras = [row["resistor"], "through a level shifter to 5 V" if row["level_shifter"] else ""]
    return str(row["pin"]), ", ".join(filter(None, [row["line"], *extras]))


def _tied_row(row: dict) -> tuple[str, str]:
    return str(row["pin"]), f"tied: {row['resistor']}, nothing else"


def _input_text(number: int, name: str) -> str:
    """With its number in the chain, by which maintenance at the table shows it."""
    return f"{number:3}  {name}" + (f", tied to {TIED_TO[name]}" if name in TIED_TO else "")
