"""Where a long jump leads to: what `setjmp` has kept of the registers, as the C libraries of Linux lay it out on x86-64.

Eight words; the last two are the stack pointer and the place to go on at. GNU's library hides these from attackers: each
is turned by 17 bits and mixed with a number that every thread finds at the same place.
"""

import struct

import lldb

FUNCTIONS = ("longjmp", "_longjmp", "siglongjmp", "__longjmp_chk")
_WORDS = struct.Struct("<8Q")
_STACK, _PLACE = 6, 7
_TURNED, _BITS = 17, 64
_NUMBER = 0x30


def target(session, frame):
    """(place, stack pointer) of where the jump leads to that is about to begin in the frame; None where nobody can tell."""
    if not session.target.GetTriple().startswith("x86_64"):
        return None
    error = lldb.SBError()
    kept = session.process.ReadMemory(frame.FindRegister("rdi").GetValueAsUnsigned(), _WORDS.size, error)
    if error.Fail() or kept is None or len(kept) < _WORDS.size:
        return None
    words = _WORDS.unpack(kept)
    for place, stack in ((words[_PLACE], words[_STACK]), _revealed(session, frame, words)):
        if session.target.ResolveLoadAddress(place).GetSection().IsValid():
            return place, stack
    return None


def _revealed(session, frame, words):
    error = lldb.SBError()
    base = frame.FindRegister("fs_base").GetValueAsUnsigned()
    number = session.process.ReadPointerFromMemory(base + _NUMBER, error)
    return tuple(_turned_back(words[index]) ^ number for index in (_PLACE, _STACK)) if error.Success() else (0, 0)


def _turned_back(word):
    return (word >> _TURNED | word << (_BITS - _TURNED)) & ((1 << _BITS) - 1)
