"""Formatters of LLDB that end LLDB, or say what is not so: taken away before anything is looked at.

Of a template that is specialised in part GNU's compiler writes the arguments of the specialisation only. Types that differ
in the others look alike then, and LLDB 22 reads the first of them and leaves out all others, with the members and bases
that they are (llvm/llvm-project issue 207704). The formatters of these types believe that their members are there. Whoever
walks a path that LLDB understands asks them as well.
"""

import lldb

# Pointers inside are followed without a look, and an optional value without its flag counts as one that is not there.
_UNSAFE = ("^std::unique_ptr<", "^std::optional<")


def remove(debugger):
    category = debugger.GetCategory(lldb.eLanguageTypeC_plus_plus)
    if not category.IsValid():
        return
    for name in _named(category.GetNumSummaries(), category.GetTypeNameSpecifierForSummaryAtIndex):
        category.DeleteTypeSummary(name)
    for name in _named(category.GetNumSynthetics(), category.GetTypeNameSpecifierForSyntheticAtIndex):
        category.DeleteTypeSynthetic(name)


def _named(count, name_at):
    """Gathered before any is taken away: the others move up."""
    names = [name_at(index) for index in range(count)]
    return [name for name in names if name.IsValid() and (name.GetName() or "").startswith(_UNSAFE)]
