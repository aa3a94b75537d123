"""The processor's debug registers: how many a data breakpoint takes, how many are left, and what the last one left behind."""

import lldb

# Of the processors that there is more than one width for.
_WIDEST = 8


def described(address, size):
    return f"{size} byte{'' if size == 1 else 's'} at {address:#x}"


def parts(process, wanted, taken):
    """
    The ranges to ask LLDB for. It would watch more than is wanted where one register cannot watch just that, and stop for
    what lies beside it: as many as watch exactly that are asked for, if so many are left. Ranges are addresses with sizes.
    """
    if process is None or not process.is_alive:
        return [wanted]
    width, count = process.GetAddressByteSize(), _count(process)
    exact = list(_exact(*wanted, width))
    left = count - sum(needed(*each, width) for each in taken)
    return exact if count == 0 or len(exact) <= left else [wanted]


def _exact(address, size, width):
    """Each begins at a multiple of its size, which is a power of two."""
    end = address + size
    while address < end:
        part = width
        while address % part != 0 or address + part > end:
            part //= 2
        yield address, part
        address += part


def covered(address, size, ranges):
    """What is really watched for LLDB's `ranges`, where that is more than is wanted; else None."""
    low, high = address, address + size
    for start, length in ranges:
        part = _part(start, length, _WIDEST)
        low, high = min(low, start - start % part), max(high, -(-(start + length) // part) * part)
    return None if (low, high) == (address, address + size) else (low, high - low)


def needed(address, size, width):
    """How many LLDB takes: each watches a part of memory whose size is a power of two, and that begins at a multiple of it."""
    return _parts(address, size, _part(address, size, width))


def _part(address, size, width):
    part = min(1 << (size - 1).bit_length(), width)
    crosses = part < width and _parts(address, size, part) > 1
    return part * 2 if crosses and _parts(address, size, part * 2) == 1 else part


def _parts(address, size, part):
    return (address + size - 1) // part - address // part + 1


def _count(process):
    """0 where the server of a program elsewhere does not tell."""
    error = lldb.SBError()
    count = process.GetNumSupportedHardwareWatchpoints(error)
    return 0 if error.Fail() else count


def lack(process, wanted, watched, ranges):
    """
    Why there is no room, as the end of a sentence; None where there is. `watched` is what data breakpoints are for, `ranges`
    what LLDB was asked to watch for them.
    """
    width, count = process.GetAddressByteSize(), _count(process)
    if count == 0:
        return None
    takes = needed(*wanted, width)
    taken = sum(needed(*each, width) for each in ranges)
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
