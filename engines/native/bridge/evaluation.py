"""LLDB's own evaluator for text in the language of the program."""

import re

import lldb

from .failure import Refused
from . import frames, places, values

# In the console people wait for what they asked for; a hover that takes long is of no use.
_SECONDS = 5
_SECONDS_WITHOUT_EFFECTS = 1
# A plain way to a variable needs no compiler: it is quick and cannot change anything.
_PATH = re.compile(r"^[&*]*[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*|\[\d+\])*$")
_REGISTER = re.compile(r"^\$[A-Za-z]\w*$")
_IN_THE_CONSOLE = "write it in the console to have that done."
_LITERAL = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_CHANGES = re.compile(r"\+\+|--|(?<![=!<>])=(?!=)|<<=|>>=")


def evaluate(session, frame_name, text, effects):
    frame = None if frame_name is None else frames.find(session, frame_name)
    if not effects:
        refuse_effects(text)
    value = _plain_path(frame, text) if frame is not None else None
    if value is not None:
        return values.describe(session, value, _place_of(session, frame_name, text.strip(), value))
    options = _options(effects)
    if frame is None:
        value = session.target.EvaluateExpression(text, options)
    else:
        value = frame.EvaluateExpression(text, options)
    error = value.GetError()
    if error.Fail() and error.GetError() != _NO_RESULT:
        raise _refused(error.GetCString() or "it has no value", effects)
    if error.Fail():
        return {"type": session.types.opaque("void", 0, "no value"), "unavailable": "no value"}
    return values.describe(session, value)


# What LLDB answers for an expression of type void, which is no mistake.
_NO_RESULT = 0x1001


def refuse_effects(text):
    code = _LITERAL.sub('""', text)
    if _CHANGES.search(code):
        raise Refused("bad-expression", "user", "this would change the program;", _IN_THE_CONSOLE)


def _refused(text, effects):
    """LLDB tells of its own workings where people want to know what is wrong with theirs."""
    if not effects and "Interpreter doesn't handle" in text:
        return Refused("bad-expression", "user", "this would run code of the program;", _IN_THE_CONSOLE)
    if "couldn't read its memory" in text:
        return Refused("bad-expression", "user", "it leads to memory that cannot be read.")
    if "timeout" in text:
        return Refused("deadline", "user", "it took too long and was given up.")
    return Refused("bad-expression", "user", f"{plain_error(text)}.")


def _options(effects):
    options = lldb.SBExpressionOptions()
    seconds = _SECONDS if effects else _SECONDS_WITHOUT_EFFECTS
    options.SetTimeoutInMicroSeconds(seconds * 1_000_000)
    options.SetUnwindOnError(True)
    options.SetIgnoreBreakpoints(True)
    options.SetTryAllThreads(True)
    options.SetTrapExceptions(False)
    options.SetSuppressPersistentResult(True)
    # Without machine code of its own an expression can calculate, but call nothing.
    options.SetAllowJIT(effects)
    return options


def _plain_path(frame, text):
    text = text.strip()
    if _REGISTER.match(text):
        register = frame.FindRegister(text[1:])
        return register if register.IsValid() else None
    if not _PATH.match(text):
        return None
    value = frame.GetValueForVariablePath(text, lldb.eNoDynamicValues)
    return value if value.IsValid() and value.GetError().Success() else None


def _place_of(session, frame_name, text, value):
    if value.GetValueType() == lldb.eValueTypeRegister:
        return {"frame": frame_name, "register": value.GetName()}
    return places.slot_named(session, frame_name, text)


def text_of(frame, expression):
    """A value in one line, for a log message written while the program runs on."""
    value = _plain_path(frame, expression)
    if value is None:
        value = frame.EvaluateExpression(expression, _options(True))
    error = value.GetError()
    if error.Fail():
        return f"<{plain_error(error.GetCString() or 'no value')}>"
    summary = value.GetSummary()
    if summary is not None:
        quoted = len(summary) > 1 and summary[0] == '"' and summary[-1] == '"'
        return summary[1:-1] if quoted else summary
    return value.GetValue() or f"<{value.GetTypeName()}>"


def plain_error(text):
    """The first thing that the compiler found wrong, without its picture of where."""
    for line in text.splitlines():
        found = re.search(r"error: (?:<user expression \d+>:(\d+):(\d+): )?(.*)", line)
        if found and not found.group(3).startswith("Expression evaluation in pure"):
            at = f" (column {found.group(2)})" if found.group(2) and found.group(1) == "1" else ""
            return found.group(3).rstrip(".") + at
    first = text.strip().splitlines()[0] if text.strip() else "it could not be evaluated"
    return re.sub(r"^error: ", "", first).rstrip(".")
