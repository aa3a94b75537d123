"""Hits: whether to stop where the program has reached a breakpoint, and what is said there.

LLDB checks a condition itself until it is compiled (conditions.py). What passes comes to `reached`, on LLDB's own
thread and before anybody hears of a stop: hits are counted there, and the values of log messages are read. Where a
condition or a message takes more than reading, the program halts silently and the other end is asked (silent_stops.py);
LLDB keeps the plan of a step for that long. Nothing in `reached` may take the session's lock.
"""

import threading

import lldb

from . import evaluation, frames, hit_counts, hold, process_status, step_plans
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
        # What the other end is asked at the next stop: messages to write, and (breakpoint, id of the thread, location) of
        # conditions to decide.
        self._logs = []
        self._questions = []
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
        decided = self._of_threads or self._problems or self._logs or self._questions
        return not (decided or self._undecided or self.arrivals.are_waited_for())

    def forget(self):
        with self._guard:
            self._of_threads.clear()
            self._problems.clear()
            self._logs.clear()
            self._questions.clear()

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
            before = (entry.count, len(self._questions))
            if self.decide(frame, location, unheard=True) or (entry.count, len(self._questions)) != before:
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
        if entry.compiled is not None and entry.compiled.is_asked_at(location):
            return self._ask(self._questions, frame, (entry, frame.GetThread().GetThreadID(), location))
        holds, problem = self._holds(entry, frame, location, unheard)
        if entry.calls:
            # The thread has run since.
            self._note_decided(frame)
        return self._concluded(entry, frame, location, holds, problem)

    def _concluded(self, entry, frame, location, holds, problem):
        """Once it is known whether the condition holds."""
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
        if entry.spec.get("log") is not None and not self._session.journeys.is_under_way():
            return self._log(frame, entry, location)
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

    def _log(self, frame, entry, location):
        """Answers whether to stop, because the message takes more than reading."""
        message = {"breakpoint": entry.spec["id"]}
        place = frames.location_of(frame.GetLineEntry())
        if place is not None:
            message["location"] = place
        captured = entry.captured.at(frame, location)
        self._session.streams.flush()
        if captured is not None:
            self._session.channel.send({"event": "log", **message, "values": captured})
            return False
        return self._ask(self._logs, frame, {**message, "thread": frame.GetThread().GetIndexID()})

    def _ask(self, pending, frame, question):
        """
        Answers whether to stop for it. A step that has just come to its end stops by itself: LLDB would forget that end if
        the breakpoint were the reason.
        """
        with self._guard:
            pending.append(question)
        return not (self._session.stepping and step_plans.is_complete(self._session, frame.GetThread()))

    def questions(self):
        """Conditions that the other end is to decide at this stop; `answer` takes what it says, in the same order."""
        with self._guard:
            pending = [(entry.spec["id"], self._session.process.GetThreadByID(number)) for entry, number, _ in self._questions]
        return [{"breakpoint": breakpoint, "thread": thread.GetIndexID()} for breakpoint, thread in pending]

    def answer(self, answers):
        """Answers with the threads that have something to stop for now."""
        with self._guard:
            questions, self._questions = self._questions, []
        threads = {}
        for (entry, number, location), answer in zip(questions, answers, strict=True):
            thread = self._session.process.GetThreadByID(number)
            if thread.IsValid() and entry in self._breakpoints.all():
                self._concluded(entry, thread.GetFrameAtIndex(0), location, answer["holds"], answer.get("problem"))
                threads[number] = thread
        return [thread for number, thread in threads.items() if number in self._of_threads]

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
