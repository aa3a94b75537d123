"""Rust: how it writes types, where its library keeps texts and rows, and the formatters that its compiler comes with."""

import lldb

from bridge import libraries
from bridge.first_use import Module, Pattern
from bridge.libraries import Dialect, Library, MethodTable

# Needed in its programs alone.
compiler_formatters = Module(f"{__name__}.compiler_formatters")
node_containers = Module(f"{__name__}.node_containers")
sequences = Module(f"{__name__}.sequences")
type_names = Module(f"{__name__}.type_names")

# In every program that was made with it.
SIGN = "rust_eh_personality"
# What the compiler puts behind a name to make it the only one.
_HASH = Pattern(r"::h[0-9a-f]{16}$")
# Of 64 bits, and as many as an address has.
_NUMBERS = Pattern(r"(?<![\w:])[iu](?:64|size)(?![\w:])")
_TABLE_OF_METHODS = Pattern(r"::\{vtable\}$")


def tell():
    dialect = Dialect(
        language=lldb.eLanguageTypeRust,
        sign=SIGN,
        written=lambda name: type_names.written(name),
        bytes_are_numbers=True,
        lone_characters=True,
        empty_values=True,
        # Those of tuples.
        numbered_fields="__",
        numbers=_NUMBERS,
        sequence=lambda sb_type: sequences.of(sb_type),
        # That of `Box<dyn Trait>` and its like.
        method_table=MethodTable(pointer="pointer", table="vtable", size=1, first_method=3),
    )
    libraries.add(
        Library(
            dialect=dialect,
            prepare_program=lambda session: compiler_formatters.load(session, SIGN),
            node_layout=_node_layout,
            function_name=lambda name: _HASH.sub("", name),
            variable_name=lambda name: _HASH.sub("", name),
            library_variable=_TABLE_OF_METHODS,
        )
    )


def _node_layout(sb_type, pointer_size):
    """Asked for every type of every program."""
    is_of_library = pointer_size == 8 and (sb_type.GetName() or "").startswith("alloc::collections::")
    return node_containers.layout(sb_type) if is_of_library else None
