"""Checks that a signal came into: its handler is to return to the program, as if the check had not begun.

A handler that people stop in has the interrupted code below it on the stack, and that must be theirs and not ours. What
the handler will return to lies in memory, so the registers that the check uses are put back there.
"""

import struct

from . import program_memory, signal_context
from .generator import NotInProgram
from .sse import SAVED_MXCSR, SAVED_XMM0, SAVED_XMM1
from .x86 import RED_ZONE, RESTORE, SAVE, SAVED

# How far below the top of a stack the code may be that a signal has interrupted; handlers are shallow.
DEEPEST_HANDLER = 32


def put_back(session, thread, sites):
    """Every check of the thread that was interrupted is undone in what its handler returns to."""
    changed = False
    above = thread.GetFrameAtIndex(0)
    for index in range(1, DEEPEST_HANDLER):
        frame = thread.GetFrameAtIndex(index)
        # From a check in code that keeps no frame pointer LLDB knows no way on, and leaves it out.
        pc = frame.GetPC() if frame.IsValid() else _returned_to(session, above.GetSP())
        site = next((site for site in sites if site.trampoline.contains(pc)), None)
        if site is not None:
            changed = _undo(session, site, above.GetSP(), pc) or changed
        if not frame.IsValid():
            break
        above = frame
    if changed:
        # Writing it makes LLDB look at the stack anew.
        thread.GetFrameAtIndex(0).SetPC(thread.GetFrameAtIndex(0).GetPC())


def _returned_to(session, context):
    """Where a handler would return to, if this is what one returns by."""
    try:
        return signal_context.value(session, context, "rip")
    except NotInProgram:
        return 0


def _undo(session, site, context, pc):
    """Answers whether it could be. A few instructions at the end of one that counts must go on as they are."""
    try:
        if signal_context.value(session, context, "rip") != pc:
            return False
        if pc in site.trampoline.floats:
            _put_back_floats(session, context)
        registers = _registers(session, site, context, pc)
        for name, value in registers.items():
            signal_context.set_value(session, context, name, value)
        return bool(registers)
    except NotInProgram:
        return False


def _registers(session, site, context, pc):
    """What they were at the site; none where nobody can tell whether this pass was counted."""
    trampoline = site.trampoline
    original = trampoline.original(pc)
    if original is not None:
        # From the site itself it would be counted once more.
        return {} if original == site.address and site.hit_condition is not None else {"rip": original}
    sp = signal_context.value(session, context, "rsp")
    if pc - trampoline.start in SAVE:
        return {"rip": site.address, "rsp": sp + SAVE[pc - trampoline.start]}
    begin = max((begin for begin in trampoline.restores if begin <= pc), default=pc)
    if pc in trampoline.body or pc == begin:
        saved, names = signal_context.value(session, context, "rbx"), SAVED
    elif pc - begin in RESTORE:
        saved, names = sp, RESTORE[pc - begin]
    else:
        return {}
    if trampoline.restores.get(begin, pc >= trampoline.counted > 0):
        _uncount(session, trampoline.counter)
    words = struct.unpack(f"<{len(names)}Q", program_memory.read(session, saved, 8 * len(names))) if names else ()
    return {**dict(zip(names, words)), "rip": site.address, "rsp": saved + 8 * len(names) + RED_ZONE}


def _put_back_floats(session, context):
    saved = signal_context.value(session, context, "rbx")
    mxcsr = program_memory.read(session, saved + SAVED_MXCSR, 4)
    registers = [program_memory.read(session, saved + offset, 16) for offset in (SAVED_XMM0, SAVED_XMM1)]
    signal_context.set_floats(session, context, mxcsr, b"".join(registers))


def _uncount(session, counter):
    """A pass that was counted will be so again."""
    count = int.from_bytes(program_memory.read(session, counter, 8), "little")
    program_memory.write(session, counter, struct.pack("<Q", count - 1))
