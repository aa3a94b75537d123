"""What a text does besides looking: only the console may change the program, and hovers may not even call into it."""

import re

from .first_use import Pattern

_LITERAL = Pattern(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_CHANGES = Pattern(r"\+\+|--|(?<![=!<>])=(?!=)|<<=|>>=|\b(?:new|delete|throw|asm|__asm__)\b\s*(?!$)")
_CALL = Pattern(r"([A-Za-z_$][\w$]*(?:\s*<[^<>()]*>)?|[)\]}])\s*\(")
# A variable of the console's own, which LLDB keeps from then on: `int $n`, `const char *$text = name`.
_DECLARED = Pattern(r"\s*([A-Za-z_][\w:\s]*(?:<[^$]*>)?)([\s*&]*)\$[A-Za-z_]\w*\s*(?:[=;({\[].*)?", re.DOTALL)
# Words that stand before a parenthesis and call nothing.
_BASIC = set(
    "auto bool _Bool char short int long signed unsigned float double void const volatile struct union enum".split()
)
_KEYWORDS = set("sizeof alignof _Alignof typeof __typeof__ decltype if for while switch return and or not".split())
_CASTS = Pattern(r"^(?:static|dynamic|const|reinterpret)_cast\b")


def effect_of(session, text):
    """What the text would do, as the end of a sentence; None when it only looks.

    Told by its words alone, so that it can be said before the program comes by. An operator that the program defines
    itself goes unnoticed.
    """
    if changes(text):
        return "would change the program"
    if declares(session, text):
        return "would declare a variable"
    return "would run code of the program" if calls(session, text) else None


def changes(text):
    return _CHANGES.search(_without_literals(text)) is not None


def declares(session, text):
    found = _DECLARED.fullmatch(_without_literals(text))
    if found is None or found[1].strip() in _KEYWORDS:
        return False
    # With a sign between them two names may be multiplied, as `count * $rdi`.
    return not found[2].strip() or found[1].endswith(">") or _is_type(session, found[1].strip())


def calls(session, text):
    code = _without_literals(text)
    return any(_is_call(session, code, found) for found in _CALL.finditer(code))


def _without_literals(text):
    return _LITERAL.sub("0", text)


def _is_call(session, code, found):
    before = found.group(1)
    if before == ")":
        return not _is_type(session, _within(code, found.start(1)))
    return before not in _BASIC and before not in _KEYWORDS and not _CASTS.match(before)


def _within(code, end):
    """What stands in the parentheses that close here."""
    depth = 0
    for start in range(end, -1, -1):
        depth += {")": 1, "(": -1}.get(code[start], 0)
        if depth == 0:
            return code[start + 1 : end]
    return ""


def _is_type(session, text):
    if not re.fullmatch(r"[\w\s:]+[\s*&]*", text):
        return False
    words = [word for word in re.findall(r"[\w:]+", text) if word not in _BASIC]
    return not words or (len(words) == 1 and session.target.FindFirstType(words[0]).IsValid())
