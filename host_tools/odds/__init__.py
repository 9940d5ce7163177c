"""What the wagers of a table return: exact figures over every hand, computed with the device's own rules.

All sums are integers and fractions; only text.py rounds, for people.  Start at odds_of.py.
"""
