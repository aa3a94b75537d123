"""What languages tell the bridge of their libraries, runtimes and ways of writing: the one door by which such knowledge comes in.

The bridge itself names no language. A language has a folder with a Python package (`bridge` in src/language-facts.ts), which
is run here before the first program is looked at (`start.py`) and calls `add` with what it knows, once for each library. It
may import modules of the bridge (`from bridge import ...`). What it leaves out, it has nothing to tell of. Whoever wants to
know asks all libraries that were added, in that order: a program may be made of code in several languages.
"""

from typing import Callable, NamedTuple

import lldb


class NodeLayout:
    """Where a type of container keeps its nodes (`node_containers.py`); the same for all containers of the type."""

    def __init__(self, element, begin, count, walk, skip, value=None):
        # In a map that keeps values apart from keys, a key.
        self.element = element
        # Offset of what the nodes begin at.
        self.begin = begin
        # Offset of the number of elements; None where the container does not know it itself.
        self.count = count
        # One of the walks of `node_containers.py` and `block_trees.py`.
        self.walk = walk
        # From the beginning of a node to its element.
        self.skip = skip
        # The type of values that lie apart from their keys; None in other containers.
        self.value = value


class Holder(NamedTuple):
    """What a type holds whose values hold one other, such as smart pointers and optional values (`held_paths.py`)."""

    held: lldb.SBType
    # Of what it holds, from where it begins.
    offset: int
    # Of the byte that tells whether it holds anything; None for a pointer.
    flag: int | None


class Sequence(NamedTuple):
    """Where a type keeps the address of its first element and their number (`sequences.py`)."""

    start: int
    count: int
    element: lldb.SBType
    # Of a text: how a character is written that cannot stand for itself, given what `re` has found. None for other rows.
    escaped: Callable | None = None
    # From where the address leads to the first element.
    skip: int = 0


class Position:
    """Where an element of a container is: what a call in a path answers that `*` and `->` then lead on from."""

    def target(self):
        """The element; None where there is none."""
        raise NotImplementedError


class MethodTable:
    """
    A pointer that comes with a table of the methods of what it leads to, as a type of two fields (`method_tables.py`). In the
    table, a word each: what ends the life of the object (0 when nothing is to do), other facts, the methods.
    """

    def __init__(self, pointer, table, size, first_method):
        # Names of the fields.
        self.pointer = pointer
        self.table = table
        # Index of the word with the size of the object, and of the first method.
        self.size = size
        self.first_method = first_method


class Dialect:
    """
    How a language writes what LLDB knows by the names that C has (`type_names.py`). It counts for what is found in units of
    the language.
    """

    def __init__(
        self,
        language,
        # A symbol that every program has which is made with it: of others no unit is looked at.
        sign,
        # The name of a type, given LLDB's.
        written=lambda name: name,
        # What LLDB takes for characters of one byte are numbers.
        bytes_are_numbers=False,
        # A pointer to a character leads to that one alone, and several of them are a row: texts are kept otherwise.
        lone_characters=False,
        # There are values that take no room, and what is `void` to LLDB is the type of one.
        empty_values=False,
        # What stands in the debug information before the numbers that are names of fields; None where there are none.
        numbered_fields=None,
        # A `Pattern` of names of numbers that are one type to LLDB, each as written here (`declared_types.py`); None where every
        # number has a type of its own.
        numbers=None,
        # Type to `Sequence`, or None.
        sequence=lambda sb_type: None,
        method_table=None,
    ):
        self.language = language
        self.sign = sign
        self.written = written
        self.bytes_are_numbers = bytes_are_numbers
        self.lone_characters = lone_characters
        self.empty_values = empty_values
        self.numbered_fields = numbered_fields
        self.numbers = numbers
        self.sequence = sequence
        self.method_table = method_table


class Exceptions:
    """Of a runtime that throws them."""

    def __init__(
        self,
        # LLDB's number, by which it finds where that happens.
        language,
        # What one is called of which nothing is known.
        name,
        # Given the session and the frame where it stops: the type and the text of the exception, None for what is unknown.
        thrown,
        # Given the session and a thread that was ended by SIGABRT: the same of what nobody caught, None where it was not that.
        uncaught,
        # The function that the runtime calls where a handler begins.
        handler,
    ):
        self.language = language
        self.name = name
        self.thrown = thrown
        self.uncaught = uncaught
        self.handler = handler


class Library:
    """What is known of one library, or of the runtime of one language. Most of it are functions; None is for nothing known."""

    # A `Dialect`.
    dialect = None
    # An `Exceptions`.
    exceptions = None
    # Given LLDB's debugger, when a session begins: takes formatters away, or adds some.
    prepare = None
    # Given the session, before the first type is looked at: what depends on the program.
    prepare_program = None
    # Given a type and the size of a pointer: its `NodeLayout`, or None.
    node_layout = None
    # Given a type: its `Holder`, or None.
    holder = None
    # Given a type that LLDB may have lost all parts of: None where it has not, or what gives its fields to a table of types.
    lost_fields = None
    # Given a container whose elements have numbers: the value that has them as children, or None.
    elements = None
    # Given a type whose values hold one of any type: what shows such a value, given the session and the value. None for others.
    any_view = None
    # Given a type, which the program may only declare: what shows a value of it, given the session and where it lies. None for
    # others.
    object_view = None
    # A `Pattern` of names of types whose elements are found by a key, which may be a number.
    by_key = None
    # Given a value whose method is called in a path (None for a function), the name of that, and arguments, which are values,
    # numbers, texts or a `Position`: what it answers, a value or a `Position`, as far as that is seen without calling it.
    path_call = None
    # Given the name of a type as LLDB has it, and the type: the name as people write it.
    type_name = None
    # Given the name of a function as LLDB has it: the same without what nobody says.
    function_name = None
    # The same for the name of a variable of a file.
    variable_name = None
    # A `Pattern` found in names of variables of a file that came with a library: dozens in every file.
    library_variable = None
    # A `Pattern` of names of variables in a function that nobody wrote: a compiler keeps there what it needs itself.
    compiler_variable = None
    # The name of the object whose members go by their names alone in a method.
    object_name = None
    # Given a frame, and a text that calls something: the text with calls written so that LLDB's evaluator gets them right.
    call_text = None

    def __init__(self, **known):
        for what, answer in known.items():
            if not hasattr(Library, what):
                raise TypeError(f"nobody asks a library for {what}")
            setattr(self, what, answer)


_all = []
# How many of them have been given the debugger.
_prepared = 0


def add(library):
    _all.append(library)


def prepare(debugger):
    """When a session begins, and when a library has come after that."""
    global _prepared
    fresh, _prepared = _all[_prepared:], len(_all)
    for library in fresh:
        if library.prepare is not None:
            library.prepare(debugger)


def told(what):
    """What each of the libraries has under one of the names of `Library`."""
    return [answer for library in _all if (answer := getattr(library, what)) is not None]


def first(what, *given):
    """The first answer of a library to a question; None where none has any."""
    for answer in told(what):
        found = answer(*given)
        if found is not None:
            return found
    return None
