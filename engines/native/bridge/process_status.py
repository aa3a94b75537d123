"""What the kernel tells of a process: empty or 0 where there is none, or no kernel that would tell."""


def start_time(process_id):
    """When the process began, in the kernel's clock ticks: tells it from a later one of the same number."""
    return _stat_field(process_id, 19)


def state_of(process_id):
    """One letter, T for suspended."""
    return _stat_field(process_id, 0)


def tracer_of(process_id):
    """LLDB's server for this program. Not its parent: in a terminal that is the user's shell."""
    return int(_status_field(process_id, "TracerPid") or "0")


def times_off_processor(thread_id):
    """How often a thread was taken off its processor: the same number means that it has not run. None where unknown."""
    # Asked at every hit of a breakpoint: the file is read once, and only its end looked at.
    lines = _read(thread_id, "status").splitlines()[-2:]
    counts = [line.split()[-1] for line in lines if "voluntary_ctxt_switches:" in line]
    return sum(map(int, counts)) if len(counts) == 2 else None


def caught_signals(process_id):
    """The signals that it has a handler for, as bits from 1 on; None where nobody can tell."""
    mask = _status_field(process_id, "SigCgt")
    return int(mask, 16) if mask else None


def ignored_signals(process_id):
    """The same for those that it ignores; 0 where nobody can tell."""
    return int(_status_field(process_id, "SigIgn") or "0", 16)


def _stat_field(process_id, number):
    text = _read(process_id, "stat").rsplit(")", 1)
    return text[1].split()[number] if len(text) == 2 else ""


def _status_field(process_id, name):
    for line in _read(process_id, "status").splitlines():
        if line.startswith(f"{name}:"):
            return line.split(":", 1)[1].strip()
    return ""


def _read(process_id, name):
    try:
        with open(f"/proc/{process_id}/{name}", encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
