// One call of a service: the task that asks, its registers and memory, the world outside.

import type { MachineHost } from '@sonde/engine-vm';
import { memoryFault, type Fault } from '../faults.js';
import type { Watcher } from '../interpreter.js';
import type { SystemState, TaskState, TaskWait } from '../state.js';
import type { ServiceState } from './service-state.js';

/** `done`: the instruction is retired. A wait leaves it to be tried again. */
export type ServiceOutcome = 'done' | 'exit' | TaskWait;

/** Thrown for what ends the task. */
export class ServiceFault extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

/** The parts of the host that services use. */
export type ServiceHost = Pick<MachineHost, 'write' | 'writeBytes' | 'readLine' | 'now'> & {
  /** Where each task has an input of its own, in the place of `readLine`: bytes as they came, a line or a part of one. */
  readInput?(task: number): Uint8Array | null | undefined;
};

export class ServiceCall {
  constructor(
    readonly system: SystemState,
    readonly task: TaskState,
    readonly host: ServiceHost,
    private readonly watcher: Watcher | undefined,
  ) {}

  get state(): ServiceState {
    return this.system.services;
  }

  /** Without a sign. */
  register(number: number): number {
    return this.task.registers[number]! >>> 0;
  }

  half(number: number): number {
    return this.task.registers[number]! & 0xffff;
  }

  /** R0, R1 and so on. */
  answer(...registers: readonly number[]): 'done' {
    registers.forEach((value, number) => (this.task.registers[number] = value));
    return 'done';
  }

  /** A copy. */
  bytes(address: number, length: number): Uint8Array {
    this.#touch('read', address, length);
    return this.task.memory.slice(address, address + length);
  }

  store(address: number, bytes: Uint8Array): void {
    this.#touch('write', address, bytes.length);
    this.task.memory.set(bytes, address);
  }

  /** Up to the NUL. */
  text(address: number): string {
    const { memory } = this.task;
    const end = memory.indexOf(0, address);
    if (end < 0) throw new ServiceFault(memoryFault('SVC with a text', memory.length - address + 1, address));
    return new TextDecoder().decode(this.bytes(address, end - address));
  }

  #touch(access: 'read' | 'write', address: number, length: number): void {
    if (address + length > this.task.memory.length)
      throw new ServiceFault(memoryFault('SVC', length, address));
    if (length > 0) this.watcher?.(access, address, length);
  }
}
