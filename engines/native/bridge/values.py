"""Values as type, place and bytes. Nothing is formatted here and no child is made: the reader of the bytes does that."""

import base64

import lldb

# What is pushed at once; anything longer stays in the program's memory until a part of it is asked for.
MOST_BYTES = 4096


def encode(data):
    return base64.b64encode(data).decode("ascii")


def decode(text):
    return base64.b64decode(text)


def describe(session, value, place=None, located=True):
    """A value of LLDB for the wire. `place` says where to find it again when it is not in memory.

    `located` is false for what a function returned: LLDB then gives the value itself for its address.
    """
    type_id, size = type_of(session, value)
    address = address_of(value) if located else None
    described = {"type": type_id}
    if address is not None:
        described["place"] = {"memory": hex(address)}
    elif place is not None:
        described["place"] = place
    error = value.GetError()
    if error.Fail():
        described["unavailable"] = error.GetCString() or "LLDB gives no reason"
        return described
    if size > MOST_BYTES and address is not None:
        described["deferred"] = True
        return described
    data, why = _bytes(session, value, address, size)
    if data is None:
        described["unavailable"] = why
    else:
        described["bytes"] = encode(data)
    return described


def address_of(value):
    """Where the value lies in the program's memory; None for one in a register, or one that LLDB itself holds."""
    address = value.GetLoadAddress()
    return None if address in (0, lldb.LLDB_INVALID_ADDRESS) else address


def type_of(session, value):
    sb_type = value.GetType()
    if not sb_type.IsValid():
        size = value.GetByteSize()
        return session.types.opaque("?", size, "LLDB knows no type for it"), size
    size = sb_type.GetByteSize()
    if sb_type.IsArrayType():
        element = sb_type.GetArrayElementType()
        stride = element.GetByteSize()
        count = value.GetNumChildren()
        # A variable-length array has a length only where the program runs; its type alone tells none.
        if stride > 0 and count > 0 and size != count * stride:
            return session.types.sized_array(sb_type, element, count), count * stride
    return session.types.id_of(sb_type), size


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
