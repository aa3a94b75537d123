// A machine in the place of another one of the same image: one that takes no snapshots is made anew to be at its start.

import type { Scalar, TypeId } from '@sonde/engine';
import type { Machine, MachineFrame, MachinePlace, MachineTask, Outcome, Word } from '../../machine.js';

type Optional = Exclude<
  {
    [Name in keyof Machine]-?: undefined extends Machine[Name] ? Name : never;
  }[keyof Machine],
  'entry' | 'memory' | 'snapshot' | 'restore' | 'release'
>;

/** All of them: the compiler says when one is missing. */
const optionalMethods = {
  beginsInstruction: true,
  children: true,
  roots: true,
  references: true,
  sizeOf: true,
  regions: true,
  locate: true,
  spaceOf: true,
  registers: true,
  scopes: true,
  hash: true,
  evaluate: true,
  writeWord: true,
  lastReturn: true,
  restrictTo: true,
  goto: true,
  restartFrame: true,
  endTask: true,
  disassemble: true,
  trace: true,
  allocations: true,
} satisfies Record<Optional, true>;

/** All that is asked of it goes to the machine that sits there now. */
export class SeatedMachine implements Machine {
  #seated: Machine;
  #armed = new Set<number>();

  constructor(
    first: Machine,
    private readonly make: () => Machine,
  ) {
    this.#seated = first;
    for (const name of Object.keys(optionalMethods) as Optional[])
      if (this.#seated[name] !== undefined)
        Object.defineProperty(this, name, {
          value: (...args: readonly unknown[]) =>
            Reflect.apply(this.#seated[name] as (...args: unknown[]) => unknown, this.#seated, args),
        });
    if (this.#seated.memory !== undefined)
      Object.defineProperty(this, 'memory', { get: () => this.#seated.memory });
  }

  /** Seats a new one, at its start, and answers with the one before. */
  renew(): Machine {
    return this.seat(this.make());
  }

  seat(machine: Machine): Machine {
    const before = this.#seated;
    if (machine === before) return before;
    for (const address of this.#armed) {
      before.disarm(address);
      machine.arm(address);
    }
    this.#seated = machine;
    return before;
  }

  get time(): number {
    return this.#seated.time;
  }

  get currentTask(): number {
    return this.#seated.currentTask;
  }

  get entry(): number | undefined {
    return this.#seated.entry;
  }

  run(until: number, passSite: boolean): Outcome {
    return this.#seated.run(until, passSite);
  }

  arm(address: number): void {
    this.#armed.add(address);
    this.#seated.arm(address);
  }

  disarm(address: number): void {
    this.#armed.delete(address);
    this.#seated.disarm(address);
  }

  tasks(): readonly MachineTask[] {
    return this.#seated.tasks();
  }

  frames(task: number, start: number, count: number): readonly MachineFrame[] {
    return this.#seated.frames(task, start, count);
  }

  depth(task: number): number {
    return this.#seated.depth(task);
  }

  read(place: MachinePlace): Word {
    return this.#seated.read(place);
  }

  write(place: MachinePlace, value: Scalar, type: TypeId): void {
    this.#seated.write(place, value, type);
  }

  describe(word: Word, textLimit: number, declared?: TypeId): ReturnType<Machine['describe']> {
    return this.#seated.describe(word, textLimit, declared);
  }

  scalar(word: Word): Scalar | undefined {
    return this.#seated.scalar(word);
  }
}
