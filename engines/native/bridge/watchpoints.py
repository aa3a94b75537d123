"""Data breakpoints, by the processor's own debug registers: few, small, and without cost while the program runs.

Every write comes to `reached`, on LLDB's own thread and before anybody hears of a stop: there it is decided, and the value
noted that the next write will change. Nothing in `reached` may take the session's lock.
"""

import lldb

from .hit_counts import says_stop
from . import call_guard, evaluation, memory, runtime_memory, values, watch_registers

_CALLBACK = "from bridge import watchpoints; return watchpoints.reached(frame, wp)"
_RETURNED = "the call it belonged to has returned"

# The bridge serves one session per process; the callback that LLDB calls finds it here.
_current = None


class Watched:
    def __init__(self, spec, parts, address, type_id):
        self.spec = spec
        # LLDB's watchpoints, which together watch it.
        self.parts = parts
        self.address = address
        self.size = spec["where"]["size"]
        self.type_id = type_id
        self.count = 0
        self.before = None
        # Where the registers watch more than is wanted: what that is, and the bytes there before the next write.
        ranges = [(sb.GetWatchAddress(), sb.GetWatchSize()) for sb in parts]
        self.covered = watch_registers.covered(address, self.size, ranges)
        self.around = None
        # What the stop under way is about: the values around the write, and why nobody could decide about it.
        self.change = None
        # For what lies on a stack, or in memory that a runtime moves and frees.
        self.guard = None


class Watchpoints:
    def __init__(self, session):
        global _current
        _current = self
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
        parts, why = self._find_or_create(spec, address, size)
        if parts is None:
            what = watch_registers.described(address, size)
            return {**answer, "state": "failed", "message": f"{what} cannot be watched: {why}."}
        if spec.get("condition"):
            answer["evaluated"] = "in-engine"
        watched = Watched(spec, parts, address, self._type(size))
        self._note(watched)
        self._by_id[spec["id"]] = watched
        watched.guard = self._guard(watched)
        return {**answer, "state": "resolved", "sites": [{"address": hex(address)}]}

    def _find_or_create(self, spec, address, size):
        """LLDB's watchpoints, or why there are none."""
        for other in self._by_id.values():
            if other.address == address and _kind(other.spec) == _kind(spec):
                return other.parts, None
            if other.address <= address < other.address + other.size:
                # LLDB would drop that one without a word.
                what = watch_registers.described(other.address, other.size)
                return None, f"another data breakpoint watches {what} already; remove that one first"
        process, wanted = self._session.process, (address, size)
        watched = sorted({(each.address, each.size) for each in self._by_id.values()})
        parts = watch_registers.parts(process, wanted, self._ranges())
        made, why = self._create_all(spec, parts)
        if made is not None or process is None or not process.is_alive:
            return made, why
        lack = watch_registers.lack(process, wanted, watched, self._ranges())
        if lack is not None:
            return None, lack
        watch_registers.forget_old_widths(process, wanted, watched)
        made, why = self._create_all(spec, parts)
        return (made, why) if made is not None or parts == [wanted] else self._create_all(spec, [wanted])

    def _ranges(self):
        """What LLDB was asked to watch."""
        parts = {sb.GetID(): sb for watched in self._by_id.values() for sb in watched.parts}
        return [(sb.GetWatchAddress(), sb.GetWatchSize()) for sb in parts.values()]

    def _create_all(self, spec, parts):
        made = []
        for address, size in parts:
            sb, why = self._create(spec, address, size)
            if sb is None:
                for each in made:
                    self._session.target.DeleteWatchpoint(each.GetID())
                return None, why
            made.append(sb)
        return made, None

    def _create(self, spec, address, size):
        options = lldb.SBWatchpointOptions()
        if spec["where"]["access"] != "write":
            options.SetWatchpointTypeRead(True)
        on_change = spec.get("mode") == "change"
        options.SetWatchpointTypeWrite(
            lldb.eWatchpointWriteTypeOnModify if on_change else lldb.eWatchpointWriteTypeAlways
        )
        error = lldb.SBError()
        sb = self._session.target.WatchpointCreateByAddress(address, size, options, error)
        if error.Fail() or not sb.IsValid():
            return None, error.GetCString() or "the processor has no debug register left"
        # The API has no call for it.
        answer = lldb.SBCommandReturnObject()
        command = f'watchpoint command add -s python -o "{_CALLBACK}" {sb.GetID()}'
        self._session.debugger.GetCommandInterpreter().HandleCommand(
            command, lldb.SBExecutionContext(self._session.target), answer, False
        )
        if answer.Succeeded():
            return sb, None
        self._session.target.DeleteWatchpoint(sb.GetID())
        return None, (answer.GetError() or "LLDB refused it").strip()

    def _type(self, size):
        if size in (1, 2, 4, 8):
            return self._session.types.unsigned(size)
        return self._session.types.opaque(f"{size} bytes", size, "what they mean is not known")

    def _guard(self, watched):
        over = lambda why=_RETURNED: self._end(watched, why)
        found = call_guard.for_address(self._session, watched.address, over)
        return found or runtime_memory.for_address(self._session, watched.address, over)

    def begin_again(self, why):
        """
        The program is about to begin anew: only what lies in its modules will be where it was. The kernel empties the debug registers then, and the server under LLDB does not know: it is asked again by `arm_again`.
        """
        for watched in list(self._by_id.values()):
            section = self._session.target.ResolveLoadAddress(watched.address).GetSection()
            if watched.guard is not None or not section.IsValid():
                self._end(watched, why)
        self._sweep()
        for sb in {sb.GetID(): sb for watched in self._by_id.values() for sb in watched.parts}.values():
            self._session.target.DeleteWatchpoint(sb.GetID())
        for watched in self._by_id.values():
            watched.parts = []

    def arm_again(self):
        for watched in list(self._by_id.values()):
            same = (other for other in self._by_id.values() if other.parts and other.address == watched.address)
            parts = watch_registers.parts(self._session.process, (watched.address, watched.size), self._ranges())
            watched.parts, why = next(((other.parts, None) for other in same), None) or self._create_all(watched.spec, parts)
            if watched.parts is None:
                watched.parts = []
                self._end(watched, why)
            watched.count = 0
            self._note(watched)

    def remove(self, number):
        watched = self._by_id.pop(number, None)
        if watched is not None:
            self._over.append(watched)
        self._sweep()

    def _sweep(self):
        while self._over:
            watched = self._over.pop()
            for sb in watched.parts:
                if not self._numbered(sb.GetID()):
                    self._session.target.DeleteWatchpoint(sb.GetID())
            if watched.guard is not None:
                watched.guard.remove()

    def _end(self, watched, why):
        """Also called on LLDB's own thread, from the place that the call returned to."""
        number = watched.spec["id"]
        if self._by_id.get(number) is not watched:
            return
        del self._by_id[number]
        for sb in watched.parts:
            sb.SetEnabled(False)
        self._over.append(watched)
        gone = {"id": number, "state": "unresolved", "sites": [], "message": why}
        self._session.channel.send({"event": "breakpoints", "resolutions": [gone]})
        self._session.channel.send(
            {"event": "notice", "message": f"A data breakpoint is over: {why}.", "important": False}
        )

    def remove_temporary(self, number):
        watched = self._by_id.get(number)
        if watched is not None and watched.spec.get("temporary"):
            self.remove(number)

    def note_values(self):
        """Before the program goes on: whoever looked at it may have changed what is watched."""
        for watched in self._by_id.values():
            self._note(watched)

    def _note(self, watched):
        watched.before = self._read(watched)
        watched.around = self._read_around(watched)

    def _numbered(self, lldb_id):
        """Those that one watchpoint of LLDB serves: several, where several clients watch the same."""
        return [watched for watched in list(self._by_id.values()) if any(sb.GetID() == lldb_id for sb in watched.parts)]

    def decide(self, frame, lldb_id):
        """Whether to stop for an access. On LLDB's own thread."""
        if self._session.breakpoints.sites.threads.is_checking(frame.GetThread()):
            return False
        # All are asked, because each counts its own hits.
        return any([self._decide(watched, frame) for watched in self._numbered(lldb_id)])

    def _decide(self, watched, frame):
        before, around = watched.before, watched.around
        self._note(watched)
        after = watched.before
        by_runtime = runtime_memory.of_write(self._session, frame.GetThread())
        if by_runtime is not None:
            rule, freed = by_runtime
            if freed:
                self._end(watched, rule["why"])
            return False
        if before == after and around != watched.around:
            # What was written lies beside it.
            return False
        holds, problem = self._holds(watched, frame)
        if not holds:
            return False
        watched.count += 1
        if problem is None and not says_stop(watched.spec.get("hitCondition"), watched.count):
            return False
        watched.change = (before, after, problem)
        return True

    def _holds(self, watched, frame):
        """Whether the condition does, and why nobody can tell."""
        condition = watched.spec.get("condition")
        if not condition:
            return True, None
        value, problem = evaluation.calculated(self._session, frame, condition)
        if problem is not None:
            return True, f"the condition could not be evaluated: {problem}"
        return value.GetValueAsUnsigned() != 0, None

    def hit(self, thread):
        """The reason that a watchpoint makes; None for one that nobody is to hear of."""
        hits = [watched for watched in self._numbered(thread.GetStopReasonDataAtIndex(0)) if self._is_hit(watched)]
        if not hits:
            return None
        watched = hits[0]
        before, after, problem = watched.change
        for each in hits:
            each.change = None
        where = watched.spec["where"]
        read = before == after and where["access"] != "write"
        reason = {
            "kind": "data",
            "hits": [each.spec["id"] for each in hits],
            "place": where["place"],
            "access": "read" if read else "write",
        }
        told = {"problem": problem, "before": before, "after": after}
        return {**reason, **{name: value for name, value in told.items() if value is not None}}

    def _is_hit(self, watched):
        if watched.change is None:
            return False
        if watched.guard is None or not watched.guard.is_over():
            return True
        watched.change = None
        self._end(watched, _RETURNED)
        return False

    def _read_around(self, watched):
        if watched.covered is None:
            return None
        data, why = memory.read_range(self._session, *watched.covered)
        return None if why is not None else data

    def _read(self, watched):
        data, why = memory.read_range(self._session, watched.address, watched.size)
        if why is not None:
            return None
        return {"type": watched.type_id, "place": watched.spec["where"]["place"], "bytes": values.encode(data)}


def _kind(spec):
    """What LLDB makes a difference by."""
    return spec["where"]["size"], spec["where"]["access"] != "write", spec.get("mode") == "change"


def reached(frame, watchpoint):
    try:
        return _current.decide(frame, watchpoint.GetID())
    except Exception as error:  # LLDB would swallow it and go on; a breakpoint that is broken must not be silent.
        _current._session.channel.send(
            {"event": "notice", "message": f"a data breakpoint failed: {error}", "important": True}
        )
        return True
