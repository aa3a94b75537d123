"""Breakpoints of our own inside functions, in effect while somebody steps: made once, because steps come one after another."""


class FunctionMarks:
    def __init__(self, session, callback):
        self._session = session
        self._callback = callback
        # Where the functions are.
        self._addresses = []
        # A place in each to its name and to LLDB's breakpoint there.
        self._names = {}
        self._marks = {}
        # The same places to where the functions end.
        self._ends = {}
        self._enabled = False

    def place(self, names):
        """Where these functions are now; those that no module has are left out."""
        addresses = self._session.modules.addresses(names) if names else []
        if addresses == self._addresses:
            return
        self._addresses = addresses
        self._names = {self._behind_first(int(at, 0)): name for at, name in zip(addresses, names) if at}
        self._ends = {place: self._end(place) for place in self._names}
        for address in self._marks.keys() - self._names.keys():
            self._session.target.BreakpointDelete(self._marks.pop(address).GetID())
        for address in self._names.keys() - self._marks.keys():
            sb = self._session.target.BreakpointCreateByAddress(address)
            sb.SetEnabled(self._enabled)
            sb.SetScriptCallbackBody(self._callback)
            self._marks[address] = sb

    def are_none(self):
        return not self._marks

    def name_at(self, place):
        """Of the function that is marked there; None where none is."""
        return self._names.get(place)

    def name_within(self, place):
        """Of the function that has reached its mark and is there."""
        return next((name for mark, name in self._names.items() if mark <= place < self._ends[mark]), None)

    def enable(self, wanted):
        if self._enabled != wanted:
            self._enabled = wanted
            for sb in self._marks.values():
                sb.SetEnabled(wanted)

    def _end(self, place):
        end = self._session.target.ResolveLoadAddress(place).GetSymbol().GetEndAddress()
        return end.GetLoadAddress(self._session.target) if end.IsValid() else place + 1

    def _behind_first(self, address):
        """
        The second instruction: at the first of a function LLDB may have a mark of its own, to step through a stub to it,
        and asks nobody else then.
        """
        instructions = self._session.target.ReadInstructions(self._session.target.ResolveLoadAddress(address), 1)
        return address + (instructions.GetInstructionAtIndex(0).GetByteSize() if instructions.GetSize() else 0)
