"""What a runtime tells of the record of its run, and how the program is sent to run again. The tables come from src/records.ts."""

import struct

from ..failure import Refused
from ..in_program import program_memory
from .. import hold, task_list


class Record:
    def __init__(self, session):
        self._session = session
        self._tables = []
        # Whether the client may go back: else nothing is read at stops.
        self.is_wanted = False
        # The newest event that was ever seen: before the runtime has started, it cannot tell.
        self._newest = 0

    def configure(self, tables):
        self._tables = tables

    def event(self):
        """The number of the event that the program has come to."""
        table = self.table()
        return 0 if table is None else self._number(table["event"], 8) or 0

    def newest(self):
        table = self.table()
        known = None if table is None else self._number(table["newest"], 8)
        self._newest = max(self._newest, known or 0)
        return self._newest

    def table(self):
        """The one that fits the program; None where there is none."""
        found = (table for table in self._tables if self._address(table["newest"]) is not None)
        return next(found, None)

    def need_ready(self):
        table = self.table()
        if table is None or not self.is_wanted:
            raise Refused("not-supported", "user", "this run keeps no record, so that nobody can go back in it.")
        if not self._number(table["ready"], 4):
            if self.event() == 0:
                raise Refused("wrong-state", "user", "the program has not begun;", "there is nothing to go back to.")
            raise Refused("not-supported", "environment", "the runtime of this program cannot begin its run again here.")
        if self._number(table["busy"], 4):
            raise Refused(
                "wrong-state",
                "program",
                "the program is in the middle of reading or printing: to go back now would lose some of it.",
                "Step once, or continue, and go back then.",
            )

    def halt_at(self, event):
        """The runtime calls its function `reached` behind this event; 0 for none."""
        program_memory.write(self._session, self._address(self.table()["until"]), struct.pack("<q", event))

    def run_again(self):
        """Sends one thread to where the program begins its run anew, once it runs; the others are held until they are gone."""
        session, table = self._session, self.table()
        process = session.process
        threads = session.os_threads()
        # The one that stays what it is when the program begins anew.
        sent = next((each for each in threads if each.GetThreadID() == process.GetProcessID()), threads[0])
        start, stack = self._address(table["again"]), self._address(table["stack"])
        if start is None or stack is None:
            raise Refused("not-supported", "environment", "the runtime of this program cannot begin its run again.")
        # As behind a call: the address to return to lies below a multiple of 16.
        is_pushed = "x86_64" in session.target.GetTriple()
        top = stack + table["stackSize"] - 64 - (8 if is_pushed else 0)
        frame = sent.GetFrameAtIndex(0)
        if not frame.FindRegister("sp").SetValueFromCString(hex(top)) or not sent.GetFrameAtIndex(0).SetPC(start):
            raise Refused("wrong-state", "environment", "LLDB could not send the program back to its beginning.")
        for other in threads:
            if other.GetThreadID() != sent.GetThreadID() and other.Suspend():
                session.suspended.append(other)

    def _number(self, place, size):
        address = self._address(place)
        if address is None:
            return None
        with task_list.Reads(self._session.process, hold.is_local(self._session)) as reads:
            return reads.number(address, size)

    def _address(self, place):
        found = self._session.modules.addresses([place["symbol"]])[0]
        return None if found is None else int(found, 0) + place.get("offset", 0)
