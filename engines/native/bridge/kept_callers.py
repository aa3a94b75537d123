"""The callers of a frame that is on top again: they are unwound once, as long as nothing has written to where they are kept.

To unwind a stack takes a good part of what a step takes. From stop to stop most callers stay: who returns to whom is kept
between the frame on top and the last of its callers, so that it is enough to compare that, which also tells where a faulty
program has written over it.
"""

from typing import NamedTuple

import lldb

from . import frames

# Further apart, to compare them takes more reads than to unwind.
_MOST_BYTES = 4096
# Kept right below a frame: where it returns to, and the frame pointer of the caller.
_WORDS = 2


class _Callers(NamedTuple):
    # The id of the frame on top, and as of when what is told by number is known.
    top: str
    age: int
    start: int
    memory: bytes
    # The stack without that frame.
    told: dict


class KeptCallers:
    def __init__(self, session):
        self._session = session
        self._kept = None

    def stack(self, number):
        """The stack of a thread, as far as it comes with a stop; None where it has to be unwound."""
        kept, session = self._kept, self._session
        if kept is None or not session.tasks.are_none() or session.journeys.hidden_frames(session.thread(number)) > 0:
            return None
        frame = session.thread(number).GetFrameAtIndex(0)
        if frame.IsInlined():
            return None
        top = frames.describe(session, frame, 0, number)
        if kept.age != session.told["code"].age or top["id"] != kept.top or self._read(kept.start, len(kept.memory)) != kept.memory:
            return None
        for index, caller in enumerate(kept.told["frames"], 1):
            session.frame_places[caller["id"]] = (number, index)
        return {**kept.told, "frames": [top, *kept.told["frames"]]}

    def note(self, number, answer):
        """What was unwound of the thread instead."""
        self._kept = None
        callers = answer["frames"][1:]
        # A frame that is inlined says all of itself, and differs from place to place.
        if not callers or any("code" not in frame for frame in answer["frames"]):
            return
        thread = self._session.thread(number)
        if self._session.journeys.hidden_frames(thread) > 0:
            return
        last = thread.GetFrameAtIndex(len(callers)).GetCFA()
        start = thread.GetFrameAtIndex(0).GetCFA() - _WORDS * self._session.target.GetAddressByteSize()
        memory = self._read(start, last - start) if 0 < last - start <= _MOST_BYTES else None
        if memory is not None:
            top, age = answer["frames"][0]["id"], self._session.told["code"].age
            self._kept = _Callers(top, age, start, memory, {**answer, "frames": callers})

    def _read(self, start, size):
        return self._session.process.ReadMemory(start, size, lldb.SBError())
