"""Exception filters that stop in functions which a runtime calls when something goes wrong (src/faults.ts)."""

import struct

import lldb

from . import hold, task_list

# How many frames there are between a signal and the function that raised it.
_DEEPEST = 8
_CALLBACK = "from bridge import faults\nreturn faults.stops()"

_current = None


class Faults:
    def __init__(self, session):
        global _current
        _current = self
        self._session = session
        self._known = []
        # By number of the breakpoint: what was wanted, and LLDB's breakpoints with what each is for.
        self._wanted = {}
        # Told behind the function that has told of it: index id of the thread to the reason.
        self._behind = {}
        self._leaves = None

    def configure(self, known):
        self._known = known

    def filters(self):
        return list(dict.fromkeys(fault["filter"] for fault in self._known))

    def returns(self, name):
        """Whether the program goes on behind a fault of this name."""
        return any(fault["name"] == name and fault.get("returns", False) for fault in self._known)

    def knows(self, name):
        return name in self.filters()

    def set(self, spec):
        name = spec["where"]["filter"]
        create = self._session.target.BreakpointCreateByName
        made = [(create(fault["symbol"]), fault) for fault in self._known if fault["filter"] == name]
        for sb, _ in made:
            sb.SetScriptCallbackBody(_CALLBACK)
        self._wanted[spec["id"]] = ({**spec["where"], "temporary": spec.get("temporary", False)}, made)
        return {"id": spec["id"], "state": "resolved", "sites": []}

    def remove(self, number):
        _, made = self._wanted.pop(number, (None, []))
        for sb, _ in made:
            self._session.target.BreakpointDelete(sb.GetID())

    def remove_temporary(self, number):
        wanted, _ = self._wanted.get(number, ({}, []))
        if wanted.get("temporary"):
            self.remove(number)

    def reason(self, thread, lldb_id):
        """Why the thread stopped at one of these breakpoints; None where it is none, or the stop comes a moment later."""
        hits = {number: fault for number, (_, made) in self._wanted.items() for sb, fault in made if sb.GetID() == lldb_id}
        if not hits:
            return None
        fault = next(iter(hits.values()))
        wanted = [self._wanted[number][0] for number in hits]
        if all(_is_left_out(each.get("names"), fault["name"]) for each in wanted):
            return None
        thrown = {"name": fault["name"], "message": self._message(thread.GetFrameAtIndex(0), fault)}
        reason = {"kind": "exception", "hits": list(hits), "thrown": thrown}
        if not fault.get("returns", False):
            return reason
        self._behind[thread.GetIndexID()] = reason
        self._leaves = thread.GetIndexID()
        return None

    def go_on(self):
        """Out of a function that has told of a fault; None where there is none to leave."""
        if self._leaves is None:
            return None
        index, self._leaves = self._leaves, None
        thread = self._session.process.GetThreadByIndexID(index)
        error = lldb.SBError()
        thread.StepOutOfFrame(thread.GetFrameAtIndex(0), error)
        return error

    def is_signal_of_theirs(self, thread):
        """Whether a signal was raised by the runtime itself, behind a fault that has its own filter."""
        names = {fault["signalledBy"] for fault in self._known if "signalledBy" in fault}
        return bool(names) and any(thread.GetFrameAtIndex(index).GetFunctionName() in names for index in range(_DEEPEST))

    def stops(self):
        """On LLDB's own thread: not in calls that the debugger makes, which a signal ends."""
        return self._session.moving

    def told_behind(self, thread):
        return self._behind.pop(thread.GetIndexID(), None)

    def _message(self, frame, fault):
        with task_list.Reads(self._session.process, hold.is_local(self._session)) as reads:
            return "".join(part if isinstance(part, str) else _argument(frame, reads, part) for part in fault["message"])


def _argument(frame, reads, part):
    word = frame.FindRegister(f"arg{part['argument']}").GetValueAsUnsigned()
    if part["as"] == "text":
        return reads.text(word) or "?"
    packed = struct.pack("<Q", word)
    return str(struct.unpack("<q", packed)[0]) if part["as"] == "int" else repr(struct.unpack("<d", packed)[0])


def _is_left_out(names, name):
    return names is not None and (name in names["list"]) == names["negate"]


def stops():
    return _current.stops()
