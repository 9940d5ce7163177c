"""One file a command of `tablectl`; command_line.py has the list, and imports a file when it is used."""
