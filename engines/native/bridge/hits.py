"""Hits: whether to stop where the program has reached a breakpoint, and what is said there.

LLDB checks a condition itself until it is compiled (conditions.py). What passes comes to `reached`, on LLDB's own
thread and before anybody hears of a stop: hit counts and log messages are done there, and a step that is under way goes
on as if nothing had been. Nothing in `reached` may take the session's lock.
"""

import threading

import lldb

from . import evaluation, frames, hit_counts, hold, process_status
from .arrivals import Arrivals
from .departures import Departures

# The bridge serves one session per process; the callback that LLDB calls finds it here.
_current = None

CALLBACK = "from bridge import hits\nreturn hits.reached(frame, bp_loc)"


class Hits:
    def __init__(self, session, breakpoints):
        global _current
        _current = self
        self._session = session
        self._breakpoints = breakpoints
        # Id of a thread to the numbers of breakpoints, and to what went wrong in deciding about them.
        self._of_threads = {}
        self._problems = {}
        self._logs = []
        # Hits that a wanted halt came before the calls of: (id of the thread, location).
        self._undecided = []
        # How often a thread had been off its processor when a breakpoint was last decided for it.
        self._decided_at = {}
        # Id of a thread to LLDB's number of a stop, and its ids of the breakpoints that it has asked about there.
        self._asked = {}
        self._guard = threading.Lock()
        self.arrivals = Arrivals()
        self._departures = Departures(session)

    def take(self, thread):
        """What made this thread stop: breakpoints, and what went wrong in deciding about them."""
        with self._guard:
            key = thread.GetThreadID()
            return self._of_threads.pop(key, []), self._problems.pop(key, None)

    def are_none(self):
        """At a stop: nothing was decided, and nothing has to be."""
        return not (self._of_threads or self._problems or self._logs or self._undecided or self.arrivals.are_waited_for())

    def forget(self):
        with self._guard:
            self._of_threads.clear()
            self._problems.clear()
            self._logs.clear()

    def depart(self):
        """Before a motion."""
        self._departures.note({address for entry in self._breakpoints.all() for _, address in entry.places})

    def take_in_unheard(self):
        """
        At a stop that an interrupt was on its way for. LLDB does then nothing of what belongs to a breakpoint, be it that
        a thread has reached one first: no condition is checked and nobody called. It would be passed without a word.
        """
        for thread in self._session.process:
            if thread.GetStopReason() != lldb.eStopReasonBreakpoint or self._is_decided(thread):
                continue
            for index in range(0, thread.GetStopReasonDataCount(), 2):
                entry = self._breakpoints.of_lldb(thread.GetStopReasonDataAtIndex(index))
                if entry is None or entry.spec.get("thread") not in (None, thread.GetIndexID()):
                    continue
                location = entry.sb.FindLocationByID(thread.GetStopReasonDataAtIndex(index + 1))
                self.decide(thread.GetFrameAtIndex(0), location, unheard=True)

    def _is_decided(self, thread):
        """A thread that a step of another holds still stands where it was, and its hit has been counted."""
        before = self._decided_at.get(thread.GetThreadID())
        return before is not None and before == process_status.times_off_processor(thread.GetThreadID())

    def _note_decided(self, frame):
        # Elsewhere its number is not one of this kernel.
        if hold.is_local(self._session):
            number = frame.GetThread().GetThreadID()
            self._decided_at[number] = process_status.times_off_processor(number)

    def arrive(self, thread):
        """Where a step has ended; see arrivals.py. What comes of it is among the hits of the thread."""
        frame = thread.GetFrameAtIndex(0)
        here = frame.GetPC()
        for entry in self._breakpoints.all() if self.arrivals.are_told_again else []:
            if all(address != here for _, address in entry.places) or self._is_asked(thread, entry):
                continue
            location = entry.sb.FindLocationByAddress(here)
            if not location.IsValid() or entry.spec.get("thread") not in (None, thread.GetIndexID()):
                continue
            count = entry.count
            if self.decide(frame, location, unheard=True) or entry.count != count:
                self.arrivals.note(frame, entry.sb.GetID())

    def decide(self, frame, location, unheard=False):
        """Whether to stop where a thread has come to. `unheard`: LLDB has not looked at it."""
        entry = self._breakpoints.of_lldb(location.GetBreakpoint().GetID())
        if entry is not None and not unheard:
            self._note_asked(frame, entry)
        if entry is None or (not unheard and self._is_old(frame, entry)):
            # Removed while the program was on its way into it, or decided before.
            return False
        if not entry.calls or unheard:
            return self._decided(entry, frame, location, unheard)
        if not self._session.calls_within.begin_unless_halting():
            with self._guard:
                self._undecided.append((frame.GetThread().GetThreadID(), location))
            return True
        try:
            return self._decided(entry, frame, location, unheard)
        finally:
            self._session.calls_within.end()

    def _note_asked(self, frame, entry):
        number, stop = frame.GetThread().GetThreadID(), self._stop_number()
        before, ids = self._asked.get(number, (None, ()))
        self._asked[number] = (stop, {*(ids if before == stop else ()), entry.sb.GetID()})

    def _is_asked(self, thread, entry):
        """
        Whether LLDB has come through the place at this very stop: its step has a mark there too, and ends by that. Else it has
        come to it by a jump or a single instruction, and has asked nobody.
        """
        stop, ids = self._asked.get(thread.GetThreadID(), (None, ()))
        return stop == self._stop_number() and entry.sb.GetID() in ids

    def _stop_number(self):
        return self._session.process.GetStopID(False)

    def _is_old(self, frame, entry):
        return self.arrivals.is_again(frame, entry.sb.GetID()) or self._departures.is_back(frame)

    def _decided(self, entry, frame, location, unheard):
        self._note_decided(frame)
        holds, problem = self._holds(entry, frame, location, unheard)
        if entry.calls:
            # The thread has run since.
            self._note_decided(frame)
        if problem is not None:
            self._record(frame, entry, f"the condition could not be evaluated: {problem}")
            return True
        if not holds:
            return self._missed(entry, location)
        with self._guard:
            entry.count += 1
            count = entry.count
        if not hit_counts.says_stop(entry.spec.get("hitCondition"), count):
            return self._missed(entry, location)
        if entry.spec.get("log") is not None:
            return self._log(frame, entry, location, unheard)
        self._record(frame, entry, None)
        return True

    def _holds(self, entry, frame, location, unheard):
        if entry.condition is None:
            return True, None
        if entry.condition.checks is None and not unheard:
            # LLDB has checked it already, and says nothing here of what went wrong.
            return True, self._condition_problem()
        return entry.condition.holds(self._session, frame, location)

    def _missed(self, entry, location):
        """Answers whether to stop all the same, because the next times are to be quicker."""
        check = None if entry.condition is None else entry.condition.check_at(location)
        if self._session.stepping or (entry.condition is not None and check is None):
            return False
        return self._breakpoints.sites.missed(entry, location, check)

    def take_in(self):
        """At a stop, before its reasons are asked for: threads that stopped in code of ours are where they would be."""
        self._decide_again(self._breakpoints.sites.threads.take_hits())
        with self._guard:
            undecided, self._undecided = self._undecided, []
        for number, location in undecided:
            self.decide(self._session.process.GetThreadByID(number).GetFrameAtIndex(0), location, unheard=True)

    def settle(self):
        """At a stop, once its reasons are known: the program's code is its own again. Answers with late hits' threads."""
        late = self._breakpoints.sites.settle()
        self._decide_again(late)
        return [thread for thread, _ in late]

    def _decide_again(self, hits):
        """Inside the program a condition may have had no answer; here it has one, or a reason."""
        for thread, site in hits:
            entry, frame = site.entry, thread.GetFrameAtIndex(0)
            holds, problem = True, None
            if entry.condition is not None:
                holds, problem = entry.condition.holds(self._session, frame, site.location)
            if problem is not None:
                problem = f"the condition could not be evaluated: {problem}"
            if holds or problem is not None:
                self._record(frame, entry, problem)

    def _record(self, frame, entry, problem):
        key = frame.GetThread().GetThreadID()
        with self._guard:
            self._of_threads.setdefault(key, []).append(entry.spec["id"])
            if problem is not None:
                self._problems[key] = problem

    def _condition_problem(self):
        """LLDB stops where a condition fails to evaluate, and says why only in a diagnostic sent just before."""
        found = None
        for message in self._session.take_diagnostics():
            if "evaluating condition" in message:
                found = evaluation.plain_error(message.split("\n", 1)[-1])
        return found

    def _log(self, frame, entry, location, at_stop):
        """Answers whether to stop, because the message is for others to write. In a step it is not: LLDB would forget that."""
        spec = entry.spec
        message = {"breakpoint": spec["id"]}
        place = frames.location_of(frame.GetLineEntry())
        if place is not None:
            message["location"] = place
        captured = entry.captured.at(frame, location)
        self._session.streams.flush()
        if captured is not None:
            self._session.channel.send({"event": "log", **message, "values": captured})
            return False
        text = self._message(frame, entry, location, at_stop or not self._session.stepping)
        if text is not None:
            self._session.channel.send({"event": "log", **message, "text": text})
            return False
        with self._guard:
            self._logs.append({**message, "thread": frame.GetThread().GetIndexID()})
        return True

    def _message(self, frame, entry, location, may_stop):
        """None where the other end shows a value of it better."""
        if entry.compiled is not None:
            return entry.compiled.message(frame, location)
        if may_stop and entry.spec.get("shown"):
            return None
        return "".join(
            part if isinstance(part, str) else evaluation.text_of(self._session, frame, part["expression"])
            for part in entry.spec["log"]
        )

    def take_logs(self):
        """Messages that the other end is to write at this stop."""
        with self._guard:
            logs, self._logs = self._logs, []
        return logs


def reached(frame, location):
    try:
        return _current.decide(frame, location)
    except Exception as error:  # LLDB would swallow it and go on; a breakpoint that is broken must not be silent.
        _current._session.channel.send({"event": "notice", "message": f"a breakpoint failed: {error}", "important": True})
        return True
