"""Steps that end where a breakpoint is.

LLDB has come to the place and not through it: it would tell of a step, and of the breakpoint once the program is to go on,
without having moved. People want to hear of it when they arrive, once; so it is decided then, and not when LLDB tells.
"""

import lldb

_SINCE_VERSION = 22


class Arrivals:
    def __init__(self):
        # Earlier versions go through it without a word.
        self.are_told_again = _major_version() >= _SINCE_VERSION
        # Id of a thread to its registers and LLDB's ids of the breakpoints that were decided for it.
        self._decided = {}

    def are_waited_for(self):
        """Whether LLDB is still to tell of one that was decided."""
        return bool(self._decided)

    def note(self, frame, lldb_id):
        state = registers_of(frame)
        thread = frame.GetThread().GetThreadID()
        before, ids = self._decided.get(thread, (None, set()))
        self._decided[thread] = (state, {*ids, lldb_id} if before == state else {lldb_id})

    def is_again(self, frame, lldb_id):
        """On LLDB's own thread: whether the thread has only gone on from where it was decided. Asked once."""
        thread = frame.GetThread().GetThreadID()
        state, ids = self._decided.get(thread, (None, set()))
        if lldb_id not in ids:
            return False
        ids.discard(lldb_id)
        return state == registers_of(frame)

    def forget_moved(self, process):
        """At a stop: those who have moved come to it anew."""
        for number, (state, _) in list(self._decided.items()):
            thread = process.GetThreadByID(number)
            if not thread.IsValid() or registers_of(thread.GetFrameAtIndex(0)) != state:
                del self._decided[number]


def registers_of(frame):
    """Those that tell whether a thread has moved: the processor changes its flags when it is led on."""
    general = frame.GetRegisters().GetValueAtIndex(0)
    return tuple(register.GetValueAsUnsigned() for register in general if register.GetName() != "rflags")


def _major_version():
    digits = lldb.SBDebugger.GetVersionString().split("version", 1)[-1].strip().split(".", 1)[0]
    return int(digits) if digits.isdigit() else 0
