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
        value = frames.find(session, place["frame"]).FindRegister(place["register"])
        if not value.IsValid():
            raise Refused("not-found", "user", f"there is no register {place['register']}.")
        return value
    return scopes.find_slot(session, place["frame"], place["slot"])


def write(session, place, type_id, data):
    if "memory" in place:
        _write_memory(session, place, data)
    else:
        _write_held(session, find(session, place), data)
    return read_place(session, place, type_id)


def _write_memory(session, place, data):
    address = int(place["memory"], 0)
    bits = place.get("bits")
    if bits is not None:
        data, address = _merge_bits(session, address, bits, data)
    error = lldb.SBError()
    written = session.process.WriteMemory(address, data, error)
    if error.Fail() or written != len(data):
        raise Refused("unreadable", "user", f"memory at {address:#x} cannot be written: {error.GetCString()}.")


def _merge_bits(session, address, bits, data):
    """Bytes with only the bits of one bit field replaced, and where they begin."""
    offset, size = bits["offset"], bits["size"]
    address += offset // 8
    shift = offset % 8
    length = (shift + size + 7) // 8
    error = lldb.SBError()
    before = session.process.ReadMemory(address, length, error)
    if error.Fail():
        raise Refused("unreadable", "user", f"memory at {address:#x} cannot be read: {error.GetCString()}.")
    order = "little" if session.process.GetByteOrder() == lldb.eByteOrderLittle else "big"
    mask = ((1 << size) - 1) << shift
    merged = int.from_bytes(before, order) & ~mask
    merged |= (int.from_bytes(data, order) << shift) & mask
    return merged.to_bytes(length, order), address


def _write_held(session, value, data):
    if len(data) != value.GetByteSize():
        raise Refused(
            "bad-arguments", "user", f"{value.GetName()} holds {value.GetByteSize()} bytes, not {len(data)}."
        )
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
