"""Reasons that were told before: a thread that a step of another one holds has still the one that it stopped for last."""

import lldb

from . import hold, process_status

# A breakpoint is told once in any case, because it is decided once.
_LASTING = (lldb.eStopReasonSignal, lldb.eStopReasonWatchpoint, lldb.eStopReasonException)
_TOLD_AS = ("pause", "program", "exception", "data")


class OldReasons:
    def __init__(self, session):
        self._session = session
        # Id of a thread to how often it had been off its processor when it was told of.
        self._told = {}

    def note(self, stopped):
        """At a stop that is told."""
        for item in stopped if hold.is_local(self._session) else []:
            if any(reason["kind"] in _TOLD_AS for reason in item["reasons"]):
                number = self._session.process.GetThreadByIndexID(item["thread"]).GetThreadID()
                self._told[number] = process_status.times_off_processor(number)

    def has(self, thread):
        before = self._told.get(thread.GetThreadID()) if thread.GetStopReason() in _LASTING else None
        return before is not None and before == process_status.times_off_processor(thread.GetThreadID())
