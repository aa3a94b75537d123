"""Framed messages over one socket: four bytes of length (big endian), then JSON in UTF-8."""

import json
import socket
import struct
import threading

# Far above anything the engine asks for; a length beyond it means that the two ends lost step.
LONGEST_FRAME = 256 * 1024 * 1024


class Channel:
    def __init__(self, descriptor):
        self._socket = socket.socket(fileno=descriptor)
        # The program being debugged must not inherit the way to its debugger.
        self._socket.set_inheritable(False)
        self._socket.setblocking(True)
        self._sending = threading.Lock()

    def send(self, message):
        body = json.dumps(message, separators=(",", ":")).encode("utf-8", "surrogatepass")
        with self._sending:
            self._socket.sendall(struct.pack(">I", len(body)) + body)

    def receive(self):
        """The next message; None when the other end is gone."""
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
                part = self._socket.recv(min(count, 1 << 20))
            except OSError:
                return None
            if not part:
                return None
            parts.append(part)
            count -= len(part)
        return b"".join(parts)
