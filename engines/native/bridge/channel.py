"""Framed messages over one socket: four bytes of length (big endian), then JSON in UTF-8."""

import json
import os
import select
import struct
import threading

# Far above anything the engine asks for; a length beyond it means that the two ends lost step.
LONGEST_FRAME = 256 * 1024 * 1024
# Longer than a step takes, and nothing that anybody could notice.
_KEPT_MS = 5


# Made once: `json.dumps` would make one for each message.
_written = json.JSONEncoder(separators=(",", ":")).encode


def _frame(message):
    # Written without a character beyond ASCII.
    body = _written(message).encode("ascii")
    return struct.pack(">I", len(body)) + body


class Channel:
    def __init__(self, descriptor):
        self._descriptor = descriptor
        # The program being debugged must not inherit the way to its debugger.
        os.set_inheritable(descriptor, False)
        os.set_blocking(descriptor, True)
        self._sending = threading.Lock()
        self._kept = b""
        self._arrivals = select.poll()
        self._arrivals.register(descriptor, select.POLLIN)

    def send(self, message):
        frame = _frame(message)
        with self._sending:
            kept, self._kept = self._kept, b""
            self._write(kept + frame)

    def keep(self, message):
        """To be sent with the next message if there is one soon: the other end then wakes up only once for both."""
        frame = _frame(message)
        with self._sending:
            self._kept += frame

    def send_kept(self):
        """Nothing that follows soon is waited for."""
        with self._sending:
            kept, self._kept = self._kept, b""
            if kept:
                self._write(kept)

    def _write(self, data):
        while data:
            data = data[os.write(self._descriptor, data) :]

    def receive(self):
        """The next message; None when the other end is gone."""
        if self._kept and not self._arrivals.poll(_KEPT_MS):
            self.send_kept()
        header = self._exactly(4)
        if header is None:
            return None
        (length,) = struct.unpack(">I", header)
        if length > LONGEST_FRAME:
            return None
        body = self._exactly(length)
        return None if body is None else json.loads(body)

    def _exactly(self, count):
        parts = []
        while count > 0:
            try:
                part = os.read(self._descriptor, min(count, 1 << 20))
            except OSError:
                return None
            if not part:
                return None
            parts.append(part)
            count -= len(part)
        return b"".join(parts)
