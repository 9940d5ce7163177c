"""What hangs on what: lines, supplies, cables and parts of a board, and their picture.

All of it follows from the board file and from rows of data about the chips; no board is known by name.
"""
