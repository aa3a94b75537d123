"""Rust: how it writes types, where its library keeps texts and rows, and the formatters that its compiler comes with."""

import lldb

from bridge import libraries
from bridge.libraries import Dialect, Library, MethodTable
from . import compiler_formatters, sequences, type_names

# In every program that was made with it.
SIGN = "rust_eh_personality"


def tell():
    dialect = Dialect(
        language=lldb.eLanguageTypeRust,
        sign=SIGN,
        written=type_names.written,
        bytes_are_numbers=True,
        empty_values=True,
        # Those of tuples.
        numbered_fields="__",
        sequence=sequences.of,
        # That of `Box<dyn Trait>` and its like.
        method_table=MethodTable(pointer="pointer", table="vtable", size=1, first_method=3),
    )
    libraries.add(Library(dialect=dialect, prepare_program=lambda session: compiler_formatters.load(session, SIGN)))
