"""What the handler of a signal will return to: the registers of the interrupted code, which the system keeps on the stack.

`context` is the address of a `ucontext`: where the stack pointer is when the handler has returned.
"""

import struct

from . import program_memory

# Behind its head, in this order.
_HEAD = 40
_KEPT = (
    *("r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "rdi", "rsi"),
    *("rbp", "rbx", "rdx", "rax", "rcx", "rsp", "rip", "rflags"),
)
# Behind those and five more words, the address of the registers for floats, as the instruction `fxsave` writes them.
_FLOATS = _HEAD + 23 * 8
_MXCSR, _XMM = 24, 160


def value(session, context, name):
    return int.from_bytes(program_memory.read(session, _place(context, name), 8), "little")


def set_value(session, context, name, number):
    program_memory.write(session, _place(context, name), struct.pack("<Q", number))


def set_floats(session, context, mxcsr, registers):
    """`registers` are the bytes of xmm0 and as many others as there are."""
    place = int.from_bytes(program_memory.read(session, context + _FLOATS, 8), "little")
    program_memory.write(session, place + _MXCSR, mxcsr)
    program_memory.write(session, place + _XMM, registers)


def _place(context, name):
    return context + _HEAD + 8 * _KEPT.index(name)
