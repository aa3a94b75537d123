"""How LLDB holds the program: what it is aimed at, and so what becomes of the program when LLDB goes."""

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
        process.Detach(False)
