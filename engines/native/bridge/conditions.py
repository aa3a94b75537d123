"""Conditions of breakpoints: what they can name at each place, and whether one holds where the program is.

A condition begins as a text that LLDB checks. The other end compiles it where it can, for every place apart; from then
on it is decided here, on bytes read here.
"""

import re

from . import checks, evaluation, loaded_locations, scopes, tuples

_WORD = re.compile(r"[A-Za-z_]\w*|\$")


class Condition:
    """Of one breakpoint. `checks`: LLDB's number of a location to the check there; None as long as LLDB has the text."""

    def __init__(self, text, sb):
        self.text = text
        self.checks = None
        self._sb = sb
        self.leave_to_lldb()

    def use(self, compiled):
        """Takes over from LLDB, if there is a check for every place."""
        if compiled and all(place.GetID() in compiled for place in loaded_locations.of(self._sb)):
            self.checks = compiled
            self._sb.SetCondition("")

    def leave_to_lldb(self):
        """There are new places, for which nothing is compiled yet."""
        self.checks = None
        self._sb.SetCondition(tuples.spelled_out_at(self._sb, self.text))

    def check_at(self, location):
        return None if self.checks is None else self.checks.get(location.GetID())

    def holds(self, session, frame, location):
        """Whether it does, and why nobody can tell. Only where LLDB does not check it."""
        check = self.check_at(location)
        if check is None:
            return _by_text(session, frame, self.text)
        try:
            return checks.in_frame(frame).value(check) != 0, None
        except checks.NotInMemory:
            return _by_text(session, frame, self.text)
        except checks.Undecided as reason:
            return True, str(reason)


def _by_text(session, frame, text):
    value, problem = evaluation.calculated(session, frame, text)
    return (True, problem) if problem is not None else (value.GetValueAsUnsigned() != 0, None)


def names_at(session, location, text, all_locals):
    """
    What the words of a text name at a place of the program, as far as they name variables. With `all_locals` the other
    names of the function too, to tell what a misspelt one may have meant.
    """
    words = set(_WORD.findall(text))
    address = location.GetAddress()
    found = {}
    block = address.GetBlock()
    while block.IsValid():
        for value in block.GetVariables(session.target, True, True, True):
            if all_locals or value.GetName() in words:
                found.setdefault(value.GetName(), scopes.visible(session, value, "local"))
        if block.IsInlined():
            break
        block = block.GetParent()
    for word in sorted(words - found.keys()):
        value = scopes.global_named(session.target, address, word)
        if value is not None:
            found[word] = scopes.visible(session, value, "global")
    return list(found.values())
