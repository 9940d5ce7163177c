"""Bytes and their meaning: the log's records and seals, the settings record, and replay.

Pure, and shared by device and desktop: it imports table_core, struct, binascii and hashlib, and
never a file, a pin or a clock.  Whoever has the bytes hands them in.
"""
