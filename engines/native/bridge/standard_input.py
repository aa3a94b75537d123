"""The program's standard input.

A text that is given whole comes through a named pipe: every byte as it is, and a real end. Input that a person will
type comes through a pseudo-terminal, because C libraries write out a waiting prompt only before reading from one.
"""

import os
import queue
import termios
import threading

from .first_use import Module

tempfile = Module("tempfile")
shutil = Module("shutil")

END_MARK = b"\x04"
# A terminal's line holds 4095 bytes and drops the rest. An end mark inside a line hands on what is there so far.
_PIECE = 1024
# A terminal's end is over once it was read; a program that asks again is told again.
_ENDS = 32


class TypedInput:
    """Input that comes as it is typed."""

    def __init__(self):
        self._master, self._slave = os.openpty()
        _line_discipline(self._slave)
        self.path = os.ttyname(self._slave)
        self._line_length = 0
        self._queue = queue.SimpleQueue()
        self._ended = False

    def launched(self):
        os.close(self._slave)
        threading.Thread(target=self._run, name="sonde stdin", daemon=True).start()

    def discard(self):
        os.close(self._slave)
        os.close(self._master)

    def write(self, data):
        if self._ended:
            return
        self._queue.put(self._in_pieces(data))

    def close(self):
        if self._ended:
            return
        self._ended = True
        # Inside a line the first mark only hands on what was typed.
        self._queue.put(END_MARK * (_ENDS + 1))

    def _in_pieces(self, data):
        pieces = []
        for line in _lines(data):
            text, newline = (line[:-1], b"\n") if line.endswith(b"\n") else (line, b"")
            while self._line_length + len(text) > _PIECE:
                room = _PIECE - self._line_length
                pieces += [text[:room], END_MARK]
                text = text[room:]
                self._line_length = 0
            pieces += [text, newline]
            self._line_length = 0 if newline else self._line_length + len(text)
        return b"".join(pieces)

    def _run(self):
        while True:
            data = self._queue.get()
            try:
                write_all(self._master, data)
            except OSError:
                return


class WholeInput:
    """Input that is known from the start."""

    def __init__(self):
        self._folder = tempfile.mkdtemp(prefix="sonde-stdin-")
        self.path = os.path.join(self._folder, "stdin")
        os.mkfifo(self.path, 0o600)
        # A reader first, or opening for writing would wait for one.
        self._reader = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)
        self._writer = os.open(self.path, os.O_WRONLY)
        self._data = b""

    def launched(self):
        self.discard()
        threading.Thread(target=self._run, name="sonde stdin", daemon=True).start()

    def discard(self):
        shutil.rmtree(self._folder, ignore_errors=True)
        os.close(self._reader)

    def write(self, data):
        self._data += data

    def close(self):
        pass

    def _run(self):
        try:
            write_all(self._writer, self._data)
        except OSError:
            pass
        finally:
            os.close(self._writer)


def write_all(descriptor, data):
    while data:
        data = data[os.write(descriptor, data) :]


def _lines(data):
    """Lines by line feed alone: a carriage return is a byte like any other."""
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _line_discipline(descriptor):
    """Lines and an end mark; no echo, no signals, no editing, no translation."""
    attributes = termios.tcgetattr(descriptor)
    attributes[0] = 0
    attributes[1] = 0
    attributes[3] = termios.ICANON
    characters = [b"\0"] * len(attributes[6])
    characters[termios.VEOF] = END_MARK
    attributes[6] = characters
    termios.tcsetattr(descriptor, termios.TCSANOW, attributes)
