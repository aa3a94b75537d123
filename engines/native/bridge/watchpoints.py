"""Data breakpoints, by the processor's own debug registers: few, small, and without cost while the program runs."""

import lldb

from . import memory, values


class Watched:
    def __init__(self, spec, sb, address):
        self.spec = spec
        self.sb = sb
        self.address = address
        self.count = 0
        self.before = None


class Watchpoints:
    def __init__(self, session):
        self._session = session
        self._by_id = {}

    def set(self, spec):
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
        options.SetWatchpointTypeWrite(
            lldb.eWatchpointWriteTypeOnModify if where["access"] == "write" else lldb.eWatchpointWriteTypeAlways
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
        return {**answer, "state": "resolved", "sites": [{"address": hex(address)}]}

    def remove(self, number):
        watched = self._by_id.pop(number, None)
        if watched is not None:
            self._session.target.DeleteWatchpoint(watched.sb.GetID())

    def remove_temporary(self, number):
        watched = self._by_id.get(number)
        if watched is not None and watched.spec.get("temporary"):
            self.remove(number)

    def hit(self, lldb_id, says_stop):
        """The reason that a watchpoint makes; None for one that is not counted as a stop."""
        for number, watched in self._by_id.items():
            if watched.sb.GetID() != lldb_id:
                continue
            before, after = watched.before, self._read(watched)
            watched.before = after
            watched.count += 1
            if not says_stop(watched.spec.get("hitCondition"), watched.count):
                return None
            reason = {
                "kind": "data",
                "hits": [number],
                "place": watched.spec["where"]["place"],
                "access": "read" if before == after else "write",
            }
            if before is not None:
                reason["before"] = before
            if after is not None:
                reason["after"] = after
            return reason
        return None

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
