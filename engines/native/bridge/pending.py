"""The requests that are not answered yet, and how one is given up: unbegun, or in the middle of running code.

Code of the program that an evaluation runs is ended by interrupting the program; LLDB then takes the call off the stack.
An interrupt goes unheard while nothing runs (the evaluation is still being compiled), so it is sent again until the
request is over.
"""

import contextlib
import queue
import threading

from .failure import Refused

_INTERVAL = 0.1


class Pending:
    def __init__(self):
        self._queue = queue.SimpleQueue()
        self._changed = threading.Condition()
        # Of requests that wait or are under way.
        self._ids = set()
        # Of those, what is answered instead.
        self._given_up = {}
        self._present = None
        # The process, while it runs code for the present request.
        self._running = None

    def put(self, message):
        with self._changed:
            self._ids.add(message["id"])
        self._queue.put(message)

    def next(self):
        return self._queue.get()

    def is_idle(self):
        """Nothing waits and nothing is under way. Only the thread that puts requests here can rely on it."""
        return not self._ids

    @contextlib.contextmanager
    def under_way(self, message):
        """The request is over when the block is left."""
        with self._changed:
            self._ids.add(message["id"])
            self._present = message["id"]
        try:
            yield
        finally:
            with self._changed:
                self._present = None
                self._ids.discard(message["id"])
                self._given_up.pop(message["id"], None)
                self._changed.notify_all()

    def cancel(self, number):
        self._give_up(number, Refused("cancelled", "user", "cancelled"))

    def end_all(self):
        """The session ends: what is asked of it is of no use any more, and must not keep anybody waiting."""
        with self._changed:
            numbers = list(self._ids)
        for number in numbers:
            self._give_up(number, Refused("wrong-state", "user", "the session is ending."))

    def _give_up(self, number, instead):
        """Never waits. Of a request that is over nothing is known any more."""
        with self._changed:
            if number not in self._ids or number in self._given_up:
                return
            self._given_up[number] = instead
        threading.Thread(target=self._interrupt, args=(number,), name="sonde interrupt", daemon=True).start()

    def check(self):
        """Refuses to go on with a request that nobody waits for any more."""
        with self._changed:
            if self._present in self._given_up:
                raise self._given_up[self._present]

    @contextlib.contextmanager
    def running_code(self, process):
        """Only on the thread that answers requests. What comes of code that was interrupted is nobody's result."""
        self.check()
        with self._changed:
            self._running = process
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._running = None
        self.check()

    def _interrupt(self, number):
        with self._changed:
            while number in self._ids:
                if self._present == number and self._running is not None:
                    # Heard on a thread of LLDB's own, so that it cannot wait for us.
                    self._running.SendAsyncInterrupt()
                    self._changed.wait(_INTERVAL)
                else:
                    self._changed.wait()
