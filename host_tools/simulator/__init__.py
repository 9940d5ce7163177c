"""The simulated table: the real firmware in a process of its own, and a world around it.

stand_ins/ runs inside the firmware's process, everything else beside it; double.py puts a whole board
behind a serial port, in real time.  The judge is the one to trust: it sees only what a player and a
dealer see, and imports nothing of the firmware.
"""
