"""The running table: power-up, the tick loop, the round log on flash, and what is logged.

Everything here serves table_core's engine; no rule of the game stands in this room.
"""
