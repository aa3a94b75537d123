// Breakpoints of the program: where they are, and the handlers that decide, count and log there, whichever execution runs.

import { webAssembly } from '@sonde/wasm';
import type { LoggedPiece, ProbeHandler, Questions } from '../messages.js';
import { Counters } from './counters.js';
import type { Execution, LoadedHandler } from './execution.js';
import { readPieces, sizeOfPieces } from './log-pieces.js';
import type { Mailbox } from './mailbox.js';

export class ArmedBreakpoints {
  offsets: readonly number[] = [];
  readonly #counters = new Counters();
  #handlers: ReadonlyMap<number, LoadedHandler> = new Map();

  constructor(
    private readonly mailbox: Mailbox,
    /** While a log point waits for room. */
    private readonly receive: () => void,
  ) {}

  /** Hits that were passed since each counter began; undefined where nothing counts. */
  get passed(): ReadonlyMap<string, number> | undefined {
    return this.#counters.passed;
  }

  /** All of them, from the next `install` on. */
  arm({ addresses, handlers }: Questions['arm']['ask']): void {
    this.offsets = addresses;
    this.#handlers = new Map(
      [...(handlers ?? [])].map(([offset, handler]) => [offset, this.#loaded(handler)]),
    );
  }

  install(execution: Execution): void {
    const handlerAt = (offset: number): unknown => {
      const handler = this.#handlers.get(offset);
      const isPlaced = execution.variant.probes.has(offset);
      return handler !== undefined && isPlaced ? execution.handler(offset, handler) : undefined;
    };
    execution.probes.setBreakpoints(new Map(this.offsets.map(offset => [offset, handlerAt(offset)])));
  }

  #loaded({ module, counter, log }: ProbeHandler): LoadedHandler {
    return {
      compiled: new webAssembly.Module(module),
      counter: counter && this.#counters.use(counter),
      log: log && ((given, memory) => this.#log(log.id, readPieces(log.pieces, given, memory))),
    };
  }

  /** The program passes a log point, and goes on. */
  #log(log: number, pieces: readonly LoggedPiece[] | undefined): boolean {
    if (pieces === undefined) return false;
    this.mailbox.log({ log, pieces }, sizeOfPieces(pieces), this.receive);
    return true;
  }
}
