// A machine for tests, written without the kit: lists as objects, a fold whose frame is its own, and code to evaluate.

import { cancelled, Failure, objectId, typeId, type ObjectId, type Scalar } from '@sonde/engine';
import type {
  EvaluateAnswer,
  EvaluateRequest,
  Machine,
  MachineFrame,
  MachineHost,
  MachineModule,
  MachinePlace,
  Outcome,
  Word,
} from '../machine.js';

export const anyType = typeId(1);
export const listType = typeId(2);
/** What a variable may be declared as: the machine knows that its lists are those. */
export const numbersType = typeId(3);

type Value = number | string | List | Callee;

/** A function as a value. */
class Callee {
  constructor(readonly number: number) {}

  toString(): string {
    return `function ${this.number}`;
  }
}

class List {
  constructor(readonly items: Value[]) {}

  toString(): string {
    return `[${this.items.join(', ')}]`;
  }
}

export type Operation =
  | readonly ['push', number | string]
  | readonly [
      (
        | 'list'
        | 'local'
        | 'setLocal'
        | 'setOuter'
        | 'global'
        | 'setGlobal'
        | 'call'
        | 'map'
        | 'jump'
        | 'function'
      ),
      number,
    ]
  | readonly ['add' | 'less' | 'item' | 'setItem' | 'unless' | 'return' | 'print' | 'bytes' | 'trap' | 'pop']
  /** A line of the program begins here; does nothing. */
  | readonly ['line', number];

/** What an expression is compiled to. */
export interface ListFragment {
  readonly code: readonly Operation[];
  /** What it names, when it names a variable. */
  readonly place?:
    | { readonly kind: 'global'; readonly index: number }
    | { readonly kind: 'slot'; readonly slot: number };
}

export interface ListImage {
  readonly operations: readonly Operation[];
  readonly functions: readonly {
    readonly start: number;
    readonly parameters: number;
    readonly locals: number;
  }[];
  readonly globals: number;
  /** The address of the fold's own frame. */
  readonly fold: number;
  /** Whether a fold spends an instruction of its own between two callbacks, or none. */
  readonly foldTakesTime: boolean;
}

interface Frame {
  readonly serial: number;
  pc: number;
  locals: Value[];
  readonly height: number;
  /** Of a fold. */
  readonly fold?: { readonly list: List; readonly callee: number; readonly results: Value[] };
}

/** Instructions of an evaluation between two looks whether anybody still waits. */
const lookEvery = 1_000;

class ListMachine implements Machine {
  time = 0;
  readonly currentTask = 1;
  #frames: Frame[] = [];
  #stack: Value[] = [];
  readonly #globals: Value[];
  #operations: readonly Operation[];
  readonly #armed = new Set<number>();
  readonly #ids = new Map<List, ObjectId>();
  readonly #objects = new Map<ObjectId, List>();
  #serial = 0;
  #evaluating:
    | { readonly effects: boolean; readonly fresh: Set<List>; readonly firstSerial: number }
    | undefined;
  #looks = false;
  #trapped = false;

  constructor(
    private readonly image: ListImage,
    private readonly host: MachineHost,
  ) {
    this.#operations = image.operations;
    this.#globals = new Array<Value>(image.globals).fill(0);
    this.#enter(0);
  }

  run(until: number, passSite: boolean): Outcome {
    let pass = passSite;
    while (this.time < until) {
      const frame = this.#frames.at(-1);
      if (frame === undefined) return { kind: 'exited', code: 0 };
      if (this.#armed.has(frame.pc) && !pass) return { kind: 'site', task: 1, address: frame.pc };
      pass = false;
      const outcome = this.#step(frame);
      if (outcome !== undefined) return outcome;
      this.time++;
      if (this.#looks) {
        this.#looks = false;
        return { kind: 'time' };
      }
    }
    return { kind: 'time' };
  }

  arm(address: number): void {
    // Nothing is there to be run, so nothing could be noticed.
    if (address >= this.image.fold - 1) throw new Error(`there is no instruction ${address}`);
    this.#armed.add(address);
  }

  disarm(address: number): void {
    this.#armed.delete(address);
  }

  tasks() {
    return [{ id: 1, name: 'main', state: 'ready' as const }];
  }

  frames(_task: number, start: number, count: number): readonly MachineFrame[] {
    const found: MachineFrame[] = [];
    for (let nth = start; nth < start + count; nth++) {
      const frame = this.#frames[this.#frames.length - 1 - nth];
      if (frame !== undefined) found.push({ serial: frame.serial, pc: frame.pc });
    }
    return found;
  }

  depth(): number {
    return this.#frames.length;
  }

  read(place: MachinePlace): Word {
    switch (place.kind) {
      case 'slot':
        return this.#frameOf(place.frame).locals[place.slot];
      case 'global':
        return this.#globals[place.index];
      case 'field':
        return this.#list(place.object).items[Number(place.key)];
      case 'memory':
      case 'register':
        throw new RangeError(`there is no ${place.kind}`);
    }
  }

  write(place: MachinePlace, value: Scalar): void {
    this.#assign(place, typeof value === 'string' ? value : Number(value));
  }

  writeWord(place: MachinePlace, object: ObjectId): void {
    if (!(this.read(place) instanceof List)) throw new RangeError('only a list can become another list');
    this.#assign(place, new List([...this.#list(object).items]));
  }

  describe(word: Word, textLimit: number, declared?: typeof anyType) {
    if (word instanceof List) {
      const content = { kind: 'object' as const, id: this.#idOf(word), indexed: word.items.length };
      return declared === numbersType ? { content } : { content, type: listType };
    }
    const text = String(word);
    if (word instanceof Callee)
      return {
        content: { kind: 'scalar' as const, value: text },
        function: this.image.functions[word.number]!.start,
      };
    if (typeof word === 'string' && word.length > textLimit)
      return { content: { kind: 'partial' as const, value: word.slice(0, textLimit), length: word.length } };
    return {
      content: { kind: 'scalar' as const, value: typeof word === 'number' ? BigInt(word) : String(word) },
    };
  }

  scalar(word: Word): Scalar | undefined {
    return word instanceof List || word instanceof Callee ? undefined : (word as Scalar);
  }

  children(object: ObjectId, filter: 'named' | 'indexed' | undefined, start: number, count: number) {
    if (filter === 'named') return [];
    const page = this.#list(object).items.slice(start, start + count);
    return page.map((word, nth) => ({
      name: `[${start + nth}]`,
      word,
      place: { kind: 'field' as const, object, key: start + nth },
    }));
  }

  evaluate({ code, frame, effects, budget }: EvaluateRequest): EvaluateAnswer {
    const fragment = code as ListFragment;
    const before = {
      frames: this.#frames,
      stack: this.#stack,
      time: this.time,
      operations: this.#operations,
    };
    const locals = frame === undefined ? [] : this.#frameOf(frame).locals;
    this.#operations = [...this.image.operations];
    const scratch = this.image.fold + 1;
    fragment.code.forEach((operation, nth) => ((this.#operations as Operation[])[scratch + nth] = operation));
    this.#frames = [...before.frames, { serial: ++this.#serial, pc: scratch, locals, height: 0 }];
    this.#stack = [];
    this.#evaluating = { effects, fresh: new Set(), firstSerial: this.#serial };
    try {
      for (let left = budget; this.#frames.length > before.frames.length; left--) {
        if (left % lookEvery === 0 && this.host.interrupted === true) throw cancelled();
        if (left === 0) throw new Failure('deadline', 'program', `no result after ${budget} instructions.`);
        const top = this.#frames.at(-1)!;
        if (top.pc === scratch + fragment.code.length) break;
        if (this.#step(top) !== undefined)
          throw new Failure('bad-expression', 'program', 'it would have to wait.');
      }
      const word = this.#stack.pop();
      const { place } = fragment;
      if (place === undefined) return { word };
      if (place.kind === 'global') return { word, place };
      return { word, place: { ...place, task: 1, frame: frame ?? 0 } };
    } finally {
      this.#frames = before.frames;
      this.#stack = before.stack;
      this.time = before.time;
      this.#operations = before.operations;
      this.#evaluating = undefined;
    }
  }

  /** Runs one instruction; an outcome leaves it to be run again. */
  #step(frame: Frame): Outcome | undefined {
    if (frame.fold !== undefined) return this.#continueFold(frame, frame.fold);
    const operation = this.#operations[frame.pc];
    if (operation === undefined) throw new Error(`nothing to run at ${frame.pc}`);
    const [name, operand] = operation;
    const stack = this.#stack;
    switch (name) {
      case 'line':
        break;
      case 'push':
        stack.push(operand);
        break;
      case 'pop':
        stack.pop();
        break;
      case 'function':
        stack.push(new Callee(operand));
        break;
      case 'list': {
        const list = new List(stack.splice(stack.length - operand));
        this.#evaluating?.fresh.add(list);
        stack.push(list);
        break;
      }
      case 'local':
        stack.push(frame.locals[operand] ?? 0);
        break;
      case 'setLocal':
        if (frame.serial === this.#evaluating?.firstSerial) this.#change();
        this.#touch({ kind: 'slot', task: 1, frame: frame.serial, slot: operand });
        frame.locals[operand] = stack.pop()!;
        break;
      case 'setOuter': {
        // A variable of the caller, as through a reference.
        const outer = this.#frames.at(-2)!;
        this.#touch({ kind: 'slot', task: 1, frame: outer.serial, slot: operand });
        outer.locals[operand] = stack.pop()!;
        break;
      }
      case 'global':
        stack.push(this.#globals[operand]!);
        break;
      case 'setGlobal':
        this.#change();
        this.#touch({ kind: 'global', index: operand });
        this.#globals[operand] = stack.pop()!;
        break;
      case 'add': {
        const right = stack.pop()!;
        const left = stack.pop()!;
        const isText = typeof left === 'string' || typeof right === 'string';
        stack.push(isText ? `${String(left)}${String(right)}` : Number(left) + Number(right));
        break;
      }
      case 'less': {
        const right = Number(stack.pop());
        stack.push(Number(stack.pop()) < right ? 1 : 0);
        break;
      }
      case 'item': {
        const at = Number(stack.pop());
        stack.push((stack.pop() as List).items[at]!);
        break;
      }
      case 'setItem': {
        const value = stack.pop()!;
        const at = Number(stack.pop());
        const list = stack.pop() as List;
        if (this.#evaluating?.fresh.has(list) !== true) this.#change();
        this.#touch({ kind: 'field', object: this.#idOf(list), key: at });
        list.items[at] = value;
        break;
      }
      case 'jump':
        frame.pc = operand;
        return undefined;
      case 'unless':
        // Skips the next instruction.
        if (stack.pop() === 0) frame.pc++;
        break;
      case 'print': {
        this.#change();
        if (!this.host.write('stdout', `${String(stack.at(-1))}\n`))
          return { kind: 'waiting', for: 'output' };
        stack.pop();
        break;
      }
      case 'bytes': {
        this.#change();
        const bytes = Uint8Array.from((stack.at(-1) as List).items, Number);
        if (!this.host.writeBytes('stdout', bytes)) return { kind: 'waiting', for: 'output' };
        stack.pop();
        break;
      }
      case 'trap':
        if (this.host.debugged !== false && !this.#trapped) {
          this.#trapped = true;
          return { kind: 'trap', task: 1 };
        }
        this.#trapped = false;
        break;
      case 'call':
        frame.pc++;
        this.#enter(operand);
        return undefined;
      case 'map': {
        frame.pc++;
        const fold = { list: stack.pop() as List, callee: operand, results: [] };
        const own = { serial: ++this.#serial, pc: this.image.fold, locals: [], height: stack.length, fold };
        this.#frames.push(own);
        return this.image.foldTakesTime ? undefined : this.#continueFold(own, fold);
      }
      case 'return': {
        const result = stack.pop() ?? 0;
        stack.length = frame.height;
        this.#frames.pop();
        stack.push(result);
        const caller = this.#frames.at(-1);
        if (caller?.fold !== undefined) {
          caller.fold.results.push(stack.pop()!);
          if (!this.image.foldTakesTime) return this.#continueFold(caller, caller.fold);
        }
        return undefined;
      }
    }
    frame.pc++;
    return undefined;
  }

  #continueFold(frame: Frame, { list, callee, results }: NonNullable<Frame['fold']>): undefined {
    const next = list.items[results.length];
    if (next !== undefined) {
      this.#stack.push(next);
      this.#enter(callee);
      return undefined;
    }
    this.#stack.length = frame.height;
    this.#frames.pop();
    const made = new List(results);
    this.#evaluating?.fresh.add(made);
    this.#stack.push(made);
  }

  #enter(number: number): void {
    const { start, parameters, locals } = this.image.functions[number]!;
    const given = this.#stack.splice(this.#stack.length - parameters);
    const rest = new Array<Value>(locals - parameters).fill(0);
    this.#frames.push({
      serial: ++this.#serial,
      pc: start,
      locals: [...given, ...rest],
      height: this.#stack.length,
    });
  }

  #change(): void {
    if (this.#evaluating?.effects === false)
      throw new Failure('bad-expression', 'user', 'it would change the program.');
  }

  #touch(place: MachinePlace): void {
    if (this.host.watching && this.host.touched('write', place)) this.#looks = true;
  }

  #assign(place: MachinePlace, value: Value): void {
    if (place.kind === 'slot') this.#frameOf(place.frame).locals[place.slot] = value;
    else if (place.kind === 'global') this.#globals[place.index] = value;
    else if (place.kind === 'field') this.#list(place.object).items[Number(place.key)] = value;
  }

  #frameOf(serial: number): Frame {
    const found = this.#frames.find(frame => frame.serial === serial);
    if (found === undefined) throw new RangeError('the call has returned');
    return found;
  }

  #idOf(list: List): ObjectId {
    let id = this.#ids.get(list);
    if (id === undefined) {
      id = objectId(`list ${this.#ids.size + 1}`);
      this.#ids.set(list, id);
      this.#objects.set(id, list);
    }
    return id;
  }

  #list(object: ObjectId): List {
    const found = this.#objects.get(object);
    if (found === undefined) throw new RangeError(`there is no ${object}`);
    return found;
  }
}

export const createMachine: MachineModule['createMachine'] = (image, host) =>
  new ListMachine(image as ListImage, host);
