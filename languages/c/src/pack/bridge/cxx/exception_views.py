"""Exceptions of the library, by what they are and say. Many programs only declare them: compilers leave it to the library to
describe them, which comes without debug information. Their tables of functions tell what they are.
"""

import lldb

from bridge.first_use import Pattern
from . import exception_texts

_NAME = Pattern(r"std::(?:__\w+::)?(?:exception|bad_\w+|\w+_error)")
_CALL = Pattern(r"(?<![\w.:>])(?P<path>[A-Za-z_]\w*)(?P<by>\.|->)what\s*\(\s*\)")
# Rows of the table (Itanium C++ ABI, 2.5.2): before those of functions the type, behind two that end its life `what`.
_TYPE, _WHAT = -1, 2


def view(sb_type):
    """What shows values of such a type, given the session and where one is; None for other types."""
    return _shown if _NAME.fullmatch(_plain(sb_type).GetName() or "") else None


def spelled_out(frame, text):
    """The text with calls of `what`, which LLDB does not know of such types, written by their address."""
    return _CALL.sub(lambda call: _written(frame, call) or call[0], text)


def _shown(session, address):
    table = exception_texts.word(session, address, 0)
    info = exception_texts.word(session, table, _TYPE)
    name, said = exception_texts.described(session, address, info)
    if name is None:
        return {"trouble": "it is not initialised yet, or damaged"}
    if _NAME.fullmatch(name):
        return {"summary": name if said is None else f'{name}: "{said}"'}
    actual = session.target.FindFirstType(name)
    if not actual.IsValid() or not actual.IsTypeComplete():
        return {"summary": name}
    return {"actual": {"type": session.types.id_of(actual), "place": {"memory": hex(address)}, "deferred": True}}


def _written(frame, call):
    value = frame.FindVariable(call["path"], lldb.eNoDynamicValues)
    sb_type = value.GetType().GetCanonicalType()
    if not (sb_type.IsPointerType() or sb_type.IsReferenceType()) or not _is_declared(sb_type.GetPointeeType()):
        return None
    process, size, error = value.GetProcess(), value.GetTarget().GetAddressByteSize(), lldb.SBError()
    table = process.ReadPointerFromMemory(value.GetValueAsUnsigned(), error)
    function = process.ReadPointerFromMemory(table + _WHAT * size, error) if error.Success() else 0
    if error.Fail():
        return None
    return f"(((const char *(*)(const void *)){function:#x})((const void *){value.GetValueAsUnsigned():#x}))"


def _is_declared(sb_type):
    plain = _plain(sb_type)
    return not plain.IsTypeComplete() and _NAME.fullmatch(plain.GetName() or "") is not None


def _plain(sb_type):
    return sb_type.GetCanonicalType().GetUnqualifiedType()
