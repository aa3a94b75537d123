"""Memory that a runtime moves and frees by itself: whoever watches some of it is told when it is over.

What a runtime writes there meanwhile is no doing of the program. Which functions do it is told by the language, in tables.
"""

import lldb

from . import task_list

_CALLBACK = "from bridge import runtime_memory\nreturn runtime_memory.reached(frame, bp_loc)"
# What frees memory beneath the functions of a runtime, by the names that libraries know it by.
_FREES = {"free", "cfree", "__libc_free", "__GI___libc_free"}
# How far above the write the function may be that it serves.
_DEEPEST = 24
# More blocks than these are not looked through for the one that a watched address is in.
_MOST_BLOCKS = 1 << 16

# LLDB's id of the breakpoint at a function, to what waits there.
_guards = {}


class MemoryGuard:
    """Hears of the call that ends some memory. `when_over` is called on LLDB's own thread, with the reason."""

    def __init__(self, session, at, ends, when_over):
        self._session = session
        self.ends = ends
        self.when_over = when_over
        self._sb = session.target.BreakpointCreateByAddress(at)
        self._sb.SetScriptCallbackBody(_CALLBACK)
        _guards[self._sb.GetID()] = self

    def remove(self):
        _guards.pop(self._sb.GetID(), None)
        self._session.target.BreakpointDelete(self._sb.GetID())

    def is_over(self):
        """Nothing passes by the function."""
        return False


def for_address(session, address, when_over):
    """A guard of the memory that the address is in; None for memory that no runtime has told of."""
    if not session.stopped:
        return None
    for rule in session.tasks.memory_rules():
        at = session.tasks.place(rule["function"])
        ends = None if at is None else _ends(session, rule, address)
        if ends is not None:
            return MemoryGuard(session, at, ends, lambda rule=rule: when_over(rule["why"]))
    return None


def _ends(session, rule, address):
    """What tells at the function whether this call ends the memory of the address; None for memory of another kind."""
    with task_list.Reads(session.process, False) as reads:
        if "between" in rule:
            start, end = (_pointer(session, reads, rule["between"][key]) for key in ("start", "end"))
            inside = start is not None and end is not None and start <= address < end
            return (lambda frame: True) if inside else None
        if "blocks" in rule:
            return _ends_of_block(session, rule["blocks"], _base(session, reads, rule["blocks"], address))
    return None


def _pointer(session, reads, place):
    at = session.tasks.place(place)
    return None if at is None else reads.number(at, reads.pointer_size)


def _base(session, reads, blocks, address):
    """Of the block in a runtime's table that holds the address."""
    at = session.tasks.place(blocks["table"])
    if at is None:
        return None
    word = reads.pointer_size
    entries, count = reads.number(at, word), reads.number(at + word, word)
    for index in range(count if entries and count and count <= _MOST_BLOCKS else 0):
        entry = entries + index * blocks["entrySize"]
        base, size = reads.number(entry + blocks["base"], word), reads.number(entry + blocks["size"], word)
        if base is not None and size is not None and base <= address < base + size:
            return base
    return None


def _ends_of_block(session, blocks, base):
    if base is None:
        return None

    def ends(frame):
        error = lldb.SBError()
        argument = frame.FindRegister("arg1").GetValueAsUnsigned()
        freed = session.process.ReadPointerFromMemory(argument + blocks["argument"], error)
        return error.Success() and freed == base

    return ends


def of_write(session, thread):
    """
    What a write is that a runtime makes for itself: (the rule, whether the memory was freed by it). None for one of the
    program's. On LLDB's own thread.
    """
    rules = {rule["function"]["symbol"]: rule for rule in session.tasks.memory_rules_known()}
    freed = False
    for index in range(_DEEPEST if rules else 0):
        frame = thread.GetFrameAtIndex(index)
        if not frame.IsValid():
            return None
        name = frame.GetFunctionName()
        if name in rules:
            return rules[name], freed
        freed = freed or name in _FREES
    return None


def reached(frame, location):
    guard = _guards.get(location.GetBreakpoint().GetID())
    if guard is not None and guard.ends(frame):
        guard.when_over()
    return False
