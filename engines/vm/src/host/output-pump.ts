// Turns what lies in the output ring into events: program output by stream, log points by their breakpoint.

import { breakpointId, parsePosition, type EngineEvent, type SymbolIndex } from '@sonde/engine';
import { readOutputHeader, withoutMoment } from '../shared/output-header.js';
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

/** More pieces at once than these are no lines that anybody reads one by one. */
const mostApart = 100;
/** In characters. */
const largestJoined = 64 * 1024;

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
    for (const record of records.length > mostApart ? joined(records) : records)
      this.emit(this.#event(record));
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
    const { stream, address, moment } = readOutputHeader(header);
    const location = address === undefined ? undefined : this.symbols.locationAt(address);
    const at = moment === undefined ? undefined : parsePosition(moment);
    return {
      kind: 'output',
      stream,
      data,
      ...(location === undefined ? {} : { location }),
      ...(at === undefined ? {} : { at }),
      taken,
    };
  }
}

interface Group {
  readonly header: string;
  readonly texts: string[];
  readonly taken: (() => void)[];
  size: number;
}

/** In a flood, what one statement has printed is one piece, and its moment is not told: it has many. */
function joined(records: readonly OutputRecord[]): readonly OutputRecord[] {
  const all: (OutputRecord | Group)[] = [];
  for (const record of records) {
    if (typeof record.data !== 'string') {
      all.push(record);
      continue;
    }
    const header = withoutMoment(record.header);
    const last = all.at(-1);
    if (last !== undefined && 'texts' in last && last.header === header && last.size < largestJoined) {
      last.texts.push(record.data);
      last.size += record.data.length;
      last.taken.push(record.taken);
      continue;
    }
    all.push({ header, texts: [record.data], size: record.data.length, taken: [record.taken] });
  }
  return all.map(each =>
    'texts' in each
      ? {
          header: each.header,
          data: each.texts.join(''),
          taken: () => {
            for (const taken of each.taken) taken();
          },
        }
      : each,
  );
}
