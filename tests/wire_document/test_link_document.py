"""docs/link.md is what the firmware's rows say, and whoever has nothing else can talk to a table by it."""

import hashlib
import hmac
import re
import struct

import pytest
from link_client import Client, Page, decode, encode, mac

from host_tools import link_document
from host_tools.board_file import load_board
from host_tools.log_file import open_log
from host_tools.places import BOARDS, SAMPLE_TABLES
from host_tools.settings_file import load_settings
from host_tools.simulator.provision import TEST_TABLE_KEY, provision
from host_tools.simulator.simulated_port import SimulatedPort
from host_tools.simulator.simulated_table import SimulatedTable
from table_core import facts
from table_wire import messages
from table_wire.replay import Replay

BOARD = load_board(BOARDS / "esp32_devkitc" / "board.toml")
SETTINGS = load_settings(SAMPLE_TABLES / "four-card-7-seats.toml").settings
PAGE = Page(link_document.PATH.read_text(encoding="utf-8"))


def test_the_page_is_what_the_rows_say_now():
    assert PAGE.text == link_document.page(), "run `python -m host_tools.link_document`"


def test_each_message_stands_there_with_an_example():
    assert PAGE.kinds == {name: number for number, name, *_ in messages.ROWS}
    assert [told.split(",")[0] for told, _ in PAGE.examples] == list(PAGE.kinds)


@pytest.mark.parametrize("told, line", PAGE.examples, ids=list(PAGE.kinds))
def test_an_example_is_what_it_is_said_to_be(told, line):
    """By a decoder of its own."""
    name, tag, fields = re.fullmatch(r"(\w+), tag (\d+): (.*)", told).groups()
    kind, found_tag, payload = decode(line.encode())
    assert (kind, found_tag) == (PAGE.kinds[name], int(tag))
    found = PAGE.read(name, payload)
    shown = {field: value.hex() if isinstance(value, bytes) else str(value) for field, value in found.items()}
    assert shown == dict(field.split(" ") for field in fields.split(", "))
    assert encode(kind, found_tag, payload) == line.encode() + b"\n"
    assert decode(line.encode()[:-8] + b"AAAA" + line.encode()[-4:]) is None


def test_the_code_of_the_example_follows_from_its_key_and_nonce():
    table_key, link_key, nonce = (
        bytes.fromhex(PAGE.value(name)) for name in ("table key", "link key", "nonce")
    )
    assert link_key == hmac.digest(table_key, b"Tablelight link key", "sha256")
    staged = bytes.fromhex(PAGE.value("staged: reason, names, days, second"))
    (line,) = [line for told, line in PAGE.examples if told.startswith("commit")]
    kind, _, payload = decode(line.encode())
    covered = payload[:-20]
    commit = PAGE.read("commit", payload)
    assert commit["staged_sha256"] == hashlib.sha256(staged).digest()
    assert commit["staged_bytes"] == len(staged) and commit["sequence"] == int(PAGE.value("sequence"))
    assert nonce + struct.pack("<IB", 1, kind) + covered == bytes.fromhex(PAGE.value("what the code covers"))
    assert commit["mac"] == mac(link_key, nonce, 1, kind, covered) == bytes.fromhex(PAGE.value("mac"))


def test_new_keys_are_masked_as_it_is_said():
    link_key, nonce = bytes.fromhex(PAGE.value("link key")), bytes.fromhex(PAGE.value("nonce"))
    head = b"Tablelight new keys" + nonce + struct.pack("<I", 1)
    mask = b"".join(hmac.digest(link_key, head + part, "sha256") for part in (b"1", b"2"))
    masked = bytes.fromhex(PAGE.value("its link key and seal key, masked"))
    new_key = bytes.fromhex(PAGE.value("new table key"))
    keys = [hmac.digest(new_key, f"Tablelight {name} key".encode(), "sha256") for name in ("link", "seal")]
    assert bytes(a ^ b for a, b in zip(masked, mask, strict=True)) == b"".join(keys)


# --- at a table ------------------------------------------------------------------------------------------


@pytest.fixture
def client(tmp_path):
    provision(tmp_path, BOARD, SETTINGS)
    table = SimulatedTable(tmp_path, BOARD)
    table.power_up()
    yield Client(SimulatedPort(table), PAGE)
    table.close()


def test_whoever_has_only_the_page_reads_and_changes_a_table(client):
    beat = client.wait_for("heartbeat")
    greeting = [row for told, row in PAGE.examples if told.startswith("hello")]
    welcome = client.ask("hello", "welcome", decode(greeting[0].encode())[2])
    assert welcome["boot"] == beat["boot"] and welcome["table"].rstrip(b"\0") == b"T-07"
    piece = client.ask("read", "piece", PAGE.pack("read", 0, 0, 40, b"\1\0\0\0"))
    flash = open_log(client.port.table.process.folder / "flash.bin").sectors[0]
    assert piece["rest"] == flash[:40]
    for is_on in (False, True):
        client.port.hands.move("floor key", is_on)
        client.port.table.run_for(300)
    people = b"".join(bytes((len(text),)) + text for text in (b"by hand", b"A. Ames", b"B. Bell"))
    assert change_clock(client, welcome["nonce"], 1, people) == {"result": 0}
    assert change_clock(client, welcome["nonce"], 1, people) == {"result": PAGE.result("old sequence")}
    assert change_clock(client, bytes(16), 2, people) == {"result": PAGE.result("wrong key")}
    client.port.table.cut_power()
    rows = [row for sector in read_log(client) for row in sector]
    assert [row[2] for row in rows if row[1] == facts.CLOCK] == [9830]


def change_clock(client: Client, nonce: bytes, sequence: int, people: bytes) -> dict:
    staged = people + struct.pack("<HI", 9830, 61200)
    assert client.ask("stage", "done", PAGE.pack("stage", 0) + staged) == {"result": 0}
    covered = struct.pack("<BH", 4, len(staged)) + hashlib.sha256(staged).digest()
    link_key = hmac.digest(TEST_TABLE_KEY, b"Tablelight link key", "sha256")
    code = mac(link_key, nonce, sequence, PAGE.kinds["commit"], covered)
    while True:
        done = client.ask("commit", "done", covered + struct.pack("<I", sequence) + code)
        if done["result"] != PAGE.result("too soon"):
            return done
        client.port.table.run_for(100)


def read_log(client: Client):
    replay = Replay()
    for sector in open_log(client.port.table.process.folder / "flash.bin").sectors:
        yield list(replay.read_sector(sector))
    assert not replay.problems
