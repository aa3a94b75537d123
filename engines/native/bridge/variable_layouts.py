"""Variables that lie where their plan says, all of them: what and where they are is told once, at a stop only their bytes.

That is how it is in programs that were built to be debugged, and to tell of each variable at each stop would take longer than
to read them.
"""

from typing import NamedTuple

import lldb

from . import close_pieces, values


class Layout(NamedTuple):
    # The number that it is told by.
    number: int
    # (start, size): those that lie at a distance from the frame, and those that are always in the same place.
    of_frame: list
    fixed: list


def of_plan(session, plan, scopes, leaves_out):
    """
    `scopes`: what each is told with, to the variables in it. `leaves_out`: who does not ask for variables of the file does not
    get their bytes. None where there is more to say of a variable than its bytes, or LLDB has to be asked for it.
    """
    if any(variable.asks or variable.is_code_pointer for variable in plan.variables):
        return None
    read = [variable for variable in plan.variables if variable.size > 0 and not _is_deferred(variable, leaves_out)]
    of_frame = close_pieces.joined((variable.distance, variable.size) for variable in read if variable.address is None)
    fixed = close_pieces.joined((variable.address, variable.size) for variable in read if variable.address is not None)
    told = [
        {**scope, "variables": [_told(variable, of_frame, fixed, leaves_out) for variable in variables]}
        for scope, variables in scopes
    ]
    return Layout(session.told["layouts"].number({"scopes": told}), of_frame, fixed)


def at_stop(session, frame, layout):
    """The scopes of a layout as they are now; None where not all of them can be read."""
    cfa = frame.GetCFA()
    pieces = [(cfa + start, size) for start, size in layout.of_frame] + layout.fixed
    read = [session.process.ReadMemory(start, size, lldb.SBError()) for start, size in pieces]
    if any(data is None or len(data) != size for data, (_, size) in zip(read, pieces)):
        return None
    return {"layout": layout.number, "frame": hex(cfa), "pieces": [values.encode(data) for data in read]}


def _is_deferred(variable, leaves_out):
    return variable.size > values.MOST_BYTES or (leaves_out and variable.address is not None)


def _told(variable, of_frame, fixed, leaves_out):
    told = {**variable.told, "type": variable.type_id}
    told |= {"distance": variable.distance} if variable.address is None else {"address": hex(variable.address)}
    if variable.size > 0 and _is_deferred(variable, leaves_out):
        return told
    place, pieces, before = (variable.distance, of_frame, 0) if variable.address is None else (variable.address, fixed, len(of_frame))
    for index, (start, size) in enumerate(pieces):
        if start <= place and place + variable.size <= start + size:
            return {**told, "bytes": {"piece": before + index, "at": place - start, "size": variable.size}}
    # Of no size: it lies in none.
    return {**told, "bytes": {"piece": 0, "at": 0, "size": 0}}
