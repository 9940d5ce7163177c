"""Table keys in the system's keyring: Keychain, Credential Manager, Secret Service or KWallet, by `keyring`.

Know before editing: a keyring may be absent, locked, or drop what it is given, so what was put in is read
back, and each failure says what to do.  keyring is imported only here and only when it is needed, for it
looks for the system's services.  What must never change: SERVICE, under which people's keys lie.
"""

from contextlib import contextmanager

from host_tools.errors import NotReached, UserError

SERVICE = "tablelight"
IN_A_FILE = "keep the key in a file with `tablectl keys move TABLE --to file`, on a desktop that can read it"
UNLOCK = f"unlock it, or log in at the desktop that has it; or {IN_A_FILE}"


@contextmanager
def _system_keyring():
    """keyring's module.  NotReached where there is none, or it says no."""
    try:
        import keyring
        from keyring.errors import NoKeyringError
    except ImportError as error:
        raise NotReached(f"Python's keyring is not here: pip install keyring; or {IN_A_FILE}") from error
    try:
        yield keyring
    except NoKeyringError as error:
        raise NotReached(f"this system has no keyring that can be used here: {IN_A_FILE}") from error
    except Exception as error:  # a backend raises what its system does
        why = f" ({error})" if str(error) else ""
        raise NotReached(f"the system keyring does not answer{why}: {UNLOCK}") from error


def read(user: str) -> str | None:
    """What is kept under this name, None where nothing is."""
    with _system_keyring() as keyring:
        return keyring.get_password(SERVICE, user)


def keep(user: str, text: str) -> None:
    """NotReached too where the keyring does not have it afterwards."""
    with _system_keyring() as keyring:
        keyring.set_password(SERVICE, user, text)
        kept = keyring.get_password(SERVICE, user)
    if kept != text:
        raise NotReached("the system keyring did not keep the key: it stays where it was")


def remove(user: str) -> None:
    """Nothing happens where nothing is kept."""
    with _system_keyring() as keyring:
        if keyring.get_password(SERVICE, user) is not None:
            keyring.delete_password(SERVICE, user)


def missing(user: str) -> UserError:
    """For a key that is said to lie there, and does not."""
    return UserError(
        f"the system keyring has no key for {user} (service {SERVICE}): use the desktop and login that "
        "keep it, or restore the table's folder from its backup"
    )
