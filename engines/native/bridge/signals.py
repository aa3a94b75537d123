"""Which signals stop the program for the debugger. All of them reach the program afterwards."""

import contextlib

from . import process_status

# A program that gets one of these is broken; people want to see where.
CRASHES = ("SIGSEGV", "SIGABRT", "SIGFPE", "SIGILL", "SIGBUS", "SIGSYS")
# What a pointer that leads nowhere makes.
FAULTS = ("SIGSEGV", "SIGBUS")
# The debugger's own means, and what runtimes use so often that stopping there would be a nuisance.
_NEVER = ("SIGTRAP", "SIGSTOP", "SIGCHLD", "SIGCONT", "SIGWINCH", "SIGURG", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGKILL")

FILTERS = ("signal", "any-signal")


def apply(process, crashes, others, ours=()):
    """`ours`: they are to stop the program in any case, because they may be our own doing."""
    signals = process.GetUnixSignals()
    for index in range(signals.GetNumSignals()):
        number = signals.GetSignalAtIndex(index)
        name = signals.GetSignalAsCString(number)
        if name in ("SIGTRAP", "SIGSTOP"):
            continue
        stop = crashes if name in CRASHES else others and name not in _NEVER
        stop = stop or name in ours
        signals.SetShouldStop(number, stop)
        signals.SetShouldNotify(number, stop)
        signals.SetShouldSuppress(number, False)


@contextlib.contextmanager
def crashes_stop(process):
    """While a function of the program is called: what it crashes by ends the call, and must not reach the program."""
    signals = process.GetUnixSignals()
    numbers = [signals.GetSignalNumberFromName(name) for name in CRASHES]
    passed = [number for number in numbers if not signals.GetShouldStop(number)]
    for number in passed:
        signals.SetShouldStop(number, True)
    try:
        yield
    finally:
        for number in passed:
            signals.SetShouldStop(number, False)


def keep_faults(process, kept):
    """Whether the program is spared the faults that it is stopped by."""
    signals = process.GetUnixSignals()
    for name in FAULTS:
        signals.SetShouldSuppress(signals.GetSignalNumberFromName(name), kept)


def keep_traps(process, kept):
    """Whether the program is spared the trap that it is stopped by."""
    signals = process.GetUnixSignals()
    signals.SetShouldSuppress(signals.GetSignalNumberFromName("SIGTRAP"), kept)


def fits(wanted, name, caught):
    """Whether a filter is about this signal: by its name, and by whether the program takes it itself."""
    names = wanted.get("names")
    if names is not None and (name in names["list"]) == names["negate"]:
        return False
    return wanted.get("only") != "uncaught" or caught is not True


def is_caught(process, number):
    """Whether the program has a handler for it; None where the system does not tell."""
    caught = process_status.caught_signals(process.GetProcessID())
    return None if caught is None else bool(caught >> (number - 1) & 1)


def is_from_tracer(process, thread):
    """Whether the signal that the thread stopped for was sent by whoever traces the program."""
    sender = thread.GetSiginfo().GetValueForExpressionPath("._sifields._kill.si_pid")
    tracer = process_status.tracer_of(process.GetProcessID())
    return tracer != 0 and sender.IsValid() and sender.GetValueAsUnsigned() == tracer


def name_of(process, number):
    return process.GetUnixSignals().GetSignalAsCString(number) or f"signal {number}"
