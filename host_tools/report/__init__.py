"""The printed report: one HTML file with what the log tells, and what of it is proved.

Start at page.py.  Nothing here reckons: figures come from the replay, and each carries its place in the
data of which it is one.
"""
