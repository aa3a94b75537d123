"""Breakpoints: what the session asked for, set in LLDB, and decided where the program reached one.

LLDB checks a condition itself. What passes comes to `reached`, on LLDB's own thread and before anybody hears of a stop:
hit counts and log messages are done there, and a step that is under way goes on as if nothing had been. Nothing in
`reached` may take the session's lock.
"""

import threading

import lldb

from . import evaluation, frames, purity, resolution, signals, watchpoints

# The bridge serves one session per process; the callback that LLDB calls finds it here.
_current = None

_CALLBACK = "from bridge import breakpoints\nreturn breakpoints.reached(frame, bp_loc)"


class Entry:
    def __init__(self, spec, sb):
        self.spec = spec
        self.sb = sb
        self.count = 0
        self.last_resolution = None


class Breakpoints:
    def __init__(self, session):
        global _current
        _current = self
        self._session = session
        self._by_id = {}
        self._by_lldb_id = {}
        # Breakpoints of our own: LLDB's id to what reaching it means ('entry', 'run-to').
        self._own = {}
        self._filters = {}
        self.crashes = False
        self._hits = {}
        self._problems = {}
        self._guard = threading.Lock()
        self.watched = watchpoints.Watchpoints(session)

    def change(self, specs, removed):
        for number in removed:
            self.remove(number)
        return [self._set(spec) for spec in specs]

    def remove(self, number):
        entry = self._by_id.pop(number, None)
        if entry is not None:
            self._by_lldb_id.pop(entry.sb.GetID(), None)
            self._session.target.BreakpointDelete(entry.sb.GetID())
        removed = self._filters.pop(number, None)
        if removed is not None and removed["filter"] == "signal":
            self.crashes = self._wants("signal")
        self.watched.remove(number)
        self._apply_signals()

    def remove_temporary(self, numbers):
        for number in numbers:
            entry = self._by_id.get(number)
            known = entry.spec if entry is not None else self._filters.get(number, {})
            if known.get("temporary"):
                self.remove(number)
            self.watched.remove_temporary(number)

    def _set(self, spec):
        self.remove(spec["id"])
        where = spec["where"]
        effect = self._effect_of_texts(spec)
        if effect is not None:
            return {"id": spec["id"], "state": "failed", "sites": [], "message": f"{effect}: it may only look."}
        if where["kind"] == "exception":
            return self._set_filter(spec)
        if where["kind"] == "data":
            return self.watched.set(spec)
        sb = resolution.create(self._session, where)
        if not sb.IsValid():
            return {"id": spec["id"], "state": "failed", "sites": [], "message": "LLDB refused it."}
        entry = Entry(spec, sb)
        self._by_id[spec["id"]] = entry
        self._by_lldb_id[sb.GetID()] = entry
        if spec.get("condition"):
            sb.SetCondition(spec["condition"])
        if spec.get("thread") is not None:
            sb.SetThreadIndex(spec["thread"])
        error = sb.SetScriptCallbackBody(_CALLBACK)
        if error.Fail():
            self.remove(spec["id"])
            return {"id": spec["id"], "state": "failed", "sites": [], "message": f"{error.GetCString()}."}
        entry.last_resolution = resolution.describe(self._session, spec, sb)
        return entry.last_resolution

    def _effect_of_texts(self, spec):
        """What a condition or a part of a log message would do besides looking; None for nothing."""
        effect = purity.effect_of(self._session, spec.get("condition") or "")
        if effect is not None:
            return f"The condition {effect}"
        for part in spec.get("log") or []:
            effect = None if isinstance(part, str) else purity.effect_of(self._session, part["expression"])
            if effect is not None:
                return f"{part['expression']} in the log message {effect}"
        return None

    def _set_filter(self, spec):
        name = spec["where"]["filter"]
        if name not in signals.FILTERS:
            return {
                "id": spec["id"],
                "state": "failed",
                "sites": [],
                "message": f"There is no filter named {name}; there are {', '.join(signals.FILTERS)}.",
            }
        self._filters[spec["id"]] = {**spec["where"], "temporary": spec.get("temporary", False)}
        self.crashes = self.crashes or name == "signal"
        self._apply_signals()
        return {"id": spec["id"], "state": "resolved", "sites": []}

    def _apply_signals(self):
        if self._session.process is not None:
            signals.apply(self._session.process, self.crashes, self._wants("any-signal"))

    def _wants(self, name):
        return any(wanted["filter"] == name for wanted in self._filters.values())

    def filters_for(self, signal_name, caught):
        """
        The exception breakpoints that a signal belongs to. None at all when there are such filters, and every one of
        them leaves this signal out: then nobody wants to stop.
        """
        category = "signal" if signal_name in signals.CRASHES else "any-signal"
        mine = {number: wanted for number, wanted in self._filters.items() if wanted["filter"] == category}
        hits = [number for number, wanted in mine.items() if signals.fits(wanted, signal_name, caught)]
        return None if mine and not hits else hits

    def changed(self, sb):
        """LLDB found or lost places of a breakpoint: the new resolution, when it differs from the last."""
        entry = self._by_lldb_id.get(sb.GetID())
        if entry is None:
            return None
        described = resolution.describe(self._session, entry.spec, entry.sb)
        if described == entry.last_resolution:
            return None
        entry.last_resolution = described
        return described

    def set_own(self, sb, meaning, thread=None):
        if thread is not None:
            sb.SetThreadIndex(thread.GetIndexID())
        self._own[sb.GetID()] = meaning

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

    def decide(self, frame, location):
        entry = self._by_lldb_id.get(location.GetBreakpoint().GetID())
        if entry is None:
            # Removed while the program was on its way into it.
            return False
        problem = self._condition_problem() if entry.spec.get("condition") else None
        if problem is not None:
            self._record(frame, entry, problem)
            return True
        with self._guard:
            entry.count += 1
            count = entry.count
        if not says_stop(entry.spec.get("hitCondition"), count):
            return False
        if entry.spec.get("log") is not None:
            self._log(frame, entry.spec)
            return False
        self._record(frame, entry, None)
        return True

    def _record(self, frame, entry, problem):
        key = frame.GetThread().GetThreadID()
        with self._guard:
            self._hits.setdefault(key, []).append(entry.spec["id"])
            if problem is not None:
                self._problems[key] = problem

    def _condition_problem(self):
        """LLDB stops where a condition fails to evaluate, and says why only in a diagnostic sent just before."""
        event = lldb.SBEvent()
        found = None
        while self._session.diagnostics.GetNextEvent(event):
            data = lldb.SBDebugger.GetDiagnosticFromEvent(event)
            message = data.GetValueForKey("message").GetStringValue(4096)
            if "evaluating condition" in message:
                found = evaluation.plain_error(message.split("\n", 1)[-1])
        return None if found is None else f"the condition could not be evaluated: {found}"

    def _log(self, frame, spec):
        text = "".join(
            part if isinstance(part, str) else evaluation.text_of(self._session, frame, part["expression"]) for part in spec["log"]
        )
        message = {"event": "log", "breakpoint": spec["id"], "text": text}
        location = frames.location_of(frame.GetLineEntry())
        if location is not None:
            message["location"] = location
        self._session.channel.send(message)


def reached(frame, location):
    try:
        return _current.decide(frame, location)
    except Exception as error:  # LLDB would swallow it and go on; a breakpoint that is broken must not be silent.
        _current._session.channel.send({"event": "notice", "message": f"a breakpoint failed: {error}", "important": True})
        return True


def says_stop(condition, count):
    if condition is None:
        return True
    wanted = condition["count"]
    compare = condition["compare"]
    if compare == "eq":
        return count == wanted
    if compare == "ge":
        return count >= wanted
    if compare == "gt":
        return count > wanted
    if compare == "lt":
        return count < wanted
    if compare == "le":
        return count <= wanted
    return wanted > 0 and count % wanted == 0
