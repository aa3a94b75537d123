// What a module's imports are: functions of a host, which the thread of the program loads by its URL.
//
// A host is all that a program can reach. Every call of it is recorded, so that the program can be run again to the same
// position without doing anything twice: what a host does to the program it does through its context, and nothing else.

import type { OutputStream, ThrownInfo } from '@sonde/engine';

/** The memory of the program, as a host may use it during a call. Throws `OutOfBounds` outside of it. */
export interface HostMemory {
  readonly size: number;
  read(address: number, length: number): Uint8Array;
  write(address: number, bytes: Uint8Array): void;
}

/** A reason to stop the program behind the call of the host, once it is over. */
export type HostStop =
  /** Told like an exception that is caught, so that filters decide whether anybody hears of it. */
  | { readonly kind: 'thrown'; readonly thrown: ThrownInfo }
  | { readonly kind: 'note'; readonly text: string }
  /** A data breakpoint of the host, by the id that it was set with. */
  | { readonly kind: 'watch'; readonly id: string; readonly before?: unknown; readonly after?: unknown };

export interface HostContext {
  /** What was given along with the URL of the host. */
  readonly data: unknown;
  readonly memory: HostMemory;
  /** What the program has used so far, and what it may use. */
  readonly used: bigint;
  readonly limit: bigint | undefined;
  /** The value of a global that the module exports. */
  global(name: string): unknown;
  output(stream: OutputStream, text: string): void;
  /** Tells the host's other half, in the debugger's thread (`RunListener.told`); the value is cloned. */
  tell(value: unknown): void;
  /** The next line of input with its end; undefined when there is no more. Waits for it. */
  readLine(): string | undefined;
  /** Adds to what the program has used. */
  charge(cost: number | bigint): void;
  stop(reason: HostStop): void;
  /** Ends the program as failed; the debugger can stop before its stack is gone. */
  fail(thrown: ThrownInfo): never;
  exit(code: number): never;
}

export type HostFunction = (...given: never[]) => unknown;

/** How a program ended. */
export type ProgramEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly results: readonly unknown[] }
  | { readonly kind: 'failed'; readonly thrown: ThrownInfo };

export interface WasmHost {
  /** By module and name. */
  readonly functions: Readonly<Record<string, Readonly<Record<string, HostFunction>>>>;
  /** Values of imported globals, by module and name. Memories and tables are made as the module asks for them. */
  readonly globals?: Readonly<Record<string, Readonly<Record<string, number | bigint>>>>;
  /**
   * Once, when the program is over; answers with its exit code, where that is another. Memory and what was used can still be
   * asked for.
   */
  over?(end: ProgramEnd): number | undefined;
  /** The program goes on from where it had made so many calls: a host that can undo the later ones does so. */
  rewind?(calls: number): void;
  /**
   * The program stands where it had made so many calls, and may go forward again without making them: a host that is looked
   * into shows what it held then.
   */
  travel?(calls: number): void;
  /** It will not be asked to any more: it need not keep what it would undo. */
  rewindsNoMore?(): void;
  /**
   * The stop that a call asked for, as it is wished now, or nothing: it is asked again whenever the program comes by, so that
   * what is wished for later is found in the past too. Told as it is when absent.
   */
  wanted?(stop: HostStop): HostStop | undefined;
  /**
   * Answers a question of the debugger, while the program stands or between two of its slices: names and meaning are the
   * host's own.
   */
  ask?(name: string, given: unknown): unknown;
}

/** What the module behind the URL exports. */
export interface HostModule {
  createHost(context: HostContext): WasmHost;
}
