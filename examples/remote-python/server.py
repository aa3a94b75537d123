#!/usr/bin/env python3
"""Serves a machine over Sonde's remote protocol (docs/remote-protocol.md). Copy this file for a machine of your own.

    server.py                      a debugger starts it, speaks on standard input and output, and names the program
    server.py --port N PROGRAM     waits for debuggers on port N of this host; 0 takes a free one and prints it

With TINY_TOKEN in its environment it lets in only debuggers that say the same.
"""
import argparse, json, os, queue, socket, sys, threading
from tiny import Machine, Mistake, Program, evaluate, spelled

VERSION = 1
TASK = 1  # Tiny has one thread; a machine with more names the one that halted.
TURN = 1000  # Instructions between two looks at what the debugger says.


class Server:
    def __init__(self, machine=None, token=None):
        self.machine, self.token = machine, token
        self.inbox = queue.Queue()  # (connection, request); None as the request: the connection is over
        self.connection = None  # The debugger that has said hello, as a file to write to.
        self.armed, self.refs, self.waiting = set(), [], False
        self.running = self.single = self.past = False

    def serve(self):
        """Requests are answered while the program runs, too: a pause must get through."""
        while True:
            if self.running and not self.waiting and self.inbox.empty():
                self.advance()
                continue
            connection, request = self.inbox.get()
            if request is not None:
                self.answer(connection, **request)
            elif connection is sys.stdout:
                return  # The debugger that started this server is gone; others may come back.
            elif connection is self.connection:
                self.connection = None

    def read(self, source, connection):
        """On a thread of its own."""
        try:
            for line in source:
                self.inbox.put((connection, json.loads(line)))
        finally:
            self.inbox.put((connection, None))

    def answer(self, connection, id, do, **arguments):
        try:
            if do == "hello":
                answer = {"ok": self.do_hello(**arguments)}
                self.connection = connection
            elif connection is not self.connection:
                raise Mistake("say hello first")
            elif not hasattr(self, "do_" + do):
                raise Mistake(f'this server has no "{do}"')
            else:
                answer = {"ok": getattr(self, "do_" + do)(**arguments) or {}}
        except Mistake as mistake:
            answer = {"error": str(mistake)}
        self.send({"id": id, **answer}, connection)

    def send(self, message, connection=None):
        """Without a debugger it goes nowhere."""
        try:
            connection = connection or self.connection
            if connection is not None:
                connection.write(json.dumps(message) + "\n")
                connection.flush()
        except OSError:
            pass  # The end of the connection is in the inbox.

    # The machine moves.

    def advance(self):
        machine = self.machine
        for _ in range(TURN):
            if not machine.frames:
                self.running = False
                return self.send({"event": "exited", "code": machine.exit_code})
            halts = not self.single and not self.past and machine.thrown is None
            if halts and machine.frames[-1].pc in self.armed:
                return self.stopped("breakpoint")
            if machine.is_waiting():
                self.waiting = True
                return self.send({"event": "waiting", "waiting": True})
            self.past = False
            if not machine.step(self.write):
                name, message = machine.thrown
                return self.stopped("exception", name=name, message=message, caught=machine.is_caught())
            if self.single and machine.frames:
                return self.stopped("step")

    def stopped(self, reason, **more):
        self.running = self.waiting = False
        top = self.machine.frames[-1]
        where = {"at": top.pc, "frame": top.serial, "depth": len(self.machine.frames)}
        if self.machine.has_returned:
            more["returned"] = self.value("", self.machine.result)
        self.send({"event": "stopped", "task": TASK, "reason": reason, **where, **more})

    def write(self, stream, text):
        self.send({"event": "output", "stream": stream, "text": text})

    def go(self, single, past):
        self.running, self.single, self.past, self.refs = True, single, past, []

    # Requests, by their names.

    def do_hello(self, version, program=None, token=None, **_):
        if self.token is not None and token != self.token:
            raise Mistake("the token is wrong")
        if self.machine is None:
            self.machine = Machine(Program(program))
        ran, self.running, self.waiting = self.running, False, False
        code = self.machine.program
        functions = [{key: f[key] for key in ("name", "start", "end", "line", "endLine")} for f in code.functions.values()]
        module = {"name": os.path.basename(code.path), "source": os.path.abspath(code.path), "functions": functions,
                  "lines": code.lines}
        return {"version": VERSION, "name": "Tiny", "process": os.getpid(), "running": ran, "modules": [module],
                "can": ["evaluate", "write", "input", "disassemble", "leave"]}

    def do_breakpoints(self, addresses):
        self.armed = set(addresses)

    def do_resume(self, past, **_):
        self.go(single=False, past=TASK in past)

    def do_step(self, task):
        self.go(single=True, past=True)

    def do_pause(self, **_):
        if self.running:
            self.stopped("pause")

    def do_stack(self, task, start, count):
        frames = self.machine.frames[::-1]
        shown = [{"id": frame.serial, "at": frame.pc} for frame in frames[start:start + count]]
        return {"frames": shown, "total": len(frames)}

    def do_scopes(self, task, frame):
        names = self.frame(frame).names
        values = [self.value(name, value, [frame, name]) for name, value in names.items()]
        return {"scopes": [{"name": "Locals", "kind": "locals", "values": values}]}

    def do_children(self, of, start, count):
        items = self.refs[of - 1]
        shown = range(start, min(start + count, len(items)))
        return {"values": [self.value(f"[{n}]", items[n], [of, n]) for n in shown]}

    def do_evaluate(self, text, effects, task=None, frame=None):
        names = self.frame(frame).names if frame is not None else {}
        value, name = evaluate(text, names, effects)
        return {"value": self.value("", value, None if name is None else [frame, name])}

    def do_write(self, to, value, integer=False):
        owner, key = to
        target = self.frame(owner).names if isinstance(key, str) else self.refs[owner - 1]
        target[key] = int(value) if integer else value
        return {"value": self.value("", target[key], to)}

    def do_input(self, text):
        if text is None:
            self.machine.input_ended = True
        else:
            self.machine.input += text.splitlines()
        if self.waiting:
            self.waiting = False
            self.send({"event": "waiting", "waiting": False})

    def do_disassemble(self, at, offset, count):
        code, first = self.machine.program.code, at + offset
        wanted = range(max(0, first), min(len(code), first + count))
        return {"instructions": [{"at": n, "size": 1, "text": spelled(code[n])} for n in wanted]}

    def do_end(self):
        self.machine.frames.clear()
        self.running = True  # To its end, which is told.

    def do_leave(self, suspended):
        self.armed.clear()
        if not suspended:
            self.go(single=False, past=True)

    # Values.

    def frame(self, serial):
        for frame in self.machine.frames:
            if frame.serial == serial:
                return frame
        raise Mistake("that frame has returned")

    def value(self, name, value, to=None):
        shown = {"name": name, "type": type(value).__name__}
        if to is not None:
            shown["to"] = to
        if isinstance(value, list):
            self.refs.append(value)
            return {**shown, "ref": len(self.refs), "indexed": len(value), "text": str(value)}
        if isinstance(value, int) and abs(value) >= 2**53:
            return {**shown, "value": str(value), "integer": True}
        return {**shown, "value": value}


def main():
    options = argparse.ArgumentParser(description="Tiny behind the remote protocol of Sonde")
    options.add_argument("--port", type=int)
    options.add_argument("program", nargs="?")
    given = options.parse_args()
    if given.port is None:
        server = Server()
        threading.Thread(target=server.read, args=(sys.stdin, sys.stdout), daemon=True).start()
        return server.serve()
    server = Server(Machine(Program(given.program)), os.environ.get("TINY_TOKEN"))
    listener = socket.create_server(("127.0.0.1", given.port))
    print(f"waits on 127.0.0.1:{listener.getsockname()[1]}", flush=True)

    def accept():
        while True:
            connection = listener.accept()[0]
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # Else each answer waits for 40 ms.
            ends = connection.makefile("rw", encoding="utf-8")
            server.read(ends, ends)  # One debugger at a time: the next is let in when this one is gone.

    threading.Thread(target=accept, daemon=True).start()
    server.serve()


main()
