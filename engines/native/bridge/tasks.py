"""Tasks of a runtime that switches stacks by itself, such as coroutines: those that do not run are threads too.

How they lie in memory is told by the language, in tables; nothing happens in programs that have no such runtime. LLDB
gets to know a task when somebody looks at it (task_threads/), so that its frames, variables and expressions are LLDB's.
"""

import os
import re

import lldb

from .failure import Refused
from . import changed_registers, hold, task_list, task_registers

_PLUGIN = os.path.join(os.path.dirname(__file__), "task_threads", "sonde_task_threads.py")
# Numbers of tasks towards the other end begin here; those of threads stay far below.
_FIRST_NUMBER = 1_000_000
# The same towards LLDB, which knows threads by the numbers of the system.
_FIRST_TID = 1 << 48
# More are of no use in a list.
_MOST_LISTED = 2000


class Tasks:
    def __init__(self, session):
        self._session = session
        self._tables = []
        # The table that fits the program and where its symbols are, as of a generation of the modules.
        self._found = None
        self._found_of = None
        # The generation of the modules in which nothing is known of any table.
        self._none_in = None
        # As of a stop: tasks by address, and the one that runs.
        self._by_address = {}
        self._waiting = []
        self._by_number = {}
        self._current = 0
        # LLDB's threads for those that somebody looked at.
        self._threads = {}
        # What was told of their frames, which stay as they are until the task runs.
        self._frames = {}
        self._frames_of = None
        self._read_at = None
        # What the bytes of tasks meant at the last stop.
        self._known = {}
        self._plugin_of = None
        self._told = set()

    def configure(self, tables):
        self._tables = tables
        self._none_in = None

    def waiting(self):
        """Those that do not run, oldest first."""
        self._refresh()
        return self._waiting

    def are_none(self):
        """There is no runtime with tasks in the program."""
        self._refresh()
        return self._found is None

    def at(self, address):
        """The task of this address, None where there is none."""
        self._refresh()
        return self._by_address.get(address)

    def current(self):
        """The task that runs, as far as the runtime has got in telling; None without one."""
        self._refresh()
        return self._by_address.get(self._current)

    def current_address(self):
        """Read anew: for use between stops, from any thread."""
        if self._found is None or self._found[2] is None:
            return 0
        error = lldb.SBError()
        address = self._session.process.ReadPointerFromMemory(self._found[2], error)
        return address if error.Success() else 0

    def switch(self):
        """Where the runtime turns to another task; None where that is not known."""
        self._refresh()
        return None if self._found is None or "switch" not in self._found[0] else self._address(self._found[0]["switch"])

    def is_of_runtime(self, name):
        """Whether a function without source is one of the runtime's."""
        self._refresh()
        pattern = None if self._found is None else self._found[0].get("runtime")
        return pattern is not None and re.search(pattern, name) is not None

    def memory_rules(self):
        """What the runtime does with memory by itself."""
        self._refresh()
        return self.memory_rules_known()

    def memory_rules_known(self):
        """As far as it was looked for: for use between stops, from any thread."""
        found = self._found
        return [] if found is None else found[0].get("memory", [])

    def place(self, place):
        """Where something of the runtime is that its tables name; None where it is not."""
        return self._address(place)

    def carrier(self):
        """The thread whose stack the present task runs on: the only one, or the one whose stack that is."""
        threads = self._session.os_threads()
        current = self.current()
        if len(threads) > 1 and current is not None and current.stack_low < current.stack_high:
            for thread in threads:
                if current.stack_low <= thread.GetFrameAtIndex(0).GetSP() < current.stack_high:
                    return thread
        main = self._session.process.GetProcessID()
        return next((thread for thread in threads if thread.GetThreadID() == main), threads[0] if threads else None)

    def is_number(self, number):
        return number >= _FIRST_NUMBER

    def number_of(self, task):
        return _FIRST_NUMBER + task.id

    def numbered(self, number):
        """The task of a number that was told to the other end."""
        self._refresh()
        found = self._by_number.get(number)
        if found is None:
            raise Refused("not-found", "user", f"there is no thread {number}: it runs, or has ended.")
        return found

    def thread(self, task):
        """LLDB's thread for it, made when it is not there; None where it is not known where the task goes on."""
        process = self._session.process
        made = self._threads.get(task.address)
        if made is not None and made.IsValid():
            return made
        if task.pc == 0 or not task_registers.are_known(self._session.target):
            return None
        self._load_plugin()
        tid = _FIRST_TID + task.id
        # Within the call that it waits in, as for any caller: what comes after may be another line, or another block.
        pc = task.pc if task.frame_pointer == 0 else task.pc - 1
        task_registers.note(tid, pc, task.stack_pointer, task.frame_pointer)
        # LLDB would put it on its list once more each time.
        thread = process.CreateOSPluginThread(tid, 0)
        self._threads[task.address] = thread
        return thread if thread.IsValid() else None

    def of_thread(self, thread):
        """The number of the task that LLDB's thread stands for, None for a thread of the system."""
        if self._plugin_of is None:
            return None
        tid = thread.GetThreadID()
        return _FIRST_NUMBER + tid - _FIRST_TID if tid >= _FIRST_TID else None

    def label(self, task):
        kind = self._found[0]["kind"]
        return f"{task.name} ({kind} {task.id})" if task.name else f"{kind} {task.id}"

    def described(self):
        """For the list of threads."""
        waiting = self.waiting()
        if not waiting:
            return []
        listed = waiting[-_MOST_LISTED:]
        if len(listed) < len(waiting):
            kind = self._found[0]["kind"]
            self._tell(
                "many", f"More than {_MOST_LISTED} {kind}s wait; the newest {_MOST_LISTED} are listed as threads."
            )
        carrier = self.carrier()
        return [self._described(task, carrier) for task in listed]

    def of_carrier(self):
        """What the thread that runs tasks is told with; its own number, and what there is to tell."""
        current, count = self.current(), len(self.waiting())
        carrier = self.carrier() if current is not None or count > _MOST_LISTED else None
        if carrier is None:
            return None, {}
        told = {"tasks": count} if count > _MOST_LISTED else {}
        if current is not None:
            told = {**told, "handle": hex(current.address), **self._awaited_by(current)}
        return carrier.GetIndexID(), told

    def awaiters(self, task):
        """Who goes on when it has ended, who goes on after that, and so on, each with how many others wait there too."""
        seen = {task.address}
        while True:
            waiter = self._by_address.get(task.waiter)
            if waiter is None or waiter.address in seen:
                return
            seen.add(waiter.address)
            yield waiter, self._others_beside(waiter)
            task = waiter

    def _others_beside(self, waiter):
        seen = {waiter.address}
        while waiter.next_waiter in self._by_address and waiter.next_waiter not in seen:
            seen.add(waiter.next_waiter)
            waiter = self._by_address[waiter.next_waiter]
        return len(seen) - 1

    def _described(self, task, carrier):
        table = self._found[0]
        described = {
            "id": self.number_of(task),
            "name": self.label(task),
            "kind": table["kind"],
            "state": "waiting",
            "handle": hex(task.address),
            **self._awaited_by(task),
        }
        if carrier is not None:
            described["carrier"] = carrier.GetIndexID()
        if task.state == "ready":
            described["awaiting"] = "its turn"
        elif task.awaiting is not None:
            described["awaiting"] = task.awaiting
        if task.state == "suspended" and task.waiting_on in self._by_address:
            described["awaits"] = hex(task.waiting_on)
        if task.state == "suspended":
            timed = task.waiting_on == 0 and task.awaiting in table["timed"]
            described["waitReason"] = "time" if timed else "await"
        if task.file is not None and task.line > 0:
            described["location"] = {"path": task.file, "line": task.line}
        return described

    def _awaited_by(self, task):
        waiter = self._by_address.get(task.waiter)
        return {} if waiter is None else {"awaitedBy": self.number_of(waiter)}

    def _refresh(self):
        """At most once in a stop; code that an evaluation runs may have changed the list."""
        session = self._session
        if not self._tables or self._none_in == session.modules.generation:
            return
        now = (session.stop_id, session.process.GetStopID(True))
        if self._read_at == now:
            return
        self._keep([], 0)
        self._find()
        if self._found is None or session.process.GetState() != lldb.eStateStopped:
            return
        self._read_at = now
        task_registers.forget()
        table, first, _ = self._found
        with self._reads() as reads:
            head = reads.number(first, reads.pointer_size)
            if not head:
                return
            tasks, problem = task_list.walk(reads, task_list.Layout(table, reads), head, self._known)
        self._keep(tasks, self.current_address())
        if problem is not None:
            self._tell(
                "damaged",
                f"Not every {table['kind']} may be listed: the end of the runtime's list of them,"
                f" {problem}, was not found.",
            )

    def _keep(self, tasks, current):
        self._by_address = {task.address: task for task in tasks}
        self._waiting = sorted((task for task in tasks if task.state != "running"), key=lambda task: task.id)
        self._by_number = {self.number_of(task): task for task in self._waiting}
        self._current = current
        self._threads = {}
        if self._frames_of != self._session.modules.generation:
            self._frames, self._frames_of = {}, self._session.modules.generation
        self._frames = {task: told for task, told in self._frames.items() if self._by_address.get(task.address) == task}

    def frames_of(self, task, make):
        """What is told of the frames of a task: made once, as long as the task is where it is."""
        if task not in self._frames:
            self._frames[task] = make()
        return self._frames[task]

    def _find(self):
        """Which table fits, as long as the same modules are loaded."""
        generation = self._session.modules.generation
        if self._found is not None and self._found_of == generation:
            return
        self._found, self._found_of = None, generation
        if all(self._session.modules.lacks(table["version"]["symbol"]) for table in self._tables):
            self._none_in = generation
            return
        unknown = None
        for table in self._tables:
            version, first = (self._address(table[key]) for key in ("version", "first"))
            if version is None or first is None:
                continue
            with self._reads() as reads:
                number = reads.number(version, 4)
            if number == table["version"]["value"]:
                self._found = (table, first, self._address(table["current"]))
                return
            if number is not None:
                unknown = f"has layout {number}, which is not known: no {table['kind']}s are shown as threads."
        if unknown is not None:
            self._tell("layout", f"The program's runtime {unknown}")

    def _reads(self):
        return task_list.Reads(self._session.process, hold.is_local(self._session))

    def _address(self, place):
        found = self._session.modules.addresses([place["symbol"]])[0]
        return None if found is None else int(found, 0) + place.get("offset", 0)

    def _load_plugin(self):
        """Only in processes with tasks that somebody looks at."""
        process = self._session.process
        if self._plugin_of == process.GetUniqueID():
            return
        self._plugin_of = process.GetUniqueID()
        answer = lldb.SBCommandReturnObject()
        command = f'settings set target.process.python-os-plugin-path "{_PLUGIN}"'
        with changed_registers.kept(process):
            self._session.debugger.GetCommandInterpreter().HandleCommand(
                command, lldb.SBExecutionContext(process), answer, False
            )
            # LLDB counts its threads anew after that, and would drop those that it was given before.
            process.GetNumThreads()

    def _tell(self, subject, message):
        """Once for each subject."""
        if subject not in self._told:
            self._told.add(subject)
            self._session.channel.send({"event": "notice", "message": message, "important": False})
