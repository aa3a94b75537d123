"""Values that a log message shows, read where the program passes: the other end writes the message, and nothing halts."""

import lldb

from . import checks, floats, values

# Far above what anybody is shown of a text.
_MOST_BYTES = 1 << 16
_PIECE = 256


class CapturedValues:
    """Of one breakpoint, for each of its places as the other end compiled them (`ValueCheck` in src/breakpoint-checks.ts)."""

    def __init__(self):
        self._sites = {}

    def use(self, sites):
        """LLDB's number of a location to what is read there."""
        self._sites = sites

    def forget(self):
        """There are new places, for which nothing is compiled yet."""
        self._sites = {}

    def at(self, frame, location):
        """What was read of each; None where it takes more than that."""
        wanted = self._sites.get(location.GetID())
        if wanted is None:
            return None
        decider = checks.in_frame(frame, also_held=True)
        process = frame.GetThread().GetProcess()
        try:
            return [_captured(decider, process, value) for value in wanted]
        except checks.Undecided:
            # Whoever looks at the program at rest finds it in a register, or a reason to tell.
            return None


def _captured(decider, process, wanted):
    value = decider.value(wanted["check"])
    told = {"type": wanted["type"], "behind": [_behind(decider, process, item) for item in wanted["behind"]]}
    if "size" in wanted:
        return {**told, "address": hex(value), "bytes": values.encode(_read(process, value, wanted["size"]))}
    return {**told, "value": floats.to_text(value) if isinstance(value, float) else str(value)}


def _behind(decider, process, wanted):
    address = decider.value(wanted["address"]) & 0xFFFFFFFFFFFFFFFF
    if address == 0:
        data = b""
    elif "length" in wanted:
        data = _read(process, address, min(decider.value(wanted["length"]), _MOST_BYTES))
    else:
        data = _up_to_zero(process, address)
    return {"address": hex(address), "bytes": values.encode(data)}


def _read(process, address, size):
    data = process.ReadMemory(address, size, lldb.SBError()) if size > 0 else b""
    if data is None or len(data) < size:
        raise checks.Undecided("not all of it can be read")
    return data


def _up_to_zero(process, address):
    found = b""
    while len(found) < _MOST_BYTES:
        # To the end of a piece of memory: what follows may not be there.
        at = address + len(found)
        piece = process.ReadMemory(at, _PIECE - at % _PIECE, lldb.SBError())
        if not piece and not found:
            raise checks.Undecided("it cannot be read")
        if not piece:
            break
        found += piece
        if b"\0" in piece:
            return found[: found.index(b"\0") + 1]
    return found
