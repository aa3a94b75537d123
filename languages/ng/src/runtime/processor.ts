// The state of the program that runs, and the moves all instructions are made of: operands, calls, returns.

import type { MachineHost, MachinePlace, Outcome } from '@sonde/engine-vm';
import { BreakpointPatches } from './breakpoint-patches.js';
import { builtInAddress } from './built-in-frames.js';
import { CodeUnit, loadCode, type LoadedFunction } from './code-units.js';
import { dropsAtReturn } from './drops.js';
import { EditHistory } from './edit-history.js';
import type { CodeFrame, Frame, Work } from './frames.js';
import { heap, sizes } from './heap.js';
import type { ProgramImage } from './image.js';
import { MemoryGauge } from './memory-gauge.js';
import { ObjectIds } from './object-ids.js';
import { keep, readReference } from './references.js';
import { release } from './sharing.js';
import { journal, saveCells } from './time/journal.js';
import { Composite, ProgramError, type Reference, type Value } from './values.js';

/** What an activation takes with a few locals, in bytes; each further one takes more. */
const frameCost = 320;
const fewSlots = 8;

/** Refuses changes while an expression is evaluated that may not make any. */
export interface Guard {
  /** Things of this epoch are the expression's own. */
  readonly epoch: number;
  /** The locals it looks at, and how many there were. */
  readonly locals: Value[];
  readonly known: number;
}

/** Thrown where a guarded expression would change the program or ask the world. */
export class Refusal extends Error {}

export class Processor {
  readonly code: Uint8Array;
  readonly patches: BreakpointPatches;
  readonly units: readonly CodeUnit[];
  readonly stack: Value[] = [];
  readonly frames: Frame[] = [];
  readonly globals: Value[] = [];
  readonly edits = new EditHistory();
  readonly ids = new ObjectIds(this.edits);
  readonly gauge: MemoryGauge;
  /** The topmost frame. */
  frame!: CodeFrame;
  /** How many operands there are. */
  top = 0;
  time = 0;
  /** The run ends when the time is this. */
  limit = 0;
  watching = false;
  guard: Guard | undefined;
  /** Runs code of a debugger. */
  evaluating = false;
  /** Ends the run once the instruction is retired. */
  outcome: Outcome | undefined;
  returned: Value;
  /** The program asked for the debugger here, and goes on. */
  trapped = false;
  /** Whether anything may have to be told of its end. */
  drops: boolean;
  /** By index of the module: none of its code has run yet. */
  readonly announced = new Set<number>([0]);
  exitCode: number | undefined;
  /** Counts natives' memory. */
  outstanding = 0;
  nextAddress = 0x1000;
  /** Records on the heap whose end the program may want to hear of. */
  onHeap: Composite[] = [];
  readonly mostOperands: number;
  readonly #heaviest: number;
  lastSerial = 0;
  mainRuns = false;
  /** So many frames, from the bottom, are as the latest snapshot has them. */
  framesSaved = 0;

  constructor(
    readonly image: ProgramImage,
    readonly host: MachineHost,
  ) {
    this.code = loadCode(image);
    this.patches = new BreakpointPatches(this.code);
    this.units = image.modules.map((module, index) => new CodeUnit(index, module, module.module.strings));
    this.gauge = new MemoryGauge(host.memoryLimit);
    this.#heaviest = Math.max(1_000 * frameCost, host.memoryLimit);
    this.mostOperands = Math.max(1_000, Math.floor(host.memoryLimit / 16));
    this.drops = this.units.some(unit => unit.functions.some(f => f.name.endsWith('.Drop::drop')));
    const [main] = this.units;
    const start = main?.functions[0];
    if (start === undefined) this.exitCode = 0;
    else this.#pushFrame(start, []);
  }

  // Operands.

  push(value: Value): void {
    this.stack[this.top++] = value;
  }

  pop(): Value {
    if (this.top <= this.frame.height) throw new ProgramError('Stack underflow');
    const value = this.stack[--this.top];
    this.stack[this.top] = undefined;
    return value;
  }

  peek(): Value {
    if (this.top <= this.frame.height) throw new ProgramError('Stack underflow');
    return this.stack[this.top - 1];
  }

  /** The topmost operands, lowest first. */
  popMany(count: number): Value[] {
    if (this.top - count < this.frame.height) throw new ProgramError('Stack underflow');
    const values = this.stack.slice(this.top - count, this.top);
    for (let nth = 0; nth < count; nth++) this.stack[--this.top] = undefined;
    return values;
  }

  /** As `popMany`, for values that go somewhere to stay. */
  popKept(count: number): Value[] {
    const values = this.popMany(count);
    for (const value of values) keep(value);
    return values;
  }

  // Calls.

  call(callee: LoadedFunction, args: Value[]): void {
    this.#pushFrame(callee, args);
  }

  /** From here on values may have to be told of their end. */
  expectDrops(): void {
    this.drops = heap.arming = true;
  }

  /** Calls a function out of the machine's own work. */
  startWork(work: Work): void {
    const pc = builtInAddress(this.image, work.name);
    const weight = this.weightWith(0);
    this.frames.push({ serial: ++this.lastSerial, pc, work, weight });
  }

  /** Its frame must be on top. */
  endWork(): void {
    this.frames.pop();
    this.frameChanges(this.frames.length - 1);
  }

  /** The frame at this index, counted from the bottom, is about to change. */
  frameChanges(index: number): void {
    if (index < this.framesSaved) this.framesSaved = Math.max(0, index);
  }

  newSerial(): number {
    return ++this.lastSerial;
  }

  /** Forgets what stands above this depth, to go on there. */
  cutTo(depth: number): void {
    for (const frame of this.frames.slice(depth))
      if (frame.work === undefined && isSnapshotted(frame)) saveCells(frame.locals);
    this.frameChanges(depth - 1);
    this.frames.length = depth;
    const top = this.frames.at(-1);
    if (top?.work !== undefined || top === undefined) return;
    this.frame = top;
    this.clearOperands(top.height);
  }

  #pushFrame(callee: LoadedFunction, locals: Value[]): void {
    const weight = this.weightWith(callee.slots);
    while (locals.length < callee.slots) locals.push(undefined);
    const serial = ++this.lastSerial;
    this.enter({
      serial,
      pc: callee.start,
      work: undefined,
      unit: callee.unit,
      globalBase: callee.unit.globalBase,
      strings: callee.unit.strings,
      function: callee,
      start: callee.start,
      end: callee.end,
      locals,
      localsOf: serial,
      height: this.top,
      captured: false,
      borrowed: false,
      epoch: heap.epoch,
      enteredAt: journal.epoch,
      weight,
    });
  }

  enter(frame: CodeFrame): void {
    this.frames.push(frame);
    this.frame = frame;
  }

  /** What all activations take with another one of so many slots. Throws when that is more than they may. */
  weightWith(slots: number): number {
    const { frames } = this;
    const below = frames.length === 0 ? 0 : frames[frames.length - 1]!.weight;
    const weight = below + frameCost + sizes.item * Math.max(0, slots - fewSlots);
    if (weight > this.#heaviest) throw new ProgramError(`Out of memory: ${frames.length} calls deep`);
    return weight;
  }

  /** Leaves the topmost function. What must hear of its end hears of it first. */
  return(result: Value): void {
    if (this.frame.borrowed) return this.leave(result);
    keep(result);
    if (this.drops && dropsAtReturn(this, result)) return;
    this.leave(result);
  }

  leave(result: Value): void {
    const { frames, frame } = this;
    frames.pop();
    if (frames.length <= this.framesSaved) this.framesSaved = frames.length - 1;
    if (!frame.borrowed && isSnapshotted(frame)) saveCells(frame.locals);
    this.clearOperands(frame.height);
    const below = frames.at(-1);
    this.returned = result;
    if (below === undefined) {
      this.#advance();
      return;
    }
    if (below.work === undefined) {
      this.frame = below;
      this.push(result);
    } else {
      this.#resume(below.work, frame, result);
    }
    if (!frame.captured) for (const local of frame.locals) release(local);
  }

  /** When that fails, the function stands where it was about to return. */
  #resume(work: Work, left: CodeFrame, result: Value): void {
    const depth = this.frames.length;
    try {
      work.resume(this, result);
    } catch (error) {
      if (this.frames.length === depth) this.enter(left);
      throw error;
    }
    const top = this.frames.at(-1);
    if (top?.work === undefined && top !== undefined) this.frame = top;
  }

  clearOperands(height: number): void {
    while (this.top > height) this.stack[--this.top] = undefined;
  }

  /** The top level of the program is over; `main` comes behind it. */
  #advance(): void {
    const unit = this.units[0]!;
    const main = unit.functionNamed('main');
    if (!this.mainRuns && main !== undefined && main !== unit.functions[0]) {
      this.mainRuns = true;
      this.#pushFrame(main, []);
      return;
    }
    this.exitCode = 0;
    this.outcome = { kind: 'exited', code: 0 };
  }

  // What a debugger is told.

  touch(access: 'read' | 'write', place: MachinePlace): void {
    if (this.host.touched(access, place)) this.limit = 0;
  }

  touchSlot(access: 'read' | 'write', slot: number): void {
    this.touch(access, { kind: 'slot', task: 1, frame: this.frame.serial, slot });
  }

  touchPart(access: 'read' | 'write', composite: Composite, key: number): void {
    // What is read from a copy comes from where that was loaded from; what is written to it stays in it.
    const object = this.ids.known(access === 'read' ? (composite.origin ?? composite) : composite);
    if (object !== undefined) this.touch(access, { kind: 'field', object, key });
  }

  touchReference(access: 'read' | 'write', reference: Reference): void {
    this.#touchPlace(access, reference);
    if (access !== 'write') return;
    // A value changes with each of its parts, as long as they are its own.
    for (let inner = reference, around = inner.parent; around !== undefined; around = inner.parent) {
      if (inner.owner === undefined || readReference(around) !== inner.owner) return;
      this.#touchPlace('write', around);
      inner = around;
    }
  }

  #touchPlace(access: 'read' | 'write', { owner, home, key, cells }: Reference): void {
    if (owner !== undefined) return this.touchPart(access, owner, key);
    if (home.kind === 'local')
      return this.touch(access, { kind: 'slot', task: 1, frame: home.serial, slot: key });
    if (home.kind === 'global') return this.touch(access, { kind: 'global', index: key });
    const object = this.ids.known(cells!);
    if (object !== undefined) this.touch(access, { kind: 'field', object, key });
  }

  /** Loaded values remember where from while accesses are watched. */
  remember(copy: Value, original: Value): Value {
    if (copy instanceof Composite && original instanceof Composite) copy.origin = original;
    return copy;
  }

  // What a guarded expression may not do.

  refuseEffect(): void {
    if (this.guard !== undefined) throw new Refusal('it would change the program.');
  }

  refuseOld(epoch: number): void {
    if (this.guard !== undefined && epoch < this.guard.epoch) this.refuseEffect();
  }

  refuseSlot(slot: number): void {
    const { guard, frame } = this;
    if (guard === undefined || frame.locals !== guard.locals) return;
    if (slot < guard.known) this.refuseEffect();
  }
}

/**
 * References may lead to its locals still, and a snapshot has them. No snapshot has an activation that is younger than the latest:
 * nothing brings back what such locals were, so that nothing has to be kept of every call.
 */
const isSnapshotted = ({ captured, enteredAt }: CodeFrame): boolean =>
  captured && enteredAt !== journal.epoch;
