"""What LLDB has told and nobody has dealt with yet, in the order it was told."""

import queue
import threading


class Backlog:
    def __init__(self):
        self._lock = threading.Lock()
        self._queue = queue.SimpleQueue()
        # In the queue, or being dealt with by whoever took it from there.
        self._left = 0

    def put(self, event):
        with self._lock:
            self._left += 1
        self._queue.put(event)

    def get(self):
        return self._queue.get()

    def done(self):
        """With the event that `get` has answered."""
        with self._lock:
            self._left -= 1

    def is_empty(self):
        return self._left == 0
