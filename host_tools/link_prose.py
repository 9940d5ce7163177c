"""The words of docs/link.md, around the tables and examples that link_document fills in.

Names in braces are filled in: constants of table_wire.messages in small letters, and what `page` gives.  What
must never change: no constant of table_wire stands here as a number.
"""

PAGE = """\
# The link

How a laptop talks to a table, for whoever writes a client of their own. This page is written by
`python -m host_tools.link_document` from the firmware's own rows (`firmware/table_wire/messages.py`), and a
test keeps it so. It tells of link version **{version}**, fingerprint `{fingerprint}`.

The link is best effort; the log on the table's flash is the record. Whoever may read everything may still
change nothing: that takes the table's key, and the floor key turned at the table.

## The port

115200 baud, 8 bits, no parity, one stop bit, no flow control. DTR and RTS are wired to the board's reset:

- *DTR off with RTS on resets the table*, however short. Have both on before the port is opened, and let RTS
  fall before DTR at the end. Chips with USB of their own send nothing while DTR is off.
- Open the port for yourself alone. A second program steals bytes without a word.
- Over a network the same holds for the server (RFC 2217): it moves the two lines only as its client says, and
  drops both at once when the client is gone. pySerial's example of a server and Espressif's raise RTS first
  for whoever connects, and so reset the table.

Send nothing until a heartbeat was heard: one comes every second, also from a table out of service. What you
send to a board that starts might stop its program.

## Frames

A frame is one line of printable characters: `~`, base64 (with its padding), a newline. Inside the base64:

| bytes | |
|---|---|
| 1 | kind |
| 1 | tag |
| 0 to {payload_max} | payload |
| 4 | CRC-32 of all before it (as in zlib, PNG and Ethernet), little-endian |

No frame has more than {frame_max} characters, and none has a multiple of 64. Numbers are little-endian: u8,
u16 and u32 have one, two and four bytes. A line that is no frame is text of the table's console; text may
also break into a frame, which the CRC then refuses. So take what stands behind the last `~` of a line, and
keep the rest as text.

The table takes and sends at most one frame every 5 ms. Its ring for what comes holds 259 bytes and drops the
rest without a word, so let no more than that be under way.

## Messages

From the laptop:

{to_table}

From the table:

{from_table}

{who}

## Questions and answers

- `hello` begins a session, with this version and fingerprint. A table that has others says so in its
  `welcome` (flag `differs`) and answers nothing else. The fingerprint is the first 8 bytes of the SHA-256
  over all rows, each as the text `number name layout fields;` with the number in decimal and the layout and
  fields as in `messages.py`.
- Every question has a tag from 1 to 255, and its answer has the same one. No answer within {again_ms} ms: ask
  again, *with the same tag*. The table does once what a tag asks, and repeats its answer. So the next
  question has another tag, and one question waits at a time. A `read` and an `ack` are no questions in this
  sense.
- A new session forgets what was staged, followed and read. A heartbeat whose `boot` is not that of the
  `welcome` says that the table has begun anew: greet it again.
- `done` answers whatever has no answer of its own, and whatever is refused.

## Reading

`read` asks for up to {pieces} pieces of at most {piece_max} bytes, one for each bit of the mask, the
lowest bit of the first byte first. Each comes as a `piece` with the tag of the `read`. They come in order:
one that comes says of those before it, which have not come, that they are lost. At most eight reads wait at
the table; what is outside of the region does not come.

{regions}

`follow` sends what the log has from an address on, and goes on with what is added, as `grown`. No more than
{follow_window} bytes go out unacknowledged: `ack` names the address up to which everything has come. The log
is a ring of `sectors` × 4096 bytes, and the addresses go round with it. A gap, or a heartbeat whose `end` is
further on: `follow` again from where you are. So nothing is missed or doubled, whatever was lost.

`status` has the packed state in pages 0 and 1, at most {state_page_bytes} bytes each (its layout:
`firmware/table_core/state.py`). If `record` differs between two pages, read both again. Page {counters_page}
has a u32 each for {counters}.
The clock is 0 none fitted, 1 not set, 2 set, 3 does not answer, 4 not looked at yet.

In a heartbeat, `phase` is {phases}. `faults` has a bit for each fault, from the lowest on:
{faults}.

## Changes

A change is staged in pieces of at most {stage_max} bytes, which change nothing, then done by one `commit`.
At most {staged_max} bytes are staged; the piece at offset 0 begins anew.

{changes}

Reason and names, where a change has them, stand first: three times a length (u8) and so many bytes of UTF-8,
the reason of 1 to {reason_max} bytes and two names of 1 to {name_max}.

`staged_sha256` is the SHA-256 of all that was staged. `sequence` begins at 1 in each session and grows with
every `commit`. `mac` is the first {mac_bytes} bytes of

    HMAC-SHA256(link key, nonce + sequence as u32 + {commit} as u8 + change + staged_bytes + staged_sha256)

where the nonce is that of the session's `welcome`, and the last three are the payload up to `sequence`.

The link key is HMAC-SHA256(table key, `Tablelight link key`), the seal key the same with `Tablelight seal
key`. The table key has 32 random bytes and never leaves the desktop; `keys` gives a new table the other two.

All but *collected* want a table that is open, without a chip, with the floor key turned off and on again.
A table that has no log takes a *new log*, and nothing else.
These restart the table: {restarting}. Wait for the heartbeat with another `boot`.

What *new keys* stages behind the names is masked, so that whoever listens needs the old link key: an
exclusive or with

    HMAC-SHA256(old link key, `Tablelight new keys` + nonce + sequence as u32 + `1`)

and behind it the same with `2` at the end; nonce and sequence are those of the commit.

`keys`, `commit` and `file` are taken one in a tenth of a second, and behind a wrong code or an old sequence
the table waits for half a second and more, up to half a minute. What comes too soon is not done, and answered
so: ask again under another tag.

## The self-test

Begun by a change, and ended by step 0 or by two minutes without any step; it ends in a restart.

{steps}

## Flags

{flags}

## Results

{results}

## Examples

With this table key, nonce and sequence:

| | |
|---|---|
| table key | `{table_key}` |
| link key | `{link_key}` |
| nonce | `{nonce}` |
| sequence | {sequence} |
| staged: reason, names, days, second | `{staged}` |
| what the code covers | `{mac_input}` |
| mac | `{mac}` |
| new table key | `{new_table_key}` |
| its link key and seal key, masked | `{masked}` |

a frame of each message. Bytes are in hex, numbers in decimal; `rest` is what stands behind the fields.

```
{examples}
```
"""
