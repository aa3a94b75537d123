"""The life of checks inside the program.

A site begins slow: LLDB stops there each time and the bridge decides. Reached often enough, it is given a trampoline at
the next stop of its own making. From then on the jump is in place only while the program runs; at every stop the code
is what the compiler made, so that stepping, disassembly and memory show nothing of us.
"""

import threading

import lldb

from .. import signals
from ..arrivals import registers_of
from . import displacement, interrupted, locations, near_memory, program_memory, trampoline
from .generator import NotInProgram
from .unloading import Unloading

# Building a trampoline costs as much as a few slow hits, which is soon made up for by those that are still to come.
_WORTH_IT = 3
# Signals may come in between; more than a few of them would be strange.
_MOST_TRIES = 20
# A thread that stopped for one of these has arrived where it is; any other may have been halted before it could.
_ARRIVALS = (lldb.eStopReasonBreakpoint, lldb.eStopReasonPlanComplete, lldb.eStopReasonTrace)


class Site:
    """One place of one breakpoint."""

    def __init__(self, entry, location, check):
        self.entry = entry
        self.location = location
        self.address = location.GetLoadAddress()
        self.check = check
        self.hit_condition = entry.spec.get("hitCondition")
        self.misses = 0
        self.refused = None
        self.trampoline = None
        self.stopper = None
        self.jump_in_place = False
        # The jump could not be put in place, for a reason that will soon be over.
        self.put_off = False
        self.original = b""
        self.locate = None

    def is_loaded(self):
        """Its code may have been unloaded, and come again elsewhere."""
        return self.location.GetLoadAddress() == self.address


class Sites:
    def __init__(self, session):
        self._session = session
        self._unloading = Unloading(session)
        self._sites = {}
        self._arenas = []
        self._wanted = []
        # Sites whose code was unloaded; something of them is left to be taken away.
        self._gone = []
        # Threads at a site that was already decided for them, with their registers: one that is still there with the
        # same has not moved. The others have the site before them.
        self._decided = {}
        self._guard = threading.Lock()

    @property
    def _armed(self):
        return [site for site in self._sites.values() if site.trampoline is not None]

    # --- on LLDB's own thread -----------------------------------------------------------------------------------

    def missed(self, entry, location, check):
        """The breakpoint was reached and is not to stop. Answers whether to stop all the same, to build a trampoline."""
        key = location.GetLoadAddress()
        with self._guard:
            site = self._sites.get(key)
            if site is not None and not site.is_loaded():
                # Other code has come to where that was.
                self._gone.append(self._sites.pop(key))
                site = None
            if site is None or site.entry is not entry:
                if site is not None:
                    # Two breakpoints in one place: both are decided at stops, as long as there are two.
                    return False
                site = self._sites[key] = Site(entry, location, check)
            site.misses += 1
            if site.jump_in_place and not self._session.stepping:
                # LLDB has marked what came again, where no jump is any more; it can be from here.
                return True
            if site.put_off and not self._session.stepping:
                # From here, where the thread is now, it can be.
                site.put_off = False
                return True
            if site.misses != _WORTH_IT or site.refused is not None or site.trampoline is not None:
                return False
            self._wanted.append(site)
            return True

    def libraries_changed(self):
        """Where code is gone that jumps of ours were in, LLDB marks it when it comes again, be it at once."""
        with self._guard:
            for site in self._sites.values():
                if site.jump_in_place and not site.is_loaded():
                    site.location.SetEnabled(True)

    # --- at a stop, under the lock ------------------------------------------------------------------------------

    def forget(self, entry):
        with self._guard:
            self._wanted = [site for site in self._wanted if site.entry is not entry]
        for key, site in list(self._sites.items()):
            if site.entry is entry:
                self._take_away(site)
                if site.stopper is not None:
                    self._session.target.BreakpointDelete(site.stopper.GetID())
                del self._sites[key]

    def lost(self):
        """The process has become another program, and nothing of ours is in it."""
        self._session.stop_on_exec(False)
        self._unloading.forget()
        self._arenas = []
        self._decided = {}
        with self._guard:
            self._wanted = []
            sites, self._sites = self._sites, {}
        for site in sites.values():
            site.location.SetEnabled(True)
            if site.stopper is not None:
                self._session.target.BreakpointDelete(site.stopper.GetID())

    def _forget_unloaded(self):
        """Code that comes again begins anew: LLDB must have its marks there."""
        with self._guard:
            gone = [*self._gone, *(site for site in self._sites.values() if not site.is_loaded())]
            self._gone = []
            self._sites = {key: site for key, site in self._sites.items() if site not in gone}
            self._wanted = [site for site in self._wanted if site not in gone]
        for site in gone:
            self._take_away(site)
            site.location.SetEnabled(True)
            if site.stopper is not None:
                self._session.target.BreakpointDelete(site.stopper.GetID())

    def is_left_behind(self, entry):
        """Whether code may be gone with jumps of this breakpoint in it, and nobody has seen to that."""
        in_place = any(site.jump_in_place for site in self._armed if site.entry is entry)
        return in_place and not self._unloading.is_watched

    def any_armed(self):
        return bool(self._armed)

    def in_place(self):
        return any(site.jump_in_place for site in self._armed)

    def note_decided(self):
        """At a stop: which threads are at a place that was decided for them, now or before they were held up."""
        before = self._decided
        self._decided = {}
        for thread in self._session.process if self._sites else []:
            number, frame = thread.GetThreadID(), thread.GetFrameAtIndex(0)
            if frame.GetPC() not in self._sites:
                continue
            state = registers_of(frame)
            if thread.GetStopReason() in _ARRIVALS or before.get(number) == state:
                self._decided[number] = state

    def take_hits(self):
        """Threads at a hitpoint, each put back to the place of its site: (thread, site)."""
        hits = []
        for site in self._armed if self.in_place() else []:
            for thread in self._session.process:
                frame = thread.GetFrameAtIndex(0)
                if frame.GetPC() == site.trampoline.hitpoint:
                    self._back_to(thread, site.address)
                    hits.append((thread, site))
        return hits

    def settle(self):
        """Puts every thread where it would be without us, and the code back. Answers with hits: (thread, site)."""
        hits = []
        if not self.in_place():
            return hits
        for thread in self._session.process:
            interrupted.put_back(self._session, thread, self._armed)
            site = self._inside(thread)
            if site is None:
                continue
            if self.faulted(thread):
                thread.GetFrameAtIndex(0).SetPC(site.trampoline.undecided)
            self._finish_check(thread, site)
            pc = thread.GetFrameAtIndex(0).GetPC()
            original = site.trampoline.original(pc)
            if original is None:
                continue
            if pc == site.trampoline.hitpoint:
                hits.append((thread, site))
            self._back_to(thread, original)
        for site in self._armed:
            self._take_away(site)
        return hits

    def _back_to(self, thread, address):
        """To where it would be without us. The check lies behind it."""
        thread.GetFrameAtIndex(0).SetPC(address)
        self._decided[thread.GetThreadID()] = registers_of(thread.GetFrameAtIndex(0))

    def faulted(self, thread):
        """Whether a check of ours followed a pointer that leads nowhere. The program must not hear of it."""
        if thread.GetStopReason() != lldb.eStopReasonSignal or not self.in_place():
            return False
        name = signals.name_of(self._session.process, thread.GetStopReasonDataAtIndex(0))
        return name in signals.FAULTS and self.is_checking(thread)

    def is_checking(self, thread):
        """Whether what it does is ours and not the program's."""
        site = self._inside(thread) if self.in_place() else None
        return site is not None and thread.GetFrameAtIndex(0).GetPC() <= site.trampoline.hitpoint

    def _inside(self, thread):
        pc = thread.GetFrameAtIndex(0).GetPC()
        for site in self._armed:
            if site.trampoline.contains(pc):
                return site
        return None

    def _finish_check(self, thread, site):
        """A thread that was halted in the middle of a check goes on to its end.

        Not by single steps: the processor's trap flag would be saved with the other flags and come back for good.
        """
        end = self._session.target.BreakpointCreateByAddress(site.trampoline.moved[0].new)
        try:
            for _ in range(_MOST_TRIES):
                pc = thread.GetFrameAtIndex(0).GetPC()
                if not site.trampoline.contains(pc) or site.trampoline.original(pc) is not None:
                    break
                self._run_alone(thread, pc > site.trampoline.moved[0].new)
        finally:
            self._session.target.BreakpointDelete(end.GetID())

    def _run_alone(self, thread, by_step):
        """Lets this thread alone run to its next stop, or for one instruction; nobody hears of it."""
        others = [other for other in self._session.process if other.GetIndexID() != thread.GetIndexID()]
        held = [other for other in others if not other.IsSuspended() and other.Suspend()]
        debugger = self._session.debugger
        debugger.SetAsync(False)
        signals.keep_faults(self._session.process, True)
        try:
            if by_step:
                thread.StepInstruction(False)
            else:
                self._session.process.Continue()
        finally:
            signals.keep_faults(self._session.process, False)
            debugger.SetAsync(True)
            for other in held:
                other.Resume()

    def _step(self, thread):
        self._run_alone(thread, True)

    def build_wanted(self):
        """Makes the trampolines that the present stop is for. Answers with the breakpoints whose way of checking changed."""
        with self._guard:
            wanted, self._wanted = self._wanted, []
        changed = []
        for site in wanted:
            try:
                self._build(site)
            except near_memory.Disturbed:
                site.misses = 0
            except NotInProgram as reason:
                site.refused = str(reason)
            if site.trampoline is None:
                # LLDB may have been interrupted where it leads a thread over its own mark, and forgets to put it back.
                site.location.SetEnabled(False)
                site.location.SetEnabled(True)
            changed.append(site.entry)
        return changed

    def _build(self, site):
        session = self._session
        if session.target.GetTriple().split("-")[0] != "x86_64" or "linux" not in session.target.GetTriple():
            raise NotInProgram("only x86-64 programs on Linux can be changed that way")
        if _is_made_at_run_time(site.location):
            raise NotInProgram("its code was made while the program runs, and may be other code at any time")
        thread = next((t for t in session.process if t.GetFrameAtIndex(0).GetPC() == site.address), None)
        if thread is None:
            # Something else has moved it on meanwhile: another time.
            site.misses = 0
            return
        if site.entry.spec.get("log") is not None or site.entry.spec.get("thread") is not None:
            raise NotInProgram("it does more than to stop")
        displaced = displacement.displaced(session, site.address)
        site.locate = locations.locator(session, thread.GetFrameAtIndex(0))
        # A first try in nobody's memory shows whether the check can be written at all.
        trampoline.build(session, site.address, displaced, site.address + (1 << 20), 0, 0, site)
        arena = self._arena(thread, site.address)
        counter = arena.take(trampoline.COUNTER_SIZE)
        start = arena.take(trampoline.LARGEST)
        made, data = trampoline.build(session, site.address, displaced, start, counter, arena.switch, site)
        arena.taken_until(made.end)
        program_memory.write(session, start, data)
        site.original = program_memory.read(session, site.address, displacement.JUMP_SIZE)
        site.stopper = session.target.BreakpointCreateByAddress(made.hitpoint)
        site.trampoline = made
        session.stop_on_exec(True)
        self._unloading.watch()

    def _arena(self, thread, near):
        for arena in self._arenas:
            if arena.reaches(near) and arena.has_room(trampoline.LARGEST + 2 * trampoline.COUNTER_SIZE):
                return arena
        arena = near_memory.make(self._session, thread, near, self._step)
        self._arenas.append(arena)
        return arena

    # --- before the program runs --------------------------------------------------------------------------------

    def before_run(self):
        """Puts the jumps in place."""
        self._forget_unloaded()
        armed = self._armed
        returned_to = self._interrupted_places() if armed else set()
        marked = self.marked_places() if armed else {}
        for site in armed:
            covered = range(site.address + 1, site.address + site.trampoline.size)
            site.put_off = any(pc in returned_to for pc in covered)
            if site.refused is not None or _has_company(site, marked) or site.put_off:
                site.location.SetEnabled(True)
                continue
            try:
                self._put_in_place(site)
            except NotInProgram:
                # The module is gone, and the site with it.
                site.refused = "its code is gone"
                site.location.SetEnabled(True)

    def _interrupted_places(self):
        """Where threads go on that a signal has interrupted, once its handler is done: our jump must not be there."""
        return {
            frame.GetPC()
            for thread in self._session.process
            for frame in (thread.GetFrameAtIndex(index) for index in range(1, interrupted.DEEPEST_HANDLER))
            if frame.IsValid()
        }

    def before_step(self):
        """LLDB steps by marks of its own, which jumps of ours would be in the way of: breakpoints are plain ones."""
        for site in self._armed:
            site.location.SetEnabled(True)

    def marked_places(self):
        """Where breakpoints are, ours too: address to the numbers of those."""
        marked = {}
        for sb in self._session.target.breakpoint_iter():
            for index in range(sb.GetNumLocations() if sb.IsEnabled() else 0):
                location = sb.GetLocationAtIndex(index)
                if location.IsEnabled():
                    marked.setdefault(location.GetLoadAddress(), set()).add(sb.GetID())
        return marked

    def _put_in_place(self, site):
        site.location.SetEnabled(False)
        if program_memory.read(self._session, site.address, len(site.original)) != site.original:
            # The code is not what it was: another program, or a program that changes itself.
            site.refused = "its code has changed"
            site.location.SetEnabled(True)
            return
        if site.hit_condition is not None:
            program_memory.write(self._session, site.trampoline.counter, near_memory.pack(site.entry.count))
        for thread in self._session.process:
            pc = thread.GetFrameAtIndex(0).GetPC()
            replacement = site.trampoline.replacement(pc)
            ahead = pc == site.address and thread.GetThreadID() not in self._decided
            if replacement is not None and not ahead:
                thread.GetFrameAtIndex(0).SetPC(replacement)
        program_memory.write(self._session, site.address, site.trampoline.jump)
        site.jump_in_place = True

    def _take_away(self, site):
        if not site.jump_in_place:
            return
        site.jump_in_place = False
        try:
            jump = site.trampoline.jump
            if program_memory.read(self._session, site.address, len(jump)) == jump:
                program_memory.write(self._session, site.address, site.original)
            if site.hit_condition is not None:
                count = program_memory.read(self._session, site.trampoline.counter, 8)
                site.entry.count = int.from_bytes(count, "little")
        except NotInProgram:
            # The module is gone, and the site with it.
            site.refused = "its code is gone"

    def how(self, entry):
        """Where a breakpoint is checked: ('in-program' | 'in-engine', why not in the program)."""
        sites = [site for site in self._sites.values() if site.entry is entry]
        if sites and all(site.trampoline is not None and site.refused is None for site in sites):
            return "in-program", None
        return "in-engine", next((site.refused for site in sites if site.refused is not None), None)


def _is_made_at_run_time(location):
    """LLDB's name for what a program has told it of by the interface for such code."""
    return (location.GetAddress().GetModule().GetFileSpec().GetFilename() or "").startswith("JIT(")


def _has_company(site, marked):
    """Another breakpoint in the bytes that the jump would cover."""
    covered = range(site.address + 1, site.address + site.trampoline.size)
    return bool(marked.get(site.address, set()) - {site.entry.sb.GetID()}) or any(place in marked for place in covered)
