"""Source files as the compiler wrote them down, and the places in them where code begins."""

import os

from . import frames


def compile_units(session):
    for module in session.target.module_iter():
        for index in range(module.GetNumCompileUnits()):
            yield module.GetCompileUnitAtIndex(index)


def as_compiled(session, path):
    """The spelling of this file in the debug information; a link or a relative folder may make it another."""
    wanted = os.path.realpath(path)
    name = os.path.basename(path)
    for unit in compile_units(session):
        for file in _files(unit):
            if file.GetFilename() == name and os.path.realpath(file.fullpath) == wanted:
                return file.fullpath
    return path


def is_compiled(session, path):
    wanted = os.path.realpath(path)
    return any(os.path.realpath(file.fullpath) == wanted for unit in _with_lines(session) for file in _files(unit))


def compiled_elsewhere(session, path):
    """The path of a file of the same name that was compiled in another folder; None where there is none."""
    name = os.path.basename(path)
    for unit in _with_lines(session):
        for file in _files(unit):
            if file.GetFilename() == name and file.fullpath and os.path.isabs(file.fullpath):
                return file.fullpath
    return None


def _with_lines(session):
    """LLDB makes units up from the names of files in a plain symbol table: those have no lines."""
    return (unit for unit in compile_units(session) if unit.GetNumLineEntries() > 0)


def _files(unit):
    yield unit.GetFileSpec()
    for index in range(unit.GetNumSupportFiles()):
        file = unit.GetSupportFileAtIndex(index)
        if file.IsValid() and file.GetFilename():
            yield file


def line_entries(session, path, first, last):
    """Entries of the line tables for some lines of a file."""
    wanted = os.path.realpath(path)
    for unit in compile_units(session):
        if not any(os.path.realpath(file.fullpath) == wanted for file in _files(unit)):
            continue
        for index in range(unit.GetNumLineEntries()):
            entry = unit.GetLineEntryAtIndex(index)
            if first <= entry.GetLine() <= last and os.path.realpath(entry.GetFileSpec().fullpath) == wanted:
                yield entry


def breakpoint_locations(session, path, first, last):
    found = {}
    for entry in line_entries(session, path, first, last):
        location = frames.location_of(entry)
        if location is not None:
            found[(location["line"], location.get("column", 0))] = {**location, "path": path}
    return [found[key] for key in sorted(found)]


def goto_targets(session, path, line, column):
    """Places of a line in the function where some thread is: anywhere else the stack would be wrong."""
    functions = []
    for thread in session.os_threads():
        function = thread.GetFrameAtIndex(0).GetFunction()
        if function.IsValid() and function not in functions:
            functions.append(function)
    found = {}
    for entry in line_entries(session, path, line, line):
        start = entry.GetStartAddress()
        if column is not None and entry.GetColumn() not in (0, column):
            continue
        if start.GetFunction() not in functions:
            continue
        location = frames.location_of(entry)
        if location is None:
            continue
        key = (start.GetFunction().GetName(), location.get("column", 0))
        address = start.GetLoadAddress(session.target)
        # One statement may be many entries; its first address is its beginning.
        if key not in found or address < int(found[key]["address"], 0):
            found[key] = {
                "address": hex(address),
                "location": {**location, "path": path},
                "label": f"{key[0]}, line {location['line']}",
            }
    # The place that a line begins at is where its code does, which need not be its first column.
    targets = sorted(found.values(), key=lambda target: int(target["address"], 0))
    for target in targets[1:]:
        target["label"] += f", column {target['location'].get('column', 0)}"
    return targets


def of_module(module):
    """The files that the units of a module were compiled from. Units that LLDB made up have no lines."""
    found = set()
    for unit in module.compile_unit_iter():
        if unit.GetNumLineEntries() > 0 and unit.GetFileSpec().fullpath:
            found.add(unit.GetFileSpec().fullpath)
    return sorted(found)
