"""The rules of the table: the only implementation of them, and pure.

Device, replay, recovery and every desktop tool run this package.  It never asks for time, pins,
files or chance: whatever happens arrives as a fact (facts.py), and whatever should be shown leaves
as an effect (effects.py).  It imports nothing but itself, struct and array.
"""
