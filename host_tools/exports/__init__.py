"""A log as data: facts, rounds and wins as rows whose columns are documented."""
