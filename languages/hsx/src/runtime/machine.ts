// The machine that the VM engine drives: runs programs, says when something happens, lets a debugger look and write.

import type { ObjectId, Scalar, TypeId } from '@sonde/engine';
import type {
  Machine,
  MachineChild,
  MachineFrame,
  MachineModule,
  MachinePlace,
  MachineRegion,
  MachineRegister,
  MachineScope,
  MachineSnapshot,
  MachineTraced,
  MachineTask,
  Outcome,
  Word,
} from '@sonde/engine-vm';
import type { Allocations, MachineInstruction } from '@sonde/engine/machine';
import { instructionParts, instructionText } from '../toolchain/dis/instruction-text.js';
import { toF16 } from '../toolchain/format/f16.js';
import { activationsOf, depthOf } from './activations.js';
import { arenaSize, piecesIn, together } from './arena.js';
import { hex } from './faults.js';
import { programSpan, type HsxImage } from './image.js';
import { readRegister, registersOf, writeRegister } from './registers.js';
import { regionsOf } from './regions.js';
import { childrenOf, scopesOf, type Traces } from './scopes.js';
import { handleOf, mailboxOf, targetText } from './services/mailboxes.js';
import { oidOf } from './services/registries.js';
import { hashOf, restoreInto, snapshotOf, type HsxSnapshot } from './snapshot.js';
import type { TaskState } from './state.js';
import { spaceName, System } from './system.js';
import { restartCall, standAt } from './task-position.js';
import { findGlobal, findSlot, storeWords, wordOf, type Found } from './variables.js';
import { NumberWord, RegisterWord, Words } from './words.js';

/** A program that nobody debugs is not traced. */
export const createMachine: MachineModule['createMachine'] = (image, host) =>
  machineOver(
    new System({ ...(image as HsxImage), ...(host.debugged === false ? { traceSize: 0 } : {}) }, host),
  );

/** The machine as a debugger looks at it, over a system that runs here or mirrors one elsewhere. */
export const machineOver = (system: System, traces?: Traces): Machine => new HsxMachine(system, traces);

class HsxMachine implements Machine {
  readonly #system: System;
  readonly #words: Words;
  #memory: Map<string, Uint8Array> | undefined;

  constructor(
    system: System,
    /** Told by another machine; those of the system when absent. */
    private readonly toldTraces?: Traces,
  ) {
    this.#system = system;
    this.#words = new Words(system.image.types);
  }

  get #traces(): Traces {
    return this.toldTraces ?? this.#system.traces;
  }

  get time(): number {
    return this.#system.state.time;
  }

  get currentTask(): number {
    return this.#system.current.id;
  }

  get entry(): number | undefined {
    const { current, state } = this.#system;
    const { main } = this.#system.image.programs[current.program]!;
    if (state.time > 0 || main === undefined || main === current.pc) return undefined;
    return current.program * programSpan + main;
  }

  run(until: number, passSite: boolean): Outcome {
    return this.#system.run(until, passSite);
  }

  arm(address: number): void {
    this.#system.code[Math.floor(address / programSpan)]?.arm(address % programSpan);
  }

  disarm(address: number): void {
    this.#system.code[Math.floor(address / programSpan)]?.disarm(address % programSpan);
  }

  beginsInstruction(address: number): boolean {
    const code = this.#system.code[Math.floor(address / programSpan)];
    return code?.beginsInstruction(address % programSpan) ?? false;
  }

  tasks(): readonly MachineTask[] {
    return this.#system.state.tasks.map(task => {
      const { id, finished, wait } = task;
      const named = { id, name: task.name };
      if (finished) return { ...named, state: 'finished' };
      if (wait === undefined) return { ...named, state: 'ready' };
      const awaiting = this.#awaiting(task);
      return {
        ...named,
        state: 'waiting',
        waitReason: wait.for,
        ...(awaiting === undefined ? {} : { awaiting }),
      };
    });
  }

  #awaiting({ id, wait, registers }: TaskState): string | undefined {
    if (wait?.for === 'time')
      return `the end of its sleep in ${Math.max(0, Math.ceil(wait.until - this.#system.host.now()))} ms`;
    if (wait?.for !== 'message') return undefined;
    const { services } = this.#system.state;
    const handle = handleOf(services, id, registers[1]! & 0xffff);
    return handle === undefined ? undefined : `a message in ${targetText(mailboxOf(services, handle))}`;
  }

  frames(task: number, start: number, count: number): readonly MachineFrame[] {
    const found = this.#system.task(task);
    if (found.finished) return [];
    const base = found.program * programSpan;
    return activationsOf(found, start, count).map(({ serial, pc, guessed }) => ({
      serial,
      pc: base + pc,
      ...(guessed ? { guessed } : {}),
    }));
  }

  depth(task: number): number {
    const found = this.#system.task(task);
    return found.finished ? 0 : depthOf(found);
  }

  read(place: MachinePlace): Word {
    switch (place.kind) {
      case 'register': {
        const value = readRegister(this.#system.task(place.task), place.frame, place.name);
        if (value === undefined) throw new RangeError(`${place.name} of a caller is not known any more`);
        return new RegisterWord([value]);
      }
      case 'slot':
      case 'global': {
        const found = this.#find(place);
        return found.kind === 'memory' ? this.#wordAt(found.task, found.address) : wordOf(found);
      }
      case 'memory': {
        const bytes = this.#bytes(place.space, place.offset, place.size);
        return new RegisterWord([bytes.reduceRight((sum, byte) => sum * 256 + byte, 0)]);
      }
      case 'field': {
        const value = this.#system.state.services.values.find(each => oidOf(each) === place.key);
        if (value === undefined) throw new RangeError('there is no such value');
        return new NumberWord(value.value);
      }
    }
  }

  write(place: MachinePlace, value: Scalar, type: TypeId): void {
    switch (place.kind) {
      case 'register': {
        const task = this.#system.task(place.task);
        return writeRegister(task, place.frame, place.name, value, type, this.#words);
      }
      case 'slot':
      case 'global': {
        const found = this.#find(place);
        if (found.kind === 'constant') throw new RangeError('it is always the same, and kept nowhere');
        const words = this.#words.encode(value, type);
        if (found.kind === 'register') found.task.registers[found.register] = words[0]!;
        else if (found.kind === 'split') storeWords(found.parts, words);
        else {
          // The engine writes those by their bytes itself.
          const { memory } = this.#system.task(found.task);
          new DataView(memory.buffer).setInt32(found.address, words[0]!, true);
        }
        return;
      }
      case 'memory': {
        const bytes = this.#bytes(place.space, place.offset, place.size);
        const words = Uint32Array.from(this.#words.encode(value, type));
        bytes.set(new Uint8Array(words.buffer).subarray(0, place.size));
        return;
      }
      case 'field': {
        const found = this.#system.state.services.values.find(each => oidOf(each) === place.key);
        if (found === undefined) throw new RangeError('there is no such value');
        if (typeof value === 'string') throw new RangeError('a value is a number');
        found.value = toF16(Number(value));
      }
    }
  }

  #find(place: MachinePlace & { readonly kind: 'slot' | 'global' }): Found {
    return place.kind === 'slot'
      ? findSlot(this.#system, place.task, place.frame, place.slot)
      : findGlobal(this.#system, place.index, place.task);
  }

  #wordAt(task: number, address: number): RegisterWord {
    const bytes = this.#bytes(spaceName(task), address, Math.min(4, 0x10000 - address));
    return new RegisterWord([bytes.reduceRight((sum, byte) => sum * 256 + byte, 0)]);
  }

  #bytes(space: string, offset: number, size: number): Uint8Array {
    const memory = this.memory.get(space);
    if (memory === undefined || offset < 0 || offset + size > memory.length)
      throw new RangeError(`there are no ${size} bytes at ${hex(offset)} of ${space}`);
    return memory.subarray(offset, offset + size);
  }

  describe(word: Word, _textLimit: number, declared?: TypeId): ReturnType<Machine['describe']> {
    return this.#words.describe(word, declared);
  }

  scalar(word: Word): Scalar | undefined {
    return this.#words.scalar(word);
  }

  children(
    object: ObjectId,
    filter: 'named' | 'indexed' | undefined,
    start: number,
    count: number,
  ): readonly MachineChild[] {
    return filter === 'indexed'
      ? []
      : childrenOf(this.#system, object, this.#traces).slice(start, start + count);
  }

  get memory(): ReadonlyMap<string, Uint8Array> {
    this.#memory ??= new Map(this.#system.state.tasks.map(({ id, memory }) => [spaceName(id), memory]));
    return this.#memory;
  }

  regions(): readonly MachineRegion[] {
    return this.#system.state.tasks.flatMap(task =>
      regionsOf(this.#system.image.programs[task.program]!, task),
    );
  }

  /** A program without `malloc` has blocks of no size at all, and that is known exactly. */
  allocations(): Allocations {
    return together(
      this.#system.state.tasks.flatMap(({ id, program, memory }) => {
        const { arena } = this.#system.image.programs[program]!;
        if (arena === undefined) return [];
        return [piecesIn(memory.subarray(arena, arena + arenaSize), spaceName(id), arena)];
      }),
    );
  }

  locate(place: MachinePlace): { readonly space: string; readonly offset: number } | undefined {
    if (place.kind !== 'slot' && place.kind !== 'global') return undefined;
    const found = this.#find(place);
    return found.kind === 'memory' ? { space: spaceName(found.task), offset: found.address } : undefined;
  }

  spaceOf(task: number): string {
    return spaceName(task);
  }

  registers(task: number, frame: number): readonly MachineRegister[] {
    return registersOf(this.#system.task(task), frame, this.#system.image.types);
  }

  scopes(task: number): readonly MachineScope[] {
    return scopesOf(this.#system, task, this.#traces);
  }

  trace(task: number): readonly MachineTraced[] | undefined {
    const { types } = this.#system.image;
    const kept = this.#traces.get(task);
    if (kept === undefined || types === undefined) return undefined;
    const start = this.#system.task(task).program * programSpan;
    return kept.entries().map(({ pc, changed }) => ({
      pc: start + pc,
      changed: changed.map(({ name, value }) => ({
        name,
        word: new RegisterWord([value]),
        type: types.word,
      })),
    }));
  }

  /** Its pages are shared by the next one. */
  #latest: HsxSnapshot | undefined;

  snapshot(): MachineSnapshot {
    this.#latest = snapshotOf(this.#system, this.#latest);
    return this.#latest;
  }

  restore(snapshot: MachineSnapshot): void {
    this.#latest = snapshot as HsxSnapshot;
    restoreInto(this.#system, this.#latest);
    this.#memory = undefined;
  }

  hash(): string {
    return hashOf(this.#system);
  }

  /** R0, and R1 behind it for what needs two words. */
  lastReturn(task: number): Word {
    const { registers } = this.#system.task(task);
    return new RegisterWord([registers[0]!, registers[1]!]);
  }

  restrictTo(task: number | undefined): void {
    this.#system.restrictTo(task);
  }

  goto(task: number, address: number): void {
    const found = this.#system.task(task);
    const pc = address - found.program * programSpan;
    if (!this.beginsInstruction(address) || pc < 0 || pc >= programSpan)
      throw new RangeError(`no instruction of the task begins at ${hex(pc)}`);
    standAt(found, pc);
  }

  restartFrame(task: number, serial: number): void {
    restartCall(this.#system.task(task), serial);
  }

  endTask(task: number): void {
    const found = this.#system.task(task);
    if (!found.finished) this.#system.end(found);
  }

  disassemble(address: number): MachineInstruction | undefined {
    const code = this.#system.code[Math.floor(address / programSpan)];
    const pc = address % programSpan;
    if (code === undefined || pc % 4 !== 0 || pc >= code.length) return undefined;
    const [word, next] = [code.image[pc / 4]!, code.image[pc / 4 + 1]];
    const { size, target } = instructionParts(word, next, pc);
    const bytes = new Uint8Array(size);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, word);
    if (size === 8) view.setUint32(4, next!);
    const text = instructionText(word, next, pc);
    return { size, text, bytes, ...(target === undefined ? {} : { target: address - pc + target }) };
  }
}
