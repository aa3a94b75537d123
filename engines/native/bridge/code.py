"""Machine code."""

import lldb

from . import frames, values

_LONGEST_INSTRUCTION = 16
_MOST_INSTRUCTIONS = 4096


def disassemble(session, address, offset, count):
    """Instructions counted from the one at an address, which may be asked for backwards too."""
    count = min(max(0, count), _MOST_INSTRUCTIONS)
    before = []
    if offset < 0:
        before = _before(session, address, min(-offset, _MOST_INSTRUCTIONS))[:count]
    found = before
    if len(found) < count:
        skip = max(0, offset)
        found = found + _read(session, address, skip + count - len(found))[skip:]
    return [_instruction(session, item) for item in found[:count]]


def _read(session, address, count):
    instructions = session.target.ReadInstructions(session.target.ResolveLoadAddress(address), count)
    return [instructions.GetInstructionAtIndex(index) for index in range(instructions.GetSize())]


def _before(session, address, count):
    """Instructions of varying length can only be read forwards: begin at a symbol that lies far enough before."""
    begin = _symbol_start(session, address)
    while begin is not None and address - begin < count * _LONGEST_INSTRUCTION:
        earlier = _symbol_start(session, begin - 1)
        if earlier is None or earlier >= begin:
            break
        begin = earlier
    if begin is None:
        return []
    found = [
        item
        for item in _read(session, begin, address - begin)
        if item.GetAddress().GetLoadAddress(session.target) < address
    ]
    return found[-count:]


def _symbol_start(session, address):
    resolved = session.target.ResolveLoadAddress(address)
    symbol = resolved.GetSymbol()
    if not symbol.IsValid():
        return None
    start = symbol.GetStartAddress().GetLoadAddress(session.target)
    return None if start == lldb.LLDB_INVALID_ADDRESS else start


def _instruction(session, item):
    target = session.target
    address = item.GetAddress()
    text = f"{item.GetMnemonic(target)} {item.GetOperands(target)}".strip()
    comment = item.GetComment(target)
    described = {
        "address": hex(address.GetLoadAddress(target)),
        "size": item.GetByteSize(),
        "text": f"{text} ; {comment}" if comment else text,
    }
    error = lldb.SBError()
    data = item.GetData(target).ReadRawData(error, 0, item.GetByteSize())
    if error.Success() and data is not None:
        described["bytes"] = values.encode(data)
    location = frames.location_of(address.GetLineEntry())
    if location is not None:
        described["location"] = location
    name = address.GetSymbol().GetName() if address.GetSymbol().IsValid() else None
    if name:
        described["symbol"] = name
    return described
