"""A shell that is about to become the program: LLDB halts where it has, and looks for loaded code only then.

LLDB takes the shell for the program until then, finds the list of loaded code at an address that means something else
in the shell, and complains about what it reads there.
"""

from contextlib import contextmanager

import lldb


@contextmanager
def halting_on_exec(debugger):
    """Gives a function to call when the process is there but still the shell."""
    name = debugger.GetInstanceName()

    def set_variable(variable, value):
        lldb.SBDebugger.SetInternalVariable(variable, value, name)

    set_variable("target.process.stop-on-exec", "true")
    set_variable("plugin.jit-loader.gdb.enable", "off")
    try:
        yield lambda: set_variable("plugin.jit-loader.gdb.enable", "on")
    finally:
        set_variable("plugin.jit-loader.gdb.enable", "default")
        set_variable("target.process.stop-on-exec", "false")
