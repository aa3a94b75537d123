// The compiler: reads the statements of a file and writes instructions as it goes.

import {
  Assembler,
  Mistake,
  SourceFiles,
  type Assembled,
  type Position,
  type SourceText,
} from '@sonde/engine-vm/kit';
import { builtins } from '../runtime/builtins.js';
import type { InstructionName } from '../runtime/instructions.js';
import { types } from '../runtime/values.js';
import { Parser, type Expr } from './parser.js';

type Code = Assembler<InstructionName>;

/** Compiles a program and all that it uses. Throws a Mistake. */
export function compile(path: string, mostSource?: number): Assembled {
  const code: Code = new Assembler(types.value);
  const files = new SourceFiles(path, mostSource);
  files.each(file => new FileCompiler(code, files, file).compile());
  return code.result(types.all);
}

class FileCompiler {
  readonly #parser: Parser;

  constructor(
    private readonly code: Code,
    private readonly files: SourceFiles,
    private readonly file: SourceText,
  ) {
    this.#parser = new Parser(file.text);
  }

  compile(): void {
    const functions: (() => void)[] = [];
    const topLevel = (): void => {
      while (!this.#parser.atEnd) {
        if (this.#parser.peek.text === 'fn') functions.push(this.#declaration());
        else this.#statement();
      }
      this.#returnNothing();
    };
    this.code.file(this.file, topLevel, () => functions.forEach(compileFunction => compileFunction()));
  }

  /** Reads over a function; answers with what compiles it, once the code of the top level is complete. */
  #declaration(): () => void {
    const parser = this.#parser;
    const at = parser.expect('fn');
    const { text: name } = parser.name();
    if (builtins.has(name) || !this.code.declareFunction(name))
      throw new Mistake(`there is already a function ${name}`, at);
    const parameters = parser.list(() => parser.name());
    const body = parser.position;
    const extent = { line: at.line, endLine: parser.skipBlock().line };
    return () => {
      parser.position = body;
      const write = (): void =>
        this.#block(
          () => parameters.forEach(p => this.code.declare(p.text, this.code.here, p, true)),
          () => {
            // The closing brace is where a call that runs off the end returns.
            this.code.mark(parser.peek);
            this.#returnNothing();
          },
        );
      this.code.function(name, parameters.length, write, extent);
    };
  }

  #returnNothing(): void {
    this.code.emit('push', 0);
    this.code.emit('return');
  }

  /** `before` and `after` write code that sees the variables of the block. */
  #block(before?: () => void, after?: () => void): void {
    this.#parser.expect('{');
    this.code.scope(() => {
      before?.();
      while (this.#parser.peek.text !== '}') {
        if (this.#parser.atEnd) throw this.#parser.unexpected('}', 'A block was opened and not closed.');
        this.#statement();
      }
      after?.();
    });
    this.#parser.expect('}');
  }

  #statement(): void {
    const token = this.#parser.peek;
    if (token.text === 'fn')
      throw new Mistake('a function inside a block', token, 'Functions stand at the top level.');
    this.code.mark(token);
    if (this.#parser.take('if')) return this.#if();
    if (this.#parser.take('while')) return this.#while();
    if (this.#parser.take('try')) return this.#try();
    this.#simple(token);
    this.#parser.expect(';', 'Statements end with a semicolon.');
  }

  /** Reads a condition; answers with what lands the jump that is taken when it does not hold. */
  #condition(): () => void {
    this.#expression(this.#parser.expression());
    return this.code.jump('jumpUnless');
  }

  #if(): void {
    const skip = this.#condition();
    this.#block();
    const over = this.code.jump('jump');
    skip();
    if (this.#parser.take('else')) {
      if (this.#parser.peek.text === 'if') this.#statement();
      else this.#block();
    }
    over();
  }

  #while(): void {
    const again = this.code.here;
    const leave = this.#condition();
    this.#block();
    this.code.emit('jump', again);
    leave();
  }

  #try(): void {
    const from = this.code.here;
    this.#block();
    const to = this.code.here;
    const over = this.code.jump('jump');
    this.#parser.expect('catch');
    const name = this.#parser.name();
    this.#block(() => this.code.handler(from, to, this.code.declare(name.text, this.code.here, name)!.slot));
    over();
  }

  #simple(at: Position): void {
    const { code } = this;
    const parser = this.#parser;
    if (parser.take('debugger')) return code.emit('trap');
    if (parser.take('let')) {
      const name = parser.name();
      parser.expect('=', 'A variable gets a value where it is declared: let x = 0;');
      this.#expression(parser.expression());
      if (!code.declare(name.text, code.here + 1, name))
        throw new Mistake(`there is already a variable ${name.text} here`, at);
      return this.#variable(name.text, at, 'setLocal', 'setGlobal');
    }
    if (parser.take('return')) {
      if (parser.peek.text === ';') return this.#returnNothing();
      this.#expression(parser.expression());
      return code.emit('return');
    }
    if (parser.take('use')) {
      code.emit('use', this.files.use(parser.text(), this.file, at));
      return code.emit('pop');
    }
    // These three are functions, and read better without parentheses.
    const word = ['print', 'throw', 'start'].find(w => parser.take(w));
    const value = parser.expression();
    if (parser.take('=')) return this.#assign(value);
    this.#expression(word === undefined ? value : { at, kind: 'call', name: word, args: [value] });
    code.emit('pop');
  }

  #assign(target: Expr): void {
    if (target.kind === 'byte') this.#expression(target.index);
    this.#expression(this.#parser.expression());
    if (target.kind === 'byte') return this.code.emit('setByte');
    if (target.kind === 'name') return this.#variable(target.name, target.at, 'setLocal', 'setGlobal');
    throw new Mistake('only variables and mem[…] can be assigned to', target.at);
  }

  #variable(name: string, at: Position, local: InstructionName, global: InstructionName): void {
    const found = this.code.lookup(name);
    if (found === undefined)
      throw new Mistake(`there is no variable ${name}`, at, `Declare it: let ${name} = 0;`);
    this.code.emit(found.global ? global : local, found.slot);
  }

  #expression(node: Expr): void {
    const { code } = this;
    switch (node.kind) {
      case 'constant':
        if (typeof node.value === 'string') return code.emitText('text', node.value);
        return code.emit('push', node.value);
      case 'name':
        return this.#variable(node.name, node.at, 'local', 'global');
      case 'byte':
        this.#expression(node.index);
        return code.emit('byte');
      case 'unary':
        if (node.operator === '-') code.emit('push', 0);
        this.#expression(node.of);
        return code.emit(node.operator);
      case 'binary':
        this.#expression(node.left);
        if (node.operator === 'and' || node.operator === 'or')
          return this.#shortCircuit(node.operator, node.right);
        this.#expression(node.right);
        return code.emit(node.operator as InstructionName);
      case 'call':
      case 'spawn':
        for (const argument of node.args) this.#expression(argument);
        return this.#call(node);
    }
  }

  /** The result is 1 or 0, and the right side runs only when the left does not decide. */
  #shortCircuit(operator: 'and' | 'or', right: Expr): void {
    if (operator === 'or') this.code.emit('not');
    const decided = this.code.jump('jumpUnless');
    this.#expression(right);
    this.code.emit('not');
    this.code.emit('not');
    const over = this.code.jump('jump');
    decided();
    this.code.emit('push', operator === 'or' ? 1 : 0);
    over();
  }

  #call({ kind, name, args, at }: Expr & { readonly kind: 'call' | 'spawn' }): void {
    const builtin = builtins.get(name);
    if (kind === 'spawn') return this.code.emit(kind, this.code.callee(name, args.length, at));
    if (builtin === undefined) return this.code.call(kind, name, args.length, at);
    if (builtin.parameters !== args.length)
      throw new Mistake(`${name} takes ${builtin.parameters} arguments, not ${args.length}`, at);
    this.code.emit('builtin', builtin.number);
  }
}
