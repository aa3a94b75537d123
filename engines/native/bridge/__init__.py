"""The part of the native engine that runs inside LLDB's own Python."""

from . import older_lldb
