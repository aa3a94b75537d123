// The trace of one task: the last instructions as the machine keeps them, and full records while somebody wants each.

import { newTraceData, Trace } from '../../runtime/trace.js';
import type { TaskState } from '../../runtime/state.js';
import type { System } from '../../runtime/system.js';
import type { Answer } from '../request.js';

export interface MemoryAccess {
  readonly op: 'read' | 'write';
  readonly address: number;
  readonly width: number;
}

export class TaskTrace {
  #records: Answer[] = [];
  #seq = 0;
  #before = new Int32Array(17);
  #enabled = false;
  /** The last one of the instruction that runs. */
  access: MemoryAccess | undefined;

  constructor(
    private readonly system: System,
    private readonly task: TaskState,
    private readonly step: (data: Answer) => void,
    /** As many as are kept, of either kind. */
    public size: number,
  ) {
    this.resize(size);
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  resize(size: number): void {
    this.size = size;
    this.system.traces.set(this.task.id, new Trace(newTraceData(size)));
    this.#records = this.#records.slice(-size);
  }

  enable(on: boolean): void {
    if (on === this.#enabled) return;
    this.#enabled = on;
    const { system, task } = this;
    if (!on) {
      system.observers.delete(task.id);
      return;
    }
    this.#records = [];
    this.#remember();
    system.observers.set(task.id, (_, pc) => this.#retired(pc));
  }

  #remember(): void {
    this.#before.set(this.task.registers);
    this.#before[16] = this.task.psw;
  }

  #retired(pc: number): void {
    const { task } = this;
    const changed = [...task.registers].flatMap((value, n) => (value === this.#before[n] ? [] : [`R${n}`]));
    if (task.psw !== this.#before[16]) changed.push('PSW');
    this.#remember();
    const { access } = this;
    this.access = undefined;
    const step = {
      pc,
      next_pc: task.pc,
      opcode: this.#word(pc),
      flags: task.psw,
      regs: [...task.registers].map(value => value >>> 0),
      steps: task.steps,
      changed_regs: changed,
      ...(access === undefined ? {} : { mem_access: { ...access, value: this.#value(access) } }),
    };
    this.#records.push({ seq: ++this.#seq, pid: task.id, ts: Date.now() / 1000, ...step });
    if (this.#records.length > this.size * 2) this.#records.splice(0, this.#records.length - this.size);
    this.step(step);
  }

  #value({ address, width }: MemoryAccess): number {
    const bytes = this.task.memory.subarray(address, address + Math.min(4, width));
    return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
  }

  #word(pc: number): number {
    return this.system.code[this.task.program]!.image[pc >> 2] ?? 0;
  }

  /** Oldest first. */
  records(): readonly Answer[] {
    return this.#enabled || this.#records.length > 0 ? this.#records.slice(-this.size) : this.#fromMachine();
  }

  #fromMachine(): readonly Answer[] {
    const { task, system } = this;
    const trace = system.traces.get(task.id);
    if (trace === undefined) return [];
    let next = task.pc;
    const latestFirst = trace.entries().map(({ pc, changed }, nth) => {
      const record = {
        seq: trace.data.count - nth,
        pid: task.id,
        pc,
        opcode: this.#word(pc),
        next_pc: next,
        steps: task.steps - nth,
        changed_regs: changed.map(({ name }) => name),
        changed: Object.fromEntries(changed.map(({ name, value }) => [name, value])),
      };
      next = pc;
      return record;
    });
    return latestFirst.reverse();
  }

  import(records: readonly Answer[], replace: boolean): void {
    this.#records = [...(replace ? [] : this.records()), ...records].slice(-this.size);
  }
}
