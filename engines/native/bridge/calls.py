"""Calls of the program's functions, put into words of C by the other end: see src/call-code.ts."""

import re
import time

import lldb

from .failure import Refused
from . import evaluation, frames, running_code, signals, values

# Of what a runtime says, in bytes.
_LONGEST_TEXT = 512


def call(session, request):
    """Answers with the bytes of the result. What the call did is done, also where it failed on its way."""
    frame = _runs(session, frames.find(session, request["frame"]))
    seconds = request["timeoutMs"] / 1000
    call_itself = f"(({request['signature']}){int(request['address'], 0):#x})({request['given']})"
    began = time.monotonic()
    session.memory_changed()
    kept = _kept(session.process, request["restores"])
    lent = _lend(session.process, request["restores"])
    came_back = False
    # A crash is to be told here, also where nobody wants to stop at one: else it would end the program.
    signals.apply(session.process, True, False)
    try:
        with session.pending.running_code(session.process):
            value = frame.EvaluateExpression(f"{request['before']}\n{call_itself}", running_code.options_for(session.process, seconds))
        error = value.GetError()
        came_back = error.Success() or error.GetError() == evaluation.NO_RESULT
    finally:
        session.breakpoints.apply_signals()
        told = None if came_back else _told(session.process, kept)
        _restore(session.process, lent if came_back else kept)
    if not came_back:
        raise _refused(error.GetCString() or "", told, time.monotonic() - began, seconds)
    if not request["returns"]:
        return {}
    problem = lldb.SBError()
    data = value.GetData().ReadRawData(problem, 0, value.GetByteSize())
    if problem.Fail() or data is None:
        raise Refused("unreadable", "environment", f"what the call gave cannot be read: {problem.GetCString()}.")
    return {"bytes": values.encode(data)}


def _runs(session, frame):
    """Nothing can be called in a task that waits. What is called names nothing of the frame: the thread that runs has it."""
    if session.tasks.of_thread(frame.GetThread()) is None:
        return frame
    carrier = session.tasks.carrier()
    if carrier is None:
        raise Refused(
            "wrong-state", "user", "nothing can be called where the program does not run;", "select the thread that does."
        )
    return carrier.GetFrameAtIndex(0)


def _kept(process, places):
    """What code that does not get to its end would leave as it made it. Refuses where memory says that nothing may run."""
    kept = []
    for place in places:
        error = lldb.SBError()
        address = int(place["address"], 0)
        data = process.ReadMemory(address, place["size"], error)
        if error.Fail() or data is None:
            continue
        reason = place.get("forbids")
        if reason is None:
            kept.append((address, data, place.get("tells", False)))
        elif any(data):
            raise Refused("wrong-state", "program", f"nothing can be called now: {reason}.")
    return kept


def _lend(process, places):
    """Memory that has another value while the code runs: what it was."""
    order = "little" if process.GetByteOrder() == lldb.eByteOrderLittle else "big"
    lent = []
    for place in places:
        during = place.get("during")
        data = None if during is None else process.ReadMemory(int(place["address"], 0), place["size"], lldb.SBError())
        if data is not None:
            lent.append((int(place["address"], 0), data, False))
            process.WriteMemory(int(place["address"], 0), during.to_bytes(place["size"], order), lldb.SBError())
    return lent


def _told(process, kept):
    """What the program's runtime has to say of the end of its code; None where it says nothing."""
    for address, data, tells in kept:
        now = process.ReadMemory(address, len(data), lldb.SBError()) if tells else data
        if now is None or now == data:
            continue
        order = "little" if process.GetByteOrder() == lldb.eByteOrderLittle else "big"
        error = lldb.SBError()
        text = process.ReadCStringFromMemory(int.from_bytes(now, order), _LONGEST_TEXT, error)
        if error.Success() and text:
            return text
    return None


def _restore(process, kept):
    for address, data, _ in kept:
        process.WriteMemory(address, data, lldb.SBError())


def _refused(text, told, took, seconds):
    """LLDB speaks of its expression where people asked for a call."""
    if "timeout" in text or ("interrupted" in text and took >= seconds):
        unit = "second" if seconds == 1 else "seconds"
        limit = f"{seconds:g} {unit}"
        return Refused("deadline", "user", f"the call took longer than {limit}, which is the limit, and was given up.")
    reason = re.search(r"interrupted(?:, reason)?: (.*?)\.?$", text, re.MULTILINE)
    if reason is not None:
        why = told or reason.group(1)
        return Refused("bad-expression", "program", f"the call did not come to its end: {why}.")
    return Refused("bad-expression", "user", f"the call failed: {evaluation.plain_error(text)}.")
