"""How the program ended.

LLDB's API gives one number for both an exit code and the signal that killed the program. The packet in which its server
reported the end tells them apart ('W' exited, 'X' signalled: GDB Remote Serial Protocol, "Stop Reply Packets"), and LLDB
keeps the last packets. While the program is stopped nobody reads them, and LLDB may hear first that its server is gone.
"""

import lldb

from .first_use import Pattern
from . import signals

# What LLDB says of its server: it ends in order when its program does.
_ORDERLY = Pattern(r"died with an exit status of 0x0+$")
_END = Pattern(r"read packet: \$([WX])([0-9a-fA-F]{1,2})")


def of(session, was_stopped):
    status = session.process.GetExitStatus()
    result = lldb.SBCommandReturnObject()
    session.debugger.SetSelectedTarget(session.target)
    session.debugger.GetCommandInterpreter().HandleCommand("process plugin packet history", result)
    ends = _END.findall(result.GetOutput() or "")
    if ends:
        # LLDB itself does not understand the numbers of one digit that GNU's server sends.
        kind, number = ends[-1][0], int(ends[-1][1], 16)
        return {"signal": signals.name_of(session.process, number)} if kind == "X" else {"code": number}
    description = session.process.GetExitDescription() or ""
    if status < 0 and was_stopped and _ORDERLY.search(description):
        # No other signal ends a program that a debugger holds, and it cannot end by itself.
        return {"signal": "SIGKILL"}
    if status < 0:
        # The server that ran the program for LLDB is gone; nobody heard how the program ended.
        return {"lost": description or "LLDB lost its server"}
    return {"code": status}
