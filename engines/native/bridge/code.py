"""Machine code."""

import lldb

from . import frames, values

_MOST_INSTRUCTIONS = 4096
# Further on nobody looks for anything, and reading all that lies between would take its time.
_MOST_SKIPPED = 1 << 14
# Instructions that are read at a time in search of one.
_READ_AHEAD = 256
# Between two functions, or two sections of code.
_LONGEST_GAP = 64
# Symbols may be large, or reach over a gap to the next one.
_FURTHEST = 1 << 18


def disassemble(session, address, offset, count):
    """Instructions counted from the one at an address, which may be asked for backwards too."""
    count = min(max(0, count), _MOST_INSTRUCTIONS)
    before = []
    if offset < 0:
        before = _before(session, address, min(-offset, _MOST_INSTRUCTIONS))[:count]
    found = before
    if len(found) < count:
        skip = max(0, offset)
        if skip > _MOST_SKIPPED:
            return []
        found = found + _read(session, address, skip + count - len(found))[skip:]
    return [_instruction(session, item) for item in found[:count]]


def _read(session, address, count):
    instructions = session.target.ReadInstructions(session.target.ResolveLoadAddress(address), count)
    return [instructions.GetInstructionAtIndex(index) for index in range(instructions.GetSize())]


def _before(session, address, count):
    """
    Instructions of varying length can only be read forwards: function by function, each from where it begins. What lies
    between two of them may be no instruction at all.
    """
    pieces, left, end = [], count, address
    while left > 0:
        begin, end = _piece_before(session, end)
        if begin is None:
            break
        piece = list(_walk(session, begin, end))[-left:]
        if not piece:
            break
        pieces.append(piece)
        left -= len(piece)
        end = begin
    return [item for piece in reversed(pieces) for item in piece]


def _piece_before(session, end):
    """(begin, end) of the code that ends here, or a little before; begin is None where nobody knows of any."""
    for gap in range(_LONGEST_GAP):
        last = end - gap - 1
        begin = _known_start(session, last) if last >= 0 else None
        symbol = _symbol_start(session, last) if begin is not None else None
        if symbol is not None and last - symbol < _FURTHEST:
            begin = symbol
        if begin is not None:
            return begin, last + 1
    return None, end


def _walk(session, begin, end):
    """Instructions from one on that begins here, up to another place; none where that is too far to be near."""
    if begin is None or end - begin > _FURTHEST:
        return
    while begin < end:
        wanted = min(_READ_AHEAD, end - begin)
        some = _read(session, begin, wanted)
        for item in some:
            start = item.GetAddress().GetLoadAddress(session.target)
            if start >= end:
                return
            yield item
            begin = start + item.GetByteSize()
        if len(some) < wanted:
            return


def _known_start(session, address):
    """A place not behind this one where an instruction surely begins: that of its line, or of its symbol."""
    entry = session.target.ResolveLoadAddress(address).GetLineEntry()
    begin = entry.GetStartAddress().GetLoadAddress(session.target) if entry.IsValid() else None
    return _symbol_start(session, address) if begin in (None, lldb.LLDB_INVALID_ADDRESS) else begin


def start_of_instruction(session, address):
    """Where the instruction begins that this byte of code belongs to; None where nobody knows where any begins."""
    begin = _known_start(session, address)
    last = None
    for item in _walk(session, begin, address):
        last = item
    if last is None:
        return begin if begin == address else None
    start = last.GetAddress().GetLoadAddress(session.target)
    end = start + last.GetByteSize()
    # What could not be read to the end tells nothing.
    return address if end == address else start if end > address else None


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
        described["symbol"] = frames.known_name(name, address.GetSymbol())
    return described
