"""How the program ended.

LLDB's API gives one number for both an exit code and the signal that killed the program. The packet in which its server
reported the end tells them apart ('W' exited, 'X' signalled: GDB Remote Serial Protocol, "Stop Reply Packets"), and LLDB
keeps the last packets.
"""

import re

import lldb

from . import signals

_END = re.compile(r"read packet: \$([WX])([0-9a-fA-F]{2})")


def of(session):
    status = session.process.GetExitStatus()
    result = lldb.SBCommandReturnObject()
    session.debugger.SetSelectedTarget(session.target)
    session.debugger.GetCommandInterpreter().HandleCommand("process plugin packet history", result)
    ends = _END.findall(result.GetOutput() or "")
    if ends and ends[-1][0] == "X":
        return {"signal": signals.name_of(session.process, int(ends[-1][1], 16))}
    if not ends and status < 0:
        # The server that ran the program for LLDB is gone; nobody heard how the program ended.
        return {"lost": session.process.GetExitDescription() or "LLDB lost its server"}
    return {"code": status}
