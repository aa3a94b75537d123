"""Exceptions that a program throws and catches: filters that stop where its runtime does so."""

import lldb

from . import memory

# The filter, and how LLDB is asked for it.
_WHERE = {"throw": (False, True), "catch": (True, False)}
FILTERS = tuple(_WHERE)
# Where a `type_info` has the name of the type, behind its table of functions; and the longest of which anything is said.
_NAME_AT_WORD = 1
_LONGEST_NAME = 1024


class Thrown:
    def __init__(self, session):
        self._session = session
        # By number of the breakpoint: what was wanted, and LLDB's breakpoint.
        self._wanted = {}

    def set(self, spec):
        name = spec["where"]["filter"]
        caught, thrown = _WHERE[name]
        sb = self._session.target.BreakpointCreateForException(lldb.eLanguageTypeC_plus_plus, caught, thrown)
        if not sb.IsValid():
            return {"id": spec["id"], "state": "failed", "sites": [], "message": "LLDB refused it."}
        self._wanted[spec["id"]] = ({**spec["where"], "temporary": spec.get("temporary", False)}, sb)
        return {"id": spec["id"], "state": "resolved", "sites": []}

    def remove(self, number):
        _, sb = self._wanted.pop(number, (None, None))
        if sb is not None:
            self._session.target.BreakpointDelete(sb.GetID())

    def remove_temporary(self, number):
        wanted, _ = self._wanted.get(number, ({}, None))
        if wanted.get("temporary"):
            self.remove(number)

    def reason(self, thread, lldb_id):
        """Why the thread stopped at one of these breakpoints; None where no filter wants this exception."""
        hits = [number for number, (_, sb) in self._wanted.items() if sb.GetID() == lldb_id]
        if not hits:
            return None
        wanted, _ = self._wanted[hits[0]]
        is_thrown = wanted["filter"] == "throw"
        kind = self._thrown_type(thread.GetFrameAtIndex(0)) if is_thrown else None
        names = wanted.get("names")
        if names is not None and kind is not None and (kind in names["list"]) == names["negate"]:
            return None
        told = {"name": kind or "C++ exception", "message": "thrown" if is_thrown else "caught"}
        return {"kind": "exception", "hits": hits, "thrown": told if is_thrown else {**told, "caught": True}}

    def _thrown_type(self, frame):
        """
        The runtime is given the exception and its `type_info`, whose second word leads to the name. Throwing it again is
        another function, which is given nothing.
        """
        session = self._session
        if not (frame.GetFunctionName() or "").startswith("__cxa_throw"):
            return None
        word = session.process.GetAddressByteSize()
        info = frame.FindRegister("arg2").GetValueAsUnsigned()
        data, why = memory.read_range(session, info + _NAME_AT_WORD * word, word) if info else (b"", "none")
        if why is not None:
            return None
        order = "little" if session.process.GetByteOrder() == lldb.eByteOrderLittle else "big"
        try:
            encoded = session.process.ReadCStringFromMemory(int.from_bytes(data, order), _LONGEST_NAME, lldb.SBError())
        except SystemError:
            # What the bindings make of memory that cannot be read.
            return None
        return _decoded(session, encoded.lstrip("*")) if encoded else None


def _decoded(session, encoded):
    """LLDB's API does not offer it, but a command does."""
    answer = lldb.SBCommandReturnObject()
    session.debugger.GetCommandInterpreter().HandleCommand(f"language cplusplus demangle _ZTS{encoded}", answer)
    _, _, name = (answer.GetOutput() or "").strip().partition("typeinfo name for ")
    return name or encoded
