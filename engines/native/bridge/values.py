"""Values as type, place and bytes. Nothing is formatted here and no child is made: the reader of the bytes does that."""

import base64

import lldb

from .first_use import Pattern
from .type_table import has_known_length
from . import frames, left_out, missing_pieces

# What is pushed at once; anything longer stays in the program's memory until a part of it is asked for.
MOST_BYTES = 4096
_HIGHEST = 2**64 - 1
_OF_VARIABLES = (
    lldb.eValueTypeVariableGlobal,
    lldb.eValueTypeVariableStatic,
    lldb.eValueTypeVariableArgument,
    lldb.eValueTypeVariableLocal,
    lldb.eValueTypeVariableThreadLocal,
)


def encode(data):
    return base64.b64encode(data).decode("ascii")


def decode(text):
    return base64.b64decode(text)


def describe(session, value, place=None):
    """A value of LLDB for the wire. `place` says where to find it again when it is not in memory."""
    variable = value
    value, is_known = session.run_time_lengths.found(session.lost_types.found(value) or value)
    if not is_known:
        return {"type": session.types.opaque("array", 0, _UNKNOWN_LENGTH), "unavailable": _UNKNOWN_LENGTH}
    if left_out.is_left_out(value):
        return describe_left_out(session, value)
    return _with_function(session, value, _described(session, value, address_of(value), place, variable))


def describe_left_out(session, value):
    """A variable that is not in the program, or a part of one."""
    return {"type": type_of(session, value), "unavailable": left_out.WHY}


def describe_detached(session, value):
    """A value that lives nowhere: the result of a calculation, or what a function returned."""
    return _with_function(session, value, _described(session, value, None, None))


def _with_function(session, value, described):
    address = _function_address(value)
    return described if address is None else with_written(session, described, address)


def with_written(session, described, address):
    """A function, or a pointer to one, with where that was written."""
    if not 0 < address <= _HIGHEST:
        return described
    function = session.target.ResolveLoadAddress(address).GetFunction()
    written = frames.location_of(function.GetStartAddress().GetLineEntry()) if function.IsValid() else None
    return described if written is None else {**described, "written": written}


def _function_address(value):
    sb_type = value.GetType().GetCanonicalType()
    if sb_type.IsFunctionType():
        address = value.GetLoadAddress()
        return None if address == lldb.LLDB_INVALID_ADDRESS else address
    return value.GetValueAsUnsigned() if is_code_pointer(sb_type) else None


def address_in(session, data):
    """Where a pointer to code leads: one to a method has more behind that, and is odd where it has no address but a place in a table."""
    return int.from_bytes(data[: session.process.GetAddressByteSize()], "little")


def is_code_pointer(sb_type):
    canonical = sb_type.GetCanonicalType()
    return canonical.IsPointerType() and canonical.GetPointeeType().GetCanonicalType().IsFunctionType()


def _described(session, value, address, place, variable=None):
    type_id, size, why_not = _typed(session, value, variable)
    described = {"type": type_id}
    if address is not None:
        described["place"] = {"memory": hex(address)}
    elif place is not None:
        described["place"] = place
    if not session.formatters.type_names.is_unit(value.GetType()):
        why_not = why_unreadable(value) or why_not
    if why_not is not None:
        described["unavailable"] = IN_BITS if _is_in_bits(session, value, why_not) else why_not
        return described
    if size > MOST_BYTES and address is not None:
        described["deferred"] = True
        return described
    data, why = _bytes(session, value, address, size)
    if data is None:
        described["unavailable"] = why
        return described
    missing = [] if address is not None else missing_bytes(value, size, session.frame_facts)
    if missing and (not _has_parts(value.GetType()) or sum(length for _, length in missing) >= size):
        described["unavailable"] = OPTIMIZED_PART
        return described
    described["bytes"] = encode(data.ljust(size, b"\0") if missing else data)
    if missing:
        described["missing"] = [{"offset": offset, "size": length, "why": OPTIMIZED_PART} for offset, length in missing]
    return described


_UNKNOWN_LENGTH = "its length is not known to LLDB"
OPTIMIZED_PART = "optimized out: the compiler keeps it nowhere at this point"

IN_BITS = "optimized out: the compiler keeps single bits of it, which LLDB cannot read"
_READ_NOTHING = "read memory from 0x"


def _is_in_bits(session, value, why_not):
    is_read = why_not.startswith(_READ_NOTHING) and value.GetValueType() in _OF_VARIABLES
    return is_read and missing_pieces.is_in_bits(value, session.frame_facts)


def missing_bytes(value, size, facts=None):
    """[(offset, size)] of what nothing is kept of; to be asked of values in no memory."""
    return missing_pieces.of(value, size, facts) if value.GetValueType() in _OF_VARIABLES else []


def _has_parts(sb_type):
    kinds = lldb.eTypeClassStruct | lldb.eTypeClassClass | lldb.eTypeClassUnion | lldb.eTypeClassArray
    return bool(sb_type.GetCanonicalType().GetTypeClass() & kinds)


# What LLDB says of variables that an optimising compiler did not keep, and what that means.
_OPTIMIZED = {
    "variable not available": "the compiler keeps it nowhere at this point",
    "DW_OP_entry_value": "it is what the caller passed, which nothing keeps any more",
    "no location, value may have been optimized out": "the compiler keeps it nowhere",
}


# Of types that look alike in the debug information LLDB reads one and leaves out the others (`readings.py`).
_TYPELESS = "LLDB could not read its type, which looks like another one in the debug information"
# A type that is left out reads as void.
_UNTYPED = "could not get size of type"


_LOST_REGISTER = Pattern(r"register (\w+) is not available")


def why_unreadable(value):
    """None for a value that LLDB has."""
    error = None if value is None else value.GetError()
    return _reason(error.GetCString() or "LLDB gives no reason") if error is not None and error.Fail() else None


def _reason(text):
    register = _LOST_REGISTER.search(text)
    if register is not None:
        return f"optimized out: it was in {register[1]}, which a call may have changed since"
    if "Invalid type" in text:
        return _TYPELESS
    if _UNTYPED in text:
        return "the compiler of the program wrote no type for it into the debug information"
    for said, meaning in _OPTIMIZED.items():
        if said in text:
            return f"optimized out: {meaning}"
    return text


def address_of(value):
    """Where the value lies in the program's memory; None for one in a register, or one that LLDB itself holds.

    For a variable AddressOf() answers with what it answered at an earlier stop of the same activation, and GetLoadAddress()
    for one in a register with what the register holds, as if that were an address. The location is the name of the
    register then, and finding it out brings the value up to date.
    """
    if value.GetValueType() in _OF_VARIABLES:
        if not (value.GetLocation() or "").startswith("0x"):
            return None
        address = value.GetLoadAddress()
        return None if address in (0, lldb.LLDB_INVALID_ADDRESS) or left_out.is_left_out(value) else address
    pointer = value.AddressOf()
    if not pointer.IsValid() or pointer.GetError().Fail():
        return None
    return pointer.GetValueAsUnsigned() or None


def type_of(session, value):
    return _typed(session, value)[0]


def _typed(session, value, variable=None):
    """The type's id, its size, and why the value cannot be read by it. `variable`: what LLDB has where it has lost the type."""
    sb_type = value.GetType()
    session.formatters.type_names.hear(value)
    if not sb_type.IsValid():
        size = value.GetByteSize()
        return session.types.opaque("?", size, _TYPELESS), size, _TYPELESS
    if has_known_length(sb_type):
        return session.types.id_of(sb_type, session.declared_types.of(variable or value)), sb_type.GetByteSize(), None
    element = sb_type.GetArrayElementType()
    count = value.GetNumChildren()
    # A variable-length array has a length only where the program runs; its type alone tells none. LLDB finds it out for
    # one dimension written at the variable itself: of more it takes the last for the first, and of a typedef none.
    plain = sb_type.GetTypeClass() == lldb.eTypeClassArray and not element.IsArrayType()
    if plain and count > 0 and element.GetByteSize() > 0:
        return session.types.sized_array(sb_type, element, count), count * element.GetByteSize(), None
    return session.types.id_of(sb_type), 0, _UNKNOWN_LENGTH


def _bytes(session, value, address, size):
    error = lldb.SBError()
    if size == 0:
        return b"", None
    if address is not None:
        data = session.process.ReadMemory(address, size, error)
        if error.Success() and data is not None and len(data) == size:
            return data, None
        return None, error.GetCString() or f"memory at {address:#x} cannot be read"
    content = value.GetData()
    length = content.GetByteSize()
    if length == 0:
        return None, "LLDB holds no bytes for it"
    data = content.ReadRawData(error, 0, min(length, size) if size > 0 else length)
    if error.Fail() or data is None:
        return None, error.GetCString() or "LLDB holds no bytes for it"
    return data, None
