"""Stops of our own while the program runs: something has to be done to it, and nobody is told."""

import time

import lldb

from .failure import Refused
from . import interruption, stops

_SECONDS = 10


def halt(session):
    """
    Halts the program; the caller holds the lock. The news of the stop are dealt with when the lock is free again, and
    the program goes on unless there is more to tell. Not by SBProcess.Stop, which hangs when interrupts cross.
    """
    session.halted_by_us = True
    until = time.monotonic() + _SECONDS
    interruption.interrupt(session, lambda: session.news.is_set() or time.monotonic() > until)
    if not session.news.is_set():
        session.halted_by_us = False
        raise Refused("wrong-state", "environment", "LLDB could not halt the program.")
    if session.process.GetState() == lldb.eStateStopped:
        session.gathered = stops.gather(session)
