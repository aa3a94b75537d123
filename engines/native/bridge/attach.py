"""Attaching to a process that was there before: halted where it is, let go unharmed at the end."""

import os
import signal

import lldb

from .failure import Refused
from .server_connection import ServerConnection
from . import console, hold, motions, process_status, program_target, stops

_SECONDS = 30


def attach(session, request):
    session.hold = hold.ATTACHED
    program_target.create(session, request.get("program"))
    session.streams = console.elsewhere()
    process_id = request["processId"]
    was_suspended = process_status.state_of(process_id) == "T"
    info = lldb.SBAttachInfo(process_id)
    info.SetListener(session.listener)
    error = lldb.SBError()
    connection = ServerConnection()
    process = session.target.Attach(info, error)
    if error.Fail() or not process.IsValid():
        # Why, is found out at the other end, which can look at the process and at the settings of the system.
        raise Refused("wrong-state", "environment", error.GetCString() or "LLDB gives no reason")
    session.process = process
    connection.hold()
    session.connection = connection
    wait_for_halt(session, process)
    if was_suspended:
        # It runs when it is let go, as every program does; the kernel would keep it where it is.
        os.kill(process_id, signal.SIGCONT)
    return program_target.taken_up(session)


def wait_for_halt(session, process):
    """LLDB may or may not send an event for the halt with which it takes a process up."""
    event = lldb.SBEvent()
    while process.GetState() != lldb.eStateStopped:
        if process.GetState() in (lldb.eStateExited, lldb.eStateDetached):
            raise Refused("wrong-state", "program", "the program ended while LLDB attached to it.")
        if not session.listener.WaitForEvent(_SECONDS, event):
            raise Refused("deadline", "environment", f"the program did not halt within {_SECONDS} seconds.")
    # What is left of them is about this halt, which nobody is to be told of.
    while session.listener.PeekAtNextEvent(event) and lldb.SBProcess.EventIsProcessEvent(event):
        session.listener.GetNextEvent(event)


def begin(session, stop_on_entry):
    """Lets the program go on, or tells that it stays where it is."""
    session.modules.tell_all()
    if not stop_on_entry:
        return motions.resume_process(session)
    thread = session.process.GetSelectedThread()
    if not thread.IsValid():
        thread = session.process.GetThreadAtIndex(0)
    session.after_answer.append(lambda: stops.announce_as(session, thread, {"kind": "pause"}))
    return None
