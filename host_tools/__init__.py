"""The desktop side: the package behind `tablectl`.

It may import table_core and table_wire, and nothing else of the firmware: the simulator runs the
firmware as a process, and the judge does not even know the rules.
"""
