"""What ended a C++ program that nobody caught an exception in, found at the signal that its runtime ends it by.

The runtime has the address of the exception somewhere on the stack. What stands before an exception in memory has a sign of
the runtime's in it (Itanium C++ ABI, Exception Handling, 2.2.1: C++ Exception Objects), by which it is recognised.
"""

import lldb

from bridge import memory
from bridge.first_use import Pattern
from . import exception_texts

# What belongs to the runtime, by names of functions, and of libraries where functions have none.
_FUNCTIONS = ("std::", "__gnu_cxx::", "__cxxabiv1::", "__clang_call_terminate", "__cxa_", "__gxx_personality", "_Unwind_")
_LIBRARY = Pattern(r"lib(?:stdc\+\+|c\+\+|c\+\+abi|supc\+\+|gcc_s|unwind)\.so")
_ABORTS = ("abort", "__GI_abort")
_MOST_FRAMES = 24
_MOST_STACK = 8192
_WORD = 8
# GNU's and LLVM's runtimes, as a number of the program's.
_SIGNS = {int.from_bytes(sign, "big") for sign in (b"GNUCC++\0", b"CLNGC++\0")}
# Before the exception itself: what is for the unwinder begins with the sign, and ten words before that is the type.
_OF_UNWINDER = 32
_TYPE = _OF_UNWINDER + 10 * _WORD


def described(session, thread):
    """The type and the text of what nobody caught; None where there is none."""
    found = _found(session, thread)
    return None if found is None else exception_texts.described(session, *found)


def _found(session, thread):
    """(address of the exception, address of its `type_info`); None where there is none."""
    if session.process.GetAddressByteSize() != _WORD:
        return None
    end = _end_of_runtime(thread)
    begin = thread.GetFrameAtIndex(0).GetSP()
    if end is None or not 0 < end - begin:
        return None
    looked_at = set()
    for word in _words(session, begin, min(end - begin, _MOST_STACK)):
        # It may point to the exception or to what is for the unwinder.
        for exception in (word, word + _OF_UNWINDER):
            if word % _WORD != 0 or exception in looked_at:
                continue
            looked_at.add(exception)
            if next(_words(session, exception - _OF_UNWINDER, _WORD), None) in _SIGNS:
                info = next(_words(session, exception - _TYPE, _WORD), 0)
                if exception_texts.encoded_name(session, info) is not None:
                    return exception, info
    return None


def _end_of_runtime(thread):
    """Where the frames of the program begin on a stack on which the runtime has called `abort`; None on any other."""
    end, aborts = None, False
    for index in range(min(thread.GetNumFrames(), _MOST_FRAMES)):
        frame = thread.GetFrameAtIndex(index)
        if not aborts:
            aborts = frame.GetFunctionName() in _ABORTS
        elif _is_of_runtime(frame):
            end = frame.GetCFA()
        else:
            return end
    return end


def _is_of_runtime(frame):
    name = frame.GetFunctionName() or ""
    return name.startswith(_FUNCTIONS) or _LIBRARY.match(frame.GetModule().GetFileSpec().GetFilename() or "") is not None


def _words(session, address, size):
    if not 0 < address < 1 << 63:
        return
    data, why = memory.read_range(session, address, size)
    if why is not None:
        return
    order = "little" if session.process.GetByteOrder() == lldb.eByteOrderLittle else "big"
    for at in range(0, len(data) - _WORD + 1, _WORD):
        yield int.from_bytes(data[at : at + _WORD], order)
