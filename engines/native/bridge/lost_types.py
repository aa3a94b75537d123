"""Variables whose type LLDB has lost: their type is found in another reading (`readings.py`), their place in a listing."""

import lldb

from .first_use import Pattern
from .type_table import is_lost
from . import scopes, values

_LISTED = Pattern(
    r'name = "(?P<name>[^"]*)".*?location = (?:DW_OP_fbreg |DW_OP_breg\d+ (?P<register>\w+))(?P<distance>[+-]?\d+), '
    r"decl = .*?:(?P<line>\d+)"
)


class LostTypes:
    def __init__(self, session):
        self._session = session
        self._types = {}

    def found(self, value):
        """The variable with its type; None where that is not lost, or cannot be found."""
        if not is_lost(value.GetType()):
            return None
        frame = value.GetFrame()
        if not frame.IsValid():
            return None
        key = (frame.GetModule().GetFileSpec().fullpath, *_identity(value))
        if key not in self._types:
            self._types[key] = self._type(frame, value)
        address = None if self._types[key] is None else self._address(frame, value)
        if address is None:
            return None
        target = self._session.target
        return target.CreateValueFromAddress(value.GetName(), lldb.SBAddress(address, target), self._types[key])

    def _type(self, frame, value):
        is_top = frame.GetFrameID() == 0
        where = frame.GetPCAddress().GetFileAddress() - (0 if is_top else 1)
        for reading in self._session.readings.of(frame.GetModule()):
            sb_type = self._declared(reading.ResolveFileAddress(where).GetBlock(), value)
            if sb_type is not None:
                return sb_type
        return None

    def _declared(self, block, value):
        while block.IsValid():
            for other in block.GetVariables(self._session.target, True, True, False):
                # To look at a variable as formatters do would be to ask for its type.
                other.SetPreferSyntheticValue(False)
                if _identity(other) == _identity(value):
                    return None if is_lost(other.GetType()) else other.GetType()
            block = block.GetParent()
        return None

    def _address(self, frame, value):
        """LLDB tells none of a variable without a type, but how far it lies from where others are counted from as well."""
        listed = self._listed(frame)
        register, distance = listed.get(_line(value), (None, None))
        if distance is None:
            return None
        if register is not None:
            return frame.FindRegister(register.lower()).GetValueAsUnsigned() + distance
        for other in scopes.block_variables(frame):
            register, known = listed.get(_line(other), (None, None))
            is_known = known is not None and register is None and other.GetType().IsValid()
            address = values.address_of(other) if is_known else None
            if address is not None:
                return address - known + distance
        return frame.GetCFA() + distance

    def _listed(self, frame):
        """Name and line to the register, None for the frame, and the distance from it."""
        answer = lldb.SBCommandReturnObject()
        command = f"target modules lookup --verbose --address {frame.GetPC():#x}"
        interpreter = self._session.debugger.GetCommandInterpreter()
        interpreter.HandleCommand(command, lldb.SBExecutionContext(frame), answer, False)
        lines = (answer.GetOutput() or "").splitlines()
        found = (_LISTED.search(line) for line in lines if line.lstrip().startswith("Variable:"))
        return {
            (match["name"], int(match["line"])): (match["register"], int(match["distance"])) for match in found if match
        }


def _line(value):
    return value.GetName(), value.GetDeclaration().GetLine()


def _identity(value):
    declared = value.GetDeclaration()
    return (value.GetName(), declared.GetFileSpec().fullpath, declared.GetLine(), declared.GetColumn())
