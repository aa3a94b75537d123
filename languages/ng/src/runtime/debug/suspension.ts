// One halt of the machine: its frames and variables under numbers that mean nothing any more once it goes on.

import {
  Failure,
  type LocalSymbol,
  type ObjectId,
  type SymbolIndex,
  type TypeId,
  type TypeTable,
} from '@sonde/engine';
import type { Machine, MachineFrame, MachinePlace, Word } from '@sonde/engine-vm';
import type { DebugFrame, DebugVariable } from './debug-interface.js';
import type { Value } from '../values.js';
import { valueText } from './value-text.js';

export interface Halted {
  readonly machine: Machine;
  readonly symbols: SymbolIndex;
  readonly types: TypeTable;
  readonly task: number;
  /** For values that no declaration types. */
  readonly anyType: TypeId;
}

/** An activation, and the address by which to look up what it sees. */
export interface Activation {
  readonly serial: number;
  readonly address: number;
}

/** The variables of a frame by what they are. */
export interface FrameVariables {
  readonly parameters: readonly DebugVariable[];
  readonly locals: readonly DebugVariable[];
  /** Of the module, without those that a local hides. */
  readonly globals: readonly DebugVariable[];
}

/** How much of a value one line shows. */
export const shownLength = 200;

const framePage = 1_000;

export class Suspension {
  readonly #activations = new Map<number, Activation>();
  /** The word is kept, because nothing in the program may hold the result of an expression. */
  readonly #objects = new Map<number, { readonly id: ObjectId; readonly word: Word }>();
  readonly #references = new Map<ObjectId, number>();
  readonly #frames: DebugFrame[] = [];

  /** `number` hands out numbers that no suspension had before. */
  constructor(
    private readonly halted: Halted,
    private readonly number: () => number,
  ) {}

  /** Top first, from the frame at `start` on. Only what is asked for is looked up: stacks can be deep. */
  frames(start: number, count: number): readonly DebugFrame[] {
    const { machine, task } = this.halted;
    const end = Math.min(start + count, machine.depth(task));
    for (let page = start; page < end; page += framePage)
      machine.frames(task, page, Math.min(framePage, end - page)).forEach((frame, nth) => {
        this.#frames[page + nth] ??= this.#frame(frame, page + nth);
      });
    return this.#frames.slice(start, Math.max(start, end));
  }

  activation(frame: number): Activation {
    const found = this.#activations.get(frame);
    if (found === undefined) throw unknownNumber(frame);
    return found;
  }

  /** Of a frame, or the members of a value. */
  variables(number: number, start: number, count: number): readonly DebugVariable[] {
    const object = this.#objects.get(number);
    if (object !== undefined) return this.#members(object.id, start, count);
    const { parameters, locals, globals } = this.frameVariables(number);
    return [...parameters, ...locals, ...globals].slice(start, start + count);
  }

  frameVariables(frame: number): FrameVariables {
    const { serial, address } = this.activation(frame);
    const { symbols, task } = this.halted;
    const inside = symbols.functionAt(address);
    const live = (inside?.locals ?? []).filter(({ from, to }) => address >= from && address < to);
    // Of two variables of one name the later declared is the one that the program means.
    const visible = live.filter(({ name }, nth) => !live.slice(nth + 1).some(later => later.name === name));
    const local = ({ name, slot, type }: LocalSymbol): DebugVariable =>
      this.#variable(name, { kind: 'slot', task, frame: serial, slot }, type);
    const hidden = new Set(visible.map(({ name }) => name));
    const globals = symbols.data.globals.filter(
      ({ name, module }) => !hidden.has(name) && (module === undefined || module === inside?.module),
    );
    return {
      parameters: visible.filter(({ parameter }) => parameter).map(local),
      locals: visible.filter(({ parameter }) => !parameter).map(local),
      globals: globals.map(({ name, index, type }) => this.#variable(name, { kind: 'global', index }, type)),
    };
  }

  /** A value that has no name. */
  describe(name: string, word: Word, declared = this.halted.anyType): DebugVariable {
    const { machine, types } = this.halted;
    const { content, type } = machine.describe(word, shownLength, declared);
    const members = content.kind === 'object' ? (content.named ?? 0) + (content.indexed ?? 0) : 0;
    return {
      name,
      type: types.get(type ?? declared).name,
      value: valueText(word as Value, shownLength),
      ...(content.kind === 'object' && members > 0
        ? { variablesReference: this.#referenceTo(content.id, word) }
        : {}),
    };
  }

  /** What cannot be read says why, so that one variable never spoils the others. */
  #variable(name: string, place: MachinePlace, declared: TypeId): DebugVariable {
    try {
      return this.describe(name, this.halted.machine.read(place), declared);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { name, type: this.halted.types.get(declared).name, value: `<${error.message}>` };
    }
  }

  #members(object: ObjectId, start: number, count: number): readonly DebugVariable[] {
    const children = this.halted.machine.children?.(object, undefined, start, count) ?? [];
    return children.map(({ name, word, type }) => this.describe(name, word, type));
  }

  #referenceTo(id: ObjectId, word: Word): number {
    const known = this.#references.get(id);
    if (known !== undefined) return known;
    const reference = this.number();
    this.#references.set(id, reference);
    this.#objects.set(reference, { id, word });
    return reference;
  }

  #frame({ serial, pc }: MachineFrame, index: number): DebugFrame {
    // A frame that waits for a call stands behind it.
    const address = index === 0 ? pc : pc - 1;
    const frameId = this.number();
    this.#activations.set(frameId, { serial, address });
    const { symbols } = this.halted;
    const location = symbols.locationAt(address);
    return {
      functionName: symbols.functionAt(address)?.name ?? `at ${address}`,
      file: location === undefined ? '' : (location.source.path ?? location.source.name),
      line: location?.line ?? 0,
      column: location === undefined ? 0 : (location.column ?? 1) - 1,
      frameId,
    };
  }
}

const unknownNumber = (number: number): Failure =>
  new Failure(
    'not-found',
    'user',
    `there is no frame and no value ${number} at this stop.`,
    'Take the numbers of the stack trace and the variables of this stop.',
  );
