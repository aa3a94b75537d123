"""What the bridge of the native engine is told of C++ and Rust: it runs inside LLDB (bridge/libraries.py of the engine)."""

from . import cxx, rust

cxx.tell()
rust.tell()
