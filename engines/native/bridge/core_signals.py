"""Signals of threads in a core file: whoever writes one of a living program halts its threads for it."""

import lldb

from . import signals, traps


def is_of_writer(session, thread):
    """Whether the signal of a thread is what it was halted by."""
    name = signals.name_of(session.process, _number(thread))
    return name == "SIGSTOP" or (name == "SIGTRAP" and not traps.is_behind_trap(session, thread))


def is_of_writer_alone(session):
    """Whether no thread has another one, by which the program has ended."""
    return all(_number(thread) == 0 or is_of_writer(session, thread) for thread in session.process)


def _number(thread):
    """0 for a thread that only was there."""
    return thread.GetStopReasonDataAtIndex(0) if thread.GetStopReason() == lldb.eStopReasonSignal else 0
