"""Keeps LLDB's connection to its server open when LLDB is killed.

The server ends as soon as the connection closes, and the program goes on with LLDB's breakpoints in it, and with the trap
of a step: it would not get far. So a `cat` holds the connection as well, and with it the program. Whoever has started
LLDB (src/server-farewell.ts) takes out the breakpoints, and tells the server by way of the `cat` to let the program go.
"""

import os

from .first_use import Module

subprocess = Module("subprocess")

# What is said to the server comes from here; beside the channel, which is descriptor 3.
_FAREWELL = 4
_SOCKET = "socket:"


class ServerConnection:
    def __init__(self):
        self._before = _sockets()
        self._holder = None

    def hold(self):
        """To be called once LLDB is connected."""
        opened = _sockets() - self._before
        if len(opened) != 1:
            return
        try:
            self._holder = subprocess.Popen(
                ["cat"],
                stdin=_FAREWELL,
                stdout=opened.pop(),
                stderr=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
        except OSError:
            # Without one the program is let go at once, as LLDB's server does it.
            pass

    def leave(self):
        """Before LLDB lets the program go itself."""
        if self._holder is not None:
            self._holder.kill()
            self._holder.wait()
            self._holder = None


def _sockets():
    found = set()
    try:
        names = os.listdir("/proc/self/fd")
    except OSError:
        return found
    for name in names:
        try:
            if os.readlink(f"/proc/self/fd/{name}").startswith(_SOCKET):
                found.add(int(name))
        except OSError:
            # It was the one that the folder was read by.
            pass
    return found
