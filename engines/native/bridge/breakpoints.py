"""Breakpoints: what the session asked for, set in LLDB, and what becomes of it. Whether to stop at one: hits.py."""

from . import compiled_texts, conditions, inner_stop, loaded_locations, purity, resolution, signals, thrown, watchpoints
from .captured_values import CapturedValues
from .hits import CALLBACK, Hits
from .in_program.sites import Sites


class Entry:
    def __init__(self, session, spec, sb):
        self.spec = spec
        self.sb = sb
        self.count = 0
        self.compiled = compiled_texts.CompiledTexts(spec.get("condition")) if spec.get("compiled") else None
        self.condition = None
        if spec.get("condition"):
            self.condition = self.compiled or conditions.Condition(session, spec["condition"], sb)
        # Whether deciding the condition runs code of the program. Log messages are written at a stop.
        self.calls = self.condition is not None and self.condition.calls
        self.captured = CapturedValues()
        self.last_resolution = None
        # Where it was when it was last told of.
        self.places = []


class Breakpoints:
    def __init__(self, session):
        self._session = session
        self._by_id = {}
        self._by_lldb_id = {}
        # Breakpoints of our own: LLDB's id to what reaching it means ('entry', 'run-to', 'task-to-finish').
        self._own = {}
        self._filters = {}
        self.crashes = False
        # What changed in the middle of a step, and is looked at when that is over.
        self._put_off = []
        self.watched = watchpoints.Watchpoints(session)
        self.thrown = thrown.Thrown(session)
        self.sites = Sites(session)
        self.hits = Hits(session, self)

    def of_lldb(self, lldb_id):
        """The one that LLDB knows by this id; None for what nobody has asked for, or not any more."""
        return self._by_lldb_id.get(lldb_id)

    def all(self):
        return [*self._by_id.values()]

    def are_silent(self, place):
        """Whether none of them has anything to say at a stop there."""
        if not self.hits.are_none() or not self.sites.is_empty():
            return False
        return all(address != place for entry in self._by_id.values() for _, address in entry.places)

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
        self._session.faults.remove(number)
        self.apply_signals()

    def remove_temporary(self, numbers):
        for number in numbers:
            entry = self._by_id.get(number)
            known = entry.spec if entry is not None else self._filters.get(number, {})
            if known.get("temporary"):
                self.remove(number)
            self.watched.remove_temporary(number)
            self.thrown.remove_temporary(number)
            self._session.faults.remove_temporary(number)

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
        error = sb.SetScriptCallbackBody(CALLBACK)
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
        if self._session.faults.knows(name):
            return self._session.faults.set(spec)
        if name not in signals.FILTERS:
            return {
                "id": spec["id"],
                "state": "failed",
                "sites": [],
                "message": f"There is no filter named {name}; there are {', '.join((*signals.FILTERS, *thrown.FILTERS, *self._session.faults.filters()))}.",
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
        has_texts = entry.condition is not None or entry.spec.get("log") is not None
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
        entry.captured.forget()
        entry.last_resolution = described
        return described

    def use_checks(self, compiled):
        """Texts that the other end compiled: from now on they are decided and read here."""
        for item in compiled:
            entry = self._by_id.get(item["id"])
            if item.get("refused"):
                self._halt_first()
                self.remove(item["id"])
            elif entry is not None and entry.compiled is not None:
                entry.compiled.use({site["number"]: site for site in item["sites"]})
                self._capture(entry, item["sites"])
            elif entry is not None:
                checks = {site["number"]: site["check"] for site in item["sites"] if "check" in site}
                if entry.condition is not None and checks:
                    entry.condition.use(checks)
                self._capture(entry, item["sites"])

    def _capture(self, entry, sites):
        captured = {site["number"]: site["values"] for site in sites if "values" in site}
        if captured:
            entry.captured.use(captured)

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
            described["calls"] = entry.calls
        if entry.condition is not None and entry.compiled is None:
            entry.condition.note_names(described["sites"])
        if reason is not None and entry.condition is not None:
            described["message"] = f"The condition is checked at a stop of its own each time: {reason}."
        elif reason is not None and entry.spec.get("hitCondition"):
            described["message"] = f"Hits are counted at a stop of its own each time: {reason}."
        return described


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
