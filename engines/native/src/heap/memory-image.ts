// Many pieces of memory read at once: neighbours travel as one range, so that a hundred thousand objects take few reads.

import { address, type MemoryRange, type MemoryRead } from '@sonde/engine';

/** Addresses of user space are exact as numbers, and much faster than big ones. */
export interface Span {
  readonly at: number;
  readonly size: number;
}

/** What lies between two pieces is read with them up to here: a second read would take longer. */
const nearby = 1_024;
const longestRun = 1 << 20;
/** Bytes that are asked for in one message. */
const batch = 16 << 20;

interface Run {
  readonly at: number;
  bytes: Uint8Array;
}

export class MemoryImage {
  readonly #runs: readonly Run[];

  constructor(runs: readonly Run[]) {
    this.#runs = runs.toSorted((one, other) => one.at - other.at);
  }

  /** Undefined where not all of it could be read, or was not asked for. */
  bytes(at: number, size: number): Uint8Array | undefined {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#runs[middle]!.at <= at) low = middle + 1;
      else high = middle;
    }
    // A run that was cut short by a hole is followed by the pieces behind it.
    const run = this.#runs[low - 1];
    const from = run === undefined ? 0 : at - run.at;
    return run === undefined || from + size > run.bytes.length
      ? undefined
      : run.bytes.subarray(from, from + size);
  }
}

export type ReadRanges = (ranges: readonly MemoryRange[]) => Promise<readonly MemoryRead[]>;

export async function readImage(
  read: ReadRanges,
  spans: readonly Span[],
  signal: AbortSignal,
): Promise<MemoryImage> {
  const wanted = spans
    .filter(({ at, size }) => size > 0 && at > 0 && at + size <= Number.MAX_SAFE_INTEGER)
    .toSorted((one, other) => one.at - other.at || one.size - other.size);
  const joined: Span[] = [];
  for (const { at, size } of wanted) {
    const last = joined.at(-1);
    const end = last === undefined ? 0 : last.at + last.size;
    if (last !== undefined && at <= end + nearby && Math.max(end, at + size) - last.at <= longestRun)
      joined[joined.length - 1] = { at: last.at, size: Math.max(end, at + size) - last.at };
    else joined.push({ at, size });
  }
  const runs = await readRuns(read, joined, signal);
  const cut = new Set(runs.filter((run, nth) => run.bytes.length < joined[nth]!.size));
  if (cut.size === 0) return new MemoryImage(runs);
  // Something between two pieces cannot be read: those behind it are asked for one by one.
  const ends = runs.map(run => run.at + run.bytes.length);
  let nth = 0;
  const behind = wanted.filter(({ at, size }) => {
    while (nth + 1 < joined.length && joined[nth + 1]!.at <= at) nth++;
    return cut.has(runs[nth]!) && at + size > ends[nth]!;
  });
  return new MemoryImage([...runs, ...(await readRuns(read, behind, signal))]);
}

async function readRuns(
  read: ReadRanges,
  spans: readonly Span[],
  signal: AbortSignal,
): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (let next = 0; next < spans.length;) {
    signal.throwIfAborted();
    const asked: Span[] = [];
    let bytes = 0;
    while (next < spans.length && (asked.length === 0 || bytes + spans[next]!.size <= batch)) {
      bytes += spans[next]!.size;
      asked.push(spans[next++]!);
    }
    const answers = await read(asked.map(({ at, size }) => ({ address: address(at), size })));
    for (const [nth, { at }] of asked.entries())
      runs.push({ at, bytes: answers[nth]?.bytes ?? new Uint8Array(0) });
  }
  return runs;
}
