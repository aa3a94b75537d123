"""Exceptions that a program throws and catches: filters that stop where its runtime does so (`Exceptions` in libraries.py)."""

from . import libraries

# The filter, and how LLDB is asked for it.
_WHERE = {"throw": (False, True), "catch": (True, False)}
FILTERS = tuple(_WHERE)


class Thrown:
    def __init__(self, session):
        self._session = session
        # By number of the breakpoint: what was wanted, and LLDB's breakpoints with the runtime that each is for.
        self._wanted = {}

    def set(self, spec):
        name = spec["where"]["filter"]
        caught, thrown = _WHERE[name]
        create = self._session.target.BreakpointCreateForException
        made = [(create(runtime.language, caught, thrown), runtime) for runtime in libraries.told("exceptions")]
        if not any(sb.IsValid() for sb, _ in made):
            why = "LLDB refused it." if made else "No language here tells where exceptions are thrown."
            return {"id": spec["id"], "state": "failed", "sites": [], "message": why}
        self._wanted[spec["id"]] = ({**spec["where"], "temporary": spec.get("temporary", False)}, made)
        return {"id": spec["id"], "state": "resolved", "sites": []}

    def remove(self, number):
        _, made = self._wanted.pop(number, (None, []))
        for sb, _ in made:
            self._session.target.BreakpointDelete(sb.GetID())

    def remove_temporary(self, number):
        wanted, _ = self._wanted.get(number, ({}, []))
        if wanted.get("temporary"):
            self.remove(number)

    def reason(self, thread, lldb_id):
        """Why the thread stopped at one of these breakpoints; None where no filter wants this exception."""
        hits = {
            number: runtime
            for number, (_, made) in self._wanted.items()
            for sb, runtime in made
            if sb.GetID() == lldb_id
        }
        if not hits:
            return None
        number, runtime = next(iter(hits.items()))
        wanted, _ = self._wanted[number]
        is_thrown = wanted["filter"] == "throw"
        kind, text = runtime.thrown(self._session, thread.GetFrameAtIndex(0)) if is_thrown else (None, None)
        names = wanted.get("names")
        if names is not None and kind is not None and (kind in names["list"]) == names["negate"]:
            return None
        told = {"name": kind or runtime.name, "message": text or ("thrown" if is_thrown else "caught")}
        return {"kind": "exception", "hits": list(hits), "thrown": told if is_thrown else {**told, "caught": True}}


def uncaught_exception(session, thread):
    """The type and the text of the one that a program was ended for, by SIGABRT; None where it was not that."""
    answers = (runtime.uncaught(session, thread) for runtime in libraries.told("exceptions"))
    return next((answer for answer in answers if answer is not None), None)
