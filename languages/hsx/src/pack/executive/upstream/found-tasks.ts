// A task as upstream's executive tells it: registers and memory. Its open calls are found on the stack.

import { Refusal, type Asker } from '../connection.js';
import type { FarMemory } from '../far-memory.js';
import type { MirrorSource, ToldServices, ToldTask } from '../mirror.js';
import { upstreamAnswers } from './answers.js';
import type { StackLayouts } from './stack-layout.js';
import { CallSerials, openCalls } from './stack-walk.js';

/** Of the function that the task began with. */
const firstSerial = 1;

export interface FoundTaskParts {
  readonly session: Asker;
  readonly memory: FarMemory;
  readonly layouts: StackLayouts;
  /** Where the task is shown, when that is not where it stands. */
  readonly shownAt: () => number | undefined;
}

export class FoundTasks implements MirrorSource {
  readonly #serials = new CallSerials(firstSerial);

  constructor(private readonly parts: FoundTaskParts) {}

  async task(pid: number): Promise<ToldTask> {
    const { session, memory, layouts, shownAt } = this.parts;
    const { registers } = await session.ask('dumpregs', { pid }, upstreamAnswers.registers);
    const { sp, flags, regs, stack_base: base, stack_size: size, stack_limit: stackLimit } = registers;
    const pc = shownAt() ?? registers.pc;
    const stackTop = base + size;
    const bytes = await memory.read(pid, sp, stackTop + 4 - sp);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const word = (address: number): number | undefined =>
      address >= sp && address + 4 <= sp + bytes.length ? view.getUint32(address - sp, true) : undefined;
    const calls = openCalls({ pc, sp, stackTop, pointer: regs[7]!, word }, layouts);
    return {
      ...{ pc, sp, flags, stackTop, stackLimit },
      registers: regs,
      calls: { serial: firstSerial, imbalance: 0, entries: this.#serials.number(calls) },
    };
  }

  /** Messages in mailboxes, calls of commands and the last instructions are not told, or not all of it. */
  async services(pid: number): Promise<ToldServices> {
    const { values } = await this.parts.session
      .ask('val.list', { pid }, upstreamAnswers.values)
      .catch((error: unknown) => {
        if (error instanceof Refusal) return { values: [] };
        throw error;
      });
    const told = values.map(({ oid, name, last_f16: f16, owner_pid: owner }) => ({
      ...{ oid, f16 },
      name: name ?? '',
      owner_pid: owner ?? null,
    }));
    return { services: { mailboxes: [], values: told, commands: [] }, trace: [] };
  }
}
