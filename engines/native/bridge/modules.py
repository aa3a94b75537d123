"""The files whose code is in the program: its executable, its libraries."""

import lldb

from . import frames


class Modules:
    """What was told of them. LLDB speaks of some twice, and of those that came with the launch to nobody."""

    def __init__(self, session):
        self._session = session
        self._told = {}

    def all(self):
        return [_describe(self._session, item) for item in self._session.target.module_iter()]

    def tell_all(self):
        for item in self._session.target.module_iter():
            self._tell_present(item)

    def changed(self, item):
        """
        LLDB has something to say of it. What it says may be long over, as after a program became another one: what
        counts is whether the module is there now.
        """
        present = self._session.target.FindModule(item.GetFileSpec())
        if present.IsValid():
            self._tell_present(present)
            return
        told = self._told.pop(frames.module_id(item), None)
        if told is not None:
            self._tell(told, "removed")

    def _tell_present(self, item):
        described = _describe(self._session, item)
        before = self._told.get(described["id"])
        if described != before:
            self._told[described["id"]] = described
            self._tell(described, "new" if before is None else "changed")

    def _tell(self, described, change):
        self._session.announce({"event": "module", "module": described, "change": change})


def _describe(session, item):
    described = {"id": frames.module_id(item), "name": item.GetFileSpec().GetFilename() or "?"}
    if item.GetFileSpec().fullpath:
        described["path"] = item.GetFileSpec().fullpath
    # Counting the units is not enough: LLDB makes some up from the names of files in a plain symbol table.
    has_symbols = any(unit.GetNumLineEntries() > 0 for unit in item.compile_unit_iter())
    described["symbols"] = "Symbols loaded." if has_symbols else "No debug information."
    symbol_file = item.GetSymbolFileSpec().fullpath
    if has_symbols and symbol_file:
        described["symbolFile"] = symbol_file
    bounds = _bounds(session, item)
    if bounds is not None:
        described["range"] = bounds
    described["isUserCode"] = has_symbols
    return described


def _bounds(session, item):
    ranges = []
    for section in item.section_iter():
        start = section.GetLoadAddress(session.target)
        if start != lldb.LLDB_INVALID_ADDRESS and section.GetByteSize() > 0:
            ranges.append((start, start + section.GetByteSize()))
    if not ranges:
        return None
    return {"start": hex(min(r[0] for r in ranges)), "end": hex(max(r[1] for r in ranges))}
