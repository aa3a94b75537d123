"""Tiny: a small language and its machine. It stands for yours, and knows nothing of debuggers."""

import ast

PURE = (ast.Expression, ast.Constant, ast.Name, ast.Load, ast.List, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Compare,
        ast.BoolOp, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)


class Mistake(Exception):
    """A program or an expression that makes no sense; the text says why."""


class Thrown(Exception):
    """Raised by a program: a name and a message."""


class Program:
    """Tiny has the grammar of Python. An address is an index into `code`; `lines` says where statements begin."""

    def __init__(self, path):
        self.path, self.code, self.lines, self.functions = path, [], [], {}
        try:
            with open(path, encoding="utf-8") as file:
                tree = ast.parse(file.read(), path)
        except (OSError, SyntaxError) as error:
            raise Mistake(str(error))
        for f in tree.body:
            if not isinstance(f, ast.FunctionDef):
                raise Mistake(f"{path}, line {f.lineno}: a program consists of functions")
            start = len(self.code)
            self.block(f.body)
            self.emit("return", expression(ast.Constant(0)))
            self.functions[f.name] = {"name": f.name, "start": start, "end": len(self.code), "line": f.lineno,
                                      "endLine": f.end_lineno, "parameters": [a.arg for a in f.args.args]}
        if "main" not in self.functions:
            raise Mistake(f"{path}: there is no function main")

    def emit(self, *instruction):
        self.code.append(list(instruction))
        return self.code[-1]

    def block(self, statements):
        for s in statements:
            self.lines.append([len(self.code), s.lineno, s.col_offset + 1])
            match s:
                case ast.Assign([ast.Name(name)], ast.Call(ast.Name(callee), args)):
                    self.emit("call", callee, [expression(a) for a in args])
                    self.emit("store", name)
                case ast.Expr(ast.Call(ast.Name(callee), args)):
                    self.emit("call", callee, [expression(a) for a in args])
                case ast.Assign([ast.Name(name)], value):
                    self.emit("let", name, expression(value))
                case ast.Return(value):
                    self.emit("return", expression(value or ast.Constant(0)))
                case ast.Raise(ast.Call(ast.Name(name), [message])):
                    self.emit("raise", name, expression(message))
                case ast.While(test, body) | ast.If(test, body):
                    start, branch = len(self.code), self.emit("unless", expression(test), None)
                    self.block(body)
                    if isinstance(s, ast.While):
                        self.emit("jump", start)
                    branch[-1] = len(self.code)
                case ast.Try(body, [ast.ExceptHandler(name=name, body=handler)]):
                    guard = self.emit("try", None)
                    self.block(body)
                    self.emit("untry")
                    jump, guard[-1] = self.emit("jump", None), len(self.code) + 1
                    self.emit("store", name)
                    self.block(handler)
                    jump[-1] = len(self.code)
                case _:
                    raise Mistake(f"{self.path}, line {s.lineno}: Tiny has no such {type(s).__name__}")


def expression(tree):
    for node in ast.walk(tree):
        if not isinstance(node, PURE):
            raise Mistake(f"line {getattr(node, 'lineno', 1)}: an expression has no {type(node).__name__}")
    return compile(ast.fix_missing_locations(ast.Expression(tree)), "expression", "eval")


def spelled(instruction):
    """Expressions are shown by the names in them."""
    parts = (part for part in instruction if not isinstance(part, list))
    return " ".join(" ".join(part.co_names) or "value" if hasattr(part, "co_names") else str(part) for part in parts)


def evaluate(text, names, effects):
    """What a person typed: its value, and the name of the variable that it means, if it means one."""
    value = lambda tree: eval(expression(tree), {"__builtins__": {}}, names)
    try:
        match ast.parse(text.strip()).body:
            case [ast.Assign([ast.Name(name)], tree)] if effects:
                names[name] = value(tree)
                return names[name], name
            case [ast.Expr(ast.Name(name))] if name in names:
                return names[name], name
            case [ast.Expr(tree)]:
                return value(tree), None
    except (SyntaxError, NameError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise Mistake(str(error))
    raise Mistake("this would do more than show a value")


class Frame:
    def __init__(self, serial, pc, names):
        self.serial, self.pc, self.names, self.handlers = serial, pc, names, []


class Machine:
    def __init__(self, program):
        self.program, self.serial, self.input, self.thrown, self.result = program, 1, [], None, 0
        self.exit_code, self.input_ended, self.has_returned = 0, False, False
        self.frames = [Frame(1, program.functions["main"]["start"], {})]

    def is_waiting(self):
        return not self.input and not self.input_ended and self.program.code[self.frames[-1].pc][:2] == ["call", "input"]

    def is_caught(self):
        return any(frame.handlers for frame in self.frames)

    def step(self, write):
        """Runs one instruction, or unwinds what was thrown; answers False when an exception was raised by it."""
        if self.thrown is not None:
            return self.unwind(write)
        try:
            self.execute(self.frames[-1], *self.program.code[self.frames[-1].pc], write)
            return True
        except (NameError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            self.thrown = (type(error).__name__, str(error))
        except Thrown as error:
            self.thrown = error.args
        return False

    def unwind(self, write):
        (name, message), self.thrown = self.thrown, None
        while self.frames and not self.frames[-1].handlers:
            self.frames.pop()
        if self.frames:
            self.frames[-1].pc, self.result = self.frames[-1].handlers.pop(), f"{name}: {message}"
        else:
            write("stderr", f"{name}: {message}\n")
            self.exit_code = 1
        return True

    def execute(self, frame, op, *operands):
        *operands, write = operands
        self.has_returned = op == "return"
        value = lambda code: eval(code, {"__builtins__": {}}, frame.names)
        match op, *operands:
            case "let", name, code:
                frame.names[name] = value(code)
            case "store", name:
                frame.names[name] = self.result
            case "jump", target:
                frame.pc = target - 1
            case "unless", code, target:
                frame.pc = frame.pc if value(code) else target - 1
            case "try", handler:
                frame.handlers.append(handler)
            case "untry",:
                frame.handlers.pop()
            case "raise", name, code:
                raise Thrown(name, str(value(code)))
            case "return", code:
                self.result = value(code)
                self.frames.pop()
                return
            case "call", "print", codes:
                write("stdout", " ".join(str(value(code)) for code in codes) + "\n")
            case "call", "input", _:
                self.result = self.input.pop(0) if self.input else ""
            case "call", "number", [code]:
                self.result = int(value(code))
            case "call", name, codes:
                callee, args = self.program.functions.get(name), [value(code) for code in codes]
                if callee is None or len(args) != len(callee["parameters"]):
                    raise NameError(f"there is no function {name} of {len(args)}")
                self.serial += 1
                self.frames.append(Frame(self.serial, callee["start"], dict(zip(callee["parameters"], args))))
        frame.pc += 1
