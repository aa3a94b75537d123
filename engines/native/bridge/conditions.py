"""Conditions of breakpoints: what they can name at each place, and whether one holds where the program is.

A condition begins as a text that LLDB checks. The other end compiles it where it can, for every place apart; from then
on it is decided here, on bytes read here.
"""

from .first_use import Pattern
from . import (
    checks,
    enumerators,
    evaluation,
    libraries,
    loaded_locations,
    numbered_fields,
    purity,
    scopes,
    untyped_symbols,
)

_NAME = r"(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*"
_WORD = Pattern(rf"{_NAME}|\$")
# A word that is no member of what stands before it, and not called.
_ALONE = Pattern(rf"(?<![\w.:])(?<!->){_NAME}(?![\w:]|\s*\()")
_NO_NAMES = {"true", "false", "nullptr", "NULL", "sizeof", "and", "or", "not"}


class Condition:
    """Of one breakpoint. `checks`: LLDB's number of a location to the check there; None as long as LLDB has the text."""

    def __init__(self, session, text, sb):
        self.text = text
        # What calls a function of the program is decided here, by LLDB's evaluator: an interrupt must not come into it.
        self.calls = purity.calls(session, text)
        self.checks = None
        self._session = session
        self._sb = sb
        # LLDB's evaluator alone does not know all that is named.
        self._names_constants = False
        self.leave_to_lldb()

    def use(self, compiled):
        """Takes over from LLDB, if there is a check for every place."""
        if compiled and all(place.GetID() in compiled for place in loaded_locations.of(self._sb)):
            self.checks = compiled
            self._sb.SetCondition("")

    def leave_to_lldb(self):
        """There are new places, for which nothing is compiled yet."""
        here = self.calls or self._names_constants or untyped_symbols.are_named(self._session, self.text)
        self.checks = {} if here else None
        text = evaluation.as_condition(numbered_fields.spelled_out_at(self._sb, self.text))
        self._sb.SetCondition("" if here else text)

    def note_names(self, sites):
        """What the text names at each of its places."""
        if any(name["kind"] == "constant" for site in sites for name in site.get("names", ())):
            self._names_constants = True
            if self.checks is None:
                self.leave_to_lldb()

    def check_at(self, location):
        return None if self.checks is None else self.checks.get(location.GetID())

    def holds(self, session, frame, location):
        """Whether it does, and why nobody can tell. Only where LLDB does not check it."""
        check = self.check_at(location)
        if check is None:
            return self.by_text(session, frame)
        try:
            # LLDB's evaluator makes a program of the text each time, which takes far longer than to look into a register.
            return checks.in_frame(frame, also_held=True).value(check) != 0, None
        except checks.NotInMemory:
            return self.by_text(session, frame)
        except checks.Undecided as reason:
            return True, str(reason)

    def by_text(self, session, frame):
        value, problem = evaluation.calculated(session, frame, self.text)
        return (True, problem) if problem is not None else (value.GetValueAsUnsigned() != 0, None)


def names_at(session, location, text, all_locals):
    """
    What the words of a text name at a place of the program, as far as they name variables. With `all_locals` the other
    names of the function too, to tell what a misspelt one may have meant.
    """
    words = set(_WORD.findall(text))
    # Of an object whose members go by their names alone these may be some.
    objects = set(libraries.told("object_name"))
    address = location.GetAddress()
    found, members = {}, set()
    block = address.GetBlock()
    while block.IsValid():
        for value in block.GetVariables(session.target, True, True, True):
            if all_locals or value.GetName() in words | objects:
                found.setdefault(value.GetName(), scopes.visible(session, value, "local"))
            if value.GetName() in objects:
                members = set(_members(value.GetType().GetPointeeType()))
        if block.IsInlined():
            break
        block = block.GetParent()
    for word in sorted(words - found.keys()):
        value = scopes.global_named(session.target, address, word)
        if value is not None:
            # LLDB may write a name with all that leads to it.
            found[word] = {**scopes.visible(session, value, "global"), "name": word}
    # To look through all enumerations takes a while in a large program.
    for word in sorted(set(_ALONE.findall(text)) - found.keys() - members - _NO_NAMES):
        enumerator = enumerators.named(session, word)
        if enumerator is not None:
            found[word] = {"name": word, "type": session.types.id_of(enumerator.sb_type), "kind": "constant"}
    return list(found.values())


def _members(sb_type):
    """By name, with those of its bases."""
    for index in range(sb_type.GetNumberOfFields()):
        yield sb_type.GetFieldAtIndex(index).GetName()
    for index in range(sb_type.GetNumberOfDirectBaseClasses()):
        yield from _members(sb_type.GetDirectBaseClassAtIndex(index).GetType())
