"""Notices when the running program waits for its standard input.

The kernel tells which call each thread is in; there is no event for it, so it is looked at a few times a second, and
only while the program runs and can be given input.
"""

import os
import platform
import threading

_INTERVAL = 0.1
_READ = {"x86_64": "0", "aarch64": "63", "riscv64": "63"}


class InputWatch:
    def __init__(self, process_id, report):
        self._process_id = process_id
        self._report = report
        self._read = _READ.get(platform.machine())
        self._running = threading.Event()
        self._waiting = False
        self._telling = threading.Lock()

    def start(self):
        if self._read is not None and os.path.exists(f"/proc/{self._process_id}/syscall"):
            threading.Thread(target=self._run, name="sonde input watch", daemon=True).start()

    def running(self, is_running):
        if is_running:
            self._running.set()
        else:
            self._running.clear()
            self._tell(False)

    def answered(self):
        """It was given input: when it waits again, or still, that is news, however quickly it came to it."""
        self._tell(False)

    def _run(self):
        pause = threading.Event()
        while True:
            self._running.wait()
            pause.wait(_INTERVAL)
            self._tell(self._looks_waiting())

    def _tell(self, waiting):
        if not waiting and not self._waiting:
            return
        with self._telling:
            # It may have stopped while we looked.
            waiting = waiting and self._running.is_set()
            if waiting != self._waiting:
                self._waiting = waiting
                self._report(waiting)

    def _looks_waiting(self):
        folder = f"/proc/{self._process_id}/task"
        try:
            for thread in os.listdir(folder):
                with open(f"{folder}/{thread}/syscall", encoding="ascii") as file:
                    call = file.read().split(" ", 2)
                if len(call) > 1 and call[0] == self._read and call[1] == "0x0":
                    return True
        except OSError:
            pass
        return False
