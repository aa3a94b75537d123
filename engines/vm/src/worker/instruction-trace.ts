// The trace: the last instructions of each task, as the machine itself keeps them or as they are noted here when asked for.
//
// Noting them runs the machine one instruction at a time, which is three to four times slower; nobody pays for it who does not ask.

import { codeAddress, type SymbolIndex, type TracedInstruction, type TracePage } from '@sonde/engine';
import { namedText } from '@sonde/engine/machine';
import type { Machine, MachineTraced, Outcome } from '../machine.js';
import type { Inspector } from './inspector.js';
import type { Watches } from './watches.js';

/** Of all tasks together. */
const mostNoted = 10_000;

export class InstructionTrace {
  /** Pairs of task and address, in a ring; undefined while nothing is noted. */
  #ring: Float64Array | undefined;
  /** Instructions that were noted since the beginning. */
  #count = 0;

  constructor(
    private readonly parts: {
      readonly machine: Machine;
      readonly symbols: SymbolIndex;
      readonly inspector: Inspector;
    },
    private readonly watches: Watches,
    /** What runs the machine. */
    private readonly runs: Pick<Machine, 'run'>,
  ) {}

  /** What was noted before is forgotten with the end of it. Nothing is noted of a machine that does so itself. */
  record(on: boolean): void {
    const { machine } = this.parts;
    if (machine.trace?.(machine.currentTask) !== undefined || on === (this.#ring !== undefined)) return;
    this.#ring = on ? new Float64Array(mostNoted * 2) : undefined;
    this.#count = 0;
  }

  /** The program is at another moment: what it ran to get there is not known. */
  forget(): void {
    this.#count = 0;
  }

  /** `Machine.run`, with what it runs noted where somebody wants to know. */
  run(until: number, passSite: boolean): Outcome {
    const { machine } = this.parts;
    const ring = this.#ring;
    if (ring === undefined) return this.runs.run(until, passSite);
    for (let pass = passSite; ; pass = false) {
      const before = machine.time;
      const task = machine.currentTask;
      const pc = this.#standsAt(task);
      const outcome = this.runs.run(before + 1, pass);
      // An instruction that waits, throws or meets a breakpoint has not been retired.
      if (machine.time > before && pc !== undefined) this.#note(ring, task, pc);
      if (outcome.kind !== 'time' || machine.time >= until || this.watches.hasTouches) return outcome;
    }
  }

  page(task: number, start: number, count: number): TracePage {
    const kept = this.parts.machine.trace?.(task);
    const all = kept ?? this.#noted(task);
    return {
      recording: kept !== undefined ? 'always' : this.#ring === undefined ? 'off' : 'on',
      total: all.length,
      instructions: all.slice(start, start + count).map(each => this.#told(each)),
    };
  }

  /** Undefined for a task that is over, which a machine may still call the current one; the next run tells what comes then. */
  #standsAt(task: number): number | undefined {
    try {
      return this.parts.machine.frames(task, 0, 1)[0]?.pc;
    } catch {
      return undefined;
    }
  }

  #note(ring: Float64Array, task: number, pc: number): void {
    const at = (this.#count++ % mostNoted) * 2;
    ring[at] = task;
    ring[at + 1] = pc;
  }

  /** The latest first. */
  #noted(task: number): readonly MachineTraced[] {
    const found: MachineTraced[] = [];
    const ring = this.#ring ?? [];
    for (let nth = 1; nth <= Math.min(this.#count, mostNoted); nth++) {
      const at = ((this.#count - nth) % mostNoted) * 2;
      if (ring[at] === task) found.push({ pc: ring[at + 1]!, changed: [] });
    }
    return found;
  }

  #told({ pc, changed }: MachineTraced): TracedInstruction {
    const { machine, symbols } = this.parts;
    const instruction = machine.disassemble?.(pc);
    const text = instruction === undefined ? undefined : namedText(instruction, symbols);
    const symbol = symbols.functionAt(pc)?.name;
    const location = symbols.locationAt(pc);
    return {
      address: codeAddress(pc),
      ...(text === undefined ? {} : { text }),
      ...(symbol === undefined ? {} : { symbol }),
      ...(location === undefined ? {} : { location }),
      ...(changed.length === 0
        ? {}
        : {
            changed: changed.map(({ name, word, type }) => ({
              name,
              value: this.parts.inspector.describe(word, type),
            })),
          }),
    };
  }
}
