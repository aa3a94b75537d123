"""Starting a program: loaded, stopped before its first instruction."""

import time
from contextlib import nullcontext

import lldb

from .becoming import halting_on_exec
from .descriptors import Descriptors
from .failure import Refused
from .input_watch import InputWatch
from .terminal import Terminal
from . import console, descriptors, dispositions, forks, program_target, terminal

_START_SECONDS = 30


def prepare_terminal(session, request):
    """The command line to run in the terminal; `launch` then finds the program there."""
    extra = Descriptors(request["descriptors"], session.channel)
    session.streams = console.in_terminal(request["stdin"], extra)
    session.terminal = Terminal()
    return session.terminal.command(
        request["program"], request["args"], session.streams.input.path, extra.redirections
    )


def launch(session, request):
    program_target.create(session, request["program"])
    session.entry_function = request["entryFunction"]
    if session.terminal is None:
        extra = Descriptors(request["descriptors"], session.channel)
        session.streams = console.here(session.channel, request["stdin"], extra)
    try:
        session.process = _start(session, request) if session.terminal is None else _attach(session, request)
    except Refused:
        session.streams.discard()
        raise
    session.streams.launched()
    _watch_input(session, request)
    if request["followFork"]:
        forks.arm(session)
    return program_target.taken_up(session)


def _start(session, request):
    # Without randomised addresses two runs of a program look alike. Some containers forbid to ask for that.
    by_shell = session.streams.descriptors.are_any
    with halting_on_exec(session.debugger) if by_shell else nullcontext() as is_shell:
        process, error = _try_start(session, request, lldb.eLaunchFlagDisableASLR)
        if error.Fail() and "personality" in (error.GetCString() or ""):
            process, error = _try_start(session, request, 0)
        if error.Fail() or not process.IsValid():
            raise _launch_refused(request["program"], error.GetCString() or "LLDB gives no reason")

        def wait_for_stop():
            _wait_for_stop(session, process, request["program"])

        wait_for_stop()
        # Ours from here on: when nobody wants it any more it must not run on by itself.
        session.process = process
        # What the shell has, it leaves to the program.
        dispositions.make_default(session)
        if by_shell:
            is_shell()
            descriptors.wait_for_program(process, wait_for_stop)
    return process


def _attach(session, request):
    return terminal.attach(
        session, session.terminal, lambda process: _wait_for_stop(session, process, request["program"])
    )


def _wait_for_stop(session, process, program):
    event = lldb.SBEvent()
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end:
        if not session.listener.WaitForEvent(1, event):
            if process.GetState() == lldb.eStateStopped:
                # LLDB 14 keeps the event of a launch to itself.
                return
            continue
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
    extra = session.streams.descriptors
    info = lldb.SBLaunchInfo(
        extra.shell_arguments(request["program"], request["args"]) if extra.are_any else request["args"]
    )
    if extra.are_any:
        info.SetExecutableFile(lldb.SBFileSpec(descriptors.SHELL), True)
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

    def report(waiting):
        # The question comes before the word that the program waits for an answer.
        if waiting:
            session.streams.flush()
        session.channel.send({"event": "waiting-for-input", "waiting": waiting})

    session.streams.watch = InputWatch(session.process.GetProcessID(), report)
    session.streams.watch.start()
