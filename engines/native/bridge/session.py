"""What one debug session holds; every other file works on it.

One lock serves requests and events alike, so that no request sees a stop that is only half processed. The callbacks of
breakpoints run on LLDB's own thread and never take it: a request that holds the lock may be waiting for that thread.
"""

import threading

import lldb

from .advice import Advice
from .call_sites import CallSites
from .calls_within import CallsWithin
from .code_facts import CodeFacts
from .completions import Completions
from .debug_files import DebugFiles
from .declarations import Declarations
from .dynamic_types import DynamicTypes
from .faults import Faults
from .failure import Refused, running, stale
from .fork_marks import ForkMarks
from .function_list import FunctionList
from .handlers import Handlers
from .kept_callers import KeptCallers
from .library_lines import LibraryLines
from .lost_parts import LostParts
from .lost_types import LostTypes
from .modules import Modules
from .old_reasons import OldReasons
from .pending import Pending
from .declared_types import DeclaredTypes
from .readings import Readings
from .replay.journey import Journeys
from .run_time_lengths import RunTimeLengths
from .straight_lines import StraightLines
from .strands.listed import Strands
from .strands.steps import StrandSteps
from .synthetic import Formatters
from .task_steps import TaskSteps
from .tasks import Tasks
from .told_once import ToldOnce
from .type_table import TypeTable
from .unfinished_steps import UnfinishedSteps
from .units import Units
from .variable_plans import GlobalLooks
from . import hold, libraries

_AVOIDED = "target.process.thread.step-avoid-regexp"


class Session:
    def __init__(self, channel):
        self.channel = channel
        self.pending = Pending()
        self.lock = threading.RLock()
        self.debugger = lldb.SBDebugger.Create(False)
        self.debugger.SetAsync(True)
        libraries.prepare(self.debugger)
        self.listener = lldb.SBListener("sonde")
        # Errors of breakpoint conditions are announced here, and nowhere else that a script could see.
        self.diagnostics = lldb.SBListener("sonde.diagnostics")
        self.debugger.GetBroadcaster().AddListener(
            self.diagnostics, lldb.SBDebugger.eBroadcastBitError | lldb.SBDebugger.eBroadcastBitWarning
        )
        self.target = None
        self.process = None
        # What becomes of the program when we go.
        self.hold = hold.LAUNCHED
        # To the server that holds a program which was there before.
        self.connection = None
        # The program was let go suspended: whatever LLDB still says of it is not about it any more.
        self.left = False
        self.formatters = Formatters(self)
        self.units = Units()
        self.readings = Readings()
        self.types = TypeTable(self.formatters, LostParts(self))
        self.run_time_lengths = RunTimeLengths(self)
        self.declared_types = DeclaredTypes(self)
        self.lost_types = LostTypes(self)
        self.breakpoints = None
        self.calls_within = CallsWithin(self)
        self.modules = Modules(self)
        self.function_list = FunctionList(self)
        # What code is, what variables are called and where they lie, by number.
        self.told = {"code": ToldOnce(), "names": ToldOnce(), "layouts": ToldOnce()}
        self.plans = CodeFacts(self.modules, (self.told["names"], self.told["layouts"]))
        self.frame_facts = CodeFacts(self.modules, (self.told["code"],), channel.send_kept)
        self.debug_files = DebugFiles(self)
        self.line_ends = CodeFacts(self.modules)
        self.straight_lines = StraightLines(self)
        self.kept_callers = KeptCallers(self)
        self.unfinished_steps = UnfinishedSteps(self)
        self.declarations = Declarations()
        self.library_lines = LibraryLines(self)
        self.handlers = Handlers(self)
        self.fork_marks = ForkMarks(self)
        self.dynamic_types = DynamicTypes(self)
        self.global_looks = GlobalLooks()
        self.advice = Advice(self)
        self.tasks = Tasks(self)
        self.strands = Strands(self)
        self.strand_steps = StrandSteps(self)
        self.faults = Faults(self)
        self.journeys = Journeys(self)
        self.task_steps = TaskSteps(self)
        self.call_sites = CallSites(self)
        self.completions = Completions()
        self.old_reasons = OldReasons(self)
        self.streams = None
        # Where the program is to run in a terminal of the client.
        self.terminal = None
        self.entry_function = None
        # 0 until the first stop is announced.
        self.stop_id = 0
        self.stopped = False
        self.pause_requested = False
        # At a silent stop: why threads halted, and whether a reason was left out. None at others.
        self.silent = None
        # The program is halted for a moment, for something that only concerns us.
        self.halted_by_us = False
        # What there is to tell of a stop that is already known and not yet told.
        self.gathered = None
        # The program was set moving, and no stop was dealt with since.
        self.moving = False
        # LLDB has told of a stop or of the end, which waits to be dealt with.
        self.news = threading.Event()
        # An interrupt was on its way when it stopped, whatever it has stopped for.
        self.interrupted = False
        # The motion under way is a step.
        self.stepping = False
        self._reads_anew = False
        # What LLDB goes through in a step, unless it is told otherwise; None as long as nobody has told it.
        self._avoided = None
        # The last one got to its end, and nothing of it is left.
        self.step_done = False
        # The thread of the last motion: a step that ends there is what people look at.
        self.moved_thread = 0
        # The frames handed out in this stop: id to (index id of the thread, index of the frame).
        self.frame_places = {}
        self.known_threads = {}
        # The same in every frame; found out at the first stop.
        self.register_names = None
        self.register_groups = []
        self.registers_told = False
        # What functions returned that the present stop has just left: thread to (name of the function, value).
        self.returned = {}
        # The function that the step under way began in.
        self.left_function = None
        # Where a step out of it leads, and the type of what it returns.
        self.left_result = None
        # Whether the step began in a line and goes by lines.
        self.left_line = False
        # Where the step under way began: the end of the stack, and what is in inlined_steps.py.
        self.left_stack = 0
        self.left_place = None
        # How it goes: "in", "over" or "out".
        self.left_by = None
        # What is to be told once the answer to the present request is out.
        self.after_answer = []
        # Threads that were held back by a motion of one thread alone.
        self.suspended = []
        self.configure()

    def configure(self):
        settings = {
            # Nothing is read from the folder or the symbol files of a program: both may hold commands of a stranger.
            "target.load-cwd-lldbinit": "false",
            "target.load-script-from-symbol-file": "false",
            "symbols.enable-external-lookup": "false",
            # The environment of the program is sent whole; removed variables must not come back.
            "target.inherit-env": "false",
            "target.process.stop-on-exec": "false",
            "target.detach-on-error": "false",
            "use-color": "false",
            # The frames of a stack mostly lie in one piece of this size. Where a piece takes long: `reads_small_pieces`.
            "target.process.memory-cache-line-size": "2048",
        }
        for name, value in settings.items():
            self._set(name, value)

    def stop_on_exec(self, wanted):
        self._set("target.process.stop-on-exec", "true" if wanted else "false")

    def avoid_libraries(self, wanted):
        """Whether steps go through functions of libraries, as LLDB lets them by itself."""
        if self._avoided is None:
            values = lldb.SBDebugger.GetInternalVariableValue(_AVOIDED, self.debugger.GetInstanceName())
            self._avoided = values.GetStringAtIndex(0) or ""
        self._set(_AVOIDED, self._avoided if wanted else "")

    def reads_small_pieces(self):
        """LLDB's own size: who is far away may be slow, too."""
        self._set("target.process.memory-cache-line-size", "512")

    def take_diagnostics(self):
        """What LLDB has announced for people since the last time."""
        event = lldb.SBEvent()
        # To ask for the next one where there is none takes longer than to look.
        while self.diagnostics.PeekAtNextEvent(event) and self.diagnostics.GetNextEvent(event):
            data = lldb.SBDebugger.GetDiagnosticFromEvent(event)
            yield data.GetValueForKey("message").GetStringValue(4096)

    def memory_changed(self):
        """LLDB forgets of what it has read only one piece of those that a write falls into: it must read anew until it runs."""
        if not self._reads_anew:
            self._reads_anew = True
            self._set("target.process.disable-memory-cache", "true")

    def moves_on(self):
        if self._reads_anew:
            self._reads_anew = False
            self._set("target.process.disable-memory-cache", "false")

    def _set(self, name, value):
        lldb.SBDebugger.SetInternalVariable(name, value, self.debugger.GetInstanceName())

    def need_stop(self, stop):
        if stop != self.stop_id:
            raise stale()
        if not self.stopped:
            raise running()

    def os_threads(self):
        """Threads of the system: those that stand for tasks of a runtime left out."""
        return [thread for thread in self.process if self.tasks.of_thread(thread) is None]

    def number_of(self, thread):
        """What the other end knows a thread by."""
        task = self.tasks.of_thread(thread)
        return thread.GetIndexID() if task is None else task

    def thread(self, index_id):
        if self.tasks.is_number(index_id):
            return self._task_thread(index_id)
        # LLDB's numbers have 32 bits, and others it does not even take as a question.
        thread = self.process.GetThreadByIndexID(index_id) if 0 <= index_id < 1 << 32 else None
        if thread is None or not thread.IsValid():
            raise Refused("not-found", "user", f"there is no thread {index_id}.")
        return thread

    def _task_thread(self, number):
        task = self.tasks.numbered(number)
        thread = self.tasks.thread(task)
        if thread is None:
            raise Refused("unreadable", "program", f"where {self.tasks.label(task)} goes on is not known.")
        return thread

    def announce(self, message, keep=False):
        """
        Sends with the types and facts that the message is the first to speak of; to keep it means to send it with the
        next one. Only under the lock.
        """
        fresh = self.types.take_fresh()
        if fresh:
            message["types"] = fresh
        for kind, told in self.told.items():
            fresh = told.take_fresh()
            if fresh is not None:
                message[kind] = fresh
        if keep:
            self.channel.keep(message)
        else:
            self.channel.send(message)
