"""Reading and writing by place: memory, a register of a frame, a variable that lives in no memory."""

import lldb

from .failure import Refused
from . import frames, memory, scopes, values


def read_places(session, wanted):
    return [read_place(session, item["place"], item["type"], item.get("whole", False)) for item in wanted]


def read_place(session, place, type_id, whole=False):
    if "memory" in place:
        return _read_memory_place(session, place, type_id, whole)
    try:
        value = find(session, place)
    except Refused as refused:
        return {"type": type_id, "place": place, "unavailable": refused.message}
    if "register" in place:
        return scopes.register_value(session, place["frame"], value)
    return values.describe(session, value, place)


def _read_memory_place(session, place, type_id, whole):
    address = int(place["memory"], 0)
    bits = place.get("bits")
    size = place.get("size", 0) if bits is None else (bits["offset"] + bits["size"] + 7) // 8
    described = {"type": type_id, "place": place}
    if size > (memory.MOST_AT_ONCE if whole else values.MOST_BYTES):
        return {**described, "deferred": True}
    data, why = memory.read_range(session, address, size)
    if why is not None:
        return {**described, "unavailable": why}
    return {**described, "bytes": values.encode(data)}


def find(session, place):
    """The SBValue of a register or slot place."""
    if "register" in place:
        frame = frames.find(session, place["frame"])
        value = frame.FindRegister(place["register"])
        if not value.IsValid() and scopes.is_not_saved(session, frame, place["register"]):
            raise Refused("unreadable", "program", scopes.NOT_SAVED)
        if not value.IsValid():
            raise Refused("not-found", "user", f"there is no register {place['register']}.")
        return value
    return scopes.find_slot(session, place["frame"], place["slot"])


def write(session, place, type_id, data):
    if "memory" in place:
        _write_memory(session, place, data)
    else:
        value = find(session, place)
        if "slot" in place:
            _need_register(session, place, value)
        _write_held(session, value, data)
    return read_place(session, place, type_id)


def _need_length(what, size, data):
    """More bytes than the place has would run over what lies behind it; fewer would leave a mixture."""
    if len(data) != size:
        raise Refused("bad-arguments", "user", f"{what} takes {_bytes_of(size)}, not {len(data)}.")


def _bytes_of(size):
    return "1 byte" if size == 1 else f"{size} bytes"


def _write_memory(session, place, data):
    address = int(place["memory"], 0)
    bits = place.get("bits")
    if bits is not None:
        data, address = _merge_bits(session, address, bits, data)
    else:
        _need_length(f"the value at {address:#x}", place["size"], data)
    error = lldb.SBError()
    session.memory_changed()
    written = session.process.WriteMemory(address, data, error)
    if error.Fail() or written != len(data):
        raise Refused("unreadable", "user", f"memory at {address:#x} cannot be written: {error.GetCString()}.")


def _merge_bits(session, address, bits, data):
    """Bytes with only the bits of one bit field replaced, and where they begin."""
    offset, size = bits["offset"], bits["size"]
    _need_length(f"a bit field of {size} bits", (size + 7) // 8, data)
    address += offset // 8
    offset %= 8
    length = (offset + size + 7) // 8
    error = lldb.SBError()
    before = session.process.ReadMemory(address, length, error)
    if error.Fail():
        raise Refused("unreadable", "user", f"memory at {address:#x} cannot be read: {error.GetCString()}.")
    order = "little" if session.process.GetByteOrder() == lldb.eByteOrderLittle else "big"
    wanted = int.from_bytes(data, order)
    if wanted >> size:
        raise Refused("bad-arguments", "user", f"{wanted} does not fit into {size} bits.")
    shift = offset if order == "little" else length * 8 - offset - size
    mask = ((1 << size) - 1) << shift
    merged = (int.from_bytes(before, order) & ~mask) | (wanted << shift)
    return merged.to_bytes(length, order), address


def _need_register(session, place, value):
    """LLDB reports success for what it calculates or has put together itself, and changes nothing."""
    if value.GetError().Fail():
        raise Refused("read-only", "user", f"{value.GetName()} cannot be changed: {value.GetError().GetCString()}.")
    where = value.GetLocation() or ""
    if not frames.find(session, place["frame"]).FindRegister(where).IsValid():
        raise Refused(
            "read-only", "user", f"{value.GetName()} cannot be changed: the compiler keeps it in no one place here."
        )


def _write_held(session, value, data):
    _need_length(value.GetName(), value.GetByteSize(), data)
    content = lldb.SBData()
    error = lldb.SBError()
    process = session.process
    content.SetData(error, data, process.GetByteOrder(), process.GetAddressByteSize())
    if error.Success():
        value.SetData(content, error)
    if error.Fail():
        raise Refused("unreadable", "user", f"{value.GetName()} cannot be written: {error.GetCString()}.")


def slot_named(session, frame_name, name):
    """Where to find a variable again that lives in no memory; None when the text is not simply its name."""
    for value in scopes.block_variables(frames.find(session, frame_name)):
        if value.GetName() == name:
            return scopes.slot_place(frame_name, value)
    return None
