"""The requests of the other end, each with what it needs: a stop to belong to, or none."""

from .failure import Refused
from . import code, evaluation, frames, launch, memory, motions, places, scopes, source_files, suspension, values


def _begin(session, request):
    motions.begin(session, request["stopOnEntry"])


def _stack(session, request):
    return frames.stack(session, session.thread(request["thread"]), request["start"], request["count"])


def _write(session, request):
    return places.write(session, request["place"], request["type"], values.decode(request["bytes"]))


def _write_memory(session, request):
    return memory.write(session, int(request["address"], 0), values.decode(request["bytes"]))


def _evaluate(session, request):
    return evaluation.evaluate(session, request.get("frame"), request["text"], request["effects"])


def _input(session, request):
    if request.get("data") is None:
        session.streams.input.close()
    else:
        session.streams.input.write(values.decode(request["data"]))


def _kill(session, request):
    session.process.Kill()


def _detach(session, request):
    if request["suspended"]:
        return suspension.leave_suspended(session)
    error = session.process.Detach(False)
    if error.Fail():
        raise Refused("wrong-state", "environment", f"LLDB could not let the program go: {error.GetCString()}.")


# Name to (does it belong to a stop, what it does).
TABLE = {
    "prepare-terminal": (False, launch.prepare_terminal),
    "launch": (False, launch.launch),
    "begin": (False, _begin),
    "resume": (True, motions.move),
    "threads": (False, lambda session, request: frames.threads(session)),
    "stack": (True, _stack),
    "scopes": (True, lambda session, request: scopes.scopes(session, request["frame"])),
    "names": (True, lambda session, request: scopes.names(session, request["frame"])),
    "read-memory": (True, lambda session, request: memory.read(session, request["ranges"])),
    "read-places": (True, lambda session, request: places.read_places(session, request["wanted"])),
    "write": (True, _write),
    "write-memory": (True, _write_memory),
    "evaluate": (True, _evaluate),
    "breakpoints": (
        False,
        lambda session, request: session.breakpoints.change(request["set"], request["remove"]),
    ),
    "breakpoint-locations": (
        False,
        lambda session, request: source_files.breakpoint_locations(
            session, request["path"], request["first"], request["last"]
        ),
    ),
    "goto-targets": (
        True,
        lambda session, request: source_files.goto_targets(
            session, request["path"], request["line"], request.get("column")
        ),
    ),
    "disassemble": (
        False,
        lambda session, request: code.disassemble(
            session, int(request["address"], 0), request["offset"], request["count"]
        ),
    ),
    "modules": (False, lambda session, request: session.modules.all()),
    "loaded-sources": (False, lambda session, request: session.modules.sources()),
    "input": (False, _input),
    "kill": (False, _kill),
    "detach": (False, _detach),
}
