"""The standard streams of the program.

Output: one raw pseudo-terminal per stream, so that the two stay apart and programs print line by line. Reading stops
while too much is on its way to the other end; the kernel's buffer then fills and the program waits in its write.
"""

import base64
import os
import select
import threading

from .first_use import Module

subprocess = Module("subprocess")
tty = Module("tty")

# Bytes on their way that nobody has taken yet.
WINDOW = 256 * 1024
CHUNK = 64 * 1024
# A read of so much is one of many, and worth a moment's waiting for the next.
BULK = 2048
BULK_MILLISECONDS = 1
# After the program's end: what its children may still add, and how long silence lasts until we stop listening.
MOST_AFTER_END = 1024 * 1024
SILENCE_AFTER_END = 0.1


class Output:
    def __init__(self, name, channel, ends=None):
        """`ends`: ours, the program's and its path, where it is not to be a terminal."""
        self.name = name
        self._channel = channel
        self._master, self._slave, self.path = ends or _terminal()
        self._wake_read, self._wake_write = os.pipe()
        self._on_the_way = 0
        self._ended = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name=f"sonde {name}", daemon=True)

    def start(self):
        # Only once the program holds its end: before that, closing ours would already mean the end.
        os.close(self._slave)
        self._thread.start()

    def taken(self, count):
        with self._changed:
            self._on_the_way -= count
            self._changed.notify_all()

    def end(self, seconds):
        """The program is gone: hands on what is left, bounded in time."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        os.write(self._wake_write, b".")
        self._thread.join(seconds)

    def leave(self):
        """
        The program goes on when we are gone. A terminal that nobody holds fails every write, so somebody takes what is
        printed, to nowhere, until the last process that could print has ended.
        """
        nowhere = subprocess.DEVNULL
        subprocess.Popen(
            ["cat"], stdin=self._master, stdout=nowhere, stderr=nowhere, cwd="/", start_new_session=True
        )

    def _run(self):
        after_end = 0
        while after_end < MOST_AFTER_END:
            with self._changed:
                while self._on_the_way >= WINDOW and not self._ended:
                    self._changed.wait()
                ended = self._ended
                room = CHUNK if ended else min(CHUNK, WINDOW - self._on_the_way)
            if not self._readable(ended):
                if ended:
                    return
                continue
            try:
                data = self._read(room)
            except OSError:
                # EIO: every process that had the other end has closed it.
                return
            if not data:
                return
            if ended:
                after_end += len(data)
            with self._changed:
                self._on_the_way += len(data)
            self._channel.send(
                {"event": "output", "stream": self.name, "data": base64.b64encode(data).decode("ascii")}
            )

    def _read(self, most):
        """What is there. A terminal gives little at a time; of a program that prints a lot, several reads make a message."""
        data = os.read(self._master, most)
        if len(data) < BULK:
            return data
        parts = [data]
        left = most - len(data)
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        try:
            while left > 0 and poll.poll(BULK_MILLISECONDS):
                part = os.read(self._master, left)
                if not part:
                    break
                parts.append(part)
                left -= len(part)
        except OSError:
            # The end, which the next read will find again.
            pass
        return b"".join(parts)

    def _readable(self, ended):
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        if ended:
            return bool(poll.poll(SILENCE_AFTER_END * 1000))
        poll.register(self._wake_read, select.POLLIN)
        return any(descriptor == self._master for descriptor, _ in poll.poll())


def _terminal():
    master, slave = os.openpty()
    tty.setraw(slave)
    return master, slave, os.ttyname(slave)
