"""What a C++ exception says of itself (`what()`), read from its memory: nothing is called at a stop that nobody asked for.

Known of those that keep a text: `std::runtime_error`, `std::logic_error` and what is derived from them in one line. In both
standard libraries they are a table of functions and a pointer to the text, and `type_info` is laid out by the Itanium C++
ABI (2.9.5: RTTI layout).
"""

import lldb

from bridge import memory

_WITH_TEXT = {"St13runtime_error", "St11logic_error"}
_ONE_BASE = "__si_class_type_info"
# Words of a `type_info`: its table of functions, its name, and its base where it has just one.
_TABLE, _NAME, _BASE = 0, 1, 2
_TEXT = 1
_MOST_BASES = 32
_LONGEST = 1024


def thrown(session, frame):
    """
    The type and the text, None for what is not known. The runtime is given the exception and its `type_info`. Throwing
    it again is another function, which is given nothing.
    """
    if not (frame.GetFunctionName() or "").startswith("__cxa_throw"):
        return None, None
    exception, info = (frame.FindRegister(name).GetValueAsUnsigned() for name in ("arg1", "arg2"))
    return described(session, exception, info)


def described(session, exception, info):
    """The type and the text, None for what is not known. Given are the addresses of the exception and of its `type_info`."""
    encoded = encoded_name(session, info)
    if encoded is None:
        return None, None
    return _decoded(session, encoded), _text_of(session, exception, info)


def _decoded(session, encoded):
    """LLDB's API does not offer it, but a command does."""
    answer = lldb.SBCommandReturnObject()
    session.debugger.GetCommandInterpreter().HandleCommand(f"language cplusplus demangle _ZTS{encoded}", answer)
    _, _, name = (answer.GetOutput() or "").strip().partition("typeinfo name for ")
    return name or encoded


def _text_of(session, exception, info):
    """None where it has none that can be read."""
    for _ in range(_MOST_BASES):
        name = encoded_name(session, info)
        if name in _WITH_TEXT:
            return _string(session, word(session, exception, _TEXT))
        if name is None or not _has_one_base(session, info):
            return None
        info = word(session, info, _BASE)
    return None


def encoded_name(session, info):
    """Of a type, as the compiler writes it; None where it cannot be read."""
    name = _string(session, word(session, info, _NAME))
    # A star marks names that are to be compared by their address.
    return name.lstrip("*") if name else None


def _has_one_base(session, info):
    table = word(session, info, _TABLE)
    symbol = session.target.ResolveLoadAddress(table).GetSymbol() if table else None
    return symbol is not None and _ONE_BASE in (symbol.GetName() or "")


def word(session, address, index):
    """One of the words from an address on; 0 where it cannot be read."""
    size = session.process.GetAddressByteSize()
    data, why = memory.read_range(session, address + index * size, size) if address else (b"", "nowhere")
    order = "little" if session.process.GetByteOrder() == lldb.eByteOrderLittle else "big"
    return int.from_bytes(data, order) if why is None else 0


def _string(session, address):
    if not address:
        return None
    try:
        return session.process.ReadCStringFromMemory(address, _LONGEST, lldb.SBError()) or None
    except SystemError:
        # What the bindings make of memory that cannot be read.
        return None
