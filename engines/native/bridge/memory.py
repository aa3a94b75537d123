"""Reading many ranges of memory in one message, and writing."""

import lldb

from .failure import Refused
from . import hold, values

_PAGE = 4096
_END = 1 << 64
# One answer must fit in a frame of the channel with room to spare.
MOST_AT_ONCE = 64 * 1024 * 1024


def read(session, ranges):
    left = MOST_AT_ONCE
    answers = []
    for wanted in ranges:
        address, size = int(wanted["address"], 0), wanted["size"]
        data, why = read_range(session, address, min(size, left))
        left -= len(data)
        if why is None and len(data) < size:
            why = f"no more than {MOST_AT_ONCE} bytes are read at once"
        answer = {"bytes": values.encode(data)}
        if why is not None:
            answer["why"] = why
        answers.append(answer)
    return answers


def read_range(session, address, size):
    """Bytes up to the first that cannot be read, and why when that is before the end."""
    if size <= 0:
        return b"", None
    session.global_looks.note_read(address, size)
    error = lldb.SBError()
    data = session.process.ReadMemory(address, size, error)
    if error.Success() and data is not None and len(data) == size:
        return data, None
    # LLDB gives up on the whole when a part is not mapped: go page by page up to the hole.
    parts = []
    position, end = address, min(address + size, _END)
    while position < end:
        step = min(end, (position // _PAGE + 1) * _PAGE) - position
        error = lldb.SBError()
        data = session.process.ReadMemory(position, step, error)
        if error.Fail() or not data:
            data = _from_file(session, position, step)
        if not data:
            return b"".join(parts), f"nothing readable is mapped at {position:#x}"
        parts.append(data)
        position += len(data)
    return b"".join(parts), None if end == address + size else "the address space ends there"


def _from_file(session, address, size):
    """A core file leaves out pages that are in the files of the program as well: texts that it was written with."""
    if session.hold != hold.CORE:
        return b""
    place = session.target.ResolveLoadAddress(address)
    section = place.GetSection()
    if not section.IsValid():
        return b""
    offset = address - section.GetLoadAddress(session.target)
    left = min(size, section.GetFileByteSize() - offset)
    if left <= 0:
        return b""
    error = lldb.SBError()
    data = section.GetSectionData(offset, left).ReadRawData(error, 0, left)
    return data if error.Success() and data else b""


def write(session, address, data):
    if not data:
        return 0
    error = lldb.SBError()
    session.memory_changed()
    written = session.process.WriteMemory(address, data, error)
    if error.Fail():
        raise Refused("unreadable", "user", f"memory at {address:#x} cannot be written: {error.GetCString()}.")
    return written
