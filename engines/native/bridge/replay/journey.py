"""A journey: the program runs again from its beginning, up to a moment that it has passed.

A moment is an event of the record, or a breakpoint that was hit so many times behind one: the same schedule and the same
input give the same hits. Nobody is told of what is met on the way.
"""

from typing import NamedTuple, Optional

from ..failure import Refused
from .. import frames, motions, stops
from .record import Record

_HITS = ("breakpoint", "data")
# How many functions of a runtime stand above those of the program.
_DEEPEST = 64
_BEGUN_AGAIN = "the program was begun again, to go back in its run, and what was watched lies elsewhere now"


class _Hit(NamedTuple):
    event: int
    # Which one it is of those behind the event, from 1.
    nth: int


class _Goal(NamedTuple):
    # 'event', 'entry', 'hit', or 'count': look for the last hit before here.
    kind: str
    event: int = 0
    # Which of the hits behind the event.
    nth: int = 0
    # As it is told at an event.
    reason: Optional[dict] = None


class _Place(NamedTuple):
    """Where the program stands."""

    event: int
    # Where breakpoints stopped it behind that event.
    passed: tuple
    # Nothing has run since the event.
    is_at_event: bool = False


class Journeys:
    def __init__(self, session):
        self._session = session
        self.record = Record(session)
        self._goal = None
        self._here = _Place(0, ())
        self._arrived = None
        self._is_at_entry = False
        self._is_at_hit = False
        # At an event: the thread that goes on from it, and how many of its frames nobody is shown.
        self._hidden = (0, 0)
        # On the way: hits met, the addresses of those behind the last event, and whether the event of the goal is passed.
        self._met = []
        self._behind = []
        self._is_behind = False
        # Up to where hits are counted: an address and how many times it was met behind the event, and whether that one counts.
        self._limit = None

    def is_under_way(self):
        return self._goal is not None

    def hidden_frames(self, thread):
        """How many functions of the runtime are on top where the program has come back to an event: nobody looks for those."""
        return self._hidden[1] if self._hidden[0] == thread.GetIndexID() else 0

    def leave(self):
        """The program goes on from a stop."""
        self._hidden = (0, 0)

    def back(self, request):
        """`how`: to the event before ('step'), to the last breakpoint before ('continue'), or to an event ('to')."""
        goal = self._goal_of(request["how"], request.get("event", 0))
        if goal is None:
            return
        if goal.kind == "event" and goal.event > self._here.event:
            self._go_forward(goal)
        else:
            self.record.need_ready()
            self._begin(goal)
        motions.resume_process(self._session)

    def _goal_of(self, how, event):
        """None where the program stands there."""
        if self._is_at_entry and (how != "to" or event == 0):
            return self._stay({"kind": "entry"})
        if how == "to":
            return self._to_event(event, {"kind": "goto"})
        here = self._here
        if how == "step":
            return self._to_event(here.event - 1 if here.is_at_event else here.event, {"kind": "step"})
        self._limit = self._limit_of(here.passed)
        return _Goal("count", here.event) if here.event > 0 or self._limit is not None else _Goal("entry")

    def _stay(self, reason):
        session = self._session
        thread = session.process.GetSelectedThread()
        session.after_answer.append(lambda: stops.announce_as(session, thread, reason))

    def _to_event(self, event, reason):
        return _Goal("event", event, 0, reason) if event > 0 else _Goal("entry")

    def _limit_of(self, passed):
        """The last place behind the event where a breakpoint stopped the program and still would."""
        breakpoints = self._session.breakpoints
        places = {address for entry in breakpoints.all() for _, address in entry.places}
        for nth in range(len(passed), 0, -1):
            address = passed[nth - 1]
            if address in places:
                is_here = nth == len(passed) and self._is_at_hit
                return address, passed[:nth].count(address), not is_here
        return None

    def _begin(self, goal):
        """At a stop: sends the program to its beginning; it goes when somebody lets it."""
        session, breakpoints = self._session, self._session.breakpoints
        self.record.newest()
        self._is_behind = goal.event == 0
        seeks = goal.kind in ("hit", "count")
        self.record.halt_at(1 if self._is_behind and seeks else goal.event)
        self.record.run_again()
        breakpoints.watched.begin_again(_BEGUN_AGAIN)
        breakpoints.drop_own()
        for entry in breakpoints.all():
            entry.count = 0
        self._goal = goal
        self._met, self._behind = [], []
        self._enable(goal.kind == "count" or (seeks and self._is_behind))
        session.stop_on_exec(True)

    def _go_forward(self, goal):
        """To an event that lies before the program, on its way."""
        self.record.halt_at(goal.event)
        self._session.breakpoints.drop_own()
        self._goal = goal
        self._enable(False)
        self._mark()

    def _mark(self):
        sb = self._session.target.BreakpointCreateByName(self.record.table()["reached"])
        self._session.breakpoints.set_own(sb, "event")

    def _enable(self, wanted):
        """Breakpoints are out of the way as long as their hits are of no interest."""
        entries = self._session.breakpoints.all()
        counts = any(entry.spec.get("hitCondition") for entry in entries)
        for entry in entries:
            entry.sb.SetEnabled(wanted or counts)

    def started(self):
        """The program has begun anew, and nothing of it ran so far."""
        if self._goal is None:
            return
        session = self._session
        # Threads that were held are gone.
        session.suspended = []
        session.breakpoints.watched.arm_again()
        if self._goal.kind == "entry":
            executable = session.target.GetExecutable().GetFilename()
            sb = session.target.BreakpointCreateByName(session.entry_function, executable)
            return session.breakpoints.set_own(sb, "entry")
        return self._mark()

    def met(self, stopped):
        """
        The program has halted on the way, for these reasons. Answers with what is to be told where the journey is over, else
        with None.
        """
        kinds = {reason["kind"] for item in stopped for reason in item["reasons"]}
        if self._session.pause_requested:
            return self._end(_without_events(stopped) or self._pause())
        if "exception" in kinds and not self._is_harmless(stopped):
            # It goes another way than it did.
            return self._end(_without_events(stopped))
        if "entry" in kinds:
            return self._end(stopped)
        if "event" in kinds:
            return self._reached(stopped)
        return self._hit(stopped) if kinds.intersection(_HITS) else None

    def _reached(self, stopped):
        goal = self._goal
        thread = next(item["thread"] for item in stopped if any(reason["kind"] == "event" for reason in item["reasons"]))
        if goal.kind == "event":
            return self._end([{"thread": thread, "reasons": [goal.reason]}], is_at_event=True)
        if self._is_behind and goal.kind == "hit":
            stops.notice(self._session, "The breakpoint was not hit again where it had been; this is behind it.", important=True)
            return self._end([{"thread": thread, "reasons": [{"kind": "step"}]}], is_at_event=True)
        if self._is_behind or (goal.kind == "count" and self._limit is None):
            return self._found()
        self._is_behind = True
        self._enable(True)
        # Not beyond what is behind the event.
        self.record.halt_at(goal.event + 1)
        return None

    def _hit(self, stopped):
        event = self.record.event()
        nth = self._met[-1].nth + 1 if self._met and self._met[-1].event == event else 1
        address = self._session.process.GetThreadByIndexID(stopped[-1]["thread"]).GetFrameAtIndex(0).GetPC()
        self._met.append(_Hit(event, nth))
        self._behind = [*(self._behind if nth > 1 else []), address]
        goal = self._goal
        if goal.kind == "hit" and (event, nth) == (goal.event, goal.nth):
            return self._end(_without_events(stopped), self._behind)
        if goal.kind != "count" or not self._is_behind or self._limit is None:
            return None
        last, times, counts = self._limit
        if address != last or self._behind.count(address) < times:
            return None
        if not counts:
            self._met.pop()
        return self._found()

    def _found(self):
        """All hits are known: to the last one before the moment that the journey began at."""
        last = self._met[-1] if self._met else None
        try:
            self.record.need_ready()
            self._begin(_Goal("entry") if last is None else _Goal("hit", last.event, last.nth))
        except Refused as refused:
            stops.notice(self._session, f"Not gone back any further: {refused}", important=True)
            return self._end(self._pause())
        return None

    def _is_harmless(self, stopped):
        """Faults that a program goes on from are met again, as they were."""
        names = [
            reason["thrown"]["name"] for item in stopped for reason in item["reasons"] if reason["kind"] == "exception"
        ]
        return all(self._session.faults.returns(name) for name in names)

    def _pause(self):
        thread = self._session.process.GetSelectedThread()
        return [{"thread": thread.GetIndexID(), "reasons": [{"kind": "pause"}]}]

    def _end(self, told, passed=(), is_at_event=False):
        self._goal = None
        for entry in self._session.breakpoints.all():
            entry.sb.SetEnabled(True)
        self._arrived = _Place(self.record.event(), tuple(passed), is_at_event)
        return told

    def told(self, stopped):
        """A stop is told: when it is, for the other end. None where nobody may go back."""
        if not self.record.is_wanted:
            return None
        kinds = {reason["kind"] for item in stopped for reason in item["reasons"]}
        event = self.record.event()
        self._is_at_hit = bool(kinds.intersection(_HITS))
        self._is_at_entry = "entry" in kinds and event == 0
        arrived, self._arrived = self._arrived, None
        if arrived is not None:
            self._here = arrived
        else:
            passed = self._here.passed if self._here.event == event and not self._is_at_entry else ()
            hits = [item for item in stopped if any(reason["kind"] in _HITS for reason in item["reasons"])]
            here = [self._session.process.GetThreadByIndexID(item["thread"]).GetFrameAtIndex(0).GetPC() for item in hits]
            self._here = _Place(event, (*passed, *here))
        self._hidden = self._of_runtime(stopped[0]["thread"]) if self._here.is_at_event else (0, 0)
        return {"event": event, "newest": max(event, self.record.newest()), "isAtEvent": self._here.is_at_event}


    def _of_runtime(self, number):
        thread = self._session.process.GetThreadByIndexID(number)
        for index in range(_DEEPEST):
            frame = thread.GetFrameAtIndex(index)
            if not frame.IsValid():
                break
            if frames.location_of(frame.GetLineEntry()) is not None:
                return number, index
        return number, 0


def _without_events(stopped):
    """`event` is no reason that the other end knows."""
    kept = [{**item, "reasons": [reason for reason in item["reasons"] if reason["kind"] != "event"]} for item in stopped]
    return [item for item in kept if item["reasons"]]
