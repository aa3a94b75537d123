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


_PIECE = 1 << 16
_LENGTH = struct.Struct(">I")
# Made once: `json.dumps` would make one for each message.
_written = json.JSONEncoder(separators=(",", ":")).encode
_meant = json.JSONDecoder().decode


def _frame(message):
    # Written without a character beyond ASCII.
    body = _written(message).encode("ascii")
    return _LENGTH.pack(len(body)) + body


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
        # What was read of the next messages.
        self._read = b""

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
        if self._kept and not self._read and not self._arrivals.poll(_KEPT_MS):
            self.send_kept()
        if not self._fill(4):
            return None
        (length,) = _LENGTH.unpack_from(self._read)
        if length > LONGEST_FRAME or not self._fill(4 + length):
            return None
        body, self._read = self._read[4 : 4 + length], self._read[4 + length :]
        return _meant(body.decode("utf-8"))

    def _fill(self, count):
        """Reads until so many bytes are there; nearly always one piece is a whole message. Answers False at the end."""
        if len(self._read) >= count:
            return True
        parts, missing = [self._read], count - len(self._read)
        while missing > 0:
            try:
                part = os.read(self._descriptor, max(_PIECE, min(missing, 1 << 20)))
            except OSError:
                return False
            if not part:
                return False
            parts.append(part)
            missing -= len(part)
        self._read = b"".join(parts)
        return True
