"""From a bare board to a table that starts: what is written where, and esptool, which writes it.

esptool is GPL and runs as a process, never as an import.  What must never change: an update writes
neither settings nor keys nor log, and nothing is written that was not checked before.
"""
