// The frames of a stop: numbers that stay with an activation, and locals of callers that were read once.

import { ByteReader, readInstruction, type WasmModule } from '@sonde/wasm';
import type { FrameData } from '../messages.js';
import type { StackFrame } from './call-stack.js';
import type { Standing } from './execution.js';

export class FrameList {
  /** Bottom first, so that those which stay keep their place. */
  #serials: number[] = [];
  /** Top first. */
  #frames: readonly FrameData[] = [];
  /** Locals of activations that wait, by serial. */
  readonly #locals = new Map<number, unknown[]>();
  #last = 0;

  constructor(private readonly module: WasmModule) {}

  get all(): readonly FrameData[] {
    return this.#frames;
  }

  get depth(): number {
    return this.#frames.length;
  }

  /** The program stands; `alive`: how many activations of the last time have not returned. */
  update(stack: readonly StackFrame[], standing: Standing | undefined, alive: number): void {
    this.#serials.length = Math.min(alive, stack.length, this.#serials.length);
    // One whose callee has returned has run since.
    const waiting = new Set(this.#serials.slice(0, Math.max(0, alive - 1)));
    for (const serial of this.#locals.keys()) if (!waiting.has(serial)) this.#locals.delete(serial);
    while (this.#serials.length < stack.length) this.#serials.push(++this.#last);
    this.#frames = stack.map((frame, index) => ({
      serial: this.#serials[stack.length - 1 - index]!,
      function: frame.function,
      offset:
        index === 0 && standing !== undefined
          ? (standing.shown ?? standing.site.offset)
          : this.#behind(frame.offset),
    }));
  }

  localsOf(index: number): unknown[] | undefined {
    const serial = this.#frames[index]?.serial;
    return serial === undefined ? undefined : this.#locals.get(serial);
  }

  /** Top first, without the top. */
  keepLocals(locals: readonly (unknown[] | undefined)[]): void {
    locals.forEach((each, index) => {
      const serial = this.#frames[index]?.serial;
      if (index > 0 && serial !== undefined && each !== undefined) this.#locals.set(serial, each);
    });
  }

  /** The program is put elsewhere: none of its activations is the one it was. */
  forget(): void {
    this.#serials = [];
  }

  forgetLocals(): void {
    this.#locals.clear();
  }

  /** Where a caller goes on. */
  #behind(call: number): number {
    return readInstruction(new ByteReader(this.module.bytes, call)).end;
  }
}
