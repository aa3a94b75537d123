// A mirror of far tasks: what the machine itself would hold, filled from answers of the executive at each stop.
//
// The functions that find frames, variables and registers in a machine of this process work on it as they are.

import type { Machine } from '@sonde/engine-vm';
import type { CallStack } from '../../runtime/call-stack.js';
import type { HsxImage } from '../../runtime/image.js';
import { machineOver } from '../../runtime/machine.js';
import { parseTarget } from '../../runtime/services/mailboxes.js';
import { addTask, type TaskState } from '../../runtime/state.js';
import { System, type SystemHost } from '../../runtime/system.js';
import type { TraceEntry } from '../../runtime/trace.js';
import { stackSize } from '../../toolchain/isa.js';
import type { ServicesAnswer } from './answers.js';
import type { FarMemory } from './far-memory.js';

/** A mirror never runs, so it asks nothing of the world. */
const noHost = {
  now: () => performance.now(),
  watching: false,
  write: () => true,
  touched: () => false,
} as unknown as SystemHost;

export interface MirroredTask {
  readonly pid: number;
  readonly name: string;
  /** Index into the programs of the image. */
  readonly program: number;
}

/** An open call, as it was counted or found. */
export interface ToldCall {
  readonly slot: number;
  readonly returnTo: number;
  readonly serial: number;
  readonly target: number;
  /** R1, R2, R3 and R7 as the function found them, where that is known. */
  readonly found?: readonly number[];
  /** Nobody saw the call happen: its return address only looks like one. */
  readonly unproven?: boolean;
}

/** A task that stands: registers and open calls, those that were made first first. */
export interface ToldTask {
  readonly registers: readonly number[];
  readonly pc: number;
  readonly sp: number;
  readonly flags: number;
  readonly stackTop: number;
  readonly stackLimit: number;
  readonly calls: {
    readonly serial: number;
    readonly imbalance: number;
    readonly entries: readonly ToldCall[];
  };
}

/** `trace`: the last instructions, latest first. */
export interface ToldServices {
  readonly services: ServicesAnswer;
  readonly trace: readonly TraceEntry[];
}

/** Where a mirror gets its contents from. */
export interface MirrorSource {
  task(pid: number): Promise<ToldTask>;
  services(pid: number): Promise<ToldServices>;
}

export class Mirror {
  /** Looks at the mirrored tasks as an engine looks at a machine. */
  readonly machine: Machine;
  readonly #system: System;
  readonly #traces = new Map<number, Pick<TraceView, 'length' | 'entries'>>();
  readonly #fresh = new Map<number, Promise<void>>();
  #services: Promise<void> | undefined;

  constructor(
    image: HsxImage,
    tasks: readonly MirroredTask[],
    private readonly source: MirrorSource,
    private readonly memory: FarMemory,
  ) {
    this.#system = new System({ ...image, tasks: [], open: true, traceSize: 0 }, noHost);
    const { state } = this.#system;
    for (const { pid, name, program } of tasks) {
      state.lastTask = pid - 1;
      addTask(state, { program, name, stackSize }, image.programs[program]!);
    }
    this.machine = machineOver(this.#system, this.#traces);
  }

  /** The tasks have moved, or were changed. */
  forget(): void {
    this.#fresh.clear();
    this.#services = undefined;
  }

  /** The task with its registers, its open calls and its stack. */
  async task(pid: number): Promise<TaskState> {
    let fresh = this.#fresh.get(pid);
    if (fresh === undefined) {
      fresh = this.#fetch(pid);
      this.#fresh.set(pid, fresh);
      fresh.catch(() => this.#fresh.delete(pid));
    }
    await fresh;
    return this.#system.task(pid);
  }

  /** Mailboxes, values, commands and the last instructions, for the scopes of a task. */
  async services(pid: number): Promise<void> {
    this.#services ??= this.#fetchServices(pid);
    await this.#services;
  }

  async #fetch(pid: number): Promise<void> {
    const { stackTop, stackLimit, calls, registers, ...told } = await this.source.task(pid);
    const { state } = this.#system;
    const at = state.tasks.findIndex(({ id }) => id === pid);
    const before = this.#system.task(pid);
    const task: TaskState = { ...before, stackTop, stackLimit };
    state.tasks[at] = task;
    task.registers.set(registers.map(value => value | 0));
    task.pc = told.pc;
    task.sp = told.sp;
    task.psw = told.flags;
    fillCalls(task.calls, calls);
    // All that a walk of the stack looks at lies between SP and where the task began.
    const lowest = Math.max(0, Math.min(task.sp, ...calls.entries.map(({ slot }) => slot)));
    task.memory.set(await this.memory.read(pid, lowest, stackTop + 4 - lowest), lowest);
  }

  async #fetchServices(pid: number): Promise<void> {
    const { services, trace } = await this.source.services(pid);
    fillServices(this.#system, services);
    this.#traces.set(pid, new TraceView(trace));
  }
}

function fillCalls(calls: CallStack, { serial, imbalance, entries }: ToldTask['calls']): void {
  Object.assign(calls, {
    serial,
    count: entries.length,
    imbalance,
    activations: entries.filter(each => each.serial !== 0).length,
    unproven: new Set(entries.filter(({ unproven }) => unproven === true).map(({ slot }) => slot)),
  });
  entries.forEach((entry, nth) => {
    calls.slots[nth] = entry.slot;
    calls.returns[nth] = entry.returnTo;
    calls.serials[nth] = entry.serial;
    calls.targets[nth] = entry.target;
    calls.found.set(entry.found ?? [], nth * 4);
  });
}

/** The last instructions as an executive told them, latest first. */
class TraceView {
  constructor(private readonly told: readonly TraceEntry[]) {}

  get length(): number {
    return this.told.length;
  }

  entries(): TraceEntry[] {
    return [...this.told];
  }
}

function fillServices({ state: { services } }: System, told: ServicesAnswer): void {
  const mailboxes = told.mailboxes.flatMap(({ target, owner, capacity, mode, messages }, id) => {
    const parsed = parseTarget(target, owner ?? 0);
    if (parsed === undefined) return [];
    return [
      {
        id,
        ...parsed,
        owner: owner ?? 0,
        capacity,
        mode,
        nextSequence: messages.length,
        messages: messages.map(({ data_hex, source, channel, flags }, sequence) => ({
          sequence,
          flags,
          channel,
          source: source ?? 0,
          payload: Uint8Array.from(Buffer.from(data_hex, 'hex')),
        })),
      },
    ];
  });
  const identified = (oid: number) => ({ group: oid >> 8, id: oid & 0xff });
  services.mailboxes.splice(0, Infinity, ...mailboxes);
  services.values.splice(
    0,
    Infinity,
    ...told.values.map(({ oid, name, f16, owner_pid }) => ({
      ...identified(oid),
      name,
      value: f16,
      owner: owner_pid ?? 0,
      flags: 0,
      auth: 0,
      unit: '',
      persists: false,
    })),
  );
  services.commands.splice(
    0,
    Infinity,
    ...told.commands.map(({ oid, name, handler, calls }) => ({
      ...identified(oid),
      name,
      handler,
      calls,
      owner: 0,
      flags: 0,
      auth: 0,
      help: '',
    })),
  );
}
