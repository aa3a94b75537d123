"""C++: its libraries, as far as their values are shown and followed without a call, and the runtime of exceptions."""

import lldb

from bridge import libraries
from bridge.first_use import Module, Pattern
from bridge.libraries import Exceptions, Library
from . import elements, holders, names, node_containers, unsafe_formatters

any_values = Module(f"{__name__}.any_values")
exception_views = Module(f"{__name__}.exception_views")
exception_texts = Module(f"{__name__}.exception_texts")
path_calls = Module(f"{__name__}.path_calls")
uncaught_exceptions = Module(f"{__name__}.uncaught_exceptions")
virtual_bases = Module(f"{__name__}.virtual_bases")

# Constants that come with the headers.
_VARIABLE = Pattern(r"^(?:std|__gnu_cxx|__cxxabiv1|__pstl)::")
# Lengths of variable-length arrays and the ends of loops.
_OF_COMPILER = Pattern(r"^__(?:(?:vla_expr|range|begin|end|exit)\d+|for_(?:range|begin|end))$")


def tell():
    exceptions = Exceptions(
        language=lldb.eLanguageTypeC_plus_plus,
        name="C++ exception",
        thrown=lambda session, frame: exception_texts.thrown(session, frame),
        uncaught=lambda session, thread: uncaught_exceptions.described(session, thread),
        handler="__cxa_begin_catch",
    )
    libraries.add(
        Library(
            prepare=unsafe_formatters.remove,
            node_layout=node_containers.layout,
            holder=holders.of,
            lost_fields=holders.lost_fields,
            elements=elements.of,
            any_view=lambda sb_type: any_values.of(sb_type),
            object_view=lambda sb_type: exception_views.view(sb_type),
            by_key=elements.BY_KEY,
            path_call=lambda owner, name, arguments: path_calls.answer(owner, name, arguments),
            exceptions=exceptions,
            type_name=names.of_type,
            function_name=names.of_function,
            library_variable=_VARIABLE,
            compiler_variable=_OF_COMPILER,
            object_name="this",
            call_text=lambda frame, text: exception_views.spelled_out(frame, virtual_bases.spelled_out(frame, text)),
        )
    )
