"""LLDB's own evaluator for text in the language of the program."""

import contextlib
import re
import time

import lldb

from .failure import Refused
from .first_use import Pattern
from .type_table import has_known_length
from . import (
    bit_fields,
    enumerators,
    frames,
    held_paths,
    hold,
    left_out,
    libraries,
    numbered_fields,
    places,
    purity,
    run_time_sizes,
    running_code,
    scopes,
    signals,
    untyped_symbols,
    values,
    written_paths,
)

# In the console people wait for what they asked for; a hover that takes long is of no use.
_SECONDS = 5
_SECONDS_WITHOUT_EFFECTS = 1
# A plain way to a variable needs no compiler: it is quick and cannot change anything.
_PATH = Pattern(r"^[&*]*[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*|\[\d+\])*$")
# LLDB takes `::x` for any `x`.
_OUTERMOST = Pattern(r"^::[A-Za-z_]\w*$")
# A name with what it belongs to, and what a path with parentheses can be made of.
_QUALIFIED = Pattern(r"^(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+$")
_WRITTEN = Pattern(r"^(?:[\w\s:.*&()\[\]<>,-]|\"[^\"\\]*\")*$")
_REGISTER = Pattern(r"^\$[A-Za-z]\w*$")
_IN_THE_CONSOLE = "write it in the console to have that done."
# What LLDB answers for an expression of type void, which is no mistake.
NO_RESULT = 0x1001
# LLDB does not name all mistakes at a time.
_MOST_UNKNOWN = 16
_NOT_INTERPRETED = "Interpreter doesn't handle"
# An array as long as nobody declares one to be read whole.
_HUGE = Pattern(r"\[\s*(?:\d{6,}|0[xX][0-9a-fA-F]{5,})\w*\s*\]")
# Columns are those of the text itself. A choice between two numbers would be beyond LLDB's interpreter.
_CONDITION = '(bool)(\n#line 1 "<user expression 0>"\n{}\n)'
_NOT_MATERIALIZED = Pattern(r"couldn't get the value of variable (\w+)")
_LOST = Pattern(r"no member named '(\w+)' in namespace '\$__lldb_local_vars'")


def evaluate(session, frame_name, text, effects):
    """`effects`: what the text may do besides looking, 'none', 'calls' or 'any'."""
    frame = None if frame_name is None else frames.find(session, frame_name)
    text = numbered_fields.spelled_out(frame, text.strip())
    field = bit_fields.find(frame, text) if frame is not None and _PATH.match(text) else None
    if field is not None and field.place is not None:
        return places.read_place(session, field.place, session.types.id_of(field.sb_type))
    if frame is not None and _REGISTER.match(text) and scopes.is_not_saved(session, frame, text[1:]):
        raise Refused("unreadable", "user", f"{text} is {scopes.NOT_SAVED}.")
    value = _plain_path(session, frame, text) if frame is not None and field is None else None
    if value is not None and (_is_of_file(value) or text[0] == "&") and left_out.named_in(frame, text) is not None:
        return values.describe_left_out(session, value)
    if value is not None:
        return values.describe(session, value, _place_of(session, frame_name, text, value))
    _refuse_effects(session, text, effects)
    left_out.refuse(frame, text)
    text = run_time_sizes.spelled_out(session, frame, untyped_symbols.spelled_out(session, frame, text))
    if session.hold == hold.CORE:
        _refuse_in_core(session, text)
    text = _with_calls_spelled_out(session, frame, text)
    runs = effects != "none"
    if runs:
        session.memory_changed()
    began = time.monotonic()
    with session.pending.running_code(session.process):
        value = _huge(session, frame, text) if _HUGE.search(text) else None
        value = _calculated(session, frame, text, runs, _limit(runs)) if value is None else value
    error = value.GetError()
    if error.Fail() and error.GetError() != NO_RESULT:
        raise _refused(frame, error.GetCString() or "it has no value", time.monotonic() - began, _limit(runs))
    if error.Fail():
        return {"type": session.types.opaque("void", 0, "no value"), "unavailable": "no value"}
    if frame is not None and _names_held_variable(frame, text):
        return values.describe_detached(session, value)
    return values.describe(session, value)


def _with_calls_spelled_out(session, frame, text):
    for spelled_out in libraries.told("call_text") if frame is not None and purity.calls(session, text) else ():
        text = spelled_out(frame, text)
    return text


def _refuse_effects(session, text, allowed):
    effect = None if allowed == "any" else purity.effect_of(session, text)
    if effect is not None and (allowed == "none" or purity.changes(text) or purity.declares(session, text)):
        raise Refused("bad-expression", "user", f"this {effect};", _IN_THE_CONSOLE)


def _refuse_in_core(session, text):
    effect = purity.effect_of(session, text)
    if effect is not None:
        raise Refused(
            "not-supported",
            "user",
            f"this {effect}, and a core file shows it as it was at its end.",
            "Launch the program to debug it alive.",
        )


def _calculated(session, frame, text, runs, seconds=_SECONDS_WITHOUT_EFFECTS):
    """`runs`: the text may run code of the program."""
    with signals.crashes_stop(session.process) if runs else contextlib.nullcontext():
        return _calculated_in_time(session, session.target if frame is None else frame, text, runs, seconds)


def _calculated_in_time(session, where, text, runs, seconds):
    declared = ""
    value = _calculated_as_written(where, text, _options(session.process, seconds, runs))
    for _ in range(_MOST_UNKNOWN):
        error = value.GetError().GetCString() or ""
        spelled_out = enumerators.spelled_out(session, text, error)
        # What is declared is there to be called.
        missing = session.declarations.missing_in(error) if runs else ""
        if spelled_out is None and missing in declared:
            break
        text, declared = spelled_out or text, declared + missing
        value = _calculated_as_written(where, text, _options(session.process, seconds, runs, declared))
    return value


def _huge(session, frame, text):
    """LLDB reads all of a result, however long: of what may be huge only the place is calculated. None where it has none."""
    if purity.effect_of(session, text) is not None:
        return None
    place = _calculated(session, frame, f"&({text})", False)
    return place.Dereference() if place.GetError().Success() and place.GetType().IsPointerType() else None


def _calculated_as_written(where, text, options):
    value = where.EvaluateExpression(text, options)
    if not options.GetAllowJIT() and _NOT_INTERPRETED in (value.GetError().GetCString() or ""):
        # LLDB's interpreter has no mixed arithmetic with floats; machine code of its own has, and calls as little.
        options.SetAllowJIT(True)
        value = where.EvaluateExpression(text, options)
    return value


def _names_held_variable(frame, text):
    """Whether an operand is in no memory: LLDB copies it to some for the time being, and takes that for its address."""
    names = set(re.findall(r"[A-Za-z_]\w*", text))
    return any(
        value.GetName() in names and values.address_of(value) is None for value in scopes.block_variables(frame)
    )


def _refused(frame, text, seconds, limit):
    """LLDB tells of its own workings where people want to know what is wrong with theirs."""
    if "couldn't read its memory" in text or "parent is NULL" in text:
        return Refused("bad-expression", "user", "it leads to memory that cannot be read.")
    if "failed to checkpoint thread state" in text:
        return Refused(
            "bad-expression", "user", "nothing can be called where the program does not run;", "select the thread that does."
        )
    if "without a running target" in text:
        # LLDB has asked its server for some, and then the program itself.
        return Refused(
            "not-supported",
            "environment",
            "it needs memory in the program, of which its debug server gives LLDB none;",
            "serve the program with `lldb-server gdbserver` to have functions called.",
        )
    if "Couldn't look up symbols" in text:
        return Refused("bad-expression", "user", "it calls a function that the compiler left out of the program.")
    absent = _NOT_MATERIALIZED.search(text)
    if absent is not None and frame is not None:
        why = values.why_unreadable(scopes.variable_named(frame, absent[1]))
        return Refused("bad-expression", "user", f"{absent[1]} cannot be read: {why}." if why else f"{plain_error(text)}.")
    lost = _LOST.search(text)
    if lost is not None:
        return Refused("bad-expression", "user", f"LLDB could not read the type of {lost[1]}.")
    # LLDB tells a call that it ended at its limit by the stop that the program was at before.
    if "timeout" in text or ("interrupted" in text and seconds >= limit):
        unit = "second" if limit == 1 else "seconds"
        return Refused("deadline", "user", f"it took longer than {limit} {unit}, which is the limit, and was given up.")
    return Refused("bad-expression", "user", f"{plain_error(text)}.")


def _limit(runs):
    return _SECONDS if runs else _SECONDS_WITHOUT_EFFECTS


def _options(process, seconds, machine_code, declared=""):
    options = running_code.options_for(process, seconds)
    # Without machine code of its own an expression can calculate, but call nothing.
    options.SetAllowJIT(machine_code)
    if declared:
        options.SetPrefix(declared)
    return options


def _plain_path(session, frame, text):
    if _REGISTER.match(text):
        register = frame.FindRegister(text[1:])
        return register if register.IsValid() else None
    if _OUTERMOST.match(text):
        return scopes.variable_named(frame, text)
    if _QUALIFIED.match(text):
        value = frame.GetValueForVariablePath(text, lldb.eNoDynamicValues)
        return value if value.IsValid() and value.GetError().Success() else scopes.global_written(frame, text)
    if not _PATH.match(text):
        return written_paths.find(frame, text) if _WRITTEN.match(text) else None
    counted = session.run_time_lengths.along(frame, text) if "[" in text else None
    if counted is not None or _counts_otherwise(frame, text):
        return counted
    held = held_paths.find(frame, text)
    if held is not None:
        return held if held.GetError().Success() else None
    whole = text.lstrip("&*")
    value = frame.GetValueForVariablePath(whole, lldb.eNoDynamicValues)
    if whole != text and _is_reference(value):
        # The operators are for what it refers to; LLDB would take the reference itself, as if that were a pointer.
        value = value.Dereference().AddressOf() if text == f"&{whole}" else lldb.SBValue()
    elif whole != text:
        value = frame.GetValueForVariablePath(text, lldb.eNoDynamicValues)
    if value.IsValid() and value.GetError().Success():
        return value
    return written_paths.find(frame, text)


def _is_of_file(value):
    """A variable of a file, or a part of one; also what a pointer there leads to."""
    return value.GetValueType() in (lldb.eValueTypeVariableGlobal, lldb.eValueTypeVariableStatic)


def _is_reference(value):
    return value.GetType().GetCanonicalType().IsReferenceType()


def _counts_otherwise(frame, path):
    """
    Whether a part is counted in elements of unknown length, or found by a key and not by its number: LLDB would answer
    with some other part.
    """
    for found in re.finditer(r"\[", path):
        whole = frame.GetValueForVariablePath(path[: found.start()].lstrip("&*"))
        sb_type = whole.GetType().GetCanonicalType()
        name = sb_type.GetUnqualifiedType().GetName() or ""
        if any(pattern.match(name) for pattern in libraries.told("by_key")):
            return True
        element = sb_type.GetPointeeType() if sb_type.IsPointerType() else sb_type.GetArrayElementType()
        if element.IsValid() and not has_known_length(element):
            return True
    return False


def _place_of(session, frame_name, text, value):
    if value.GetValueType() == lldb.eValueTypeRegister:
        return {"frame": frame_name, "register": value.GetName()}
    return places.slot_named(session, frame_name, text)


def as_condition(text):
    """True or false as the language has it. What is neither, such as a whole structure, LLDB would take for true."""
    return text if re.search(r"[;{]", text) else _CONDITION.format(text)


def calculated(session, frame, condition):
    """The value of a condition, or why it has none."""
    try:
        left_out.refuse(frame, condition)
        condition = untyped_symbols.spelled_out(session, frame, numbered_fields.spelled_out(frame, condition))
        condition = run_time_sizes.spelled_out(session, frame, condition)
    except Refused as refused:
        return None, refused.in_words()
    began = time.monotonic()
    calls = purity.calls(session, condition)
    condition = _with_calls_spelled_out(session, frame, condition)
    value = _calculated(session, frame, as_condition(condition), calls)
    error = value.GetError()
    if error.Success():
        return value, None
    refused = _refused(frame, error.GetCString() or "", time.monotonic() - began, _SECONDS_WITHOUT_EFFECTS)
    return None, refused.message.rstrip(".")


def plain_error(text):
    """The first thing that the compiler found wrong, without its picture of where."""
    for line in text.splitlines():
        found = re.search(r"error: (?:<user expression \d+>:(\d+):(\d+): )?(.*)", line)
        if found and not found.group(3).startswith("Expression evaluation in pure"):
            at = f" (column {found.group(2)})" if found.group(2) and found.group(1) == "1" else ""
            return found.group(3).rstrip(".") + at
    first = text.strip().splitlines()[0] if text.strip() else "it could not be evaluated"
    return re.sub(r"^error: ", "", first).rstrip(".")
