"""Setting the program moving: on, by steps, to a place."""

import lldb

from .failure import Refused
from . import frames, inlined_steps, interruption, last_lines, returned, source_files, stops


def begin(session, stop_on_entry):
    """Lets the loaded program go, to its entry function when asked for."""
    session.modules.tell_all()
    if not stop_on_entry:
        return resume_process(session)
    executable = session.target.GetExecutable().GetFilename()
    sb = session.target.BreakpointCreateByName(session.entry_function, executable)
    if sb.GetNumLocations() == 0:
        # A program without symbols: its first instruction is the only entry there is.
        session.target.BreakpointDelete(sb.GetID())
        first = session.process.GetThreadAtIndex(0)
        session.after_answer.append(lambda: stops.announce_as(session, first, {"kind": "entry"}))
        return None
    session.breakpoints.set_own(sb, "entry")
    return resume_process(session)


def move(session, request):
    motion = request["motion"]
    session.left_line = False
    alone = request["scope"] == "thread"
    if session.tasks.is_number(request["thread"]):
        return _move_task(session, session.tasks.numbered(request["thread"]), motion, alone)
    thread = session.thread(request["thread"])
    if motion["kind"] == "goto":
        return _goto(session, thread, motion)
    session.moved_thread = request["thread"]
    if motion["kind"] == "step":
        return _step(session, thread, motion, alone)
    if motion["kind"] == "run-to":
        _set_destination(session, thread, motion)
    if alone:
        _hold_others(session, thread)
    return resume_process(session)


def _move_task(session, task, motion, alone):
    """A task that does not run moves when its turn comes: the program goes on, to where the task has moved."""
    kind = motion["kind"]
    if alone:
        raise Refused("wrong-state", "user", f"{session.tasks.label(task)} cannot run alone;", "others may have to run first.")
    if kind not in ("continue", "step"):
        raise Refused("wrong-state", "user", f"{session.tasks.label(task)} does not run.", "Use the thread that runs.")
    if kind == "step":
        session.task_steps.begin_waiting(task, motion)
    carrier = session.tasks.carrier()
    session.moved_thread = carrier.GetIndexID() if carrier is not None else 0
    if kind == "continue":
        return resume_process(session)
    _leave_stop(session)
    session.fork_marks.watch()
    session.stepping = True
    return _check(session, go_on(session))


def resume_process(session):
    _leave_stop(session)
    session.task_steps.clear()
    session.handlers.rest()
    session.strand_steps.rest()
    session.fork_marks.rest()
    session.stepping = False
    _check(session, go_on(session))


def answered(session, answers):
    """After a silent stop."""
    if session.silent is not None and not stops.answered(session, answers):
        _check(session, go_on(session))


def go_on(session):
    """After a stop that nobody was told of, too."""
    session.moves_on()
    if session.stepping:
        session.breakpoints.sites.before_step()
    else:
        session.breakpoints.sites.before_run()
    session.moving = True
    cut_short = (session.task_steps.is_waiting(), session.handlers.is_waiting(), session.strand_steps.is_waiting())
    if session.unfinished_steps.is_begun_anew() or any(cut_short) or session.call_sites.is_reached():
        _drop_plans(session)
    behind_fault = session.faults.go_on()
    if behind_fault is not None:
        return behind_fault
    if session.call_sites.is_reached():
        return session.call_sites.enter()
    steps = (session.strand_steps, session.handlers, session.task_steps, session.straight_lines, session.unfinished_steps, session.library_lines)
    for part in steps:
        within_step = part.go_on()
        if within_step is not None:
            return within_step
    return session.process.Continue()


def _step(session, thread, motion, alone):
    mode = lldb.eOnlyThisThread if alone else lldb.eOnlyDuringStepping
    how, by_instruction = motion["how"], motion["granularity"] == "instruction"
    hidden = session.journeys.hidden_frames(thread)
    if how == "out" and not thread.GetFrameAtIndex(hidden + 1).IsValid():
        raise Refused("wrong-state", "user", "there is no caller to step out to;", "continue instead.")
    to_call = "target" in motion and session.call_sites.choose(thread, motion["target"], mode)
    session.task_steps.begin(thread, motion)
    _leave_stop(session)
    session.stepping = True
    session.moving = True
    session.breakpoints.sites.before_step()
    frame = thread.GetFrameAtIndex(0)
    pc = frame.GetPC()
    code = frames.code_of(session, frame, 0, pc)
    session.left_function = frame.GetFunctionName() if code is None else code.function
    session.left_stack = frame.GetSP()
    session.left_by = how
    session.left_place = inlined_steps.place_of(thread, pc, code)
    session.left_result = returned.result_of(thread) if how == "out" else None
    session.left_line = not by_instruction and last_lines.has_line(frame, code)
    if how != "out" and not by_instruction:
        session.library_lines.begin(frame, code, how)
    error = lldb.SBError()
    may_run_straight = how != "out" and not by_instruction and not to_call and not session.task_steps.is_under_way()
    if may_run_straight and session.straight_lines.step(thread, frame, pc, error):
        return _check(session, error)
    session.handlers.watch(thread, frame)
    session.strand_steps.watch(thread, frame, how)
    session.fork_marks.watch(alone)
    if how == "out" and session.strand_steps.is_outermost(thread):
        return _check(session, go_on(session))
    if how == "out" and hidden > 0:
        thread.StepOutOfFrame(thread.GetFrameAtIndex(hidden), error)
    elif how == "out":
        thread.StepOut(error)
    elif by_instruction:
        thread.StepInstruction(how == "over", error)
    elif how == "over" or to_call:
        thread.StepOver(mode, error)
    else:
        thread.StepInto(None, lldb.LLDB_INVALID_LINE_NUMBER, error, mode)
    return _check(session, error)


def _set_destination(session, thread, motion):
    if "address" in motion:
        sb = session.target.BreakpointCreateByAddress(int(motion["address"], 0))
    else:
        path = source_files.as_compiled(session, motion["path"])
        sb = session.target.BreakpointCreateByLocation(lldb.SBFileSpec(path, False), motion["line"])
    if sb.GetNumLocations() == 0:
        session.target.BreakpointDelete(sb.GetID())
        raise Refused("not-found", "user", "there is no code at that place.")
    session.breakpoints.set_own(sb, "run-to", thread)


def _goto(session, thread, motion):
    if not thread.GetFrameAtIndex(0).SetPC(int(motion["address"], 0)):
        raise Refused("wrong-state", "program", "LLDB could not change the program counter.")
    session.after_answer.append(lambda: stops.announce_as(session, thread, {"kind": "goto"}))


def _hold_others(session, thread):
    for other in session.os_threads():
        if other.GetIndexID() != thread.GetIndexID() and other.Suspend():
            session.suspended.append(other)


def _forget_plans(session):
    """
    A step that was interrupted stays with its thread and would be finished by the next motion, whatever that is. The
    API has no call to drop it; the command has. Number 0 is the thread's own plan and remains.
    """
    done, session.step_done = session.step_done, False
    if not done or session.breakpoints.sites.any_armed():
        _drop_plans(session)


def _drop_plans(session):
    commands = session.debugger.GetCommandInterpreter()
    for thread in session.os_threads():
        # Fails where there is nothing to drop, which is the ordinary case.
        answer = lldb.SBCommandReturnObject()
        commands.HandleCommand("thread plan discard 1", lldb.SBExecutionContext(thread), answer, False)


def _leave_stop(session):
    _forget_plans(session)
    session.journeys.leave()
    session.moves_on()
    session.straight_lines.forget()
    session.unfinished_steps.forget()
    session.library_lines.forget()
    session.handlers.forget()
    session.strand_steps.forget()
    session.fork_marks.forget()
    session.breakpoints.hits.forget()
    session.breakpoints.hits.depart()
    session.breakpoints.watched.note_values()
    session.returned = {}
    session.stopped = False
    if session.streams.watch is not None:
        session.streams.watch.running(True)


def _check(session, error):
    if error.Success():
        return
    session.stopped = True
    session.moving = False
    if session.streams.watch is not None:
        session.streams.watch.running(False)
    raise Refused("wrong-state", "environment", f"LLDB could not set the program moving: {error.GetCString()}.")


def pause(session):
    """Not under the lock: a pause must get through while an evaluation holds it."""
    if session.pause_requested:
        return
    # Set before it is asked whether the program runs: a stop that comes between takes it back.
    session.pause_requested = True
    if session.stopped and session.silent is None:
        session.pause_requested = False
        return
    interruption.pause(session)
