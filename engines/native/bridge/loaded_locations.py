"""The locations of a breakpoint whose code is in the program. LLDB keeps those of unloaded modules too."""

import lldb


def of(sb):
    locations = (sb.GetLocationAtIndex(index) for index in range(sb.GetNumLocations()))
    return [location for location in locations if is_loaded(location)]


def is_loaded(location):
    return location.GetLoadAddress() != lldb.LLDB_INVALID_ADDRESS


def places(sb):
    """
    As long as they are the same, so is all that is told of them. Code that comes again may come to the address that it
    had before; LLDB's number of the location is another then.
    """
    return [(location.GetID(), location.GetLoadAddress()) for location in of(sb)]
