"""The functions that symbol tables name, for people to choose from: filtered, in an order, page by page.

The order is that of `functionPage` in packages/engine/src/function-list.ts: the program's own sources first, then beginnings, then names.
"""

import lldb

from .code_facts import CodeFacts
from . import frames, function_names

_CODE = {lldb.eSymbolTypeCode, lldb.eSymbolTypeResolver}
# Finding the line of every function reads all line tables, which of larger programs takes longer than a person waits.
_MOST_PLACED = 20_000
# Headers of compilers and libraries, whose functions a program has hundreds of without calling them its own.
_OF_SYSTEM = "/usr/"


class FunctionList:
    def __init__(self, session):
        self._session = session
        self._known = CodeFacts(session.modules)

    def page(self, wanted, start, count):
        wanted = wanted.strip().lower()
        own = self._own()
        found = own if wanted == "" else own + self._of_libraries()
        if wanted == "":
            found = [each for each in found if _rank(each[1]) == 0] or found
        fitting = sorted(
            (_rank(location), index >= len(own), name.lower().find(wanted) > 0, name, index)
            for index, (name, location, _) in enumerate(found)
            if wanted in name.lower()
        )
        chosen = [found[index] for *_, index in fitting[start : start + count]]
        return {"functions": [self._told(*each) for each in chosen], "total": len(fitting)}

    def _told(self, name, location, place):
        load = place.GetLoadAddress(self._session.target)
        told = {"name": name}
        if location is not None:
            told["location"] = location
        if load != lldb.LLDB_INVALID_ADDRESS:
            told["address"] = hex(load)
        return told

    def _is_own(self, module):
        """The executable, whatever is known of it, and libraries with debug information."""
        return module.GetFileSpec() == self._session.target.GetExecutable() or _has_lines(module)

    def _own(self):
        return self._known.find("own", lambda: self._listed(True))

    def _of_libraries(self):
        return self._known.find("libraries", lambda: self._listed(False))

    def _listed(self, is_own):
        modules = [each for each in self._session.target.module_iter() if self._is_own(each) == is_own]
        symbols = [symbol for module in modules for symbol in module if symbol.GetType() in _CODE]
        placed = is_own and len(symbols) <= _MOST_PLACED
        found = {}
        for symbol in symbols:
            place = symbol.GetStartAddress()
            function = place.GetFunction() if placed else None
            name = (function.GetName() if function is not None and function.IsValid() else None) or symbol.GetName()
            if not name or name.startswith("___lldb_unnamed_symbol"):
                continue
            location = frames.location_of(place.GetLineEntry()) if placed else None
            if location is not None and location["path"].startswith(_OF_SYSTEM):
                location["dimmed"] = True
            name = function_names.short(name)
            found.setdefault((name, location and (location["path"], location["line"])), (name, location, place))
        return list(found.values())


def _rank(location):
    return 2 if location is None else 1 if "dimmed" in location else 0


def _has_lines(module):
    return any(unit.GetNumLineEntries() > 0 for unit in module.compile_unit_iter())
