"""The standard streams of the program.

Output: one raw pseudo-terminal per stream, so that the two stay apart and programs print line by line. Reading stops
while too much is on its way to the other end; the kernel's buffer then fills and the program waits in its write.

Each stream has a reader of its own, so their order is lost unless someone keeps it: standard error passes on what lies in
standard output before its own, and a log message what the program had printed when it came there.
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
    def __init__(self, name, channel, ends=None, after=None):
        """
        `ends`: ours, the program's and its path, where it is not to be a terminal. `after`: the stream whose output goes
        first where there is some of both.
        """
        self.name = name
        self._channel = channel
        self._master, self._slave, self.path = ends or _terminal()
        self._wake_read, self._wake_write = os.pipe()
        self._on_the_way = 0
        self._ended = False
        self._changed = threading.Condition()
        self._after = after
        # Held from a read until what was read is sent.
        self._passing = threading.Lock()
        self._started = False
        self._thread = threading.Thread(target=self._run, name=f"sonde {name}", daemon=True)

    def start(self):
        # Only once the program holds its end: before that, closing ours would already mean the end.
        os.close(self._slave)
        self._started = True
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
            count = self._pass_on(room)
            if count is None:
                return
            if ended:
                after_end += count

    def flush(self):
        """Passes on what the program has printed so far, though it may be more than is wanted now."""
        if not self._started:
            return
        left = WINDOW
        while left > 0:
            count = self._pass_on(min(left, CHUNK))
            if not count:
                return
            left -= count

    def _pass_on(self, most):
        """Reads what is there and sends it: how much, 0 if another reader was faster, None at the end."""
        with self._passing:
            if not _has_data(self._master):
                return 0
            try:
                data = self._read(most)
            except OSError:
                # EIO: every process that had the other end has closed it.
                return None
            if not data:
                return None
            if self._after is not None:
                self._after.flush()
            with self._changed:
                self._on_the_way += len(data)
            self._channel.send(
                {"event": "output", "stream": self.name, "data": base64.b64encode(data).decode("ascii")}
            )
            return len(data)

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


def _has_data(descriptor):
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


def _terminal():
    master, slave = os.openpty()
    tty.setraw(slave)
    return master, slave, os.ttyname(slave)
