"""A system call that a stopped thread makes for us, and is put back as it was (x86-64, Linux)."""

import lldb

from . import program_memory, signal_context
from .generator import NotInProgram

_SYSCALL = b"\x0f\x05"
_ARGUMENTS = ("rdi", "rsi", "rdx", "r10", "r8", "r9")
_CHANGED = ("rax", "rcx", "r11", *_ARGUMENTS)
# As much as a handler may have put on the stack by its first few instructions.
_HANDLER_BEGUN = 256


class Disturbed(Exception):
    """A signal came in between. Nothing has changed, and another time it will go well."""


def make(session, thread, step, number, arguments):
    """Its result. `step` lets the thread run one instruction and comes back when it has."""
    frame = thread.GetFrameAtIndex(0)
    pc, sp = frame.GetPC(), frame.GetSP()
    saved = _registers(frame)
    original = program_memory.read(session, pc, len(_SYSCALL))
    try:
        program_memory.write(session, pc, _SYSCALL)
        _set(thread, saved, {"rax": number, **dict(zip(_ARGUMENTS, arguments))})
        step(thread)
    finally:
        program_memory.write(session, pc, original)
    after = thread.GetFrameAtIndex(0)
    if after.GetSP() != sp and after.GetPC() != pc + len(_SYSCALL):
        return _correct_interrupted(session, after, pc, sp, saved)
    now = _registers(after)
    _set(thread, now, saved)
    thread.GetFrameAtIndex(0).SetPC(pc)
    return now["rax"]


def _correct_interrupted(session, frame, pc, sp, saved):
    """
    A signal came, and its handler is to return to the registers that were there before us. Answers with the result of
    the call if it was made before.
    """
    # It has its own return address on the stack, and maybe done its first instruction.
    for context in range(frame.GetSP(), frame.GetSP() + _HANDLER_BEGUN, 8):
        kept_sp, kept_pc = (signal_context.value(session, context, name) for name in ("rsp", "rip"))
        if kept_sp == sp and kept_pc in (pc, pc + len(_SYSCALL)):
            break
    else:
        raise NotInProgram("the program went on elsewhere")
    result = signal_context.value(session, context, "rax")
    for name, value in {**saved, "rip": pc}.items():
        signal_context.set_value(session, context, name, value)
    if kept_pc == pc:
        raise Disturbed()
    return result


def _registers(frame):
    return {name: frame.FindRegister(name).GetValueAsUnsigned() for name in _CHANGED}


def _set(thread, now, wanted):
    """Each takes LLDB a good part of a millisecond: those that hold their value already are left alone."""
    for name in (name for name, value in wanted.items() if now[name] != value):
        # The frame is asked for anew: writing a register makes the old one worthless.
        register = thread.GetFrameAtIndex(0).FindRegister(name)
        if not register.SetValueFromCString(hex(wanted[name]), lldb.SBError()):
            raise NotInProgram(f"the register {name} cannot be written")
