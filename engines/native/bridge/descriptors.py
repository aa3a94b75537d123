"""Descriptors beyond the three standard ones, for languages whose runtimes have more.

LLDB opens files for 0 to 2 only and closes all others, so that a shell opens these and becomes the program; LLDB halts
it there. Each is a named pipe: data as it is, with an end.
"""

import os
import queue
import threading

import lldb

from .first_use import Module
from .standard_input import write_all
from .streams import Output
from . import values

tempfile = Module("tempfile")
shutil = Module("shutil")
shlex = Module("shlex")

SHELL = "/bin/sh"
_PIECE = 64 * 1024


class Descriptors:
    def __init__(self, wanted, channel):
        self._folder = tempfile.mkdtemp(prefix="sonde-descriptors-") if wanted else None
        self.output = {}
        self.input = {}
        self._redirections = []
        for item in wanted:
            path = os.path.join(self._folder, str(item["fd"]))
            os.mkfifo(path, 0o600)
            if item["direction"] == "out":
                self.output[item["stream"]] = Output(item["stream"], channel, _reader_first(path))
                sign = ">"
            else:
                given = item.get("file") or values.decode(item["data"])
                self.input[item["stream"]] = PipeInput(path, given, item["closed"])
                sign = "<"
            self._redirections.append(f"{item['fd']}{sign}{shlex.quote(path)}")

    @property
    def are_any(self):
        return bool(self._redirections)

    @property
    def redirections(self):
        """As a shell reads them, with a space before each."""
        return "".join(f" {text}" for text in self._redirections)

    def shell_arguments(self, program, args):
        """What the shell is called with to become the program."""
        return ["-c", f'exec "$0" "$@"{self.redirections}', program, *args]

    def launched(self):
        """The program has them; the outputs are started with the others."""
        for item in self.input.values():
            item.launched()
        self.discard()

    def discard(self):
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


class PipeInput:
    """What the program reads from a descriptor: given with the launch, and more until it is closed."""

    def __init__(self, path, given, closed):
        """`given`: bytes, or the path of a file, which is read as the program takes it."""
        self._reader, self._writer = _reader_first(path)[:2]
        self._queue = queue.SimpleQueue()
        self._closed = False
        self.write(given)
        if closed:
            self.close()

    def launched(self):
        # Only now: before, the program might have found nobody at the other end.
        os.close(self._reader)
        threading.Thread(target=self._run, name="sonde descriptor", daemon=True).start()

    def write(self, data):
        if not self._closed:
            self._queue.put(data)

    def close(self):
        self._closed = True
        self._queue.put(None)

    def _run(self):
        try:
            while (given := self._queue.get()) is not None:
                for data in _pieces(given):
                    write_all(self._writer, data)
        except OSError:
            # The program is gone, or has closed its end; or the file cannot be read any more.
            pass
        finally:
            os.close(self._writer)


def _pieces(given):
    if isinstance(given, bytes):
        yield given
        return
    with open(given, "rb", buffering=0) as file:
        while data := file.read(_PIECE):
            yield data


def _reader_first(path):
    """Both ends and the path. A reader first, or opening for writing would wait for one."""
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    writer = os.open(path, os.O_WRONLY)
    os.set_blocking(reader, True)
    return reader, writer, path


def wait_for_program(process, wait_for_stop):
    """From the shell's first instruction to where it has become the program."""
    process.Continue()
    wait_for_stop()
    while not any(thread.GetStopReason() == lldb.eStopReasonExec for thread in process):
        process.Continue()
        wait_for_stop()
