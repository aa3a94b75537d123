"""A runtime's list of tasks as it lies in memory: where each that does not run will go on, and what it waits for.

The memory is that of a program under a debugger: the list may be half written, overwritten, or have no end.
"""

import os
import struct
import time
from typing import NamedTuple, Optional

import lldb

_MOST = 100_000
_SECONDS = 1
_LONGEST_TEXT = 256
# Through LLDB every read is a message: what is side by side is read at once.
_BLOCK = 4096
# Numbers beyond are no count of tasks that somebody made.
_HIGHEST_ID = 1 << 30


class Task(NamedTuple):
    address: int
    id: int
    state: str  # "suspended", "ready" or "running"
    name: str
    # Where it goes on; pc 0 where that is not written yet, frame_pointer 0 before it has begun.
    pc: int
    frame_pointer: int
    stack_pointer: int
    file: Optional[str]
    line: int
    awaiting: Optional[str]
    waiter: int
    next_waiter: int
    waiting_on: int
    stack_low: int
    stack_high: int


class Reads:
    """Memory of one stop. To be used in a `with`."""

    def __init__(self, process, is_local):
        self._process = process
        self._file = _memory_file(process) if is_local else None
        self._blocks = {}
        self._texts = {}
        self.pointer_size = process.GetAddressByteSize()
        self.order = "little" if process.GetByteOrder() == lldb.eByteOrderLittle else "big"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._file is not None:
            os.close(self._file)

    def bytes(self, address, size):
        """None where not all of it can be read."""
        if self._file is not None:
            return self._read(address, size)
        start = address // _BLOCK * _BLOCK
        block = self._block(start)
        if block is not None and address + size <= start + _BLOCK:
            return block[address - start : address - start + size]
        return self._read(address, size)

    def number(self, address, size):
        data = self.bytes(address, size)
        return None if data is None else int.from_bytes(data, self.order)

    def text(self, address):
        """A text that ends with a zero; None where there is none. Cut where it has no end, or memory has one."""
        if address not in self._texts:
            self._texts[address] = self._read_text(address) if address != 0 else None
        return self._texts[address]

    def _read_text(self, address):
        data, size = b"", _LONGEST_TEXT
        while size > 0 and len(data) < _LONGEST_TEXT and 0 not in data:
            piece = self.bytes(address + len(data), size)
            if piece is None:
                # What can be read may end right behind it.
                size //= 4
            else:
                data += piece
        if not data:
            return None
        decoded = data.split(b"\0", 1)[0].decode("utf-8", "replace")
        return "".join(letter if letter.isprintable() else "\ufffd" for letter in decoded)

    def _block(self, start):
        if start not in self._blocks:
            self._blocks[start] = self._read(start, _BLOCK)
        return self._blocks[start]

    def _read(self, address, size):
        if address + size > 1 << 63:
            return None
        if self._file is not None:
            return self._read_file(address, size)
        error = lldb.SBError()
        data = self._process.ReadMemory(address, size, error)
        if error.Fail() or data is None or len(data) != size:
            # Core files leave out what is in the program's file. What LLDB finds there, it gives along with the error.
            target = self._process.GetTarget()
            data = target.ReadMemory(lldb.SBAddress(address, target), size, lldb.SBError())
        return data if data is not None and len(data) == size else None


    def _read_file(self, address, size):
        try:
            data = os.pread(self._file, size, address)
        except (OSError, OverflowError):
            return None
        return data if len(data) == size else None


def _memory_file(process):
    """Linux shows the memory of a process as a file, to those who may trace it: a hundred times as quick as asking."""
    try:
        return os.open(f"/proc/{process.GetProcessID()}/mem", os.O_RDONLY)
    except OSError:
        return None


class Layout:
    """How the fields of a task are taken from its bytes, all at once."""

    _NARROW = ("state", "line")

    def __init__(self, table, reads):
        self.table = table
        pointer = "Q" if reads.pointer_size == 8 else "I"
        order = "<" if reads.order == "little" else ">"
        self._fields = sorted(table["offsets"], key=lambda field: table["offsets"][field])
        code, at = order, 0
        for field in self._fields:
            offset = table["offsets"][field]
            kind = "I" if field in self._NARROW else "Q" if field == "id" else pointer
            code += f"{offset - at}x{kind}"
            at = offset + struct.calcsize(f"{order}{kind}")
        self._struct = struct.Struct(code)
        self.size = self._struct.size

    def fields(self, data):
        return dict(zip(self._fields, self._struct.unpack(data)))


def walk(reads, layout, head, known):
    """
    The tasks from this one on, and why the walk ended before the list did; None where it did not. `known` keeps what
    bytes meant, by address, from one walk to the next: most tasks have not moved.
    """
    found, ids, seen = [], set(), {}
    until = time.monotonic() + _SECONDS
    address, problem = head, None
    while address != 0 and problem is None:
        if len(seen) >= _MOST or time.monotonic() > until:
            problem = f"which has more than {len(seen)} entries"
            break
        data = reads.bytes(address, layout.size)
        if data is None:
            problem = f"which leads to {address:#x}, where nothing can be read"
            break
        entry = known.get(address)
        if entry is None or entry[0] != data:
            fields = layout.fields(data)
            entry = (data, fields["next"], _task(reads, layout.table, address, fields))
        seen[address] = entry
        _, following, task = entry
        if task is not None and task.id not in ids:
            ids.add(task.id)
            found.append(task)
        problem = "which goes round in a circle" if following in seen else None
        address = following
    known.clear()
    known.update(seen)
    return found, problem


def _task(reads, table, address, fields):
    """None for what is no task, or does not say what it does. 0 stands for what the runtime does not keep."""
    value = fields["state"]
    state = next((name for name, values in table["states"].items() if value in values), None)
    if state is None or not 0 < fields["id"] < _HIGHEST_ID:
        return None
    return Task(
        address=address,
        id=fields["id"],
        state=state,
        name=reads.text(fields.get("name", 0)) or "",
        pc=fields["pc"],
        frame_pointer=fields["framePointer"],
        stack_pointer=fields["stackPointer"],
        file=reads.text(fields.get("file", 0)) or None,
        line=fields.get("line", 0),
        awaiting=reads.text(fields.get("awaiting", 0)) or None,
        waiter=fields.get("waiter", 0),
        next_waiter=fields.get("nextWaiter", 0),
        waiting_on=fields.get("waitingOn", 0),
        stack_low=fields.get("stackLow", 0),
        stack_high=fields.get("stackHigh", 0),
    )
