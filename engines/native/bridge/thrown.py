"""Exceptions that a program throws and catches: filters that stop where its runtime does so."""

import lldb

from . import exception_texts

# The filter, and how LLDB is asked for it.
_WHERE = {"throw": (False, True), "catch": (True, False)}
FILTERS = tuple(_WHERE)


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
        kind, text = self._thrown(thread.GetFrameAtIndex(0)) if is_thrown else (None, None)
        names = wanted.get("names")
        if names is not None and kind is not None and (kind in names["list"]) == names["negate"]:
            return None
        told = {"name": kind or "C++ exception", "message": text or ("thrown" if is_thrown else "caught")}
        return {"kind": "exception", "hits": hits, "thrown": told if is_thrown else {**told, "caught": True}}

    def _thrown(self, frame):
        """
        The type and the text, None for what is not known. The runtime is given the exception and its `type_info`. Throwing
        it again is another function, which is given nothing.
        """
        if not (frame.GetFunctionName() or "").startswith("__cxa_throw"):
            return None, None
        exception, info = (frame.FindRegister(name).GetValueAsUnsigned() for name in ("arg1", "arg2"))
        return exception_texts.described(self._session, exception, info)
