// Turns what lies in the output ring into events: program output by stream, log points by their breakpoint.

import { breakpointId, type EngineEvent, type SymbolIndex } from '@sonde/engine';
import { readOutputHeader } from '../shared/output-header.js';
import { OutputReader, type OutputRecord } from '../shared/output-ring.js';
import type { SharedMemory } from '../shared/shared-memory.js';

type OutputEvent = EngineEvent & { readonly kind: 'output' };

/** The header of what a log point printed: `log <breakpoint> <address>`. */
const logHeader = /^log (\d+) (\d+)$/;

/**
 * The thread tells of output at once, but not of what follows within milliseconds: it means to do so after its slice, which
 * one long instruction can hold up. So after output there is one more look.
 */
const lookAgainMs = 25;

export class OutputPump {
  readonly #reader: OutputReader;
  #again: NodeJS.Timeout | undefined;

  constructor(
    shared: SharedMemory,
    private readonly symbols: SymbolIndex,
    private readonly emit: (event: OutputEvent) => void,
  ) {
    this.#reader = new OutputReader(shared);
  }

  drain(): void {
    clearTimeout(this.#again);
    const records = this.#reader.drain();
    if (records.length > 0) this.#again = setTimeout(() => this.drain(), lookAgainMs).unref();
    for (const record of records) this.emit(this.#event(record));
  }

  /** Nothing more will come. */
  close(): void {
    this.drain();
    clearTimeout(this.#again);
  }

  #event(record: OutputRecord): OutputEvent {
    const log = logHeader.exec(record.header);
    if (log === null) return this.#printed(record);
    const location = this.symbols.locationAt(Number(log[2]));
    return {
      kind: 'output',
      stream: 'console',
      data: record.data,
      breakpoint: breakpointId(Number(log[1])),
      ...(location === undefined ? {} : { location }),
      taken: record.taken,
    };
  }
  #printed({ header, data, taken }: OutputRecord): OutputEvent {
    const { stream, address } = readOutputHeader(header);
    const location = address === undefined ? undefined : this.symbols.locationAt(address);
    return { kind: 'output', stream, data, ...(location === undefined ? {} : { location }), taken };
  }
}
