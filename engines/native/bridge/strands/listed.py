"""A runtime's list of its threads: what they are called, and what each waits for. The tables come from src/strands.ts."""

import re
import struct

from .. import hold, task_list

_MOST = 20_000


class Strands:
    def __init__(self, session):
        self._session = session
        self._tables = []
        # The table that fits the program and where its list begins, as of a generation of the modules.
        self._found = None
        self._found_of = None
        # As of a stop: what is told of each, by the system's number of its thread, and the strand's own number.
        self._by_thread = {}
        self._read_at = None
        self._runtime = None

    def configure(self, tables):
        self._tables = tables
        self._found_of = None

    def table(self):
        """The one that fits the program; None for one without such a runtime."""
        self._find()
        return None if self._found is None else self._found[0]

    def is_of_runtime(self, name):
        return self.table() is not None and self._runtime.search(name) is not None

    def described(self, thread):
        """What the list of threads tells besides; nothing for a thread that the runtime does not know."""
        self._refresh()
        return self._by_thread.get(thread.GetThreadID(), (0, {}))[1]

    def number_of(self, thread):
        """The strand's own number, 0 where there is none."""
        self._refresh()
        return self._by_thread.get(thread.GetThreadID(), (0, {}))[0]

    def one_at_a_time(self):
        """0 where all strands run; else the runtime itself decides which does, 2 where only waiting passes the turn on."""
        place = self._address(self._found[0]["handOver"]["oneAtATime"])
        with task_list.Reads(self._session.process, hold.is_local(self._session)) as reads:
            return 0 if place is None else reads.number(place, 4) or 0

    def _refresh(self):
        session = self._session
        now = (session.stop_id, session.process.GetStopID(True))
        if self._read_at == now:
            return
        self._read_at = now
        self._by_thread = {}
        self._find()
        if self._found is None:
            return
        table, first = self._found
        with task_list.Reads(session.process, hold.is_local(session)) as reads:
            at = reads.number(first, reads.pointer_size)
            seen = set()
            while at and at not in seen and len(seen) < _MOST:
                seen.add(at)
                data = reads.bytes(at, table["size"])
                if data is None:
                    break
                at = self._take(table, reads, at, data)

    def _take(self, table, reads, at, data):
        """Notes one strand; answers where the next is."""
        order = "<" if reads.order == "little" else ">"
        offsets = table["offsets"]

        def word(field):
            return struct.unpack_from(f"{order}Q", data, offsets[field])[0]

        name = data[offsets["name"] : offsets["name"] + table["nameSize"]].split(b"\0", 1)[0].decode("utf-8", "replace")
        told = {"handle": hex(at), **({"name": name} if name else {})}
        wait = table["waits"].get(str(struct.unpack_from(f"{order}I", data, offsets["wait"])[0]))
        if wait is not None:
            parts = {"subject": reads.text(word("subject")) or "?", "detail": reads.text(word("detail")) or "?"}
            words = wait["words"].format(number=word("waitsFor"), **parts)
            told.update(state="waiting", waitReason=wait["reason"], awaiting=words)
        self._by_thread[word("thread")] = (word("number"), {**told, "kind": table["kind"]})
        return word("next")

    def _find(self):
        generation = self._session.modules.generation
        if self._found_of == generation:
            return
        self._found, self._found_of = None, generation
        for table in self._tables:
            version, first = self._address(table["version"]), self._address(table["first"])
            if version is None or first is None:
                continue
            with task_list.Reads(self._session.process, hold.is_local(self._session)) as reads:
                if reads.number(version, 4) == table["version"]["value"]:
                    self._found = (table, first)
                    self._runtime = re.compile(table["runtime"])

    def _address(self, place):
        found = self._session.modules.addresses([place["symbol"]])[0]
        return None if found is None else int(found, 0) + place.get("offset", 0)
