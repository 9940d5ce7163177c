"""The messages of the link: one row each, which is their definition and their documentation.

A frame is `~`, base64 of kind (1 byte), tag (1), payload and CRC32 (4), and a newline: frames.py.  The
laptop asks with a tag and asks again with the same one until the answer with that tag has come; the
table does what a tag asks once.  What must never change: HELLO, the first two fields of WELCOME, the
first four of HEARTBEAT (an update asks any table for its phase), and that VERSION grows with every change
of the rows; for by these, two sides that differ can say so.
"""

import hashlib

VERSION = 3

# From the laptop.
HELLO = 0x01
STATUS = 0x02
READ = 0x03
FOLLOW = 0x04
ACK = 0x05
KEYS = 0x06
STAGE = 0x07
FILE = 0x08
COMMIT = 0x09
TEST = 0x0A

# From the table.
WELCOME = 0x81
STATUS_IS = 0x82
PIECE = 0x83
GROWN = 0x84
DONE = 0x86
FILE_IS = 0x88
INPUTS = 0x8A
HEARTBEAT = 0x90

# Who may.
ANYONE = "anyone"
BLANK = "anyone, while the table has no keys"
KEY = "the holder of the link key, with the floor key armed in an open table without a chip"
IN_TEST = "anyone, while the self-test runs"

NONCE_BYTES = 16
HEARTBEAT_LAYOUT = "<B4sBBHIIHI"
WELCOME_LAYOUT = "<B8sB6s4s16s16s8s8s8sH"
COMMIT_LAYOUT = "<BH32sI16s"
READ_LAYOUT = "<BIB4s"
PAGE_LAYOUT = "<BI"
COUNTERS_LAYOUT = "<IIIIII"
FILE_LAYOUT = "<I32s"

ROWS = (  # number, name, layout of the payload (then bytes to its end), fields, who may, what it is
    (HELLO, "hello", "<B8s", "version fingerprint", ANYONE,
     "begins a session; the table answers with welcome and a new nonce"),
    (STATUS, "status", "<B", "page", ANYONE, "asks for a page of the status"),
    (READ, "read", READ_LAYOUT, "region address piece_bytes mask", ANYONE,
     "asks for pieces of a flash region: bit i of the mask for the piece at address + i * piece_bytes"),
    (FOLLOW, "follow", "<I", "address", ANYONE,
     "asks for what the log has from this address on, and for what will come; again after a gap"),
    (ACK, "ack", "<I", "address", ANYONE, "what was followed has come up to this address; no answer"),
    (KEYS, "keys", "<32s32s", "link_key seal_key", BLANK, "gives the table its keys"),
    (STAGE, "stage", "<H", "offset", ANYONE, "puts bytes aside for the next commit; changes nothing"),
    (FILE, "file", "<H", "index", ANYONE, "asks for name and hash of a file of the program"),
    (COMMIT, "commit", COMMIT_LAYOUT, "change staged_bytes staged_sha256 sequence mac", KEY,
     "does what was staged: reason, two names, and what the change needs; collected needs the key alone"),
    (TEST, "test", "<BBBB", "step a b c", IN_TEST, "shows something, or asks for the inputs"),
    (WELCOME, "welcome", WELCOME_LAYOUT,
     "version fingerprint flags hardware boot nonce table log settings program sectors", ANYONE,
     "who the table is; texts are padded with zero bytes, digests cut to 8 bytes"),
    (STATUS_IS, "status_is", PAGE_LAYOUT, "page record", ANYONE,
     "a page: the packed state in three, the counters; empty where the table has no log"),
    (PIECE, "piece", "<B", "index", ANYONE, "a piece that was asked for with this tag, as it lies on flash"),
    (GROWN, "grown", "<I", "address", ANYONE, "bytes of the log from this address on"),
    (DONE, "done", "<B", "result", ANYONE, "what came of keys, stage, commit or test, or of nothing known"),
    (FILE_IS, "file_is", FILE_LAYOUT, "bytes sha256", ANYONE, "a file of the program; then its name"),
    (INPUTS, "inputs", "<BB", "fault bytes", ANYONE, "the debounced inputs, in the order of the chain"),
    (HEARTBEAT, "heartbeat", HEARTBEAT_LAYOUT,
     "version boot flags phase faults record end free_kib uptime_s", ANYONE,
     "once a second and at the start; record is the next one's number, end where it will stand"),
)

# Flags of heartbeat and welcome.
HAS_SETTINGS = 1
HAS_KEYS = 2
HAS_LOG = 4
FLOOR_IS_ARMED = 8
CHIP_IS_DOWN = 16
IS_TESTING = 32
DIFFERS = 128  # in a welcome: the other side speaks another version

# Regions that can be read.  `secret` is none.
ROUNDLOG = 0
SETTINGS = 1

PIECES = 32  # bits of a read's mask
PIECE_MAX = 77  # bytes
GROWN_MAX = 74
FILE_NAME_MAX = 42  # bytes of a file's name
STAGE_MAX = 76
STAGED_MAX = 512
FOLLOW_WINDOW = 2048  # bytes that may be under way without an ack

# Refused frames, slow writes, lost facts, free bytes, bytes of heap spent on frames, and the clock: 0 none
# fitted, 1 not set, 2 set, 3 does not answer, 4 not looked at yet.
COUNTERS_PAGE = 3
STATE_PAGE_BYTES = 70

# Changes: what a commit does, and what it wants staged behind reason and names.
NEW_LOG = 1  # log's id (8), meter in cents (4), settings record
NEW_SETTINGS = 2  # settings record
SELF_TEST = 3  # nothing
SET_CLOCK = 4  # days since 2000-01-01 (2), second of that day (4): UTC
COLLECTED = 5  # number of a seal (4) and the chain's digest in it (32), without reason and names
CORRECT_METER = 6  # the meter with its overflow, in cents, as it is to be (4), and as it is (4)
NEW_KEYS = 7  # link key and seal key (64), masked under the old link key: table_keys.py
REASON_MAX = 60
NAME_MAX = 24

# Steps of the self-test.
TEST_END = 0
TEST_LIGHT = 1  # a: seat, b: light, c: the light that it is a rhythm upon
TEST_DIGITS = 2  # a: 0 sign, 1 dealer display; b: what all its digits show, DP A B C D E F G from 0x80 on
TEST_INPUTS = 3

# Results.
OK = 0
UNKNOWN = 1
NOT_OPEN = 2
CHIP_DOWN = 3
NEEDS_FLOOR = 4
NO_KEYS = 5
HAS_KEYS_ALREADY = 6
WRONG_KEY = 7
OLD_SEQUENCE = 8
NOT_STAGED = 9
NO_REASON = 10
BAD_SETTINGS = 11
METER_STANDS = 12
NO_LOG = 13
NO_SESSION = 14
NOT_TESTING = 15
OUT_OF_RANGE = 16
NO_SUCH_FILE = 17
LOG_IS_FULL = 18
ANOTHER_LOG = 19
TOO_SOON = 20
METER_MOVED = 21


def fingerprint() -> bytes:
    """8 bytes that differ whenever a row does: number, layout and fields decide, not the comments."""
    digest = hashlib.sha256()
    for number, name, layout, fields, _who, _what in ROWS:
        digest.update(("%d %s %s %s;" % (number, name, layout, fields)).encode())
    return digest.digest()[:8]
