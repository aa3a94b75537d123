"""Letting go of a program and leaving it suspended, for whoever looks at it next.

LLDB cannot do it on Linux: its server sends SIGCONT before it detaches. So the program is given a signal to stop that
waits for it, and then the server is ended: the kernel lets go of the program, which gets that signal before it runs a
single instruction.
"""

import os
import signal
import time

import lldb

from .failure import Refused
from . import hold, process_status

_SECONDS = 2


def leave_suspended(session):
    if not hold.is_local(session):
        raise Refused("not-supported", "user", "only a program of this machine can be left suspended.")
    process = session.process
    process_id = process.GetProcessID()
    if process.GetState() != lldb.eStateStopped:
        process.Stop()
    # What we put into the program must not be met by anybody else.
    session.target.DisableAllBreakpoints()
    session.target.DisableAllWatchpoints()
    server_id = process_status.tracer_of(process_id)
    if server_id == 0:
        raise Refused("wrong-state", "environment", "the program is not under a debugger any more.")
    session.left = True
    os.kill(process_id, signal.SIGSTOP)
    os.kill(server_id, signal.SIGKILL)
    end = time.monotonic() + _SECONDS
    while process_status.tracer_of(process_id) != 0:
        if time.monotonic() > end:
            raise Refused("deadline", "environment", f"process {process_id} could not be let go.")
        time.sleep(0.005)
