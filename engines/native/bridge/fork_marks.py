"""Children of a program that is being stepped do not die of the marks that serve the step.

At a fork LLDB takes its breakpoints out of the child, before it lets that go. But wherever it stops, be it for the fork, it
disables those of a step that waits for a function to return: these are not in its list then, and stay in the child, which
dies of SIGTRAP as soon as it comes there. So, while somebody steps, the functions that fork are marked. Who comes to one
finds such breakpoints disabled; a second one in the same place, which is for no thread, keeps them in the list. Back in the
parent these are gone again: LLDB takes a step that ends at a breakpoint of somebody else for that one's affair. Where it is
another thread that forks, the step waits for it, because it could make new marks meanwhile.

A child that the program makes past these functions, by a system call of its own, is not seen.
"""

import lldb

from .first_use import Pattern
from .function_marks import FunctionMarks

# Where the program becomes two. The first does nothing else, so that a step can wait for it; the last is for libraries
# that do not have the first.
_COPIES, _OTHERS, _COPIED_BEFORE = "_Fork", ("vfork", "clone"), "fork"
# Who calls one of these may come to them.
_CALLED = ("fork", "vfork", "_Fork", "__fork", "forkpty", "daemon", "clone")

_CALLBACK = "from bridge import fork_marks\nreturn fork_marks.{}(frame)"
# No thread has this number with LLDB.
_NOBODY = (1 << 32) - 2
# Threads that take turns with that would keep a step waiting for ever.
_MOST_FORKS = 10
_INTERNAL_ID = Pattern(r"^(-\d+): ")

_current = None


class ForkMarks:
    def __init__(self, session):
        global _current
        _current = self
        self._session = session
        self._marks = FunctionMarks(session, _CALLBACK.format("begins"))
        # As of a generation of the modules: whether the program forks.
        self._forks = False
        self._forks_of = -1
        # By place: what keeps a mark of LLDB's in its list.
        self._kept = {}
        # By number of a thread that is about to fork: the breakpoint where it returns to.
        self._returns = {}
        # The thread that steps, while it waits.
        self._waiting = None
        self._forked_meanwhile = 0

    def watch(self, alone=False):
        """Before a step that may call something. `alone`: other threads do not run."""
        modules = self._session.modules
        if self._forks_of != modules.generation:
            self._forks, self._forks_of = modules.use_any(_CALLED), modules.generation
        if not self._forks:
            self._marks.place(())
            return
        has_copies = modules.addresses((_COPIES,))[0] is not None
        self._marks.place((_COPIES if has_copies else _COPIED_BEFORE, *_OTHERS))
        self._marks.enable(True)
        if not alone and self._session.process.GetNumThreads() > 1:
            self._note_late()

    def _note_late(self):
        """Threads that are past the mark already."""
        for thread in self._session.os_threads():
            frame = thread.GetFrameAtIndex(0)
            if self._is_beside(thread) and self._marks.name_within(frame.GetPC()) == _COPIES:
                self._note_return(frame, _COPIES)

    def rest(self):
        """The program is to run, and may fork as often as it likes."""
        self._marks.enable(False)

    def forget(self):
        """The step is over, or nobody forks any more."""
        kept, self._kept = self._kept, {}
        returns, self._returns = self._returns, {}
        for sb in (*kept.values(), *returns.values()):
            self._session.target.BreakpointDelete(sb.GetID())
        self._let_step_go_on()

    def begins(self, frame):
        """On LLDB's own thread: a thread is about to fork."""
        if not self._session.moving:
            # In an expression, which has no marks of that kind.
            return
        for place in self._disabled_places() - self._kept.keys():
            sb = self._session.target.BreakpointCreateByAddress(place)
            sb.SetThreadIndex(_NOBODY)
            self._kept[place] = sb
        if self._kept or self._is_beside(frame.GetThread()):
            self._note_return(frame, self._marks.name_within(frame.GetPC()))

    def _note_return(self, frame, name):
        number, back = frame.GetThread().GetIndexID(), self._way_back(frame)
        # Where the step itself waits for that, LLDB asks nobody else.
        if back is None or back in self._kept or number in self._returns:
            return
        sb = self._session.target.BreakpointCreateByAddress(back)
        sb.SetThreadIndex(number)
        sb.SetScriptCallbackBody(_CALLBACK.format("returns"))
        self._returns[number] = sb
        if name == _COPIES and self._is_beside(frame.GetThread()):
            self._let_step_wait()

    def _let_step_wait(self):
        stepping = self._session.process.GetThreadByIndexID(self._session.moved_thread)
        if self._waiting is None and stepping.IsValid() and not stepping.IsSuspended() and stepping.Suspend():
            self._waiting, self._forked_meanwhile = stepping, 0

    def _let_step_go_on(self):
        waiting, self._waiting = self._waiting, None
        if waiting is not None and waiting.IsValid():
            waiting.Resume()

    def _is_beside(self, thread):
        return thread.GetIndexID() != self._session.moved_thread

    def returns(self, frame):
        """On LLDB's own thread: one has forked. Others may be about to."""
        sb = self._returns.pop(frame.GetThread().GetIndexID(), None)
        if sb is not None:
            self._session.target.BreakpointDelete(sb.GetID())
        if not self._returns:
            self.forget()
            return
        self._forked_meanwhile += 1
        # The thread that steps may be among those that are still to fork.
        if self._forked_meanwhile == _MOST_FORKS or {*self._returns} == {self._session.moved_thread}:
            self._let_step_go_on()

    def _disabled_places(self):
        """Of LLDB's own breakpoints. The API finds those by their numbers, and has no list of these."""
        answer = lldb.SBCommandReturnObject()
        self._session.debugger.GetCommandInterpreter().HandleCommand("breakpoint list --internal", answer, False)
        places = set()
        for line in (answer.GetOutput() or "").splitlines():
            found = _INTERNAL_ID.match(line)
            sb = self._session.target.FindBreakpointByID(int(found[1])) if found else None
            if sb is not None and sb.IsValid() and not sb.IsEnabled():
                places |= {location.GetLoadAddress() for location in sb}
        return places - {lldb.LLDB_INVALID_ADDRESS}

    def _way_back(self, frame):
        """Where the function of the frame returns to; None where that is not certain to be code."""
        thread, index = frame.GetThread(), frame.GetFrameID()
        while thread.GetFrameAtIndex(index).IsInlined():
            index += 1
        caller = thread.GetFrameAtIndex(index + 1)
        section = caller.GetPCAddress().GetSection() if caller.IsValid() else lldb.SBSection()
        is_code = section.IsValid() and section.GetPermissions() & lldb.ePermissionsExecutable
        return caller.GetPC() if is_code else None


def begins(frame):
    _current.begins(frame)
    return False


def returns(frame):
    _current.returns(frame)
    return False
