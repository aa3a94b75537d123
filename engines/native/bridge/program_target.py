"""LLDB's target for a session, and what is told of the process in it once it is there."""

import os

import lldb

from .breakpoints import Breakpoints
from .failure import Refused
from . import debug_files, frames, hold, process_status, signals

_BITS = (
    lldb.SBTarget.eBroadcastBitBreakpointChanged
    | lldb.SBTarget.eBroadcastBitModulesLoaded
    | lldb.SBTarget.eBroadcastBitModulesUnloaded
)


def create(session, program):
    """Without a program LLDB finds out by itself what the process was started from."""
    error = lldb.SBError()
    target = session.debugger.CreateTarget(program or "", None, None, False, error)
    if error.Fail() or not target.IsValid():
        raise Refused(
            "bad-arguments",
            "user",
            f"{program} is not a program that LLDB can run: {error.GetCString()}.",
            "Name an executable of this machine.",
        )
    session.target = target
    debug_files.add_to_program(session)
    session.breakpoints = Breakpoints(session)
    target.GetBroadcaster().AddListener(session.listener, _BITS)


def taken_up(session):
    """The process is there and halted; answers with what the other end is told of it."""
    signals.apply(session.process, False, False)
    session.known_threads = {thread["id"]: thread for thread in frames.threads(session)}
    return _describe(session)


def _describe(session):
    process_id = session.process.GetProcessID()
    server_id = process_status.tracer_of(process_id) if hold.is_local(session) else 0
    return {
        "hold": session.hold,
        "processId": process_id if process_id != lldb.LLDB_INVALID_PROCESS_ID else 0,
        "started": process_status.start_time(process_id) if hold.is_local(session) else "",
        "serverId": server_id,
        "serverStarted": process_status.start_time(server_id),
        "pointerSize": session.process.GetAddressByteSize(),
        "littleEndian": session.process.GetByteOrder() == lldb.eByteOrderLittle,
        "name": os.path.basename(session.target.GetExecutable().fullpath or "program"),
    }
