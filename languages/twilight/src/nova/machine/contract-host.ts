// The host of a contract on the engine: one for runs in this thread and on a thread of their own.

import type { HostContext, HostStop, ProgramEnd, WasmHost } from '@sonde/engine-wasm';
import { moduleExports } from '../../toolchain/host/host-functions.js';
import { bytesOfHex, hexOf } from '../hex.js';
import type { CallContext } from '../host/call-context.js';
import { importsOf } from '../host/host-interface.js';
import { HostRun, HostTrap, Reverted, type EmittedEvent, type HostObserver } from '../host/host-run.js';
import { StorageOverlay, type StorageChange } from '../host/storage-overlay.js';
import type { Outcome } from '../log/outcome.js';
import { StorageWatches, type StopWishes } from './stop-wishes.js';

export interface ContractHostData {
  readonly context: CallContext;
  /** The storage before the call: all of it, or somebody to ask in the same thread. */
  readonly storage: ReadonlyMap<string, Uint8Array> | ((key: Uint8Array) => Uint8Array | undefined);
}

/** What a run leaves behind. The outcome is without its place, which the engine knows. */
export interface HostReport {
  readonly outcome: Outcome;
  readonly gasUsed: bigint;
  readonly results: readonly (number | bigint)[];
  readonly events: readonly EmittedEvent[];
  readonly printed: readonly string[];
  readonly found: Readonly<Record<string, string | null>>;
  readonly changes: readonly StorageChange[];
  readonly hostCalls: { readonly count: number; readonly digest: string };
  /** Of the contract, where it succeeded: its result may lie there. */
  readonly memory: Uint8Array;
}

/** What the host says while the contract runs. */
export type HostNews =
  | { readonly kind: 'event'; readonly event: EmittedEvent }
  /** It goes on from an earlier point, at which it had emitted so many. */
  | { readonly kind: 'rewound'; readonly events: number }
  | { readonly kind: 'over'; readonly report: HostReport };

/** Names of failures that are the host's. */
export const failures = {
  revert: 'Revert',
  outOfGas: 'OutOfGas',
  print: 'HostTrap',
  fuel: 'OutOfFuel',
} as const;

export class ContractHost {
  readonly host: WasmHost;
  report: HostReport | undefined;
  readonly #run: HostRun;
  readonly #watches = new StorageWatches();
  /** What takes back the effects of calls and does them again, each with the number of calls before it; in order. */
  readonly #undo: { readonly calls: number; readonly takeBack: () => void; readonly redo: () => void }[] = [];
  /** How many of these effects are there: fewer while the contract stands in the past. */
  #done = 0;
  #gasAtRevert = 0n;
  #wishes: StopWishes = { event: false };

  constructor(
    private readonly context: HostContext,
    data: ContractHostData,
    /** Under a debugger, which may go back to an earlier point. */
    private canRewind = false,
  ) {
    const { storage } = data;
    const before = typeof storage === 'function' ? storage : (key: Uint8Array) => storage.get(hexOf(key));
    this.#run = new HostRun(
      data.context,
      new StorageOverlay(before),
      {
        memory: context.memory,
        gasLeft: () => {
          const left = (data.context.gasLeft ?? this.#limit) - context.used;
          return left > 0n ? left : 0n;
        },
        charge: gas => this.#charge(gas),
      },
      this.#observer(),
    );
    this.host = {
      functions: this.#functions(),
      over: end => this.#over(end),
      rewind: calls => this.#rewind(calls),
      travel: calls => this.#travel(calls),
      wanted: stop => this.#wanted(stop),
      rewindsNoMore: () => {
        this.canRewind = false;
        this.#undo.length = this.#done = 0;
      },
      ask: (name, given) => this.#answer(name, given),
    };
  }

  get #limit(): bigint {
    return this.context.limit ?? 0n;
  }

  #charge(gas: bigint): void {
    if (this.context.used + gas > this.#limit)
      this.context.fail({
        name: failures.outOfGas,
        message: `${gas} gas were needed, and ${this.#limit - this.context.used} were left`,
      });
    this.context.charge(gas);
  }

  #functions(): WasmHost['functions'] {
    const imports = importsOf(this.#run);
    const ending =
      (work: (...args: number[]) => unknown) =>
      (...args: number[]): number | bigint | undefined => {
        try {
          return work(...args) as number | bigint | undefined;
        } catch (error) {
          if (error instanceof Reverted) {
            this.#gasAtRevert = this.context.used;
            return this.context.fail({ name: failures.revert, message: error.reason });
          }
          if (error instanceof HostTrap)
            return this.context.fail({ name: failures.print, message: error.message });
          throw error;
        }
      };
    return Object.fromEntries(
      Object.entries(imports).map(([module, functions]) => [
        module,
        Object.fromEntries(Object.entries(functions).map(([name, work]) => [name, ending(work)])),
      ]),
    );
  }

  #observer(): HostObserver {
    const { context } = this;
    return {
      printed: text => {
        this.#note(
          () => this.#run.printed.pop(),
          () => this.#run.printed.push(text),
        );
        context.output('stdout', `${text}\n`);
      },
      event: event => {
        this.#note(
          () => this.#run.events.pop(),
          () => this.#run.events.push(event),
        );
        context.tell({ kind: 'event', event } satisfies HostNews);
        context.stop({ kind: 'note', text: 'event' });
      },
      written: ({ key, before, after }) => {
        this.#noteWrite(key, before, after);
        context.stop({ kind: 'watch', id: '', before: { key, value: before }, after });
      },
    };
  }

  /** Every event and write could be one: what is wished now decides, also about those of the past. */
  #wanted(stop: HostStop): HostStop | undefined {
    if (stop.kind === 'note') return this.#wishes.event ? stop : undefined;
    if (stop.kind !== 'watch') return stop;
    const { key, value } = stop.before as {
      readonly key: Uint8Array;
      readonly value: Uint8Array | undefined;
    };
    const id = this.#watches.watching(key);
    if (id === undefined) return undefined;
    const shown = value === undefined ? null : hexOf(value);
    return {
      kind: 'watch',
      id,
      before: { key: hexOf(key), value: shown },
      after: hexOf(stop.after as Uint8Array),
    };
  }

  #note(takeBack: () => void, redo: () => void, calls = this.#run.callCount): void {
    if (!this.canRewind) return;
    this.#undo.push({ calls, takeBack, redo });
    this.#done = this.#undo.length;
  }

  #noteWrite(key: Uint8Array, before: Uint8Array | undefined, after: Uint8Array, calls?: number): void {
    this.#note(
      () => this.#run.storage.restore(key, before),
      () => this.#run.storage.restore(key, after),
      calls,
    );
  }

  /** Shows what was there when so many calls were made; the later ones are not forgotten. */
  #travel(calls: number): void {
    while (this.#done > 0 && this.#undo[this.#done - 1]!.calls >= calls) this.#undo[--this.#done]!.takeBack();
    while (this.#done < this.#undo.length && this.#undo[this.#done]!.calls < calls)
      this.#undo[this.#done++]!.redo();
  }

  #rewind(calls: number): void {
    this.#travel(calls);
    this.#undo.length = this.#done;
    this.#run.rewind(calls);
    this.context.tell({ kind: 'rewound', events: this.#run.events.length } satisfies HostNews);
  }

  /** What the debugger asks while the contract stands. */
  #answer(name: string, given: unknown): unknown {
    const { storage } = this.#run;
    switch (name) {
      case 'wishes':
        this.#wishes = given as StopWishes;
        return undefined;
      case 'watch':
        return this.#watches.set(given as Parameters<StorageWatches['set']>[0]);
      case 'read':
        return storage.peek(given as Uint8Array);
      case 'written':
        return storage.written(bytesOfHex(given as string) ?? new Uint8Array());
      case 'changes':
        return storage.changes();
      case 'store': {
        const { key, value } = given as { readonly key: Uint8Array; readonly value: Uint8Array };
        const before = storage.write(key, value);
        // It belongs to what the contract has done so far, and goes with it.
        this.#noteWrite(key, before, value, this.#run.callCount - 1);
        return undefined;
      }
      default:
        return undefined;
    }
  }

  #over(end: ProgramEnd): undefined {
    const { context } = this;
    const outcome = this.#outcome(end);
    const { status } = outcome;
    const gasUsed =
      status === 'success' ? context.used : status === 'revert' ? this.#gasAtRevert : this.#limit;
    this.report = {
      outcome,
      gasUsed,
      results: end.kind === 'exited' ? (end.results as readonly (number | bigint)[]) : [],
      events: this.#run.events,
      printed: this.#run.printed,
      found: this.#run.storage.found(),
      changes: status === 'success' ? this.#run.storage.changes() : [],
      hostCalls: this.#run.calls,
      memory: status === 'success' ? context.memory.read(0, context.memory.size) : new Uint8Array(),
    };
    context.tell({ kind: 'over', report: this.report } satisfies HostNews);
    return undefined;
  }

  #outcome(end: ProgramEnd): Outcome {
    if (end.kind === 'exited') return { status: 'success' };
    const { name, message } = end.thrown;
    if (name === failures.revert) return { status: 'revert', message };
    if (name === failures.outOfGas || name === failures.fuel) return { status: 'outOfGas' };
    return { status: 'panic', message: this.#panicText() ?? message };
  }

  /** What the contract itself said about its panic: a handle to a length and as many bytes. */
  #panicText(): string | undefined {
    const { memory } = this.context;
    return panicText(this.context.global(moduleExports.panicText), (address, length) =>
      address + length <= memory.size ? memory.read(address, length) : undefined,
    );
  }
}

const longestPanic = 4_096;

export function panicText(
  handle: unknown,
  read: (address: number, length: number) => Uint8Array | undefined,
): string | undefined {
  if (typeof handle !== 'number' || handle === 0) return undefined;
  const head = read(handle >>> 0, 4);
  if (head === undefined) return undefined;
  const length = new DataView(head.buffer, head.byteOffset).getUint32(0, true);
  const bytes = read((handle >>> 0) + 4, Math.min(length, longestPanic));
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** For the thread that the engine starts. */
export const createHost = (context: HostContext): WasmHost =>
  new ContractHost(context, context.data as ContractHostData, true).host;
