"""C++: GNU's library, as far as its values are shown and followed without a call, and the runtime of exceptions."""

import lldb

from bridge import libraries
from bridge.libraries import Exceptions, Library
from . import elements, exception_texts, holders, node_containers, uncaught_exceptions, unsafe_formatters


def tell():
    exceptions = Exceptions(
        language=lldb.eLanguageTypeC_plus_plus,
        name="C++ exception",
        thrown=exception_texts.thrown,
        uncaught=uncaught_exceptions.described,
        handler="__cxa_begin_catch",
    )
    libraries.add(
        Library(
            prepare=unsafe_formatters.remove,
            node_layout=node_containers.layout,
            holder=holders.of,
            lost_fields=holders.lost_fields,
            elements=elements.of,
            by_key=elements.BY_KEY,
            exceptions=exceptions,
        )
    )
