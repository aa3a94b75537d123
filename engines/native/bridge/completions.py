"""What LLDB's own evaluator would take at the end of a text: members, functions, types, enumerators, namespaces."""

import re
import time

import lldb

from .first_use import Pattern
from . import enumerators, frames, scopes

_COMMAND = "expression -- "
# More than anybody reads; what is left out of these is decided by who knows the language.
_MOST = 400
_MOST_TYPES = 100
_MOST_GLOBALS = 200
# LLDB cannot be told to hurry: where one took longer than this, people type faster than it answers.
_PATIENCE = 1.5
_BEGUN = Pattern(r"[A-Za-z_$][\w$]*$|$")
_MEMBER = Pattern(r"(?:\.|->)\s*$")
_QUALIFIER = Pattern(r"(?:[A-Za-z_]\w*::)+$")
_NAME = Pattern(r"[A-Za-z_~][\w ]*")


class Completions:
    def __init__(self):
        self._is_slow = False

    def of(self, session, frame_name, text):
        """[{label, kind, detail}]: what may stand in place of the name that the text ends with."""
        if self._is_slow:
            return []
        frame = frames.find(session, frame_name)
        begun = _BEGUN.search(text).group()
        before = text[: len(text) - len(begun)]
        began = time.monotonic()
        found = _by_compiler(session, frame, before, begun)
        self._is_slow = time.monotonic() - began > _PATIENCE
        if _MEMBER.search(before) is None:
            qualifier = _QUALIFIER.search(before)
            found += _of_program(session, frame, "" if qualifier is None else qualifier.group(), begun)
        return found


def _by_compiler(session, frame, before, begun):
    texts, details = lldb.SBStringList(), lldb.SBStringList()
    line = f"{_COMMAND}{before}{begun}"
    with _selected(session, frame):
        interpreter = session.debugger.GetCommandInterpreter()
        interpreter.HandleCompletionWithDescriptions(line, len(line), 0, _MOST, texts, details)
    qualifier = _QUALIFIER.search(before)
    kinds = _Kinds(session, "" if qualifier is None else qualifier.group())
    found = []
    # The first is what all of them have in common.
    for index in range(1, texts.GetSize()):
        label = _without(before, texts.GetStringAtIndex(index) or "")
        if not label.startswith(begun) or _NAME.match(label) is None:
            continue
        detail = details.GetStringAtIndex(index) or ""
        item = {"label": label, "kind": kinds.of(label, detail)}
        found.append({**item, "detail": detail} if detail else item)
    return found


class _selected:
    """LLDB completes for the thread and the frame that are selected. What was selected before is again afterwards."""

    def __init__(self, session, frame):
        self._session = session
        self._frame = frame

    def __enter__(self):
        session, thread = self._session, self._frame.GetThread()
        self._thread = session.process.GetSelectedThread()
        self._index = thread.GetSelectedFrame().GetFrameID()
        session.debugger.SetSelectedTarget(session.target)
        session.process.SetSelectedThread(thread)
        thread.SetSelectedFrame(self._frame.GetFrameID())

    def __exit__(self, *_):
        self._frame.GetThread().SetSelectedFrame(self._index)
        if self._thread.IsValid():
            self._session.process.SetSelectedThread(self._thread)


def _without(before, text):
    """What LLDB says begins with as much of the text as it took for one word."""
    for start in range(len(before) + 1):
        if text.startswith(before[start:]):
            return text[len(before) - start :]
    return text


class _Kinds:
    def __init__(self, session, qualifier):
        self._session = session
        self._qualifier = qualifier
        self._is_enumeration = self._type_class(qualifier[:-2]) == lldb.eTypeClassEnumeration
        self._looked = 0

    def of(self, label, detail):
        if label.endswith("::"):
            return "namespace"
        if "(" in label:
            return "function"
        if detail:
            return "variable"
        if self._is_enumeration:
            return "enumerator"
        self._looked += 1
        found = self._type_class(self._qualifier + label) if self._looked <= _MOST_TYPES else 0
        if found == 0 and not self._qualifier and enumerators.has(self._session, label):
            return "enumerator"
        return "enumeration" if found == lldb.eTypeClassEnumeration else "type"

    def _type_class(self, name):
        return self._session.target.FindFirstType(name).GetTypeClass() if name else 0


def _of_program(session, frame, qualifier, begun):
    """Variables and functions by the program's own tables: the compiler knows only those that it has met."""
    if not qualifier and len(begun) < 2:
        return []
    return _globals(session, qualifier, begun) + _functions(session, frame, qualifier, begun)


def _globals(session, qualifier, begun):
    found = []
    for value in session.target.FindGlobalVariables(begun, _MOST_GLOBALS, lldb.eMatchTypeStartsWith):
        name = scopes.written_name(value)
        label = name[len(qualifier) :]
        if name.startswith(qualifier + begun) and re.fullmatch(r"\w+", label):
            found.append({"label": label, "kind": "variable", "detail": value.GetTypeName() or ""})
    return found


def _functions(session, frame, qualifier, begun):
    """Those of the module that the frame is in, as LLDB completes the name of one to stop at."""
    module = frame.GetModule().GetFileSpec().GetFilename()
    if not module or not re.fullmatch(r"[\w.+-]+", module):
        return []
    texts = lldb.SBStringList()
    line = f"breakpoint set -s {module} --name {qualifier}{begun}"
    with _selected(session, frame):
        session.debugger.GetCommandInterpreter().HandleCompletion(line, len(line), 0, _MOST, texts)
    found = []
    for index in range(1, texts.GetSize()):
        signature = texts.GetStringAtIndex(index) or ""
        name = re.match(rf"{re.escape(qualifier + begun)}\w*(?=\(|$)", signature)
        if name is not None:
            takes_nothing = signature[name.end() :] in ("()", "() const")
            label = f"{name[0][len(qualifier) :]}({')' if takes_nothing else ''}"
            found.append({"label": label, "kind": "function", "detail": signature})
    return found
