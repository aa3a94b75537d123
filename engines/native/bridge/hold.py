"""How LLDB holds the program: what it is aimed at, and so what becomes of the program when LLDB goes."""

from .failure import Refused

_PATIENCE_SECONDS = 2
# We started it, and it ends with us.
LAUNCHED = "launched"
# It was there before, and lives on.
ATTACHED = "attached"
# The same behind a server that somebody else runs, maybe on another machine: nothing of it is on this one.
REMOTE = "remote"
# What is left of a program that is over.
CORE = "core"


def is_local(session):
    """Whether the process can be looked at by its number here."""
    return session.hold in (LAUNCHED, ATTACHED)


def let_go(session, process):
    if session.hold == LAUNCHED:
        process.Kill()
    elif session.hold != CORE:
        _leave_code(session)
        detach(session, process)


def detach(session, process):
    if session.connection is not None:
        session.connection.leave()
    return process.Detach(False)


def _leave_code(session):
    """What we put into code is taken out, unless somebody else is in the middle of something for too long."""
    if not session.lock.acquire(timeout=_PATIENCE_SECONDS):
        return
    try:
        session.breakpoints.let_go()
    except Refused:
        # It could not be halted; LLDB will try as well.
        pass
    finally:
        session.lock.release()
