"""What the program's memory is made of: the regions that are mapped, with what each is for."""

import lldb

# More than a person can tell apart; what a program maps beyond that is left out.
MOST = 5_000


def regions(session):
    listed = session.process.GetMemoryRegions()
    stacks = _stack_pointers(session)
    found = []
    info = lldb.SBMemoryRegionInfo()
    for index in range(listed.GetSize()):
        if len(found) == MOST or not listed.GetMemoryRegionAtIndex(index, info):
            break
        # A core file has the holes between its regions too.
        if info.IsMapped() and info.GetRegionEnd() > info.GetRegionBase():
            found.append(_describe(session, info, stacks))
    return found


def _describe(session, info, stacks):
    start, end = info.GetRegionBase(), info.GetRegionEnd()
    module = _module_at(session, start)
    name = info.GetName() or module
    answer = {
        "start": hex(start),
        # The very last region ends where numbers do.
        "size": end - start,
        "kind": _kind(info, name, module, any(start <= pointer < end for pointer in stacks)),
        "permissions": _permissions(info),
    }
    if name:
        answer["name"] = name
    return answer


def _kind(info, name, module, holds_stack):
    if holds_stack or (name or "").startswith("[stack"):
        return "stack"
    if name == "[heap]":
        return "heap"
    if not (info.IsReadable() or info.IsWritable() or info.IsExecutable()):
        # Nothing can be there: a gap that catches whoever runs into it.
        return "other"
    if info.IsExecutable():
        return "code"
    if module is not None:
        return "data"
    return "other" if (name or "").startswith("[v") else "mapped"


def _permissions(info):
    return "".join(
        (
            "r" if info.IsReadable() else "-",
            "w" if info.IsWritable() else "-",
            "x" if info.IsExecutable() else "-",
        )
    )


def _module_at(session, address):
    """The file whose section begins or goes on there; anonymous memory behind a file's data belongs to it."""
    module = session.target.ResolveLoadAddress(address).GetModule()
    return str(module.GetFileSpec()) if module.IsValid() else None


def _stack_pointers(session):
    frames = [thread.GetFrameAtIndex(0) for thread in session.process.threads]
    return [frame.GetSP() for frame in frames if frame.IsValid()]
