// Calls of the host: done and recorded in a live execution, answered from the recording in one that is run again.

import { Failure, type ThrownInfo } from '@sonde/engine';
import type { Import, WasmModule, WebAssemblyGlobal } from '@sonde/wasm';
import type { HostContext, HostFunction, HostMemory, HostStop, WasmHost } from '../host.js';
import type { RecordedCall, Recording } from './recording.js';

/** The program ends itself. */
export class ProgramExit extends Error {
  constructor(readonly code: number) {
    super('exit');
  }
}

class HostFailure extends Error {
  constructor(readonly thrown: ThrownInfo) {
    super(thrown.message);
  }
}

/** What a call asks of the execution beside its result. */
export interface CallEffects {
  readonly failed?: ThrownInfo;
  readonly stop?: HostStop;
}

/** What calls need of the execution that makes them. */
export interface CallingExecution {
  readonly memory: ArrayBuffer;
  used: bigint;
  exported(name: string): WebAssemblyGlobal | undefined;
}

export interface ImportedFunction {
  readonly number: number;
  readonly import: Import;
  readonly run: HostFunction;
  /** Of its result, or undefined: what a call gives that must not return anything of its own. */
  readonly nothing: number | bigint | undefined;
}

/** The part of the host's context that a call is about. */
export class CallContext implements HostMemory {
  execution: CallingExecution | undefined;
  writes: { address: number; bytes: Uint8Array }[] = [];
  charged = 0n;
  stop: HostStop | undefined;

  get size(): number {
    return this.#bytes.length;
  }

  get used(): bigint {
    return (this.execution?.used ?? 0n) + this.charged;
  }

  read(address: number, length: number): Uint8Array {
    this.#check(address, length);
    return this.#bytes.slice(address, address + length);
  }

  write(address: number, bytes: Uint8Array): void {
    this.#check(address, bytes.length);
    const copy = bytes.slice();
    this.#bytes.set(copy, address);
    this.writes.push({ address, bytes: copy });
  }

  global(name: string): unknown {
    return this.execution?.exported(name)?.value;
  }

  begin(execution: CallingExecution): void {
    this.execution = execution;
    this.writes = [];
    this.charged = 0n;
    this.stop = undefined;
  }

  get #bytes(): Uint8Array {
    return new Uint8Array(this.execution?.memory ?? new ArrayBuffer(0));
  }

  #check(address: number, length: number): void {
    if (!(address >= 0 && length >= 0 && address + length <= this.size))
      throw new RangeError(
        `the memory has ${this.size} bytes, and the host was to use ${length} at ${address}`,
      );
  }
}

/** The functions of `context` that end a program. */
export const endings: Pick<HostContext, 'fail' | 'exit'> = {
  fail: thrown => {
    throw new HostFailure({ caught: false, ...thrown });
  },
  exit: code => {
    throw new ProgramExit(code);
  },
};

/** The imported functions of a module, each with what the host has for it. Throws a Failure for one that it lacks. */
export function importedFunctions(module: WasmModule, host: WasmHost): readonly ImportedFunction[] {
  return module.imports.flatMap((each, number) => {
    const { thing } = each;
    if (thing.kind !== 'function') return [];
    const run = host.functions[each.module]?.[each.name];
    if (run === undefined)
      throw new Failure(
        'not-found',
        'program',
        `the module imports the function ${each.module}.${each.name}, which the host does not have.`,
      );
    const [result] = module.types[thing.type]?.results ?? [];
    const nothing = result === undefined ? undefined : result === 'i64' ? 0n : 0;
    return [{ number, import: each, run, nothing }];
  });
}

/** One place for all calls: done once, recorded, and repeated from the recording. */
export class HostCalls {
  #next = 0;
  /** Whether stops that calls asked for are told while they are repeated up to a point. */
  tellsStops = false;

  constructor(
    private readonly recording: Recording,
    private readonly context: CallContext,
    /** From the recording, as long as it lasts. */
    public replaying: boolean,
    private readonly wanted: NonNullable<WasmHost['wanted']> = stop => stop,
  ) {}

  /** How many calls were made. */
  get made(): number {
    return this.#next;
  }

  call(
    execution: CallingExecution,
    of: ImportedFunction,
    given: readonly unknown[],
  ): { readonly result: number | bigint | undefined; readonly effects: CallEffects } {
    // What was on record when the program was put into the past is not done again either.
    if (this.replaying || this.#next < this.recording.calls.length) return this.#repeat(execution, of);
    this.#next++;
    return this.#perform(execution, of, given);
  }

  #repeat(execution: CallingExecution, of: ImportedFunction) {
    const recorded = this.recording.calls[this.#next++];
    if (recorded === undefined || recorded.import !== of.number)
      throw new Failure(
        'internal',
        'sonde',
        `the program took another way when it was run again: it called ${of.import.module}.${of.import.name}.`,
      );
    const memory = new Uint8Array(execution.memory);
    for (const { address, bytes } of recorded.writes) memory.set(bytes, address);
    execution.used += recorded.charged;
    const { result, failed, stop } = recorded;
    const isTold = !this.replaying || this.tellsStops;
    return { result, effects: this.#effects(failed, isTold ? stop : undefined) };
  }

  #effects(failed: ThrownInfo | undefined, asked: HostStop | undefined): CallEffects {
    const stop = asked && this.wanted(asked);
    return {
      ...(failed === undefined ? {} : { failed }),
      ...(stop === undefined ? {} : { stop }),
    };
  }

  #perform(execution: CallingExecution, of: ImportedFunction, given: readonly unknown[]) {
    const { context } = this;
    context.begin(execution);
    let result: number | bigint | undefined;
    let failed: ThrownInfo | undefined;
    try {
      const answered = of.run(...(given as never[]));
      if (typeof answered === 'number' || typeof answered === 'bigint') result = answered;
    } catch (error) {
      if (error instanceof ProgramExit) throw error;
      failed = error instanceof HostFailure ? error.thrown : hostTrouble(of, error);
    }
    if (failed !== undefined || result === undefined) result = of.nothing;
    execution.used += context.charged;
    const { stop } = context;
    const recorded: RecordedCall = {
      import: of.number,
      result,
      writes: context.writes,
      charged: context.charged,
      ...(failed === undefined ? {} : { failed }),
      ...(stop === undefined ? {} : { stop }),
    };
    this.recording.add(recorded);
    return { result, effects: this.#effects(failed, stop) };
  }
}

const hostTrouble = (of: ImportedFunction, error: unknown): ThrownInfo => ({
  name: 'HostError',
  caught: false,
  message: `${of.import.module}.${of.import.name}: ${error instanceof Error ? error.message : String(error)}`,
});
