"""What a program keeps nowhere of a variable that its compiler took apart.

LLDB puts the pieces together and fills the gaps with zeros, as if the program held those. Its listing of the debug
information tells them apart.
"""

import lldb

from .first_use import Pattern

# Of a variable in LLDB's listing: its name, where its pieces are, and the line that declares it.
_VARIABLE = Pattern(r'name = "(?P<name>[^"]*)".*?location = (?P<location>.*), decl = .*?:(?P<line>\d+)(?::\d+)?\s*$')
_RANGE = Pattern(r"^\[.*?\) -> ")
_PIECE = Pattern(r"DW_OP_piece (0x[0-9a-f]+|\d+)")


def of(value, size, facts=None):
    """
    [(offset, size)] of the gaps, of a variable in no memory. Where there are two of the same name in the same line,
    nothing is known. `facts`: where to keep what was found out.
    """
    frame = value.GetFrame()
    # LLDB says where it has itself what it has put together.
    if size <= 0 or not frame.IsValid() or not (value.GetLocation() or "").startswith("0x"):
        return []
    found = _locations(value, frame, facts)
    return _gaps(next(iter(found)), size) if len(found) == 1 else []


def is_in_bits(value, facts=None):
    """Whether a variable is kept bit by bit: LLDB takes such a value for an address, and reads that."""
    frame = value.GetFrame()
    return frame.IsValid() and any("DW_OP_bit_piece" in location for location in _locations(value, frame, facts))


def _locations(value, frame, facts):
    address = _address(frame)
    listed = _listed(frame, address) if facts is None else facts.find(("pieces", address), lambda: _listed(frame, address))
    return listed.get((value.GetName(), value.GetDeclaration().GetLine()), set())


def _address(frame):
    """Where LLDB looks a frame's variables up: of a caller inside of the call, which the return address is behind."""
    top = frame.GetThread().GetFrameAtIndex(0).GetPC()
    return frame.GetPC() if frame.GetPC() == top else frame.GetPC() - 1


def _listed(frame, address):
    answer = lldb.SBCommandReturnObject()
    debugger = frame.GetThread().GetProcess().GetTarget().GetDebugger()
    command = f"target modules lookup --verbose --address {address:#x}"
    debugger.GetCommandInterpreter().HandleCommand(command, lldb.SBExecutionContext(frame), answer, False)
    found = {}
    for line in (answer.GetOutput() or "").splitlines():
        match = _VARIABLE.search(line) if line.lstrip().startswith("Variable:") else None
        if match:
            location = _RANGE.sub("", match["location"])
            found.setdefault((match["name"], int(match["line"])), set()).add(location)
    return found


def _gaps(location, size):
    """A piece stands behind what tells where it is; one that stands alone is nowhere."""
    gaps, offset, is_somewhere = [], 0, False
    for operation in location.split(", "):
        piece = _PIECE.fullmatch(operation.strip())
        if piece is None:
            is_somewhere = True
            continue
        length = int(piece[1], 0)
        if not is_somewhere:
            gaps.append((offset, length))
        offset, is_somewhere = offset + length, False
    if 0 < offset < size:
        gaps.append((offset, size - offset))
    return gaps
