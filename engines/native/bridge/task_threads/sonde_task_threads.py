"""What LLDB loads as its operating system plugin: threads that the program makes itself.

LLDB asks `get_thread_info` at every stop, those within a step too, and gets the answer that there are none: so steps are
as quick as ever. A task becomes a thread of LLDB's when somebody looks at it (`SBProcess.CreateOSPluginThread`).

In a folder of its own, because LLDB puts the folder on Python's path.
"""

from bridge import task_registers


class OperatingSystemPlugIn:
    def __init__(self, process):
        self._process = process

    def get_thread_info(self):
        return []

    def create_thread(self, tid, context):
        if task_registers.of(tid) is None:
            return None
        return {"tid": tid, "name": "task", "state": "stopped", "stop_reason": "none"}

    def get_register_info(self):
        return task_registers.layout(self._process)

    def get_register_data(self, tid):
        # Also asked while the program runs, when its memory cannot be read: everything was read before.
        return task_registers.of(tid)
