"""The threads that checks inside the program are about: which are in code of ours, and where they would be without us."""

import lldb

from .. import signals
from ..arrivals import registers_of
from . import interrupted

# Signals may come in between; more than a few of them would be strange.
_MOST_TRIES = 20
# A thread that stopped for one of these has arrived where it is; any other may have been halted before it could.
_ARRIVALS = (lldb.eStopReasonBreakpoint, lldb.eStopReasonPlanComplete, lldb.eStopReasonTrace)


class CheckedThreads:
    def __init__(self, session, sites):
        self._session = session
        self._sites = sites
        # Threads at a site that was already decided for them, with their registers: one that is still there with the
        # same has not moved. The others have the site before them.
        self._decided = {}

    def forget(self):
        """The process has become another program."""
        self._decided = {}

    def note_decided(self):
        """At a stop: which threads are at a place that was decided for them, now or before they were held up."""
        before = self._decided
        self._decided = {}
        for thread in [] if self._sites.is_empty() else self._session.process:
            number, frame = thread.GetThreadID(), thread.GetFrameAtIndex(0)
            if not self._sites.is_at(frame.GetPC()):
                continue
            state = registers_of(frame)
            if thread.GetStopReason() in _ARRIVALS or before.get(number) == state:
                self._decided[number] = state

    def take_hits(self):
        """Threads at a hitpoint, each put back to the place of its site: (thread, site)."""
        hits = []
        for site in self._sites.armed if self._sites.in_place() else []:
            for thread in self._session.process:
                frame = thread.GetFrameAtIndex(0)
                if frame.GetPC() == site.trampoline.hitpoint:
                    self._back_to(thread, site.address)
                    hits.append((thread, site))
        return hits

    def settle(self):
        """Puts every thread where it would be without us. Answers with hits: (thread, site)."""
        hits = []
        for thread in self._session.process:
            interrupted.put_back(self._session, thread, self._sites.armed)
            site = self._inside(thread)
            if site is None:
                continue
            if self.faulted(thread):
                thread.GetFrameAtIndex(0).SetPC(site.trampoline.undecided)
            self._finish_check(thread, site)
            pc = thread.GetFrameAtIndex(0).GetPC()
            original = site.trampoline.original(pc)
            if original is None:
                continue
            if pc == site.trampoline.hitpoint:
                hits.append((thread, site))
            self._back_to(thread, original)
        return hits

    def make_way(self, site):
        """Before the jump is in place: who stands in what it covers goes on in the copy of that."""
        for thread in self._session.process:
            pc = thread.GetFrameAtIndex(0).GetPC()
            replacement = site.trampoline.replacement(pc)
            ahead = pc == site.address and thread.GetThreadID() not in self._decided
            if replacement is not None and not ahead:
                thread.GetFrameAtIndex(0).SetPC(replacement)

    def _back_to(self, thread, address):
        """To where it would be without us. The check lies behind it."""
        thread.GetFrameAtIndex(0).SetPC(address)
        self._decided[thread.GetThreadID()] = registers_of(thread.GetFrameAtIndex(0))

    def faulted(self, thread):
        """Whether a check of ours followed a pointer that leads nowhere. The program must not hear of it."""
        if thread.GetStopReason() != lldb.eStopReasonSignal or not self._sites.in_place():
            return False
        name = signals.name_of(self._session.process, thread.GetStopReasonDataAtIndex(0))
        return name in signals.FAULTS and self.is_checking(thread)

    def is_checking(self, thread):
        """Whether what it does is ours and not the program's."""
        site = self._inside(thread) if self._sites.in_place() else None
        return site is not None and thread.GetFrameAtIndex(0).GetPC() <= site.trampoline.hitpoint

    def _inside(self, thread):
        pc = thread.GetFrameAtIndex(0).GetPC()
        for site in self._sites.armed:
            if site.trampoline.contains(pc):
                return site
        return None

    def _finish_check(self, thread, site):
        """A thread that was halted in the middle of a check goes on to its end.

        Not by single steps: the processor's trap flag would be saved with the other flags and come back for good.
        """
        end = self._session.target.BreakpointCreateByAddress(site.trampoline.moved[0].new)
        try:
            for _ in range(_MOST_TRIES):
                pc = thread.GetFrameAtIndex(0).GetPC()
                if not site.trampoline.contains(pc) or site.trampoline.original(pc) is not None:
                    break
                self._run_alone(thread, pc > site.trampoline.moved[0].new)
        finally:
            self._session.target.BreakpointDelete(end.GetID())

    def _run_alone(self, thread, by_step):
        """Lets this thread alone run to its next stop, or for one instruction; nobody hears of it."""
        others = [other for other in self._session.process if other.GetIndexID() != thread.GetIndexID()]
        held = [other for other in others if not other.IsSuspended() and other.Suspend()]
        debugger = self._session.debugger
        debugger.SetAsync(False)
        signals.keep_faults(self._session.process, True)
        try:
            if by_step:
                thread.StepInstruction(False)
            else:
                self._session.process.Continue()
        finally:
            signals.keep_faults(self._session.process, False)
            debugger.SetAsync(True)
            for other in held:
                other.Resume()

    def step(self, thread):
        """One instruction of this thread alone."""
        self._run_alone(thread, True)
