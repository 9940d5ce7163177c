"""Thousands of logs replayed in chunks, over processes or a cluster, and gone on with after a kill."""
