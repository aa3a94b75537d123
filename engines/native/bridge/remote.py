"""A program behind a server that speaks the GDB remote protocol (lldb-server, gdbserver), maybe on another machine."""

import lldb

from .failure import Refused
from .forwarded_output import ForwardedOutput
from . import attach, console, hold, program_target


def connect(session, request):
    session.hold = hold.REMOTE
    session.reads_small_pieces()
    program_target.create(session, request.get("program"))
    address = request["address"]
    error = lldb.SBError()
    process = session.target.ConnectRemote(session.listener, f"connect://{address}", "gdb-remote", error)
    if error.Fail() or not process.IsValid():
        raise _not_connected(address, error.GetCString() or "LLDB gives no reason")
    session.process = process
    session.streams = console.behind_server(
        {name: ForwardedOutput(name, session) for name in ("stdout", "stderr")},
        lambda data: process.PutSTDIN(data.decode("utf-8", "surrogateescape")) > 0,
    )
    if process.GetState() == lldb.eStateConnected:
        raise Refused(
            "wrong-state",
            "user",
            f"the server at {address} has no program.",
            "Start it with one: `lldb-server gdbserver HOST:PORT -- PROGRAM`.",
        )
    attach.wait_for_halt(session, process)
    return program_target.taken_up(session)


def _not_connected(address, why):
    return Refused(
        "wrong-state",
        "environment",
        f"no debug server answers at {address}: {why}.",
        "Start one there, such as `lldb-server gdbserver HOST:PORT -- PROGRAM`, and check that a firewall lets it through.",
    )
