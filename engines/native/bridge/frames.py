"""Threads and frames: where the program is.

A frame's id names the activation, not its place in the list: thread, canonical frame address (which stays the same while
the function runs), depth among functions inlined into one another, and the function, so that the id is the same in
every stop of that activation's life.
"""

from typing import NamedTuple

from .failure import Refused
from .first_use import Pattern
from . import function_names

LONGEST_PAGE = 1000
# How the first thread is called.
MAIN = "main"
_START_UP = Pattern(r"(?:_start|__libc_start_\w+|start_thread|(?:__|__GI___)?clone3?|___lldb_unnamed_symbol\w*)$")


def threads(session):
    """While the program runs LLDB lists none of its threads; those of the latest stop are the best that is known."""
    if not session.stopped and session.known_threads:
        return [{**thread, "state": "running"} for thread in session.known_threads.values()]
    state = "stopped" if session.stopped else "running"
    carrier, carried = session.tasks.of_carrier()
    found = []
    for thread in session.os_threads():
        number = thread.GetIndexID()
        extra = carried if number == carrier else session.strands.described(thread)
        found.append({"id": number, "name": thread_name(thread), "state": state, **extra})
    return [*found, *session.tasks.described()]


def thread_name(thread):
    if thread.GetThreadID() == thread.GetProcess().GetProcessID():
        return MAIN
    name = thread.GetName()
    program = thread.GetProcess().GetTarget().GetExecutable().GetFilename() or ""
    # A thread that was never named carries the (cut) name of the program, which tells nothing.
    if not name or program.startswith(name):
        return f"thread {thread.GetIndexID()}"
    return name


def stack(session, thread, start, count):
    answer = _stack(session, thread, start, count)
    told = [whole(session, frame) for frame in answer["frames"]]
    if session.debug_files.open_for(thread, max(0, start), told):
        return _stack(session, thread, start, count)
    return answer


def _stack(session, thread, start, count):
    frames = []
    number = session.number_of(thread)
    hidden = session.journeys.hidden_frames(thread)
    index = max(0, start) + hidden
    end = index + min(max(0, count), LONGEST_PAGE)
    while index < end:
        frame = thread.GetFrameAtIndex(index)
        if not frame.IsValid():
            break
        frames.append(describe(session, frame, index, number))
        index += 1
    answer = {"frames": frames}
    # Counting all frames would unwind all of them, which takes seconds in a deep recursion. The end is known as soon
    # as it was seen.
    if index < end or not thread.GetFrameAtIndex(index).IsValid():
        answer["total"] = (index if frames or start == 0 else thread.GetNumFrames()) - hidden
    return answer


class Code(NamedTuple):
    """What is known of a frame by the code that it is in."""

    # What is told of it, but for the activation, and the number that it is told by.
    told: dict
    number: int
    # As LLDB has it.
    function: str | None
    # Where the function begins; 0 where there is none.
    start: int
    # LLDB knows its line, and steps by lines there.
    has_line: bool


def code_of(session, frame, index, pc=None):
    """
    What code is, stays the same as long as the same modules are loaded; only its activations differ. The place that a
    caller is at is looked up before its return address. None for inlined functions, which share one. `pc`: of the frame,
    where it is known.
    """
    if frame.IsInlined():
        return None
    address = frame.GetPC() if pc is None else pc
    return session.frame_facts.find((address, index == 0), lambda: _code(session, frame, address))


def _code(session, frame, address):
    told = _facts(session, frame, address)
    has_line = location_of(frame.GetLineEntry()) is not None
    return Code(told, session.told["code"].number(told), frame.GetFunctionName(), _start(session, frame), has_line)


def describe(session, frame, index, number):
    """The frame at an index of the stack of a thread, which has this number."""
    code = code_of(session, frame, index)
    if code is None:
        return {"id": identity(session, frame), **_facts(session, frame, frame.GetPC())}
    told = {"code": code.number}
    if index == 0 and session.tasks.is_number(number):
        told = _task_facts(session, frame, frame.GetPC())
    return {"id": _named(session, frame, number, index, 0, code.start), **told}


def whole(session, described):
    """The frame with all that is known of its code, as one that is kept must be: numbers do not last."""
    if "code" not in described:
        return described
    return {"id": described["id"], **session.told["code"].facts(described["code"])}


def _facts(session, frame, address):
    described = {"function": function_name(frame), "address": hex(address)}
    location = location_of(frame.GetLineEntry())
    module = frame.GetModule()
    if module.IsValid():
        described["module"] = module_id(module)
    named = None if location is not None else session.debug_files.named(frame, described.get("module"))
    name = frame.GetFunctionName() or ""
    nobody_wrote = location is None and _nobody_wrote(session, (named and named.function) or name)
    if named is not None:
        described["function"] = named.function or described["function"]
        location = None if nobody_wrote else _dimmed(location_of(named.line_entry))
    if location is not None:
        described["location"] = location
    unit = session.units.describe(frame)
    if unit is not None:
        described["unit"] = unit
    if frame.IsInlined():
        described["inlined"] = True
    if frame.IsArtificial() or frame.IsHidden() or nobody_wrote:
        described["artificial"] = True
    if frame.GetFrameID() > 0 and not frame.GetFunction().IsValid() and not frame.GetSymbol().IsValid():
        # Without a symbol LLDB unwinds by reading instructions.
        described["guessed"] = True
    return described


def _task_facts(session, frame, address):
    """LLDB was given an address within the call that the task waits in, as that of a caller; it goes on behind it."""
    began = session.tasks.numbered(session.number_of(frame.GetThread())).frame_pointer != 0
    facts = session.frame_facts.find((address, "task"), lambda: _facts(session, frame, address))
    return {**facts, "address": hex(address + 1 if began else address)}


def is_written(described):
    """Whether somebody wrote the function, as far as can be told: it has a place, and is not where programs begin."""
    return "location" in described and _START_UP.match(described["function"]) is None


def _nobody_wrote(session, name):
    """
    What the C library runs before the program's own functions, functions that only LLDB has a name for, and those of a
    runtime that has tasks or strands.
    """
    return _START_UP.match(name) is not None or session.tasks.is_of_runtime(name) or session.strands.is_of_runtime(name)


def identity(session, frame):
    thread = frame.GetThread()
    depth = 0
    inner = frame
    while inner.IsInlined():
        depth += 1
        inner = thread.GetFrameAtIndex(inner.GetFrameID() + 1)
        if not inner.IsValid():
            break
    return _named(session, frame, session.number_of(thread), frame.GetFrameID(), depth, _start(session, frame))


def _named(session, frame, number, index, depth, start):
    name = f"{number}:{frame.GetCFA():x}:{depth}:{start:x}"
    session.frame_places[name] = (number, index)
    return name


def _start(session, frame):
    function = frame.GetFunction()
    symbol = function if function.IsValid() else frame.GetSymbol()
    return symbol.GetStartAddress().GetLoadAddress(session.target) if symbol.IsValid() else 0


def find(session, name):
    """The frame of this id in the current stop."""
    place = session.frame_places.get(name)
    if place is None:
        place = _search(session, name)
    if place is None:
        raise Refused("not-found", "user", "that frame is no longer on the stack;", "ask for the stack again.")
    return session.thread(place[0]).GetFrameAtIndex(place[1])


def _search(session, name):
    try:
        thread = session.thread(int(name.split(":", 1)[0]))
    except (ValueError, Refused):
        return None
    for index in range(LONGEST_PAGE):
        frame = thread.GetFrameAtIndex(index)
        if not frame.IsValid():
            return None
        if identity(session, frame) == name:
            return session.frame_places[name]
    return None


def function_name(frame):
    name = frame.GetFunctionName()
    if not name:
        return f"{frame.GetPC():#x}"
    return known_name(function_names.short(name), frame.GetSymbol())


def known_name(name, symbol):
    """LLDB numbers what has no name; where it lies in its file tells people more."""
    start = symbol.GetStartAddress()
    if not name.startswith("___lldb_unnamed_symbol") or not start.IsValid():
        return name
    return f"{start.GetModule().GetFileSpec().GetFilename()}+{start.GetFileAddress():#x}"


def location_of(line_entry):
    if not line_entry.IsValid() or line_entry.GetLine() == 0:
        return None
    file = line_entry.GetFileSpec()
    location = {"path": file.fullpath, "line": line_entry.GetLine()}
    if line_entry.GetColumn() > 0:
        location["column"] = line_entry.GetColumn()
    return location


def _dimmed(location):
    """A place in a library of the system: few have its source, and nobody looks for his mistake there first."""
    return None if location is None else {**location, "dimmed": True}


def module_id(module):
    return module.GetFileSpec().fullpath or module.GetUUIDString() or "?"
