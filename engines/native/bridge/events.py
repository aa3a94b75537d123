"""The thread that hears from LLDB: state changes, breakpoints that found new places, modules."""

import threading

import lldb

from . import exit_status, stops

_DRAIN_SECONDS = 5


def start(session):
    threading.Thread(target=_run, args=(session,), name="sonde events", daemon=True).start()


def _run(session):
    event = lldb.SBEvent()
    while True:
        if not session.listener.WaitForEvent(3600, event):
            continue
        try:
            if _handle(session, event):
                return
        except Exception as error:  # One event that cannot be told must not end the hearing of all others.
            session.channel.send(
                {"event": "notice", "message": f"an event of LLDB was lost: {error!r}", "important": True}
            )


def _handle(session, event):
    """Answers True after the last event."""
    if lldb.SBProcess.EventIsProcessEvent(event):
        if event.GetType() & lldb.SBProcess.eBroadcastBitStateChanged:
            return _state_changed(session, event)
    elif lldb.SBBreakpoint.EventIsBreakpointEvent(event):
        _breakpoint_changed(session, event)
    elif lldb.SBTarget.EventIsTargetEvent(event):
        _modules_changed(session, event)
    return False


def _state_changed(session, event):
    with session.lock:
        if session.left:
            return True
    state = lldb.SBProcess.GetStateFromEvent(event)
    if state == lldb.eStateExited:
        _exited(session)
        return True
    if state in (lldb.eStateStopped, lldb.eStateCrashed) and not lldb.SBProcess.GetRestartedFromEvent(event):
        with session.lock:
            if not stops.announce(session):
                session.process.Continue()
    return False


def _exited(session):
    with session.lock:
        session.stopped = False
        status = exit_status.of(session)
        if session.streams.watch is not None:
            session.streams.watch.running(False)
    # Outside of the lock: whoever is slow to take the output must still be able to ask.
    for output in session.streams.output.values():
        output.end(_DRAIN_SECONDS)
    if "lost" in status:
        session.channel.send({"event": "lost", "reason": status["lost"]})
    else:
        session.channel.send({"event": "exited", "status": status})


def _breakpoint_changed(session, event):
    kind = lldb.SBBreakpoint.GetBreakpointEventTypeFromEvent(event)
    if kind not in (
        lldb.eBreakpointEventTypeLocationsAdded,
        lldb.eBreakpointEventTypeLocationsRemoved,
        lldb.eBreakpointEventTypeLocationsResolved,
    ):
        return
    with session.lock:
        changed = session.breakpoints.changed(lldb.SBBreakpoint.GetBreakpointFromEvent(event))
        if changed is not None:
            session.announce({"event": "breakpoints", "resolutions": [changed]})


def _modules_changed(session, event):
    with session.lock:
        for index in range(lldb.SBTarget.GetNumModulesFromEvent(event)):
            session.modules.changed(lldb.SBTarget.GetModuleAtIndexFromEvent(index, event))
