"""One file for each integrated circuit: how its wires are moved, and nothing about the table."""
