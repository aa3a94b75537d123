"""The debug information of a program, read another time: what LLDB has lost in one reading it may find in the next.

Of types that look alike in what the compiler wrote LLDB 22 reads the one it is asked for first and leaves out all others, with
the members and bases that they are (llvm/llvm-project issue 207704). Under another name the same file is another module to it,
of which nobody has asked for anything yet.
"""

import os

import lldb

_MOST = 8
# Of more than this a reading takes longer than anybody waits for a variable.
_LARGEST = 32 << 20
# The same folder, by a name that LLDB does not take for it.
_ANOTHER_NAME = "/proc/self/root"


class Readings:
    def __init__(self):
        self._known = {}

    def of(self, module):
        """Those that are there, and a new one at last: what that one has lost no other would find."""
        path = module.GetFileSpec().fullpath
        known = self._known.setdefault(path, [])
        yield from list(known)
        fresh = _read_again(path, len(known)) if len(known) < _MOST else None
        if fresh is not None:
            known.append(fresh)
            yield fresh


def _read_again(path, nth):
    name = _ANOTHER_NAME * (nth + 1) + (path or "")
    if not os.path.isfile(name) or os.path.getsize(name) > _LARGEST:
        return None
    wanted = lldb.SBModuleSpec()
    wanted.SetFileSpec(lldb.SBFileSpec(name, False))
    module = lldb.SBModule(wanted)
    return module if module.IsValid() else None
