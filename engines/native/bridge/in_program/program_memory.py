"""Bytes of the program, all of them or none."""

import lldb

from .generator import NotInProgram


def read(session, address, size):
    error = lldb.SBError()
    data = session.process.ReadMemory(address, size, error)
    if error.Fail() or data is None or len(data) != size:
        raise NotInProgram("its code cannot be read")
    return bytes(data)


def write(session, address, data):
    error = lldb.SBError()
    if session.process.WriteMemory(address, data, error) != len(data) or error.Fail():
        raise NotInProgram("its code cannot be written")
