"""What a function returned.

LLDB reads small structs from the registers of x86-64 as if there were nothing between their members, and does not read
enumerations and numbers of 16 bytes at all. Their bytes are taken from the registers as the System V ABI has them.
"""

import lldb

_FLOATS = {lldb.eBasicTypeFloat, lldb.eBasicTypeDouble}
_UNUSUAL = {
    lldb.eBasicTypeLongDouble,
    lldb.eBasicTypeFloatComplex,
    lldb.eBasicTypeDoubleComplex,
    lldb.eBasicTypeLongDoubleComplex,
}
_WIDE = {lldb.eBasicTypeInt128, lldb.eBasicTypeUnsignedInt128}
_MOST_BYTES = 16
_WORD = 8


def value_of(session, thread):
    """None where nothing is known of it."""
    value = thread.GetStopReturnValue()
    if not value.IsValid() or not value.GetError().Success():
        return _unread(session, thread)
    return _with_holes(session, thread, value) or value


def result_of(thread):
    """What will be returned by the function that a thread is in, before it steps out of it: where to, and its type."""
    frame = thread.GetFrameAtIndex(0)
    if frame.IsInlined():
        return None
    return thread.GetFrameAtIndex(1).GetPC(), frame.GetFunction().GetType().GetFunctionReturnType()


def _unread(session, thread):
    """What LLDB leaves out."""
    frame = thread.GetFrameAtIndex(0)
    if session.left_result is None or not session.target.GetTriple().startswith("x86_64"):
        return None
    address, sb_type = session.left_result
    canonical = sb_type.GetCanonicalType()
    size = canonical.GetByteSize()
    if frame.GetPC() != address or frame.GetSP() <= session.left_stack:
        return None
    if canonical.GetTypeClass() != lldb.eTypeClassEnumeration and canonical.GetBasicType() not in _WIDE:
        return None
    return _made(session, "returned", _bytes(frame, [(0, size, False)], size), sb_type)


def _with_holes(session, thread, value):
    """None where LLDB is right, or where we could not do better."""
    sb_type = value.GetType().GetCanonicalType()
    size = sb_type.GetByteSize()
    if not session.target.GetTriple().startswith("x86_64") or not 0 < size <= _MOST_BYTES:
        return None
    if sb_type.GetTypeClass() != lldb.eTypeClassStruct or value.GetLoadAddress() != lldb.LLDB_INVALID_ADDRESS:
        return None
    leaves = _leaves(sb_type, 0)
    if leaves is None or sum(leaf_size for _, leaf_size, _ in leaves) >= size:
        return None
    data = _bytes(thread.GetFrameAtIndex(0), leaves, size)
    return _made(session, value.GetName() or "returned", data, value.GetType())


def _made(session, name, data, sb_type):
    if data is None:
        return None
    error = lldb.SBError()
    sb_data = lldb.SBData()
    sb_data.SetData(error, data, session.target.GetByteOrder(), session.target.GetAddressByteSize())
    made = session.target.CreateValueFromData(name, sb_data, sb_type)
    return made if error.Success() and made.IsValid() else None


def _leaves(sb_type, base):
    """(offset, size, is a float) of everything in it that is not a struct or an array; None for what is unusual."""
    sb_type = sb_type.GetCanonicalType()
    if sb_type.IsArrayType():
        element = sb_type.GetArrayElementType()
        width = element.GetByteSize()
        parts = [_leaves(element, base + offset) for offset in range(0, sb_type.GetByteSize(), max(1, width))]
    elif sb_type.GetTypeClass() & (lldb.eTypeClassStruct | lldb.eTypeClassUnion | lldb.eTypeClassClass):
        fields = [sb_type.GetFieldAtIndex(index) for index in range(sb_type.GetNumberOfFields())]
        if sb_type.GetNumberOfDirectBaseClasses() > 0 or any(field.IsBitfield() for field in fields):
            return None
        parts = [_leaves(field.GetType(), base + field.GetOffsetInBytes()) for field in fields]
    else:
        kind = sb_type.GetBasicType()
        if kind in _UNUSUAL or sb_type.GetTypeClass() == lldb.eTypeClassVector:
            return None
        return [(base, sb_type.GetByteSize(), kind in _FLOATS)]
    return None if any(part is None for part in parts) else [leaf for part in parts for leaf in part]


def _bytes(frame, leaves, size):
    integers, floats = iter(("rax", "rdx")), iter(("xmm0", "xmm1"))
    data = b""
    for begin in range(0, size, _WORD):
        inside = [is_float for offset, _, is_float in leaves if begin <= offset < begin + _WORD]
        register = frame.FindRegister(next(floats if inside and all(inside) else integers))
        error = lldb.SBError()
        word = register.GetData().ReadRawData(error, 0, _WORD) if register.IsValid() else None
        if word is None or error.Fail():
            return None
        data += word
    return data[:size]
