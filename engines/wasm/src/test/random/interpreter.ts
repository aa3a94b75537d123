// An interpreter of WebAssembly that shares nothing with the engine but the reader: what tests compare the engine with.

import {
  instructionsOf,
  localTypes,
  type FunctionBody,
  type Instruction,
  type WasmModule,
} from '@sonde/wasm';

export type Value = number | bigint;

export interface InterpretedFrame {
  readonly function: number;
  /** Of the instruction that runs, or of the call that waits. */
  readonly offset: number;
  readonly locals: readonly Value[];
}

/** One instruction that is about to run. Top first. */
export interface TraceEntry {
  readonly position: number;
  readonly frames: readonly InterpretedFrame[];
}

export interface Interpreted {
  readonly trace: readonly TraceEntry[];
  readonly results: readonly Value[];
  readonly trap?: string;
  readonly printed: readonly number[];
}

class Trap extends Error {}

interface Activation {
  readonly function: number;
  readonly locals: Value[];
  offset: number;
}

/** A program that is longer is not for tests. */
const mostInstructions = 60_000;

export function interpret(module: WasmModule, name: string, given: readonly Value[]): Interpreted {
  return new Interpreter(module).run(name, given);
}

class Interpreter {
  readonly #trace: TraceEntry[] = [];
  readonly #stack: Activation[] = [];
  readonly #memory = new DataView(new ArrayBuffer(65_536));
  readonly #globals: Value[];
  readonly #printed: number[] = [];
  readonly #imports: readonly string[];
  #asked = 0;

  constructor(private readonly module: WasmModule) {
    this.#imports = module.imports.map(({ name }) => name);
    this.#globals = module.globals.map(({ init }) => {
      const [first] = init;
      return first?.immediate.kind === 'i32' || first?.immediate.kind === 'i64' ? first.immediate.value : 0;
    });
  }

  run(name: string, given: readonly Value[]): Interpreted {
    const index = this.module.exports.find(each => each.name === name)!.index;
    let results: readonly Value[] = [];
    let trap: string | undefined;
    try {
      results = this.#call(index, given);
    } catch (error) {
      if (!(error instanceof Trap)) throw error;
      trap = error.message;
    }
    return { trace: this.#trace, results, printed: this.#printed, ...(trap === undefined ? {} : { trap }) };
  }

  #call(index: number, given: readonly Value[]): readonly Value[] {
    if (index < this.#imports.length) return this.#host(this.#imports[index]!, given);
    const body = this.module.functions[index - this.#imports.length]!;
    const types = localTypes(this.module, body);
    const locals = types.map((type, nth): Value => given[nth] ?? (type === 'i64' ? 0n : 0));
    const activation: Activation = { function: index, locals, offset: body.code };
    this.#stack.unshift(activation);
    const results = this.#execute(body, activation);
    this.#stack.shift();
    return results;
  }

  #host(name: string, given: readonly Value[]): readonly Value[] {
    this.#asked++;
    if (name === 'print') {
      this.#printed.push(given[0] as number);
      return [];
    }
    // As `next` of the host for tests.
    this.#memory.setUint32(given[0] as number, this.#asked & 0xff, true);
    return [this.#asked * 10];
  }

  #execute(body: FunctionBody, activation: Activation): readonly Value[] {
    const code = instructionsOf(this.module, body);
    const results = this.module.types[body.type]!.results.length;
    const stack: Value[] = [];
    // Where a branch to each open block leads, and how many values it takes along.
    const labels: { readonly target: number; readonly arity: number; readonly height: number }[] = [
      { target: code.length, arity: results, height: 0 },
    ];
    const branch = (depth: number): number => {
      const level = labels.length - 1 - depth;
      const label = labels[level]!;
      const taken = label.arity === 0 ? [] : stack.slice(-label.arity);
      stack.length = label.height;
      stack.push(...taken);
      // A loop goes on inside of itself, anything else behind its end.
      labels.length = code[label.target - 1]?.name === 'loop' ? level + 1 : level;
      return label.target;
    };
    for (let pc = 0; pc < code.length;) {
      const instruction = code[pc]!;
      this.#visit(activation, instruction);
      const { name, immediate } = instruction;
      pc++;
      switch (name) {
        case 'block':
        case 'if': {
          const arity = immediate.kind === 'block' && immediate.type.kind === 'result' ? 1 : 0;
          const taken = name === 'block' || stack.pop() !== 0;
          const { end, otherwise } = matching(code, pc - 1);
          labels.push({ target: end + 1, arity, height: stack.length });
          if (!taken) {
            if (otherwise === undefined) {
              labels.pop();
              pc = end + 1;
            } else pc = otherwise + 1;
          }
          break;
        }
        case 'loop':
          labels.push({ target: pc, arity: 0, height: stack.length });
          break;
        case 'else':
          pc = branch(0);
          break;
        case 'end':
          labels.pop();
          break;
        case 'br':
          pc = branch(immediate.kind === 'label' ? immediate.depth : 0);
          break;
        case 'br_if':
          if (stack.pop() !== 0) pc = branch(immediate.kind === 'label' ? immediate.depth : 0);
          break;
        case 'return':
          return results === 0 ? [] : stack.slice(-results);
        case 'call': {
          const callee = immediate.kind === 'index' ? immediate.index : 0;
          const given = stack.splice(stack.length - this.#parameters(callee));
          stack.push(...this.#call(callee, given));
          break;
        }
        default:
          this.#plain(instruction, stack, activation.locals);
      }
    }
    return results === 0 ? [] : stack.slice(-results);
  }

  #parameters(index: number): number {
    const imported = this.module.imports[index]?.thing;
    const type =
      imported?.kind === 'function'
        ? imported.type
        : this.module.functions[index - this.#imports.length]!.type;
    return this.module.types[type]!.params.length;
  }

  #visit(activation: Activation, { offset }: Instruction): void {
    activation.offset = offset;
    if (this.#trace.length >= mostInstructions) throw new Error('the program is too long');
    this.#trace.push({
      position: this.#trace.length,
      frames: this.#stack.map(({ function: index, offset: at, locals }) => ({
        function: index,
        offset: at,
        locals: [...locals],
      })),
    });
  }

  #plain({ name, immediate }: Instruction, stack: Value[], locals: Value[]): void {
    const index = immediate.kind === 'index' ? immediate.index : 0;
    switch (name) {
      case 'unreachable':
        throw new Trap('Unreachable');
      case 'drop':
        stack.pop();
        return;
      case 'local.get':
        return void stack.push(locals[index]!);
      case 'local.set':
        locals[index] = stack.pop()!;
        return;
      case 'local.tee':
        locals[index] = stack.at(-1)!;
        return;
      case 'global.get':
        return void stack.push(this.#globals[index]!);
      case 'global.set':
        this.#globals[index] = stack.pop()!;
        return;
      case 'i32.const':
      case 'i64.const':
        return void stack.push(immediate.kind === 'i32' || immediate.kind === 'i64' ? immediate.value : 0);
      case 'i32.load':
      case 'i32.store':
        return this.#access(name, immediate.kind === 'memory' ? immediate.offset : 0, stack);
      case 'i32.eqz':
        return void stack.push(stack.pop() === 0 ? 1 : 0);
      case 'i64.extend_i32_s':
        return void stack.push(BigInt(stack.pop()!));
      case 'i32.wrap_i64':
        return void stack.push(Number(BigInt.asIntN(32, stack.pop() as bigint)));
      default: {
        const b = stack.pop()!;
        const a = stack.pop()!;
        stack.push(
          typeof a === 'bigint' ? longOperation(name, a, b as bigint) : intOperation(name, a, b as number),
        );
      }
    }
  }

  #access(name: string, offset: number, stack: Value[]): void {
    const value = name === 'i32.store' ? (stack.pop() as number) : 0;
    const address = ((stack.pop() as number) >>> 0) + offset;
    if (address + 4 > this.#memory.byteLength) throw new Trap('OutOfBounds');
    if (name === 'i32.store') this.#memory.setInt32(address, value, true);
    else stack.push(this.#memory.getInt32(address, true));
  }
}

function intOperation(name: string, a: number, b: number): number {
  switch (name) {
    case 'i32.add':
      return (a + b) | 0;
    case 'i32.sub':
      return (a - b) | 0;
    case 'i32.mul':
      return Math.imul(a, b);
    case 'i32.and':
      return a & b;
    case 'i32.xor':
      return a ^ b;
    case 'i32.div_s':
      if (b === 0) throw new Trap('DivideByZero');
      if (a === -2147483648 && b === -1) throw new Trap('IntegerOverflow');
      return Math.trunc(a / b) | 0;
    case 'i32.lt_s':
      return a < b ? 1 : 0;
    case 'i32.ge_s':
      return a >= b ? 1 : 0;
    default:
      throw new Error(`the interpreter has no ${name}`);
  }
}

function longOperation(name: string, a: bigint, b: bigint): bigint {
  switch (name) {
    case 'i64.add':
      return BigInt.asIntN(64, a + b);
    case 'i64.mul':
      return BigInt.asIntN(64, a * b);
    case 'i64.xor':
      return a ^ b;
    default:
      throw new Error(`the interpreter has no ${name}`);
  }
}

/** The `else` and the `end` of a block. */
function matching(
  code: readonly Instruction[],
  at: number,
): { readonly end: number; readonly otherwise?: number } {
  let depth = 0;
  let otherwise: number | undefined;
  for (let pc = at; ; pc++) {
    const { name } = code[pc]!;
    if (name === 'block' || name === 'loop' || name === 'if') depth++;
    if (name === 'else' && depth === 1) otherwise = pc;
    if (name === 'end' && --depth === 0)
      return { end: pc, ...(otherwise === undefined ? {} : { otherwise }) };
  }
}
