// A mirror of far tasks: what the machine itself would hold, filled from answers of the executive at each stop.
//
// The functions that find frames, variables and registers in a machine of this process work on it as they are.

import type { Machine } from '@sonde/engine-vm';
import type { HsxImage } from '../../runtime/image.js';
import { machineOver } from '../../runtime/machine.js';
import { parseTarget } from '../../runtime/services/mailboxes.js';
import { addTask, type TaskState } from '../../runtime/state.js';
import { System, type SystemHost } from '../../runtime/system.js';
import type { TraceEntry } from '../../runtime/trace.js';
import { stackSize } from '../../toolchain/isa.js';
import { answers, type ServicesAnswer } from './answers.js';
import type { FarMemory } from './far-memory.js';
import type { ExecutiveSession } from './session.js';

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
    private readonly session: ExecutiveSession,
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
    const [{ registers }, { calls }] = await Promise.all([
      this.session.ask('dumpregs', { pid }, answers.registers),
      this.session.ask('stack.info', { pid, max_frames: 1, calls: true }, answers.calls),
    ]);
    const { state } = this.#system;
    const at = state.tasks.findIndex(({ id }) => id === pid);
    const before = this.#system.task(pid);
    const task: TaskState = { ...before, stackTop: calls.stack_top, stackLimit: calls.stack_limit };
    state.tasks[at] = task;
    task.registers.set(registers.regs.map(value => value | 0));
    task.pc = registers.pc;
    task.sp = registers.sp;
    task.psw = registers.flags;
    Object.assign(task.calls, {
      serial: calls.serial,
      count: calls.entries.length,
      imbalance: calls.imbalance,
      activations: calls.entries.filter(({ serial }) => serial !== 0).length,
    });
    calls.entries.forEach(({ slot, return_to, serial, target, found }, nth) => {
      task.calls.slots[nth] = slot;
      task.calls.returns[nth] = return_to;
      task.calls.serials[nth] = serial;
      task.calls.targets[nth] = target;
      task.calls.found.set(found, nth * 4);
    });
    // All that a walk of the stack looks at lies between SP and where the task began.
    const lowest = Math.max(0, Math.min(task.sp, ...calls.entries.map(({ slot }) => slot)));
    task.memory.set(await this.memory.read(pid, lowest, task.stackTop + 4 - lowest), lowest);
  }

  async #fetchServices(pid: number): Promise<void> {
    const [{ services }, { trace }] = await Promise.all([
      this.session.ask('services.read', { pid }, answers.services),
      this.session.ask('trace', { op: 'records', pid }, answers.trace),
    ]);
    fillServices(this.#system, services);
    const entries = trace.records.map(({ pc, changed = {} }): TraceEntry => ({
      pc,
      changed: Object.entries(changed).map(([name, value]) => ({ name, value })),
    }));
    this.#traces.set(pid, new TraceView(entries.reverse()));
  }
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
