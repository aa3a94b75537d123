"""The processor's debug registers: how many a data breakpoint takes, how many are left, and what the last one left behind."""

import lldb


def described(address, size):
    return f"{size} byte{'' if size == 1 else 's'} at {address:#x}"


def needed(address, size, width):
    """How many LLDB takes: each watches a part of memory whose size is a power of two, and that begins at a multiple of it."""
    part = min(1 << (size - 1).bit_length(), width)
    if part < width and _parts(address, size, part * 2) == 1:
        part *= 2
    return _parts(address, size, part)


def _parts(address, size, part):
    return (address + size - 1) // part - address // part + 1


def lack(process, wanted, watched):
    """Why there is no room, as the end of a sentence; None where there is. Ranges are addresses with sizes."""
    width = process.GetAddressByteSize()
    error = lldb.SBError()
    count = process.GetNumSupportedHardwareWatchpoints(error)
    if error.Fail() or count == 0:
        # The server of a program elsewhere does not tell.
        return None
    takes = needed(*wanted, width)
    taken = sum(needed(*each, width) for each in watched)
    if taken + takes <= count:
        return None
    there_are = f"the processor has {count} watch registers of {width} bytes each, this needs {takes}"
    if not watched:
        return there_are
    which = "all are" if taken >= count else f"{taken} {'is' if taken == 1 else 'are'}"
    return f"{there_are}, and {which} taken ({', '.join(described(*each) for each in watched)})"


def forget_old_widths(process, wanted, watched):
    """
    Linux keeps the width of a register after it was given back, and takes the next address for one of that width: eight
    bytes were watched, so four bytes at an address that only four divide are refused. A single byte at an address that
    any width takes is accepted, and leaves its own width behind: so all that are free are used for one once.
    """
    target, width = process.GetTarget(), process.GetAddressByteSize()
    spare = wanted[0] - wanted[0] % width
    made = []
    for _ in range(process.GetNumSupportedHardwareWatchpoints(lldb.SBError())):
        # LLDB would drop a watchpoint that another one begins in.
        while any(start < spare + width and spare < start + length for start, length in watched):
            spare += width
        error = lldb.SBError()
        sb = target.WatchpointCreateByAddress(spare, 1, _options(), error)
        if error.Fail() or not sb.IsValid():
            break
        made.append(sb)
        spare += width
    for sb in made:
        target.DeleteWatchpoint(sb.GetID())


def _options():
    options = lldb.SBWatchpointOptions()
    options.SetWatchpointTypeWrite(lldb.eWatchpointWriteTypeAlways)
    return options
