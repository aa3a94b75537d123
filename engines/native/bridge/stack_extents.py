"""What threads hold outside of variables, for who looks for pointers: registers, and where their stacks lie."""

import lldb

# Below the stack pointer, where the calling convention lets a function without calls keep values.
_RED_ZONE = 128


def extents(session):
    found = []
    for thread in session.process.threads:
        frame = thread.GetFrameAtIndex(0)
        if not frame.IsValid():
            continue
        low = frame.GetSP() - _RED_ZONE
        info = lldb.SBMemoryRegionInfo()
        if session.process.GetMemoryRegionInfo(frame.GetSP(), info).Fail():
            continue
        found.append(
            {
                "thread": thread.GetName() or f"thread {thread.GetIndexID()}",
                "low": hex(max(low, info.GetRegionBase())),
                "high": hex(info.GetRegionEnd()),
                "registers": _registers(frame),
            }
        )
    return found


def _registers(frame):
    groups = frame.GetRegisters()
    general = groups.GetValueAtIndex(0) if groups.GetSize() > 0 else None
    if general is None:
        return []
    return [
        {"name": value.GetName(), "value": hex(value.GetValueAsUnsigned())}
        for value in general
        if value.GetByteSize() == 8
    ]


def places_at(session, addresses):
    """The data symbol that each address lies in, by name and distance; None where there is none."""
    return [_place_at(session, int(address, 0)) for address in addresses]


def _place_at(session, address):
    resolved = session.target.ResolveLoadAddress(address)
    symbol = resolved.GetSymbol()
    if not symbol.IsValid() or symbol.GetType() == lldb.eSymbolTypeCode or not symbol.GetName():
        return None
    start = symbol.GetStartAddress().GetLoadAddress(session.target)
    return {"name": symbol.GetName(), "offset": address - start} if start <= address else None
