// Conditions and log messages inside the VM thread: expression programs compiled to JavaScript, run on the machine.

import type { Scalar, TypeTable } from '@sonde/engine';
import type { BreakpointExpressions, NearPrograms } from '@sonde/engine/machine';
import { compileToJavaScript, type ProgramAccess } from '@sonde/lens/javascript';
import type { Machine, Word } from '../machine.js';
import type { Evaluation } from './evaluation.js';
import { memorySpace } from './places.js';

/** How programs read what is typed. */
export interface ProgramReading {
  readonly types: TypeTable;
  /** Variables lie in byte memory. */
  readonly memory: boolean;
}

export const compilePrograms = (
  texts: BreakpointExpressions,
  reading: ProgramReading,
): NearPrograms<ActivationAccess> => ({
  ...(texts.condition === undefined ? {} : { condition: compileToJavaScript(texts.condition, reading) }),
  ...(texts.log === undefined ? {} : { log: compileToJavaScript(texts.log, reading) }),
});

/** One activation as compiled programs see it. A single object serves all evaluations, so that they allocate nothing. */
export class ActivationAccess implements ProgramAccess {
  #task = 0;
  #serial: number | undefined;
  #view: DataView | undefined;

  constructor(
    private readonly machine: Machine,
    private readonly evaluation: Evaluation,
  ) {}

  /** From here on programs see the top frame of the task. */
  enter(task: number): void {
    this.#task = task;
    this.#serial = this.machine.frames(task, 0, 1)[0]?.serial;
  }

  /** From here on programs see this activation. */
  enterFrame(task: number, serial: number): void {
    this.#task = task;
    this.#serial = serial;
  }

  slot(slot: number): Word {
    return this.machine.read({ kind: 'slot', task: this.#task, frame: this.#serial ?? 0, slot });
  }

  global(index: number): Word {
    return this.machine.read({ kind: 'global', index, task: this.#task });
  }

  register(name: string): Word {
    return this.machine.read({ kind: 'register', task: this.#task, frame: this.#serial ?? 0, name });
  }

  slotAt(slot: number): number {
    const { machine } = this;
    return machine.locate?.({ kind: 'slot', task: this.#task, frame: this.#serial ?? 0, slot })?.offset ?? -1;
  }

  globalAt(index: number): number {
    return this.machine.locate?.({ kind: 'global', index, task: this.#task })?.offset ?? -1;
  }

  /** The memory of the task, looked up when a program reads from it. */
  get home(): DataView | undefined {
    const { machine } = this;
    const memory = memorySpace(machine, machine.spaceOf?.(this.#task) ?? '')?.bytes;
    if (memory === undefined) return undefined;
    if (this.#view?.buffer !== memory.buffer || this.#view.byteOffset !== memory.byteOffset)
      this.#view = new DataView(memory.buffer, memory.byteOffset, memory.byteLength);
    return this.#view;
  }

  memory(space: string, offset: bigint | number): number {
    const memory = memorySpace(this.machine, space);
    const byte = memory?.bytes[Number(offset)];
    if (byte === undefined)
      throw new RangeError(`there is no byte ${String(offset)} in ${space || 'memory'}`);
    return byte;
  }

  scalar(word: Word): Scalar | undefined {
    return this.machine.scalar(word);
  }

  run(code: unknown): Word {
    return this.evaluation.judge({ code, task: this.#task, frame: this.#serial }).word;
  }
}
