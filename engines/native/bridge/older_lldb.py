"""What versions of LLDB before the tested one lack, made up for where that is possible; nothing for the tested one.

LLDB 19 lacks `SBFrame.IsHidden`; LLDB 14 lacks all of these.
"""

import inspect

import lldb


class _WatchpointOptions:
    """Stands for SBWatchpointOptions."""

    def __init__(self):
        self.read = False
        self.write = False

    def SetWatchpointTypeRead(self, read):
        self.read = read

    def SetWatchpointTypeWrite(self, write):
        self.write = write is not None


def _watch(target, address, size, options, error):
    return target.WatchAddress(address, size, options.read, options.write, error)


_kept = []


def _keep_data(holder, error, data, byte_order, address_size):
    _kept.append(data)
    holder.SetData(error, data, byte_order, address_size)


def _add(owner, name, value):
    if not hasattr(owner, name):
        setattr(owner, name, value)


_add(lldb.SBFrame, "IsHidden", lambda frame: False)
_add(lldb.SBData, "SetDataWithOwnership", _keep_data)
# How a type is aligned, and why a condition could not be evaluated, is not told.
_add(lldb.SBType, "GetByteAlign", lambda kind: 0)
_add(lldb.SBType, "FindDirectNestedType", lambda kind, name: lldb.SBType())
_add(lldb.SBType, "GetModule", lambda kind: lldb.SBModule())
_add(lldb.SBDebugger, "GetBroadcaster", lambda debugger: lldb.SBBroadcaster("sonde.none"))
_add(lldb.SBDebugger, "eBroadcastBitError", 1)
_add(lldb.SBDebugger, "eBroadcastBitWarning", 2)
_add(lldb.SBDebugger, "GetDiagnosticFromEvent", staticmethod(lambda event: lldb.SBStructuredData()))
_add(lldb, "eBasicTypeChar8", -1)
_add(lldb, "eWatchpointWriteTypeAlways", "always")
_add(lldb, "eWatchpointWriteTypeOnModify", "modify")
_add(lldb, "SBWatchpointOptions", _WatchpointOptions)
_add(lldb.SBTarget, "WatchpointCreateByAddress", _watch)
if len(inspect.signature(lldb.SBProcess.Detach).parameters) == 1:
    # It cannot be left suspended that way, which nobody asks LLDB for.
    _detach = lldb.SBProcess.Detach
    lldb.SBProcess.Detach = lambda process, keep_stopped: _detach(process)
