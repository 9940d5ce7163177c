"""What can be touched and seen at the table: one file for each kind of thing.

Inputs read the one `InputChain` and put facts into the runtime's ring; outputs are told what to show
and are polled once a tick.  Chips (integrated circuits) live in `drivers/`, pins only in the board
file.  Nothing here decides anything of the game.
"""
