// What came into the program from outside: results of host calls, and changes of the debugger, each at its position.

import { Failure, type OutputStream, type ThrownInfo } from '@sonde/engine';
import type { HostStop } from '../host.js';
import type { CrossingValue, PrintedData, RunPoint } from '../messages.js';

export interface RecordedCall {
  /** Number of the import. */
  readonly import: number;
  readonly result: number | bigint | undefined;
  readonly writes: readonly { readonly address: number; readonly bytes: Uint8Array }[];
  readonly charged: bigint;
  readonly failed?: ThrownInfo;
  readonly stop?: HostStop;
}

export type { RunPoint };

export type Edit =
  | { readonly kind: 'memory'; readonly address: number; readonly bytes: Uint8Array }
  | { readonly kind: 'global'; readonly index: number; readonly value: CrossingValue }
  /** `depth` counts from the bottom of the stack. */
  | {
      readonly kind: 'local';
      readonly depth: number;
      readonly first: number;
      readonly values: readonly CrossingValue[];
    };

export interface RecordedEdit extends RunPoint {
  readonly edit: Edit;
}

/** Beyond this the program can no longer be run again; it goes on. */
const usualBytes = 128 << 20;
/** What V8 takes for a call and for each of its writes, besides the bytes that were written. */
const callBytes = 160;
const writeBytes = 240;
/** Of what the program wrote, the beginning of each piece and the first pieces are kept. */
const mostPrinted = 20_000;
const mostText = 200;

export interface RecordingOptions {
  /** The most memory that it takes. */
  readonly mostBytes?: number | undefined;
  /** There is no way back from now on: whoever keeps something for it can let it go. */
  full?(): void;
}

export class Recording {
  readonly calls: RecordedCall[] = [];
  readonly edits: RecordedEdit[] = [];
  readonly printed: PrintedData[] = [];
  /** What second runs have used, for who checks that looking back takes little. */
  replayed = 0n;
  readonly #mostBytes: number;
  #bytes = 0;
  #full = false;

  constructor(private readonly options: RecordingOptions = {}) {
    this.#mostBytes = options.mostBytes ?? usualBytes;
  }

  add(call: RecordedCall): void {
    if (this.#full) return;
    this.#bytes += bytesOfCall(call);
    if (this.#bytes > this.#mostBytes) {
      this.#full = true;
      this.calls.length = 0;
      this.options.full?.();
      return;
    }
    this.calls.push(call);
  }

  /** Throws a Failure when the program cannot be run again. */
  check(): void {
    if (this.#full)
      throw new Failure(
        'no-resources',
        'program',
        'the program has called its host too often to be run again to here.',
        'Stop it earlier, or step by line.',
      );
  }

  get hasPrintedEnough(): boolean {
    return this.#full || this.printed.length >= mostPrinted;
  }

  print(position: bigint, call: number, stream: OutputStream, text: string): void {
    this.printed.push({ position, call, stream, text: text.slice(0, mostText) });
  }

  /** Whether something came in behind a point. */
  goesBeyond(calls: number, position: bigint): boolean {
    return this.calls.length > calls || this.edits.some(edit => edit.position > position);
  }

  /** The program goes on from an earlier point: what came in later has not happened. */
  rewind(calls: number, position: bigint): void {
    const printed = this.printed.filter(each => each.position <= position);
    this.printed.splice(0, this.printed.length, ...printed);
    for (const dropped of this.calls.splice(calls)) this.#bytes -= bytesOfCall(dropped);
    const kept = this.edits.filter(edit => edit.position <= position);
    this.edits.splice(0, this.edits.length, ...kept);
  }

  /** Edits up to a point, in the order in which they were made. */
  editsUpTo(position: bigint): readonly RecordedEdit[] {
    return this.edits.filter(edit => edit.position <= position);
  }
}

const bytesOfCall = ({ writes }: RecordedCall): number =>
  writes.reduce((sum, { bytes }) => sum + writeBytes + bytes.length, callBytes);
