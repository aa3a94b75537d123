#!/usr/bin/env python3
"""Serves a machine over Sonde's remote protocol (docs/remote-protocol.md). Copy this file for a machine of your own.

    server.py                      a debugger starts it, speaks on standard input and output, and names the program
    server.py --port N PROGRAM     waits for debuggers on port N of this host; 0 takes a free one and prints it

With TINY_TOKEN in its environment it lets in only debuggers that say the same.
"""
import argparse, ast, json, os, queue, socket, sys, threading
from tiny import Machine, Mistake, Program, evaluate

VERSION = 1
TASK = 1  # Tiny has one thread; a machine with more names the one that halted.
TURN = 1000  # Instructions between two looks at what the debugger says.


class Server:
    def __init__(self, machine=None, token=None):
        self.machine, self.token = machine, token
        self.inbox = queue.Queue()  # (connection, request); None as the request: the connection is over
        self.connection = None  # The file to write to; without a debugger there is none.
        self.armed, self.refs, self.waiting = set(), [], False
        self.running = self.single = self.past = False

    def serve(self):
        """Requests are answered while the program runs, too: a pause must get through."""
        while True:
            if self.running and not self.waiting and self.inbox.empty():
                self.advance()
                continue
            connection, request = self.inbox.get()
            if request is None:
                self.connection = None
                if connection is sys.stdout:
                    return  # The debugger that started this server is gone.
                continue
            self.answer(connection, request)

    def read(self, source, connection):
        """On a thread of its own."""
        for line in source:
            self.inbox.put((connection, json.loads(line)))
        self.inbox.put((connection, None))

    def send(self, message):
        try:
            if self.connection is not None:
                self.connection.write(json.dumps(message) + "\n")
                self.connection.flush()
        except OSError:
            self.connection = None  # Its end is in the inbox.

    def answer(self, connection, request):
        name = request.pop("do")
        number = request.pop("id")
        try:
            if name == "hello":
                self.connection = connection
            method = getattr(self, "do_" + name, None)
            if method is None:
                raise Mistake(f'this server has no "{name}"')
            self.send({"id": number, "ok": method(**request) or {}})
        except Mistake as mistake:
            self.send({"id": number, "error": str(mistake)})

    # The machine moves.

    def advance(self):
        machine = self.machine
        for _ in range(TURN):
            if not machine.frames:
                self.running = False
                return self.send({"event": "exited", "code": machine.exit_code})
            if not self.single and not self.past and machine.frames[-1].pc in self.armed:
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
        try:
            tree = ast.parse(text.strip()).body
            match tree:
                case [ast.Assign([ast.Name(name)], value)] if effects:
                    names[name] = evaluate(value, names)
                    return {"value": self.value("", names[name], [frame, name])}
                case [ast.Expr(ast.Name(name))] if name in names:
                    return {"value": self.value("", names[name], [frame, name])}
                case [ast.Expr(value)]:
                    return {"value": self.value("", evaluate(value, names))}
        except (SyntaxError, NameError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise Mistake(str(error))
        raise Mistake("this would do more than show a value")

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
        self.running = self.running or not suspended

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


def spelled(instruction):
    """Expressions are shown by the names in them."""
    return " ".join(" ".join(part.co_names) or "value" if hasattr(part, "co_names") else str(part) for part in instruction
                    if not isinstance(part, list))


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
