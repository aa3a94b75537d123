"""The threads that hear from LLDB: state changes, breakpoints that found new places, modules.

The first one takes events as they come. It deals with a stop itself where that cannot keep it waiting, because to wake up
another thread costs a good part of what a step takes; all else is left to the second one.
"""

import threading

import lldb

from .backlog import Backlog
from . import exit_status, hold, motions, stops

_DRAIN_SECONDS = 5
_STOPPED = (lldb.eStateStopped, lldb.eStateCrashed)
_OUTPUT = lldb.SBProcess.eBroadcastBitSTDOUT | lldb.SBProcess.eBroadcastBitSTDERR


def start(session):
    backlog = Backlog()
    threading.Thread(target=_hear, args=(session, backlog), name="sonde hearing", daemon=True).start()
    threading.Thread(target=_work_off, args=(session, backlog), name="sonde events", daemon=True).start()


def _hear(session, backlog):
    """Never waits for the lock: whoever holds it may be waiting for an event."""
    while True:
        event = lldb.SBEvent()
        if not session.listener.WaitForEvent(3600, event):
            continue
        state = _state_in(event)
        if state is not None:
            if not _is_news(event, state):
                # That it runs is known to whoever let it; to wake up others for it would only delay them.
                continue
            session.interrupted = lldb.SBProcess.GetInterruptedFromEvent(event)
            session.news.set()
        if not _dealt_with(session, backlog, event, state):
            backlog.put((event, state))


def _dealt_with(session, backlog, event, state):
    """Nothing that deals with a stop waits for another event, and whoever does holds the lock."""
    if state not in _STOPPED or not backlog.is_empty() or not session.lock.acquire(blocking=False):
        return False
    try:
        _deal(session, event, state)
    finally:
        session.lock.release()
    return True


def _state_in(event):
    """What the program has come to; None for an event of another kind."""
    if not lldb.SBProcess.EventIsProcessEvent(event) or not event.GetType() & lldb.SBProcess.eBroadcastBitStateChanged:
        return None
    return lldb.SBProcess.GetStateFromEvent(event)


def _is_news(event, state):
    """A stop or the end."""
    return state in _STOPPED and not lldb.SBProcess.GetRestartedFromEvent(event) or state == lldb.eStateExited


def _work_off(session, backlog):
    while True:
        is_last = _deal(session, *backlog.get())
        backlog.done()
        if is_last:
            return


def _deal(session, event, state):
    """Answers True after the last event."""
    try:
        return _handle(session, event, state)
    except Exception as error:  # One event that cannot be told must not end the hearing of all others.
        session.channel.send({"event": "notice", "message": f"an event of LLDB was lost: {error!r}", "important": True})
        return False


def _handle(session, event, state):
    if state is not None:
        return _state_changed(session, state)
    if lldb.SBProcess.EventIsProcessEvent(event):
        if session.hold == hold.REMOTE and event.GetType() & _OUTPUT:
            for output in session.streams.output.values():
                output.fetch()
    elif lldb.SBBreakpoint.EventIsBreakpointEvent(event):
        _breakpoint_changed(session, event)
    elif lldb.SBTarget.EventIsTargetEvent(event):
        _modules_changed(session, event)
    return False


def _state_changed(session, state):
    with session.lock:
        if session.left:
            return True
    if state == lldb.eStateExited:
        _exited(session)
        return True
    with session.lock:
        session.news.clear()
        if not _announced(session):
            motions.go_on(session)
    return False


def _announced(session):
    try:
        return stops.announce(session)
    except Exception as error:  # A mistake of ours must not leave the program halted without a word.
        stops.notice(session, f"Not all of a stop can be told, by a fault of Sonde: {error!r}", important=True)
        session.breakpoints.hits.settle()
        stops.announce_as(session, session.process.GetSelectedThread(), {"kind": "pause"})
        return True


def _exited(session):
    with session.lock:
        was_stopped, session.stopped = session.stopped, False
        if session.journeys.is_under_way():
            stops.notice(session, "The program ended while it was run again, to go back in its run.", important=True)
        session.moving = False
        status = exit_status.of(session, was_stopped)
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
        lost = kind == lldb.eBreakpointEventTypeLocationsRemoved
        changed = session.breakpoints.changed(lldb.SBBreakpoint.GetBreakpointFromEvent(event), lost)
        if changed is not None:
            session.announce({"event": "breakpoints", "resolutions": [changed]})


def _modules_changed(session, event):
    with session.lock:
        for index in range(lldb.SBTarget.GetNumModulesFromEvent(event)):
            session.modules.changed(lldb.SBTarget.GetModuleAtIndexFromEvent(index, event))
