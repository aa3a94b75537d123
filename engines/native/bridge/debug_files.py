"""Debug information that a distribution keeps apart from its libraries (`libc6-dbg` and the like), to name what a stack shows.

A debug file is opened beside the program, not added to its modules: that would cost every start a fifth of a second, and
breakpoints and steps would end in functions whose sources nobody has. Only what is on this machine is used.
"""

import os
from typing import NamedTuple

import lldb

_FOLDERS = ("/usr/lib/debug", "/usr/local/lib/debug")
_SHORTEST_BUILD_ID = 4


class Named(NamedTuple):
    function: str | None
    line_entry: lldb.SBLineEntry


class DebugFiles:
    def __init__(self, session):
        self._session = session
        # By path of the module, for those that somebody had a reason to look into: the debug file, None where there is none.
        self._opened = {}

    def open_for(self, thread, start, told):
        """
        Opens those that tell of frames which people look at: a stop inside of a library, or code of a library that the
        program was called back from. What calls `main` is worth no opening. `told`: facts of the frames from `start` on.
        Answers whether more is known now.
        """
        last = max((at for at, facts in enumerate(told) if "location" in facts), default=-1)
        inner = [at for at in range(len(told)) if "location" not in told[at] and (at < last or start + at == 0)]
        opened = False
        for at in inner:
            module = told[at].get("module")
            if module is not None and module not in self._opened:
                self._opened[module] = _opened(thread.GetFrameAtIndex(start + at).GetModule())
                opened = opened or self._opened[module] is not None
        if opened:
            self._session.modules.generation += 1
        return opened

    def named(self, frame, module_id):
        """What the opened file of the frame's module says of its place; None where there is none."""
        side = self._opened.get(module_id)
        if side is None:
            return None
        at = frame.GetPCAddress().GetFileAddress()
        # A caller is at its call, which lies before the place that it returns to.
        place = side.ResolveFileAddress(at if frame.GetFrameID() == 0 else at - 1)
        context = side.ResolveSymbolContextForAddress(place, lldb.eSymbolContextEverything)
        function, symbol = context.GetFunction(), context.GetSymbol()
        name = function.GetName() if function.IsValid() else symbol.GetName()
        return Named(name, context.GetLineEntry())


def of_module(module):
    """Path of the file with the debug information of a module, by its build id; None where none is on this machine."""
    build_id = (module.GetUUIDString() or "").replace("-", "").lower()
    if len(build_id) < _SHORTEST_BUILD_ID:
        return None
    for folder in _FOLDERS:
        path = f"{folder}/.build-id/{build_id[:2]}/{build_id[2:]}.debug"
        if os.path.isfile(path):
            return path
    return None


def _opened(module):
    path = None if module.FindSection(".debug_info").IsValid() else of_module(module)
    if path is None:
        return None
    spec = lldb.SBModuleSpec()
    spec.SetFileSpec(lldb.SBFileSpec(path, False))
    side = lldb.SBModule(spec)
    return side if side.IsValid() and side.GetUUIDString() == module.GetUUIDString() else None


def add_to_program(session):
    """The program itself is what people debug: where its debug information lies apart, it is as good as within."""
    module = session.target.FindModule(session.target.GetExecutable())
    if not module.IsValid() or module.FindSection(".debug_info").IsValid():
        return
    path = of_module(module)
    if path is None:
        return
    answer = lldb.SBCommandReturnObject()
    # Where LLDB does not want it, the program is one without debug information, of which people hear.
    session.debugger.GetCommandInterpreter().HandleCommand(
        f'target symbols add -s "{module.GetFileSpec().fullpath}" "{path}"',
        lldb.SBExecutionContext(session.target),
        answer,
        False,
    )
