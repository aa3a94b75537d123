"""The registers of tasks that do not run: the three that a stack can be unwound from. All others are not known."""

import struct

# By the first part of a triple: name, number in DWARF, meaning.
_REGISTERS = {
    "x86_64": (("rip", 16, "pc"), ("rsp", 7, "sp"), ("rbp", 6, "fp")),
    "aarch64": (("pc", 32, "pc"), ("sp", 31, "sp"), ("fp", 29, "fp")),
    "arm64": (("pc", 32, "pc"), ("sp", 31, "sp"), ("fp", 29, "fp")),
}

# One session per process: what LLDB asks for by the number of a thread.
_of_thread = {}


def are_known(target):
    return _machine(target) in _REGISTERS


def _machine(target):
    return (target.GetTriple() or "").split("-", 1)[0]


def layout(process):
    """As LLDB wants it told. None where the machine is not known."""
    registers = _REGISTERS.get(_machine(process.GetTarget()))
    if registers is None:
        return None
    return {
        "sets": ["General Purpose Registers"],
        "registers": [
            {
                "name": name,
                "bitsize": 64,
                "offset": 8 * index,
                "encoding": "uint",
                "format": "hex",
                "set": 0,
                "gcc": number,
                "dwarf": number,
                "generic": meaning,
            }
            for index, (name, number, meaning) in enumerate(registers)
        ],
    }


def note(tid, pc, stack_pointer, frame_pointer):
    _of_thread[tid] = struct.pack("<QQQ", pc, stack_pointer, frame_pointer)


def of(tid):
    return _of_thread.get(tid)


def forget():
    _of_thread.clear()
