"""The errors that a user may see, and the exit statuses of `tablectl`.

Raise UserError wherever a person can put it right: the message says what is wrong, where, and what
to do next, for nothing but the message reaches them.  The statuses are promised to scripts and never
change their meaning.
"""

FINE = 0
DIFFERENCE = 1  # a difference, a failed check or an illegal round was found; the rest was still done
USAGE = 2  # wrong usage or input
NOT_REACHED = 3  # the device, a runtime or a file could not be reached
DEFECT = 70  # our own mistake: never to be taken for a difference
STOPPED = 130  # by Ctrl-C
PIPE_CLOSED = 141  # the reader of our output went away, as `head` does


class UserError(Exception):
    """Ends the command with `tablectl: message` and a status.  A message may have several lines."""

    def __init__(self, message: str, exit_status: int = USAGE) -> None:
        super().__init__(message)
        self.exit_status = exit_status


class NotReached(UserError):
    """A device, a runtime or a file that can't be reached."""

    def __init__(self, message: str) -> None:
        super().__init__(message, NOT_REACHED)
