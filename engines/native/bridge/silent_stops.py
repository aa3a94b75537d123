"""Silent stops: the other end decides conditions and writes log messages that take more than reading, and no client hears.

The program then goes on with what it did. LLDB keeps the plan of a step across the stop, as for a person who continues.
"""


def begin(session, gathered, logs, questions):
    """`gathered`: what there is to tell once the answers are here (`stops.answered`). Answers with the thread to look at."""
    session.stop_id += 1
    session.stopped = True
    session.silent = gathered
    session.moving = False
    session.frame_places = {}
    focus = [*questions, *logs][0]["thread"]
    asked = {"silent": True, "logs": logs, "questions": questions}
    session.announce({"event": "stopped", "stop": session.stop_id, "threads": [], "focus": focus, **asked}, keep=True)
    return focus


def end(session):
    gathered, session.silent = session.silent, None
    session.stopped = False
    return gathered


def with_hits(stopped, number, reason):
    """`reason`: the breakpoints of a thread that were asked about. Others at the same place may have been decided before."""
    before = [told for item in stopped if item["thread"] == number for told in item["reasons"]]
    for told in before:
        if told["kind"] == "breakpoint":
            reason = {**told, **reason, "hits": [*told["hits"], *reason["hits"]]}
    reasons = [reason, *(told for told in before if told["kind"] != "breakpoint")]
    return [*(item for item in stopped if item["thread"] != number), {"thread": number, "reasons": reasons}]
