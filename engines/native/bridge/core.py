"""Core files: a program as it was when it ended, to look at and not to move."""

import lldb

from .failure import Refused
from . import console, hold, program_target, stops


def open_core(session, request):
    session.hold = hold.CORE
    program_target.create(session, request.get("program"))
    session.streams = console.elsewhere()
    error = lldb.SBError()
    process = session.target.LoadCore(request["core"], error)
    if error.Fail() or not process.IsValid():
        raise Refused(
            "bad-arguments",
            "user",
            f"LLDB cannot read the core file {request['core']}: {error.GetCString() or 'no reason given'}.",
            "It may be damaged, or of a machine that this LLDB does not know.",
        )
    if process.GetNumThreads() == 0:
        raise Refused("bad-arguments", "user", f"the core file {request['core']} has no threads in it.", "It is damaged.")
    session.process = process
    return program_target.taken_up(session)


def begin(session, stop_on_entry):
    """The one stop there is; it says which signal ended the program."""
    session.modules.tell_all()
    session.after_answer.append(lambda: stops.announce(session))
