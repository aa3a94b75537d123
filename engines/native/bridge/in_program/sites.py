"""The life of checks inside the program.

A site begins slow: LLDB stops there each time and the bridge decides. Reached often enough, it is given a trampoline at
the next stop of its own making. From then on the jump is in place only while the program runs; at every stop the code
is what the compiler made, so that stepping, disassembly and memory show nothing of us.
"""

import threading

from . import displacement, interrupted, locations, near_memory, program_memory, system_call, trampoline
from .checked_threads import CheckedThreads
from .generator import NotInProgram
from .unloading import Unloading

# Building a trampoline costs as much as a few slow hits, which is soon made up for by those that are still to come.
_WORTH_IT = 3
_MOST_PATIENCE = 200


class Site:
    """One place of one breakpoint."""

    def __init__(self, entry, location, check):
        self.entry = entry
        self.location = location
        self.address = location.GetLoadAddress()
        self.check = check
        self.hit_condition = entry.spec.get("hitCondition")
        self.misses = 0
        # After so many misses a trampoline is made.
        self.patience = _WORTH_IT
        self.refused = None
        self.trampoline = None
        self.stopper = None
        self.jump_in_place = False
        # The jump could not be put in place, for a reason that will soon be over.
        self.put_off = False
        self.original = b""
        # What a first try has found out: the instructions to be moved, and where variables are; and the memory asked for.
        self.displaced = None
        self.locate = None
        self.request = None

    def is_loaded(self):
        """Its code may have been unloaded, and come again elsewhere."""
        return self.location.GetLoadAddress() == self.address


class Sites:
    def __init__(self, session):
        self._session = session
        self._unloading = Unloading(session, self.libraries_changed)
        self._sites = {}
        self._arenas = []
        self._wanted = []
        # Sites whose code was unloaded; something of them is left to be taken away.
        self._gone = []
        self._guard = threading.Lock()
        self.threads = CheckedThreads(session, self)

    @property
    def armed(self):
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
            if site.misses != site.patience or site.refused is not None or site.trampoline is not None:
                return False
            if self._is_shared(site):
                site.misses = 0
                return False
            self._wanted.append(site)
            return True

    def _is_shared(self, site):
        """Whether another breakpoint is in the same place, which need not have been missed."""
        return bool(self.marked_places().get(site.address, set()) - {site.entry.sb.GetID()})

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
        self.threads.forget()
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
        in_place = any(site.jump_in_place for site in self.armed if site.entry is entry)
        return in_place and not self._unloading.is_watched

    def is_empty(self):
        return not self._sites

    def any_armed(self):
        return bool(self.armed)

    def in_place(self):
        return any(site.jump_in_place for site in self.armed)

    def is_at(self, address):
        """Whether a breakpoint is decided there, in the program or not yet."""
        return address in self._sites

    def settle(self):
        """Puts every thread where it would be without us, and the code back. Answers with hits: (thread, site)."""
        if not self.in_place():
            return []
        hits = self.threads.settle()
        for site in self.armed:
            self._take_away(site)
        return hits

    def build_wanted(self):
        """Makes the trampolines that the present stop is for. Answers with the breakpoints whose way of checking changed."""
        with self._guard:
            wanted, self._wanted = self._wanted, []
        changed = []
        for site in wanted:
            try:
                self._build(site)
            except system_call.Disturbed:
                # Later, with what was found out: the time between two signals may be enough then. Where they come too often
                # for that, trying must not take most of the time.
                site.misses = 0
                site.patience = min(2 * site.patience, _MOST_PATIENCE)
            except NotInProgram as reason:
                site.refused = str(reason)
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
        if site.displaced is None:
            site.locate = locations.locator(session, thread.GetFrameAtIndex(0))
            displaced = displacement.displaced(session, site.address)
            # A first try in nobody's memory shows whether the check can be written at all.
            trampoline.build(session, site.address, displaced, site.address + (1 << 20), 0, 0, site)
            site.displaced = displaced
        displaced = site.displaced
        arena = self._arena(thread, site)
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

    def _arena(self, thread, site):
        for arena in self._arenas:
            if arena.reaches(site.address) and arena.has_room(trampoline.LARGEST + 2 * trampoline.COUNTER_SIZE):
                return arena
        if site.request is None:
            site.request = near_memory.Request(self._session, site.address)
        arena = site.request.make(thread, self.threads.step)
        self._arenas.append(arena)
        return arena

    # --- before the program runs --------------------------------------------------------------------------------

    def before_run(self):
        """Puts the jumps in place."""
        self._forget_unloaded()
        armed = self.armed
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
        for site in self.armed:
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
        self.threads.make_way(site)
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
