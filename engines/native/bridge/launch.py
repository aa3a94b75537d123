"""Starting a program: loaded, stopped before its first instruction."""

import os

import lldb

from .breakpoints import Breakpoints
from .failure import Refused
from .input_watch import InputWatch
from .terminal import Terminal
from . import console, frames, signals, terminal

_START_SECONDS = 30


def prepare_terminal(session, request):
    """The command line to run in the terminal; `launch` then finds the program there."""
    session.streams = console.in_terminal(request["stdin"])
    session.terminal = Terminal()
    return session.terminal.command(request["program"], request["args"], session.streams.input.path)


def launch(session, request):
    session.target = _target(session, request["program"])
    session.entry_function = request["entryFunction"]
    session.breakpoints = Breakpoints(session)
    bits = lldb.SBTarget.eBroadcastBitBreakpointChanged
    bits |= lldb.SBTarget.eBroadcastBitModulesLoaded | lldb.SBTarget.eBroadcastBitModulesUnloaded
    session.target.GetBroadcaster().AddListener(session.listener, bits)
    if session.terminal is None:
        session.streams = console.here(session.channel, request["stdin"])
    try:
        session.process = _start(session, request) if session.terminal is None else _attach(session, request)
    except Refused:
        session.streams.discard()
        raise
    session.streams.launched()
    _watch_input(session, request)
    signals.apply(session.process, False, False)
    session.known_threads = {thread["id"]: thread for thread in frames.threads(session)}
    return _describe(session, request["program"])


def _describe(session, program):
    process_id = session.process.GetProcessID()
    server_id = tracer_of(process_id)
    return {
        "processId": process_id,
        "started": start_time(process_id),
        "serverId": server_id,
        "serverStarted": start_time(server_id),
        "pointerSize": session.process.GetAddressByteSize(),
        "littleEndian": session.process.GetByteOrder() == lldb.eByteOrderLittle,
        "name": os.path.basename(program),
    }


def _target(session, program):
    error = lldb.SBError()
    target = session.debugger.CreateTarget(program, None, None, False, error)
    if error.Fail() or not target.IsValid():
        raise Refused(
            "bad-arguments",
            "user",
            f"{program} is not a program that LLDB can run: {error.GetCString()}.",
            "Name an executable of this machine.",
        )
    return target


def _start(session, request):
    # Without randomised addresses two runs of a program look alike. Some containers forbid to ask for that.
    process, error = _try_start(session, request, lldb.eLaunchFlagDisableASLR)
    if error.Fail() and "personality" in (error.GetCString() or ""):
        process, error = _try_start(session, request, 0)
    if error.Fail() or not process.IsValid():
        raise _launch_refused(request["program"], error.GetCString() or "LLDB gives no reason")
    _wait_for_stop(session, process, request["program"])
    return process


def _attach(session, request):
    return terminal.attach(
        session, session.terminal, lambda process: _wait_for_stop(session, process, request["program"])
    )


def _wait_for_stop(session, process, program):
    event = lldb.SBEvent()
    while session.listener.WaitForEvent(_START_SECONDS, event):
        if not lldb.SBProcess.EventIsProcessEvent(event):
            continue
        state = lldb.SBProcess.GetStateFromEvent(event)
        if state == lldb.eStateStopped and not lldb.SBProcess.GetRestartedFromEvent(event):
            return
        if state in (lldb.eStateExited, lldb.eStateCrashed, lldb.eStateDetached):
            why = process.GetExitDescription() or "it ended before its first instruction"
            raise _launch_refused(program, why)
    process.Kill()
    raise Refused("deadline", "environment", f"{program} did not start in {_START_SECONDS} seconds.")


def _try_start(session, request, flags):
    info = lldb.SBLaunchInfo(request["args"])
    info.SetListener(session.listener)
    info.SetLaunchFlags(flags | lldb.eLaunchFlagStopAtEntry)
    info.SetWorkingDirectory(request["cwd"])
    info.SetEnvironmentEntries(request["env"], False)
    streams = session.streams
    info.AddOpenFileAction(0, streams.input.path, True, False)
    info.AddOpenFileAction(1, streams.output["stdout"].path, False, True)
    info.AddOpenFileAction(2, streams.output["stderr"].path, False, True)
    error = lldb.SBError()
    return session.target.Launch(info, error), error


def _launch_refused(program, why):
    if "not permitted" in why.lower() or "permission denied" in why.lower():
        return Refused(
            "wrong-state",
            "environment",
            f"the system does not let LLDB start {program}: {why}.",
            "In a container, allow ptrace (docker run --cap-add=SYS_PTRACE).",
        )
    return Refused("bad-arguments", "user", f"{program} cannot be started: {why}.", "Check that it runs by itself.")


def _watch_input(session, request):
    if request["stdin"]["closed"] or session.streams.input.path is None:
        return
    session.streams.watch = InputWatch(
        session.process.GetProcessID(),
        lambda waiting: session.channel.send({"event": "waiting-for-input", "waiting": waiting}),
    )
    session.streams.watch.start()


def start_time(process_id):
    """When the process began, in the kernel's clock ticks: tells it from a later one of the same number."""
    try:
        with open(f"/proc/{process_id}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rsplit(")", 1)[1].split()[19]
    except (OSError, IndexError):
        return ""


def tracer_of(process_id):
    """LLDB's server for this program. Not its parent: in a terminal that is the user's shell."""
    try:
        with open(f"/proc/{process_id}/status", encoding="utf-8", errors="replace") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("TracerPid:"))
    except (OSError, IndexError, ValueError, StopIteration):
        return 0
