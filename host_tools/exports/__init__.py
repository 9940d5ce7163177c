"""Logs as data: facts, rounds and wins, as rows of columns that never change their meaning."""
