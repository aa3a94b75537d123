"""Registers that were changed at a stop, kept where LLDB takes its threads for new ones.

It then believes that their registers are what it heard when the program stopped. The program has the changed ones: a step
would begin at a place where the thread is not any more.
"""

import contextlib


@contextlib.contextmanager
def kept(process):
    before = {thread.GetThreadID(): _values(thread.GetFrameAtIndex(0)) for thread in process}
    yield
    for thread in process:
        _write(thread, before.get(thread.GetThreadID(), {}))


def _values(frame):
    """Whole ones: parts have names that mean something else where they are looked up."""
    size = frame.GetThread().GetProcess().GetAddressByteSize()
    general = frame.GetRegisters().GetValueAtIndex(0)
    return {register.GetName(): register.GetValue() for register in general if register.GetByteSize() == size}


def _write(thread, wanted):
    for name, value in wanted.items():
        # Asked for each time: writing one makes LLDB forget the frame.
        register = thread.GetFrameAtIndex(0).FindRegister(name)
        if value is not None and register.GetValue() != value:
            register.SetValueFromCString(value)
