"""Output of a program that comes through its debug server: LLDB collects it, and it is fetched as fast as it is taken."""

import base64
import threading

from .streams import CHUNK, WINDOW


class ForwardedOutput:
    path = None

    def __init__(self, name, session):
        self.name = name
        self._session = session
        self._on_the_way = 0
        self._counting = threading.Lock()
        # Output is fetched when LLDB has some, when some was taken, and at the end: one at a time.
        self._fetching = threading.Lock()

    def start(self):
        pass

    def taken(self, count):
        self._count(-count)
        self.fetch()

    def fetch(self, all_of_it=False):
        with self._fetching:
            while all_of_it or self._on_the_way < WINDOW:
                text = self._read(CHUNK)
                if not text:
                    return
                data = text.encode("utf-8", "surrogateescape")
                self._count(len(data))
                self._session.channel.send(
                    {"event": "output", "stream": self.name, "data": base64.b64encode(data).decode("ascii")}
                )

    def flush(self):
        self.fetch()

    def end(self, seconds):
        self.fetch(all_of_it=True)

    def _count(self, change):
        with self._counting:
            self._on_the_way += change

    def _read(self, count):
        process = self._session.process
        return process.GetSTDOUT(count) if self.name == "stdout" else process.GetSTDERR(count)
