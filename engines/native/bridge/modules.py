"""The files whose code is in the program: its executable, its libraries."""

import os

import lldb

from . import advice, frames, source_checksums, source_files


# Symbols that only name what another module has.
_ELSEWHERE = {lldb.eSymbolTypeUndefined, lldb.eSymbolTypeTrampoline, lldb.eSymbolTypeReExported}


class Modules:
    """What was told of them. LLDB speaks of some twice, and of those that came with the launch to nobody."""

    def __init__(self, session):
        self._session = session
        # Counts what came and went, so that others know how long what they found out is true.
        self.generation = 0
        self._told = {}
        # By id of the module: path to what is told of the source.
        self._sources = {}
        self._told_sources = {}
        # By name, as of a generation.
        self._addresses = {}
        self._addresses_of = -1

    def all(self):
        return [_describe(self._session, item) for item in self._session.target.module_iter()]

    def defines(self, module_id, names):
        """Which of these names the module has symbols for."""
        for item in self._session.target.module_iter():
            if frames.module_id(item) == module_id:
                return [item.FindSymbol(name).IsValid() for name in names]
        return [False for _ in names]

    def addresses(self, names):
        """Where symbols are, those of single files too; none for one that no module has."""
        if self._addresses_of != self.generation:
            self._addresses, self._addresses_of = {}, self.generation
        return [self._address(name) for name in names]

    def lacks(self, name):
        """No module has it, not even one that is still to be loaded."""
        return self.addresses([name])[0] is None and name in self._addresses

    def use_any(self, names):
        """Whether a module uses one of these functions of another one, or the program was built with it inside."""
        program = frames.module_id(self._session.target.FindModule(self._session.target.GetExecutable()))
        found = (context for name in names for context in self._session.target.FindSymbols(name))
        return any(
            context.GetSymbol().GetType() in _ELSEWHERE or frames.module_id(context.GetModule()) == program for context in found
        )

    def _address(self, name):
        if name in self._addresses:
            return self._addresses[name]
        found = [context.GetSymbol() for context in self._session.target.FindSymbols(name)]
        places = [symbol.GetStartAddress() for symbol in found if symbol.GetType() not in _ELSEWHERE]
        loads = [place.GetLoadAddress(self._session.target) for place in places if place.IsValid()]
        loaded = [hex(load) for load in loads if load != lldb.LLDB_INVALID_ADDRESS]
        address = loaded[0] if loaded else None
        # A module that is not loaded yet will be, and nothing is said of that.
        if address is not None or not places:
            self._addresses[name] = address
        return address

    def tell_all(self):
        for item in self._session.target.module_iter():
            self._tell_present(item)

    def changed(self, item):
        """
        LLDB has something to say of it. What it says may be long over, as after a program became another one: what
        counts is whether the module is there now.
        """
        self.generation += 1
        present = self._session.target.FindModule(item.GetFileSpec())
        if present.IsValid():
            self._tell_present(present)
            return
        told = self._told.pop(frames.module_id(item), None)
        if told is not None:
            self._tell(told, "removed")
            self._sources.pop(told["id"], None)
            for source in self._told_sources.pop(told["id"], {}).values():
                self._tell_source(source, "removed")

    def _tell_present(self, item):
        described = _describe(self._session, item)
        before = self._told.get(described["id"])
        if described != before:
            self._told[described["id"]] = described
            self._tell(described, "new" if before is None else "changed")
            self._tell_sources(described["id"], item)

    def sources(self):
        """All that is told of the sources of the program, each once."""
        found = {}
        for item in self._session.target.module_iter():
            found.update(self._sources_of(frames.module_id(item), item))
        return [found[path] for path in sorted(found)]

    def is_outdated(self, path):
        """Where the compiler wrote no checksum, by the times of the files."""
        return any(sources.get(path, {}).get("outdated", False) for sources in self._sources.values())

    def _tell_sources(self, module_id, item):
        told = self._told_sources.setdefault(module_id, {})
        for path, source in self._sources_of(module_id, item).items():
            if path not in told:
                told[path] = source
                self._tell_source(source, "new")

    def _sources_of(self, module_id, item):
        """A module keeps its sources; only one that had none yet may have been given some by its symbols."""
        if not self._sources.get(module_id):
            self._sources[module_id] = _describe_sources(item)
        return self._sources[module_id]

    def _tell_source(self, source, change):
        self._session.announce({"event": "source", "source": source, "change": change})

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
    extra = {"debugInfoBytes": _debug_info_bytes(item)}
    if item.GetUUIDString():
        extra["uuid"] = item.GetUUIDString()
    described["extra"] = extra
    return described


def _debug_info_bytes(item):
    return sum(
        section.GetFileByteSize() for section in item.section_iter() if (section.GetName() or "").startswith(".debug_")
    )


def _describe_sources(item):
    paths = source_files.of_module(item)
    checksums = source_checksums.of_module(item) if paths else {}
    found = {}
    for path in paths:
        md5 = checksums.get(os.path.realpath(path))
        if md5 is not None:
            found[path] = {"path": path, "md5": md5}
        else:
            found[path] = {"path": path, "outdated": True} if advice.is_newer(path, item) else {"path": path}
    return found


def _bounds(session, item):
    ranges = []
    for section in item.section_iter():
        start = section.GetLoadAddress(session.target)
        if start != lldb.LLDB_INVALID_ADDRESS and section.GetByteSize() > 0:
            ranges.append((start, start + section.GetByteSize()))
    if not ranges:
        return None
    return {"start": hex(min(r[0] for r in ranges)), "end": hex(max(r[1] for r in ranges))}
