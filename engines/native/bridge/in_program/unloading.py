"""Libraries that go: their jumps go with them, and LLDB must have its marks back before the same code comes again.

LLDB tells of a library only after the program is on its way again, and a library may be gone and back by then. So the
program is watched where its dynamic linker says that something has changed. LLDB watches the same place and has dealt
with the change when we are called; the program waits meanwhile.
"""

# Debuggers are meant to put a breakpoint there; the C libraries of Linux agree on its name.
_CHANGED = "_dl_debug_state"
_CALLBACK = "from bridge.in_program import unloading\nreturn unloading.changed()"

# The bridge serves one session per process; the callback that LLDB calls finds it here.
_current = None


class Unloading:
    def __init__(self, session, libraries_changed):
        global _current
        _current = self
        self._session = session
        self.libraries_changed = libraries_changed
        self._sb = None

    @property
    def is_watched(self):
        return self._sb is not None

    def watch(self):
        """From the first jump on. A program without a dynamic linker keeps all its code."""
        if self._sb is not None:
            return
        (address,) = self._session.modules.addresses([_CHANGED])
        if address is not None:
            self._sb = self._session.target.BreakpointCreateByAddress(int(address, 0))
            self._sb.SetScriptCallbackBody(_CALLBACK)

    def forget(self):
        """The process has become another program."""
        if self._sb is not None:
            self._session.target.BreakpointDelete(self._sb.GetID())
            self._sb = None


def changed():
    _current.libraries_changed()
    return False
