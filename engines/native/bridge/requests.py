"""The requests of the other end, each with what it needs: a stop to belong to, or none."""

from .failure import Refused
from . import (
    attach,
    calls,
    code,
    core,
    evaluation,
    forks,
    frames,
    functions,
    hold,
    interruption,
    launch,
    libraries,
    memory,
    motions,
    named_types,
    places,
    regions,
    remote,
    scopes,
    source_files,
    stack_extents,
    start,
    suspension,
    synthetic,
    task_stacks,
    values,
)


# What each begins with once breakpoints are set.
_BEGINNINGS = {
    hold.LAUNCHED: motions.begin,
    hold.ATTACHED: attach.begin,
    hold.REMOTE: attach.begin,
    hold.CORE: core.begin,
}


def _languages(session, request):
    # They are here already, but for those that nobody knew of when LLDB was started.
    for folder in request["bridge"]:
        start.load(folder)
    libraries.prepare(session.debugger)
    session.tasks.configure(request["tasks"])
    session.strands.configure(request["strands"])
    session.faults.configure(request["faults"])
    session.declarations.configure(request["declarations"])
    session.journeys.record.configure(request["records"])


def _begin(session, request):
    session.advice.at_begin()
    session.journeys.record.is_wanted = request["goesBack"]
    _BEGINNINGS[session.hold](session, request["stopOnEntry"])


def _stack(session, request):
    return task_stacks.stack_of(session, request["thread"], request["start"], request["count"])


def _write(session, request):
    return places.write(session, request["place"], request["type"], values.decode(request["bytes"]))


def _write_memory(session, request):
    return memory.write(session, int(request["address"], 0), values.decode(request["bytes"]))


def _evaluate(session, request):
    return evaluation.evaluate(session, request.get("frame"), request["text"], request["effects"])


def _input(session, request):
    stream = request.get("stream")
    to = session.streams.input if stream is None else session.streams.descriptors.input.get(stream)
    if to is None:
        raise Refused("not-found", "user", f"the program reads from no stream {stream}.")
    if request.get("data") is None:
        to.close()
    else:
        to.write(values.decode(request["data"]))
    if session.streams.watch is not None and to is session.streams.input:
        session.streams.watch.answered()


def _kill(session, request):
    with interruption.repeated(session):
        session.process.Kill()


def _detach(session, request):
    forks.disarm(session)
    session.breakpoints.let_go()
    if request["suspended"]:
        with interruption.repeated(session):
            suspension.leave_suspended(session)
        return {"printsToNowhere": False}
    try:
        prints_to_nowhere = session.streams.leave()
    except OSError as problem:
        raise Refused("wrong-state", "environment", f"nobody could take what the program prints: {problem}.")
    with interruption.repeated(session):
        error = hold.detach(session, session.process)
    if error.Fail():
        raise Refused("wrong-state", "environment", f"LLDB could not let the program go: {error.GetCString()}.")
    return {"printsToNowhere": prints_to_nowhere}


# Those that a session begins with: LLDB is listened to from then on.
STARTS = ("launch", "attach", "core", "remote")

# Name to (does it belong to a stop, what it does).
TABLE = {
    "languages": (False, _languages),
    "prepare-terminal": (False, launch.prepare_terminal),
    "launch": (False, launch.launch),
    "attach": (False, attach.attach),
    "core": (False, core.open_core),
    "remote": (False, remote.connect),
    "begin": (False, _begin),
    "resume": (True, motions.move),
    "go-back": (True, lambda session, request: session.journeys.back(request)),
    "answered": (True, lambda session, request: motions.answered(session, request["answers"])),
    "threads": (False, lambda session, request: frames.threads(session)),
    "stack": (True, _stack),
    "scopes": (True, lambda session, request: scopes.scopes(session, request["frame"])),
    "names": (True, lambda session, request: scopes.names(session, request["frame"])),
    "read-memory": (True, lambda session, request: memory.read(session, request["ranges"])),
    "regions": (True, lambda session, request: regions.regions(session)),
    "stack-extents": (True, lambda session, request: stack_extents.extents(session)),
    "places-at": (True, lambda session, request: stack_extents.places_at(session, request["addresses"])),
    "read-places": (True, lambda session, request: places.read_places(session, request["wanted"])),
    "views": (True, lambda session, request: synthetic.views(session, request["wanted"])),
    "synthetic": (
        True,
        lambda session, request: synthetic.children(session, request["key"], request["start"], request["count"]),
    ),
    "write": (True, _write),
    "write-memory": (True, _write_memory),
    "evaluate": (True, _evaluate),
    "complete": (
        True,
        lambda session, request: session.completions.of(session, request["frame"], request["text"]),
    ),
    "call": (True, calls.call),
    "functions": (False, lambda session, request: functions.signatures(session, request["names"])),
    "list-functions": (
        False,
        lambda session, request: session.function_list.page(request["filter"], request["start"], request["count"]),
    ),
    "breakpoints": (
        False,
        lambda session, request: session.breakpoints.change(request["set"], request["remove"]),
    ),
    "checks": (False, lambda session, request: session.breakpoints.use_checks(request["checks"])),
    "breakpoint-locations": (
        False,
        lambda session, request: source_files.breakpoint_locations(
            session, request["path"], request["first"], request["last"]
        ),
    ),
    "step-targets": (True, lambda session, request: session.call_sites.targets(request["frame"])),
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
    "symbols": (False, lambda session, request: session.modules.defines(request["module"], request["names"])),
    "types-named": (False, lambda session, request: named_types.ids_of(session, request["names"])),
    "symbol-addresses": (False, lambda session, request: session.modules.addresses(request["names"])),
    "modules": (False, lambda session, request: session.modules.all()),
    "loaded-sources": (False, lambda session, request: session.modules.sources()),
    "input": (False, _input),
    "kill": (False, _kill),
    "detach": (False, _detach),
}
