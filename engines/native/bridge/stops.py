"""A stop: why each thread halted, and the top of the stack that people look at first, sent with it unasked."""

import sys

import lldb

from .first_use import Pattern
from .thrown import uncaught_exception
from . import (
    call_sites,
    core_signals,
    frames,
    hold,
    inlined_steps,
    last_lines,
    returned,
    scopes,
    signals,
    silent_stops,
    stack_overflow,
    task_stacks,
    traps,
    values,
)

_PUSHED_FRAMES = 20
# Debug information that LLDB could not make sense of.
_OF_ITS_WORKINGS = Pattern(r"DW_(?:TAG|AT|OP|FORM)_|\bDIE\b|[Pp]lease file a bug")
_OF_NOTHING = (lldb.eStopReasonTrace, lldb.eStopReasonNone)
_INTERRUPT = getattr(lldb, "eStopReasonInterrupt", -1)
# LLDB halts for these without a word, unless another thread has something to say in the same moment.
_FORKS = tuple(getattr(lldb, f"eStopReason{name}", -1) for name in ("Fork", "VFork", "VForkDone"))


def announce(session):
    """Tells of the stop. Answers False when there is nothing to tell and the program should go on."""
    gathered, session.gathered = session.gathered, None
    stopped, counted_out = gathered or gather(session)
    counted_out, session.halted_by_us = counted_out or session.halted_by_us, False
    session.breakpoints.quicken()
    return _tell(session, stopped, counted_out)


def answered(session, answers):
    """After a silent stop, as `announce`: `answers` say which of its conditions hold."""
    stopped, counted_out = silent_stops.end(session)
    hits = session.breakpoints.hits
    for thread in hits.answer(answers):
        stopped = silent_stops.with_hits(stopped, thread.GetIndexID(), _breakpoint(*hits.take(thread)))
    return _tell(session, stopped, counted_out)


def _tell(session, stopped, counted_out):
    logs, questions = session.breakpoints.hits.take_logs(), session.breakpoints.hits.questions()
    goes_on = not stopped and counted_out and not session.pause_requested
    if questions or (logs and goes_on):
        focus = silent_stops.begin(session, (stopped, counted_out), logs, questions)
        _tell_top(session, focus)
        return True
    if session.journeys.is_under_way():
        stopped = session.journeys.met(stopped)
        if stopped is None:
            return False
    elif goes_on:
        return False
    if not stopped:
        # Nobody has anything to say: this is the answer to a pause, or a step that something else has ended.
        stepped = session.stepping and not session.pause_requested
        moved = session.process.GetThreadByIndexID(session.moved_thread) if stepped else None
        chosen = session.process.GetSelectedThread() if moved is None or not moved.IsValid() else moved
        thread = chosen if chosen.IsValid() else session.process.GetThreadAtIndex(0)
        if not thread.IsValid():
            # It is just ending.
            return False
        stopped = [{"thread": thread.GetIndexID(), "reasons": [{"kind": "step" if stepped else "pause"}]}]
    begin(session)
    session.old_reasons.note(stopped)
    threads = _tell_threads(session)
    session.breakpoints.drop_own()
    session.task_steps.clear()
    focus = max(stopped, key=lambda item: _weight(session, item))["thread"]
    hits = [hit for item in stopped for reason in item["reasons"] for hit in reason.get("hits", [])]
    session.announce(
        {
            "event": "stopped",
            "stop": session.stop_id,
            "threads": stopped,
            "time": session.journeys.told(stopped),
            "focus": focus,
            # Every client asks for them first.
            "all": threads,
            "logs": logs,
        },
    )
    _tell_top(session, focus)
    _tell_diagnostics(session)
    session.breakpoints.remove_temporary(hits)
    return True


def gather(session):
    """Why each thread halted, and whether a reason was left out because nobody wants to hear of it."""
    arrived = session.straight_lines.arrived()
    if arrived is not None:
        session.step_done = True
        return [{"thread": arrived, "reasons": [{"kind": "step"}]}], False
    session.breakpoints.hits.arrivals.forget_moved(session.process)
    session.breakpoints.sites.threads.note_decided()
    session.breakpoints.hits.take_in()
    if session.interrupted:
        session.breakpoints.hits.take_in_unheard()
    stopped = []
    counted_out = False
    for thread in session.process:
        reasons, uncounted = _reasons(session, thread)
        counted_out = counted_out or uncounted
        if reasons:
            stopped.append({"thread": thread.GetIndexID(), "reasons": reasons})
    for thread in session.breakpoints.hits.settle():
        # It was in the middle of a check that turned out to be a hit.
        hits, problem = session.breakpoints.hits.take(thread)
        others = [item for item in stopped if item["thread"] != thread.GetIndexID()]
        reasons = _at_breakpoint(session, thread, hits, problem)
        if reasons:
            stopped = [*others, {"thread": thread.GetIndexID(), "reasons": reasons}]
    return stopped, counted_out


def announce_as(session, thread, reason):
    """A stop that no event of LLDB stands for: the entry, or a changed program counter."""
    begin(session)
    focus = thread.GetIndexID()
    stopped = [{"thread": focus, "reasons": [reason]}]
    time = session.journeys.told(stopped)
    session.announce({"event": "stopped", "stop": session.stop_id, "threads": stopped, "time": time, "focus": focus})
    _tell_top(session, focus)


def begin(session):
    session.stop_id += 1
    session.stopped = True
    session.moving = False
    session.pause_requested = False
    session.frame_places = {}
    session.call_sites.forget()
    for thread in session.suspended:
        thread.Resume()
    session.suspended = []
    session.fork_marks.forget()
    if session.streams.watch is not None:
        session.streams.watch.running(False)


def _tell_top(session, focus):
    """On its own: whoever hears of the stop asks his first questions while this is read."""
    session.announce({"event": "top", "stop": session.stop_id, "top": _top(session, focus)})


def _top(session, focus):
    try:
        top = _top_frames(session, focus)
        if top["frames"]:
            session.advice.at_stop(frames.whole(session, top["frames"][0]))
            top["scopes"] = scopes.scopes(session, top["frames"][0]["id"], pushed=True)
        return top
    except Exception as error:  # The stop must be told even where what was to go with it cannot be had.
        notice(session, f"the top of the stack could not be read: {error!r}")
        return {"frames": []}


def _top_frames(session, focus):
    kept = session.kept_callers.stack(focus)
    if kept is not None:
        return kept
    top = task_stacks.stack_of(session, focus, 0, _PUSHED_FRAMES)
    session.kept_callers.note(focus, top)
    return top


def notice(session, message, important=False):
    session.channel.send({"event": "notice", "message": message, "important": important})


def _tell_diagnostics(session):
    """What LLDB has to say to people, such as a source that is newer than the program."""
    for message in session.take_diagnostics():
        if _OF_ITS_WORKINGS.search(message):
            # Nobody who debugs a program can do anything about it; kept for those who look into LLDB's own output.
            print(message, file=sys.stderr)
        else:
            notice(session, f"LLDB: {message}")


def _weight(session, item):
    """A breakpoint or a crash is what people want to see before the thread that finished a step beside it."""
    kinds = {reason["kind"] for reason in item["reasons"]}
    urgent = bool(kinds & {"exception", "breakpoint", "data", "program"})
    return (urgent, item["thread"] == session.moved_thread, -item["thread"])


def _reasons(session, thread):
    """The reasons of one thread, and whether one was left out because its count was not reached."""
    kind = thread.GetStopReason()
    if session.old_reasons.has(thread):
        return [], False
    hits, problem = session.breakpoints.hits.take(thread)
    if kind == lldb.eStopReasonBreakpoint or hits:
        reasons = _at_breakpoint(session, thread, hits, problem)
        return reasons, not reasons
    if kind == lldb.eStopReasonWatchpoint:
        reason = session.breakpoints.watched.hit(thread)
        return ([] if reason is None else [reason]), reason is None
    moved = session.stepping and thread.GetIndexID() == session.moved_thread
    if kind in _OF_NOTHING and moved and not session.pause_requested and session.unfinished_steps.is_back(thread):
        return [], True
    if kind == lldb.eStopReasonTrace:
        # In the middle of a step that something else has ended, or LLDB gets a thread over a breakpoint: nobody asked
        # for that, and what is left of the step must not go on.
        return [], not moved
    if kind == lldb.eStopReasonPlanComplete:
        fault = session.faults.told_behind(thread)
        if fault is not None:
            return [fault], False
        if moved and session.strand_steps.goes_on(thread):
            return [], True
        if moved and (session.task_steps.goes_on(thread) or session.straight_lines.is_deeper(thread)):
            return [], True
        if moved and (session.unfinished_steps.goes_on(thread) or session.library_lines.goes_on(thread)):
            return [], True
        session.step_done = session.step_done or moved
        if moved and session.left_line and last_lines.is_past(session, thread, session.left_stack):
            session.stepping = False
            return [], True
        return (_step_ended(session, thread), False) if moved else ([], True)
    if kind == lldb.eStopReasonExec:
        session.breakpoints.sites.lost()
        session.journeys.started()
        return [], True
    if kind in _FORKS:
        return [], True
    if kind == lldb.eStopReasonSignal and session.breakpoints.sites.threads.faulted(thread):
        return [], True
    if kind == lldb.eStopReasonSignal:
        reason = _signal(session, thread)
        return ([] if reason is None else [reason]), reason is None
    if kind == lldb.eStopReasonException:
        text = thread.GetStopDescription(512)
        return [{"kind": "exception", "hits": [], "thrown": {"name": "exception", "message": text}}], False
    if kind == _INTERRUPT:
        return [{"kind": "pause"}], False
    if kind in (lldb.eStopReasonNone, lldb.eStopReasonInvalid, lldb.eStopReasonThreadExiting):
        return [], False
    return [{"kind": "program", "text": thread.GetStopDescription(512)}], False


def _at_breakpoint(session, thread, hits, problem):
    reasons = []
    if hits:
        reasons.append(_breakpoint(hits, problem))
    for index in range(0, thread.GetStopReasonDataCount(), 2):
        lldb_id = thread.GetStopReasonDataAtIndex(index)
        meaning = session.breakpoints.own_meaning(lldb_id)
        thrown = session.breakpoints.thrown.reason(thread, lldb_id)
        if thrown is not None:
            reasons.append(thrown)
        fault = session.faults.reason(thread, lldb_id)
        if fault is not None:
            reasons.append(fault)
        if meaning in ("entry", "event"):
            reasons.append({"kind": meaning})
        if meaning == call_sites.MEANING:
            session.call_sites.note_hit(thread)
        if session.task_steps.is_switch(lldb_id):
            session.task_steps.leaves()
        if meaning == "run-to" or (meaning == "task-to-finish" and session.task_steps.came_back(thread)):
            reasons.append({"kind": "step"})
    return reasons


def _step_ended(session, thread):
    if not inlined_steps.has_only_entered(thread, session.left_place):
        session.breakpoints.hits.arrive(thread)
    hits, problem = session.breakpoints.hits.take(thread)
    step = _step(session, thread)
    return [_breakpoint(hits, problem), step] if hits else [step]


def _breakpoint(hits, problem):
    reason = {"kind": "breakpoint", "hits": hits}
    return reason if problem is None else {**reason, "problem": problem}


def _step(session, thread):
    reason = {"kind": "step"}
    value = returned.value_of(session, thread)
    if value is not None:
        reason["returned"] = values.describe_detached(session, value)
        session.returned[thread.GetIndexID()] = (session.left_function, reason["returned"])
    return reason


def _signal(session, thread):
    """The reason that a signal makes; None for one that the filters leave out."""
    number = thread.GetStopReasonDataAtIndex(0)
    if number == 0:
        # In a core file: a thread that only was there when another one ended the program.
        return None
    name = signals.name_of(session.process, number)
    if session.hold == hold.CORE and core_signals.is_of_writer(session, thread):
        if not core_signals.is_of_writer_alone(session):
            return None
        notice(session, "The core file was written while the program was alive: no signal had ended it.")
        return {"kind": "pause"}
    if name == "SIGTRAP":
        if session.hold != hold.CORE and not traps.is_of_program(session, thread, number):
            return None
        return {"kind": "program", "text": traps.told(session, thread, number)}
    if name in ("SIGSTOP", "SIGINT") and session.pause_requested:
        return {"kind": "pause"}
    if name == "SIGSTOP" and (session.halted_by_us or signals.is_from_tracer(session.process, thread)):
        # LLDB's way to halt the program; it may come twice.
        return None
    if name == "SIGABRT" and session.faults.is_signal_of_theirs(thread):
        return None
    text = thread.GetStopDescription(512) or name
    caught = signals.is_caught(session.process, number) if hold.is_local(session) else None
    # What ended the program of a core file is no matter of choice.
    hits = [] if session.hold == hold.CORE else session.breakpoints.filters_for(name, caught)
    if hits is None:
        return None
    overflow = stack_overflow.address_of(session, thread, text) if name in signals.FAULTS else None
    if overflow is not None:
        text = f"{name}: stack overflow (fault address={overflow:#x})"
    thrown = {"name": name, "message": text.removeprefix("signal ")}
    uncaught = uncaught_exception(session, thread) if name == "SIGABRT" else None
    if uncaught is not None:
        kind, what = uncaught
        thrown.update(type=kind, message=f"{name}: uncaught {kind}{'' if what is None else f': {what}'}")
    if caught is not None:
        thrown["caught"] = caught
    return {"kind": "exception", "hits": hits, "thrown": thrown}


def _tell_threads(session):
    """Of those that have come and gone. Answers with all of them, or "same" where they are those of the stop before."""
    if _is_alone_as_before(session):
        return "same"
    now = {thread["id"]: thread for thread in frames.threads(session)}
    before = session.known_threads
    session.known_threads = now
    for number, thread in now.items():
        if number not in before:
            session.announce({"event": "thread", "thread": thread, "change": "started"})
        elif before[number]["name"] != thread["name"]:
            session.announce({"event": "thread", "thread": thread, "change": "renamed"})
    for number, thread in before.items():
        if number not in now:
            session.announce({"event": "thread", "thread": thread, "change": "exited"})
    return list(now.values())


def _is_alone_as_before(session):
    """Whether the first thread is the only one still: its name never changes."""
    if len(session.known_threads) != 1 or session.process.GetNumThreads() != 1 or not session.tasks.are_none():
        return False
    (known,) = session.known_threads.values()
    is_same = session.process.GetThreadAtIndex(0).GetIndexID() == known["id"]
    return is_same and known["name"] == frames.MAIN and known["state"] == "stopped"
