"""Stacks with what goes on behind them: when a task has ended, those who await it, one fragment for each."""

from . import frames

# Further ones are counted, not shown: each is a stack to unwind, at every stop.
_MOST = 32
_MOST_FRAMES = 50


def stack_of(session, number, start, count):
    """The stack of a thread, or of a task that does not run; then of those that wait for the task, as fragments."""
    task = session.tasks.numbered(number) if session.tasks.is_number(number) else None
    if task is not None and session.tasks.thread(task) is None:
        return {"frames": [], "total": 0}
    answer = frames.stack(session, session.thread(number), start, count)
    if "total" in answer:
        fragments = _behind(session, number, task)
        if fragments:
            answer["fragments"] = fragments
    return answer


def _behind(session, number, task):
    """Of a task that does not run, or of the one that the thread of this number runs."""
    tasks = session.tasks
    if task is None:
        task = tasks.current()
        carrier = tasks.carrier() if task is not None else None
        if carrier is None or carrier.GetIndexID() != number:
            return []
    fragments = []
    for index, (waiter, others) in enumerate(tasks.awaiters(task)):
        if index == _MOST:
            left = 1 + sum(1 for _ in tasks.awaiters(waiter))
            fragments.append({"description": f"awaited by {left} more", "frames": []})
            return fragments
        told = tasks.frames_of(waiter, lambda waiter=waiter: _frames(session, waiter))
        beside = "" if others == 0 else " and 1 other" if others == 1 else f" and {others} others"
        fragments.append({"description": f"awaited by {tasks.label(waiter)}{beside}", "frames": told})
    return fragments


def _frames(session, task):
    thread = session.tasks.thread(task)
    if thread is None:
        return []
    found = [frames.whole(session, frame) for frame in frames.stack(session, thread, 0, _MOST_FRAMES)["frames"]]
    # The functions of the runtime that it began in are the same in every one.
    while found and not frames.is_written(found[-1]):
        found.pop()
    return found
