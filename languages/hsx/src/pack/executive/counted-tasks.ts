// Tasks as an executive of ours tells them: it counted their calls, and keeps a trace.

import type { TraceEntry } from '../../runtime/trace.js';
import { answers } from './answers.js';
import type { Asker } from './connection.js';
import type { MirrorSource, ToldServices, ToldTask } from './mirror.js';

export class CountedTasks implements MirrorSource {
  constructor(private readonly session: Asker) {}

  async task(pid: number): Promise<ToldTask> {
    const [{ registers }, { calls }] = await Promise.all([
      this.session.ask('dumpregs', { pid }, answers.registers),
      this.session.ask('stack.info', { pid, max_frames: 1, calls: true }, answers.calls),
    ]);
    const { pc, sp, flags, regs } = registers;
    const { serial, imbalance, stack_top: stackTop, stack_limit: stackLimit } = calls;
    const entries = calls.entries.map(({ return_to: returnTo, ...entry }) => ({ ...entry, returnTo }));
    return {
      ...{ pc, sp, flags, stackTop, stackLimit },
      registers: regs,
      calls: { serial, imbalance, entries },
    };
  }

  async services(pid: number): Promise<ToldServices> {
    const [{ services }, { trace }] = await Promise.all([
      this.session.ask('services.read', { pid }, answers.services),
      this.session.ask('trace', { op: 'records', pid }, answers.trace),
    ]);
    const entries = trace.records.map(({ pc, changed = {} }): TraceEntry => ({
      pc,
      changed: Object.entries(changed).map(([name, value]) => ({ name, value })),
    }));
    return { services, trace: entries.reverse() };
  }
}
