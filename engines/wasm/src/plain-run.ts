// Runs a module in this thread to its end: the same costs, the same host and the same failures, without a debugger.

import { Failure, type ThrownInfo } from '@sonde/engine';
import type { WasmModule } from '@sonde/wasm';
import type { HostContext, ProgramEnd, WasmHost } from './host.js';
import type { EntryCall } from './messages.js';
import { isTrap } from './worker/call-stack.js';
import { Execution, never, type ExecutionListener, type Standing } from './worker/execution.js';
import { CallContext, endings, HostCalls, importedFunctions, ProgramExit } from './worker/host-calls.js';
import { Recording } from './worker/recording.js';
import { outOfFuel, thrownBy } from './worker/traps.js';
import { costTable, Variants, type Variant } from './worker/variants.js';

export interface PlainProgramOptions {
  /** By the name of the instruction; 1 for all others. */
  readonly costs?: Readonly<Record<string, number>>;
  /** Offsets of statements, for runs that listen to them. */
  readonly probes?: readonly number[];
}

export interface PlainRun {
  readonly host: (context: HostContext) => WasmHost;
  readonly data?: unknown;
  readonly calls: readonly EntryCall[];
  /** The most that the program may use; it has to end by itself without one. */
  readonly limit?: bigint;
  /** Written before the first call. */
  readonly memory?: readonly { readonly address: number; readonly bytes: Uint8Array }[];
  /** Keeps what the host answers; nothing is kept without it. */
  readonly recording?: Recording;
  /** Each time a statement begins: its offset, what was used before, and when its function was entered. What it throws ends the run. */
  readonly statement?: (offset: number, used: bigint, entry: bigint) => void;
}

export interface PlainEnd {
  readonly end: ProgramEnd;
  /** Where it failed, if it did: the instruction, in the original module. */
  readonly offset?: number;
}

/** A module made ready once, for any number of runs. */
export class PlainProgram {
  readonly #variant: Variant;

  /** Throws a Failure for modules that cannot be instrumented. */
  constructor(
    readonly module: WasmModule,
    { costs, probes = [] }: PlainProgramOptions = {},
  ) {
    this.#variant = new Variants(module, probes, costTable(costs)).get();
  }

  /** The host hears of the end before this returns. */
  run(asked: PlainRun): PlainEnd {
    const context = new CallContext();
    const host = asked.host(hostContext(asked, context));
    const calls = new HostCalls(asked.recording ?? new NoRecording(), context, false);
    const functions = importedFunctions(this.module, host);
    const execution = new Execution(this.#variant, this.module, host, functions, calls, listenerFor(asked));
    for (const { address, bytes } of asked.memory ?? []) new Uint8Array(execution.memory).set(bytes, address);
    if (asked.statement !== undefined) execution.probes.beginStep({ kind: 'all' });
    execution.limit = asked.limit ?? never;
    const ended = endOf(execution, asked);
    context.begin(execution);
    const code = host.over?.(ended.end);
    return code === undefined || ended.end.kind === 'failed' ? ended : { end: { ...ended.end, code } };
  }
}

/** Nothing is ever run again. */
class NoRecording extends Recording {
  override add(): void {
    // Nothing is kept.
  }
}

class Failed extends Error {
  constructor(
    readonly thrown: ThrownInfo,
    readonly offset: number,
  ) {
    super(thrown.message);
  }
}

function endOf(execution: Execution, { calls }: PlainRun): PlainEnd {
  try {
    return { end: { kind: 'exited', code: 0, results: execution.run(calls) } };
  } catch (error) {
    if (error instanceof ProgramExit) return { end: { kind: 'exited', code: error.code, results: [] } };
    if (error instanceof Failed)
      return { end: { kind: 'failed', thrown: error.thrown }, offset: error.offset };
    if (!isTrap(error)) throw error;
    const offset = execution.stack(error)[0]?.offset;
    return { end: { kind: 'failed', thrown: thrownBy(error) }, ...(offset === undefined ? {} : { offset }) };
  }
}

function listenerFor({ limit, statement }: PlainRun): ExecutionListener {
  return {
    reached(execution: Execution, { site, position, entry }: Standing): void {
      const { request } = execution;
      if (request !== undefined && site.kind === 'return') {
        execution.request = undefined;
        if (request.kind === 'failed') throw new Failed(request.thrown, site.call ?? site.offset);
      }
      if (site.kind === 'probe') return statement?.(site.offset, position, entry ?? 0n);
      if (site.kind === 'trap') return;
      if (limit !== undefined && execution.used > limit)
        throw new Failed(outOfFuel, site.call ?? site.offset);
      execution.limit = limit ?? never;
    },
    left: () => undefined,
  };
}

function hostContext({ data, limit }: PlainRun, context: CallContext): HostContext {
  return {
    ...endings,
    data,
    memory: context,
    get used() {
      return context.used;
    },
    limit,
    global: name => context.global(name),
    output: () => undefined,
    tell: () => undefined,
    readLine: () => {
      throw new Failure('not-supported', 'user', 'a program without a thread of its own has no input.');
    },
    charge: cost => void (context.charged += BigInt(cost)),
    stop: () => undefined,
  };
}
