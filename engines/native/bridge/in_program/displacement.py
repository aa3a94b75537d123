"""Which instructions a jump of ours may take the place of, and the same instructions for another place.

Moved are whole instructions, and only where nothing can jump between them: a branch into the middle would land in the
middle of our jump.
"""

import re
import struct
from typing import NamedTuple

from . import program_memory
from .generator import NotInProgram
from .jump_tables import JumpTables

JUMP_SIZE = 5
# Bytes that change the instruction behind them, such as the one that locks the bus; LLDB lists some as instructions of their own.
_PREFIXES = frozenset(b"\xf0\xf2\xf3\x66\x67\x2e\x36\x3e\x26\x64\x65")
_MOST_INSTRUCTIONS = 8


class Moved(NamedTuple):
    """An instruction in its old and its new place."""

    old: int
    new: int


class Displaced(NamedTuple):
    start: int
    size: int
    instructions: list


def displaced(session, address):
    """The instructions from this address on that make room for a jump."""
    function = session.target.ResolveLoadAddress(address).GetFunction()
    if not function.IsValid():
        raise NotInProgram("nothing is known about the function it is in")
    taken, size, is_begun = [], 0, False
    for instruction in session.target.ReadInstructions(session.target.ResolveLoadAddress(address), _MOST_INSTRUCTIONS):
        if size >= JUMP_SIZE and not is_begun:
            break
        taken.append(instruction)
        is_begun = _is_prefix(session, address + size, instruction.GetByteSize())
        size += instruction.GetByteSize()
        if instruction.DoesBranch():
            break
    if size < JUMP_SIZE or is_begun:
        raise NotInProgram("there is no room for a jump in the code of its line")
    start = function.GetStartAddress().GetLoadAddress(session.target)
    end = function.GetEndAddress().GetLoadAddress(session.target)
    if not start <= address or address + size > end:
        raise NotInProgram("there is no room for a jump in the code of its line")
    if len(taken) > 1:
        _refuse_entries(session, function, address, size)
    return Displaced(address, size, taken)


def _is_prefix(session, address, size):
    return _PREFIXES.issuperset(program_memory.read(session, address, size))


def _refuse_entries(session, function, address, size):
    tables = JumpTables(session, function)
    for instruction in function.GetInstructions(session.target):
        if not instruction.DoesBranch():
            continue
        mnemonic = instruction.GetMnemonic(session.target)
        operands = instruction.GetOperands(session.target)
        if mnemonic.startswith(("call", "ret")):
            continue
        if re.fullmatch(r"0x[0-9a-f]+", operands):
            places = {int(operands, 16)}
        else:
            places = tables.targets(instruction.GetAddress().GetLoadAddress(session.target))
        if places is None:
            raise NotInProgram("its function jumps to calculated places")
        if any(address < place < address + size for place in places):
            raise NotInProgram("the program jumps into the middle of the code of its line")


def rewritten(session, code, taken):
    """Writes the instructions to their new place; answers with where each of them went."""
    moved = []
    for instruction in taken.instructions:
        old = instruction.GetAddress().GetLoadAddress(session.target)
        moved.append(Moved(old, code.here))
        _rewrite(session, code, instruction, old)
    moved.append(Moved(taken.start + taken.size, code.here))
    code.jump_to(taken.start + taken.size)
    return moved


def _rewrite(session, code, instruction, old):
    size = instruction.GetByteSize()
    data = program_memory.read(session, old, size)
    operands = instruction.GetOperands(session.target)
    after = old + size
    if instruction.DoesBranch():
        return _rewrite_branch(code, data, instruction.GetMnemonic(session.target), after)
    if "%rip" in operands or "[rip" in operands:
        data = _relocated(data, operands, after, code.here + size)
    return code.raw(data)


def _rewrite_branch(code, data, mnemonic, after):
    if data[0] == 0xE8 and len(data) == 5:
        # A call whose return address is the old one, so that the callee sees its caller where it always was.
        target = after + struct.unpack("<i", data[1:])[0]
        high, low = after >> 32, after & 0xFFFFFFFF
        code.raw(b"\x68", struct.pack("<I", low), b"\xc7\x44\x24\x04", struct.pack("<I", high))
        return code.jump_to(target)
    if data[0] == 0xEB and len(data) == 2:
        return code.jump_to(after + struct.unpack("<b", data[1:])[0])
    if data[0] == 0xE9 and len(data) == 5:
        return code.jump_to(after + struct.unpack("<i", data[1:])[0])
    if data[0] == 0xC3 and len(data) == 1:
        return code.raw(data)
    if 0x70 <= data[0] <= 0x7F and len(data) == 2:
        return _conditional(code, data[0] + 0x10, after + struct.unpack("<b", data[1:])[0])
    if data[0] == 0x0F and 0x80 <= data[1] <= 0x8F and len(data) == 6:
        return _conditional(code, data[1], after + struct.unpack("<i", data[2:])[0])
    raise NotInProgram(f"its line begins with an instruction that cannot be moved ({mnemonic})")


def _conditional(code, condition, target):
    code.raw(b"\x0f", condition, struct.pack("<i", target - (code.here + 6)))


def _relocated(data, operands, after, new_after):
    """The same with its distance to the data adjusted. The distance is where its number stands, and nowhere else."""
    found = re.search(r"(-?0x[0-9a-f]+|-?\d+)?\(%rip\)", operands)
    if found is None:
        raise NotInProgram("its line begins with an instruction that cannot be moved")
    distance = int(found.group(1) or "0", 0)
    places = [at for at in range(1, len(data) - 3) if struct.unpack_from("<i", data, at)[0] == distance]
    # Behind it there may be a number of one, two or four bytes, and nothing else.
    places = [at for at in places if len(data) - at - 4 in (0, 1, 2, 4)]
    if len(places) != 1:
        raise NotInProgram("its line begins with an instruction that cannot be moved")
    adjusted = distance + after - new_after
    if not -(1 << 31) <= adjusted < 1 << 31:
        raise NotInProgram("its data is too far away")
    at = places[0]
    return data[:at] + struct.pack("<i", adjusted) + data[at + 4 :]
