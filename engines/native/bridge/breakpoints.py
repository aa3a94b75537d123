"""Breakpoints: what the session asked for, set in LLDB, and decided where the program reached one.

LLDB checks a condition itself until it is compiled (conditions.py). What passes comes to `reached`, on LLDB's own
thread and before anybody hears of a stop: hit counts and log messages are done there, and a step that is under way goes
on as if nothing had been. Nothing in `reached` may take the session's lock.
"""

import threading

import lldb

from . import compiled_texts, conditions, evaluation, frames, hit_counts, hold, inner_stop, loaded_locations
from . import process_status, purity, resolution, signals, thrown, watchpoints
from .arrivals import Arrivals
from .in_program.sites import Sites

# The bridge serves one session per process; the callback that LLDB calls finds it here.
_current = None

_CALLBACK = "from bridge import breakpoints\nreturn breakpoints.reached(frame, bp_loc)"


class Entry:
    def __init__(self, session, spec, sb):
        self.spec = spec
        self.sb = sb
        self.count = 0
        self.compiled = compiled_texts.CompiledTexts(spec.get("condition")) if spec.get("compiled") else None
        self.condition = None
        if spec.get("condition"):
            self.condition = self.compiled or conditions.Condition(session, spec["condition"], sb)
        self.calls = any(purity.calls(session, text) for text in _texts(spec))
        self.last_resolution = None
        # Where it was when it was last told of.
        self.places = []


class Breakpoints:
    def __init__(self, session):
        global _current
        _current = self
        self._session = session
        self._by_id = {}
        self._by_lldb_id = {}
        # Breakpoints of our own: LLDB's id to what reaching it means ('entry', 'run-to', 'task-to-finish').
        self._own = {}
        self._filters = {}
        self.crashes = False
        self._hits = {}
        self._problems = {}
        self._logs = []
        # Hits that a wanted halt came before the calls of: (id of the thread, location).
        self._undecided = []
        # How often a thread had been off its processor when a breakpoint was last decided for it.
        self._decided_at = {}
        # What changed in the middle of a step, and is looked at when that is over.
        self._put_off = []
        self._guard = threading.Lock()
        self.watched = watchpoints.Watchpoints(session)
        self.thrown = thrown.Thrown(session)
        self.sites = Sites(session)
        self.arrivals = Arrivals()

    def change(self, specs, removed):
        self._halt_first()
        for number in removed:
            self.remove(number)
        return [self._set(spec) for spec in specs]

    def _halt_first(self):
        """
        LLDB would set and remove breakpoints in a running program too, but forgets some when a thread is just being
        led over one; and it must not put its marks into jumps of ours.
        """
        if self._session.moving:
            inner_stop.halt(self._session)

    def let_go(self):
        """Before the program is left to itself: nothing of ours remains in its code."""
        self._halt_first()
        for entry in self._by_id.values():
            self.sites.forget(entry)

    def remove(self, number):
        entry = self._by_id.pop(number, None)
        if entry is not None:
            self._by_lldb_id.pop(entry.sb.GetID(), None)
            self.sites.forget(entry)
            self._session.target.BreakpointDelete(entry.sb.GetID())
        removed = self._filters.pop(number, None)
        if removed is not None and removed["filter"] == "signal":
            self.crashes = self._wants("signal")
        self.watched.remove(number)
        self.thrown.remove(number)
        self.apply_signals()

    def remove_temporary(self, numbers):
        for number in numbers:
            entry = self._by_id.get(number)
            known = entry.spec if entry is not None else self._filters.get(number, {})
            if known.get("temporary"):
                self.remove(number)
            self.watched.remove_temporary(number)
            self.thrown.remove_temporary(number)

    def _set(self, spec):
        self.remove(spec["id"])
        where = spec["where"]
        changing = _text_that_changes(spec)
        if changing is not None:
            message = f"{changing} would change the program: only the console may do that."
            return {"id": spec["id"], "state": "failed", "sites": [], "message": message}
        if where["kind"] == "exception":
            return self._set_filter(spec)
        if where["kind"] == "data":
            return self.watched.set(spec)
        refusal = resolution.refusal(self._session, where)
        if refusal is not None:
            return {"id": spec["id"], "state": "failed", "sites": [], "message": refusal}
        sb = resolution.create(self._session, where)
        if not sb.IsValid():
            return {"id": spec["id"], "state": "failed", "sites": [], "message": "LLDB refused it."}
        entry = Entry(self._session, spec, sb)
        self._by_id[spec["id"]] = entry
        self._by_lldb_id[sb.GetID()] = entry
        if spec.get("thread") is not None:
            sb.SetThreadIndex(spec["thread"])
        error = sb.SetScriptCallbackBody(_CALLBACK)
        if error.Fail():
            self.remove(spec["id"])
            return {"id": spec["id"], "state": "failed", "sites": [], "message": f"{error.GetCString()}."}
        if entry.calls:
            self.apply_signals()
        entry.last_resolution = self._described(entry)
        return entry.last_resolution

    def _set_filter(self, spec):
        name = spec["where"]["filter"]
        if name in thrown.FILTERS:
            return self.thrown.set(spec)
        if name not in signals.FILTERS:
            return {
                "id": spec["id"],
                "state": "failed",
                "sites": [],
                "message": f"There is no filter named {name}; there are {', '.join((*signals.FILTERS, *thrown.FILTERS))}.",
            }
        self._filters[spec["id"]] = {**spec["where"], "temporary": spec.get("temporary", False)}
        self.crashes = self.crashes or name == "signal"
        self.apply_signals()
        return {"id": spec["id"], "state": "resolved", "sites": []}

    def apply_signals(self):
        if self._session.process is not None:
            calls = any(entry.calls for entry in self._by_id.values())
            ours = signals.CRASHES if calls else signals.FAULTS if self.sites.any_armed() else ()
            signals.apply(self._session.process, self.crashes, self._wants("any-signal"), ours)

    def _wants(self, name):
        return any(wanted["filter"] == name for wanted in self._filters.values())

    def filters_for(self, signal_name, caught):
        """
        The exception breakpoints that a signal belongs to. None at all when there are such filters, and every one of
        them leaves this signal out: then nobody wants to stop.
        """
        if signal_name in signals.CRASHES and not self.crashes:
            # They stop the program only because of our checks, and of what conditions call.
            return None
        category = "signal" if signal_name in signals.CRASHES else "any-signal"
        mine = {number: wanted for number, wanted in self._filters.items() if wanted["filter"] == category}
        hits = [number for number, wanted in mine.items() if signals.fits(wanted, signal_name, caught)]
        return None if mine and not hits else hits

    def changed(self, sb, lost=False, halted=False):
        """LLDB found or lost places of a breakpoint: the new resolution, when it differs from the last."""
        entry = self._by_lldb_id.get(sb.GetID())
        if lost and entry is not None and self.sites.is_left_behind(entry):
            # LLDB has no marks where jumps of ours are, and would have none there when the code comes again.
            self._halt_first()
        if entry is None or loaded_locations.places(sb) == entry.places:
            return None
        has_texts = entry.condition is not None or entry.compiled is not None
        if has_texts and not halted and not set(loaded_locations.places(sb)) <= set(entry.places):
            # What a condition may name at a place, LLDB tells of a program that does not run, and else nothing. A step
            # is not halted: it would not go on as one.
            if self._session.moving and self._session.stepping:
                self._put_off.append(entry)
                return None
            self._halt_first()
        described = self._described(entry)
        if described == entry.last_resolution:
            return None
        if entry.condition is not None:
            entry.condition.leave_to_lldb()
        entry.last_resolution = described
        return described

    def use_checks(self, compiled):
        """Conditions that the other end compiled: from now on they are decided here."""
        for item in compiled:
            entry = self._by_id.get(item["id"])
            if item.get("refused"):
                self._halt_first()
                self.remove(item["id"])
            elif entry is not None and entry.compiled is not None:
                entry.compiled.use({site["number"]: site for site in item["sites"]})
            elif entry is not None and entry.condition is not None:
                entry.condition.use({site["number"]: site["check"] for site in item["sites"]})

    def set_own(self, sb, meaning, thread=None):
        if thread is not None:
            sb.SetThreadIndex(thread.GetIndexID())
        self._own[sb.GetID()] = meaning

    def forget_own(self, sb):
        if self._own.pop(sb.GetID(), None) is not None:
            self._session.target.BreakpointDelete(sb.GetID())

    def own_meaning(self, lldb_id):
        return self._own.get(lldb_id)

    def drop_own(self):
        """Own breakpoints serve one motion: whatever stop ends it, they are gone."""
        for lldb_id in self._own:
            self._session.target.BreakpointDelete(lldb_id)
        self._own.clear()

    def take_hits(self, thread):
        """What made this thread stop: breakpoints, and what went wrong in deciding about them."""
        with self._guard:
            key = thread.GetThreadID()
            return self._hits.pop(key, []), self._problems.pop(key, None)

    def forget_hits(self):
        with self._guard:
            self._hits.clear()
            self._problems.clear()
            self._logs.clear()

    def take_in_unheard(self):
        """
        At a stop that an interrupt was on its way for. LLDB does then nothing of what belongs to a breakpoint, be it that
        a thread has reached one first: no condition is checked and nobody called. It would be passed without a word.
        """
        for thread in self._session.process:
            if thread.GetStopReason() != lldb.eStopReasonBreakpoint or self._is_decided(thread):
                continue
            for index in range(0, thread.GetStopReasonDataCount(), 2):
                entry = self._by_lldb_id.get(thread.GetStopReasonDataAtIndex(index))
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
        for entry in [*self._by_id.values()] if self.arrivals.are_told_again else []:
            if all(address != here for _, address in entry.places):
                continue
            location = entry.sb.FindLocationByAddress(here)
            if not location.IsValid() or entry.spec.get("thread") not in (None, thread.GetIndexID()):
                continue
            count = entry.count
            if self.decide(frame, location, unheard=True) or entry.count != count:
                self.arrivals.note(frame, entry.sb.GetID())

    def decide(self, frame, location, unheard=False):
        """Whether to stop where a thread has come to. `unheard`: LLDB has not looked at it."""
        entry = self._by_lldb_id.get(location.GetBreakpoint().GetID())
        if entry is None or (not unheard and self.arrivals.is_again(frame, entry.sb.GetID())):
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
        return self.sites.missed(entry, location, check)

    def take_in(self):
        """At a stop, before its reasons are asked for: threads that stopped in code of ours are where they would be."""
        self._decide_again(self.sites.take_hits())
        with self._guard:
            undecided, self._undecided = self._undecided, []
        for number, location in undecided:
            self.decide(self._session.process.GetThreadByID(number).GetFrameAtIndex(0), location, unheard=True)

    def settle(self):
        """At a stop, once its reasons are known: the program's code is its own again. Answers with late hits' threads."""
        late = self.sites.settle()
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

    def quicken(self):
        """At a stop: makes what the stop was for, and tells of it."""
        self._tell_put_off()
        changed = [entry for entry in self.sites.build_wanted() if entry.spec["id"] in self._by_id]
        if changed:
            self.apply_signals()
            for entry in changed:
                entry.last_resolution = self._described(entry)
            self._session.announce({"event": "breakpoints", "resolutions": [entry.last_resolution for entry in changed]})

    def _tell_put_off(self):
        put_off, self._put_off = self._put_off, []
        # The stop may be one that nobody hears of, with the program on its way again after it.
        resolutions = [self.changed(entry.sb, halted=True) for entry in put_off]
        told = [resolution for resolution in resolutions if resolution is not None]
        if told:
            self._session.announce({"event": "breakpoints", "resolutions": told})

    def _described(self, entry):
        entry.places = loaded_locations.places(entry.sb)
        described = resolution.describe(self._session, entry.spec, entry.sb)
        where, reason = self.sites.how(entry)
        if described["state"] != "resolved":
            return described
        if entry.condition is not None:
            described["evaluated"] = where
            described["calls"] = getattr(entry.condition, "calls", False)
        if reason is not None and entry.condition is not None:
            described["message"] = f"The condition is checked at a stop of its own each time: {reason}."
        elif reason is not None and entry.spec.get("hitCondition"):
            described["message"] = f"Hits are counted at a stop of its own each time: {reason}."
        return described

    def _record(self, frame, entry, problem):
        key = frame.GetThread().GetThreadID()
        with self._guard:
            self._hits.setdefault(key, []).append(entry.spec["id"])
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
        texts = [
            part if isinstance(part, str) else evaluation.plain_number(frame, part["expression"])
            for part in entry.spec["log"]
        ]
        if None not in texts:
            return "".join(texts)
        if may_stop and entry.spec.get("shown"):
            return None
        return "".join(
            evaluation.text_of(self._session, frame, part["expression"]) if text is None else text
            for text, part in zip(texts, entry.spec["log"])
        )

    def take_logs(self):
        """Messages that the other end is to write at this stop."""
        with self._guard:
            logs, self._logs = self._logs, []
        return logs


def _texts(spec):
    """What LLDB may be asked to evaluate for a breakpoint."""
    if spec.get("compiled"):
        return []
    parts = [part["expression"] for part in spec.get("log") or [] if not isinstance(part, str)]
    return [spec["condition"], *parts] if spec.get("condition") else parts


def _text_that_changes(spec):
    """What a person wrote to be evaluated at a breakpoint may call functions, but not assign; None where nothing does."""
    changing = next((text for text in _texts(spec) if purity.changes(text)), None)
    if changing is None:
        return None
    return "The condition" if changing == spec.get("condition") else f"{changing} in the log message"


def libraries_changed():
    _current.sites.libraries_changed()
    return False


def reached(frame, location):
    try:
        return _current.decide(frame, location)
    except Exception as error:  # LLDB would swallow it and go on; a breakpoint that is broken must not be silent.
        _current._session.channel.send({"event": "notice", "message": f"a breakpoint failed: {error}", "important": True})
        return True
