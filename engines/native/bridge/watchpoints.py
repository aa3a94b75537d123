"""Data breakpoints, by the processor's own debug registers: few, small, and without cost while the program runs."""

import lldb

from . import call_guard, evaluation, memory, values

_OVER = "the call it belonged to has returned"


class Watched:
    def __init__(self, spec, sb, address):
        self.spec = spec
        self.sb = sb
        self.address = address
        self.count = 0
        self.before = None
        # For what lies on a stack.
        self.guard = None


class Watchpoints:
    def __init__(self, session):
        self._session = session
        self._by_id = {}
        # Ended on LLDB's own thread, where nothing may be taken away; done at the next chance.
        self._over = []

    def set(self, spec):
        self._sweep()
        where = spec["where"]
        answer = {"id": spec["id"], "sites": []}
        if "memory" not in where["place"]:
            return {**answer, "state": "failed", "message": "Only what lives in memory can be watched; this does not."}
        if spec.get("log") is not None:
            return {**answer, "state": "failed", "message": "A data breakpoint cannot log here."}
        address, size = int(where["place"]["memory"], 0), where["size"]
        options = lldb.SBWatchpointOptions()
        if where["access"] != "write":
            options.SetWatchpointTypeRead(True)
        on_change = spec.get("mode") == "change"
        options.SetWatchpointTypeWrite(
            lldb.eWatchpointWriteTypeOnModify if on_change else lldb.eWatchpointWriteTypeAlways
        )
        error = lldb.SBError()
        sb = self._session.target.WatchpointCreateByAddress(address, size, options, error)
        if error.Fail() or not sb.IsValid():
            why = error.GetCString() or "the processor has no debug register left"
            return {**answer, "state": "failed", "message": f"{size} bytes at {address:#x} cannot be watched: {why}."}
        if spec.get("condition"):
            sb.SetCondition(spec["condition"])
            answer["evaluated"] = "in-engine"
        watched = Watched(spec, sb, address)
        watched.before = self._read(watched)
        self._by_id[spec["id"]] = watched
        watched.guard = call_guard.for_address(self._session, address, lambda: self._end(watched))
        return {**answer, "state": "resolved", "sites": [{"address": hex(address)}]}

    def remove(self, number):
        watched = self._by_id.pop(number, None)
        if watched is not None:
            self._over.append(watched)
        self._sweep()

    def _sweep(self):
        while self._over:
            watched = self._over.pop()
            self._session.target.DeleteWatchpoint(watched.sb.GetID())
            if watched.guard is not None:
                watched.guard.remove()

    def _end(self, watched):
        """Also called on LLDB's own thread, from the place that the call returned to."""
        number = watched.spec["id"]
        if self._by_id.get(number) is not watched:
            return
        del self._by_id[number]
        watched.sb.SetEnabled(False)
        self._over.append(watched)
        gone = {"id": number, "state": "unresolved", "sites": [], "message": _OVER}
        self._session.channel.send({"event": "breakpoints", "resolutions": [gone]})
        self._session.channel.send(
            {"event": "notice", "message": f"A data breakpoint is over: {_OVER}.", "important": False}
        )

    def remove_temporary(self, number):
        watched = self._by_id.get(number)
        if watched is not None and watched.spec.get("temporary"):
            self.remove(number)

    def hit(self, thread, says_stop):
        """The reason that a watchpoint makes; None for one that is not counted as a stop."""
        lldb_id = thread.GetStopReasonDataAtIndex(0)
        for number, watched in list(self._by_id.items()):
            if watched.sb.GetID() != lldb_id:
                continue
            if watched.guard is not None and watched.guard.is_over():
                self._end(watched)
                return None
            problem = self._condition_problem(watched, thread)
            before, after = watched.before, self._read(watched)
            watched.before = after
            watched.count += 1
            if problem is None and not says_stop(watched.spec.get("hitCondition"), watched.count):
                return None
            reason = {
                "kind": "data",
                "hits": [number],
                "place": watched.spec["where"]["place"],
                "access": "read" if before == after and watched.spec["where"]["access"] != "write" else "write",
            }
            if problem is not None:
                reason["problem"] = problem
            if before is not None:
                reason["before"] = before
            if after is not None:
                reason["after"] = after
            return reason
        return None

    def _condition_problem(self, watched, thread):
        """LLDB stops where a condition fails to evaluate, and writes why where no script can read it."""
        condition = watched.spec.get("condition")
        if not condition:
            return None
        return evaluation.condition_problem(self._session, thread.GetFrameAtIndex(0), condition)

    def _read(self, watched):
        size = watched.spec["where"]["size"]
        data, why = memory.read_range(self._session, watched.address, size)
        if why is not None:
            return None
        if size not in (1, 2, 4, 8):
            return None
        return {
            "type": self._session.types.unsigned(size),
            "place": watched.spec["where"]["place"],
            "bytes": values.encode(data),
        }
