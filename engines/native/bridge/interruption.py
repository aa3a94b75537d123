"""Interrupts that are heard.

LLDB drops an interrupt that comes before it has noticed that the program runs, and then waits seconds for the stop that
never comes. So while something waits for a running program to halt, the interrupt is sent again.
"""

import contextlib
import threading
import time

import lldb

# Longer than a halt takes, so that it is not needed at all as a rule.
_INTERVAL = 0.2
_PATIENCE = 1
_OVER = (lldb.eStateExited, lldb.eStateDetached, lldb.eStateInvalid)


@contextlib.contextmanager
def repeated(session):
    """For a block that halts the program. Only under the lock."""
    if session.stopped:
        yield
        return
    over = threading.Event()
    arguments = (session.process, over)
    threading.Thread(target=_run, args=arguments, name="sonde interruption", daemon=True).start()
    try:
        yield
    finally:
        over.set()


def pause(session):
    """Asks for a stop that is told. Not under the lock: a pause must get through while an evaluation holds it."""
    over = lambda: not session.pause_requested or session.process.GetState() in _OVER
    threading.Thread(target=interrupt, args=(session, over), name="sonde pause", daemon=True).start()


def interrupt(session, is_done):
    """Until it was heard; one at a time, because the server under LLDB does not take two well."""
    sent = None
    while not is_done():
        now = time.monotonic()
        running = session.process.GetState() == lldb.eStateRunning
        if running and (sent is None or now - sent > _PATIENCE) and session.calls_within.interrupt(session.process):
            sent = now
        time.sleep(0.001)


def _run(process, over):
    while not over.wait(_INTERVAL):
        process.SendAsyncInterrupt()
