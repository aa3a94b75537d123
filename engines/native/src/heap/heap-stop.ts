// Reads of one stop for runtimes that list objects: memory in bulk, variables of all stacks, symbols.

import { StopReader, type Engine, type EngineRegion, type StopId, type Thread } from '@sonde/engine';
import { readImage, type MemoryImage, type Span } from './memory-image.js';
import type { HeapStop, NamedPlace, StackExtent, StackVariable, StackVariables } from './native-heap.js';
import type { ObjectIds } from './object-ids.js';

/** Frames of a thread whose variables are read: LLDB takes about a millisecond for each. */
const mostFrames = 500;
const framePage = 100;
/** A heap is read in large pieces while other people use the machine. */
const deadlineMs = 30_000;

/** What only this engine can answer. */
export interface StackQuestions {
  stacks(stop: StopId, signal: AbortSignal): Promise<readonly StackExtent[]>;
  placesAt(
    stop: StopId,
    addresses: readonly number[],
    signal: AbortSignal,
  ): Promise<readonly (NamedPlace | undefined)[]>;
}

type Reads = Engine & {
  readonly [Method in 'symbolAddresses' | 'typesNamed' | 'regions']: NonNullable<Engine[Method]>;
};

export function heapStop(engine: Reads, own: StackQuestions, stop: StopId, ids: ObjectIds): HeapStop {
  return {
    engine,
    stop,
    reader: new StopReader(engine, stop, { deadlineMs }),
    types: engine.types,
    pointerSize: engine.process.pointerSize,
    littleEndian: engine.process.littleEndian ?? true,
    ids,
    symbols: names => engine.symbolAddresses(names),
    typesNamed: names => engine.typesNamed(names),
    image: (spans: readonly Span[], signal: AbortSignal): Promise<MemoryImage> =>
      readImage(ranges => engine.readMemory(stop, ranges, signal), spans, signal),
    variables: signal => readVariables(engine, stop, signal),
    stacks: signal => own.stacks(stop, signal),
    regions: (signal: AbortSignal): Promise<readonly EngineRegion[]> => engine.regions(stop, signal),
    placesAt: (addresses, signal) => own.placesAt(stop, addresses, signal),
  };
}

async function readVariables(engine: Reads, stop: StopId, signal: AbortSignal): Promise<StackVariables> {
  const variables: StackVariable[] = [];
  let skipped = 0;
  for (const thread of await engine.threads()) {
    if (thread.state === 'finished') continue;
    skipped += await readThread(engine, stop, thread, variables, signal);
  }
  return { variables, skipped };
}

/** Gives the number of frames beyond those that are looked at: at least one, where nobody counted. */
async function readThread(
  engine: Reads,
  stop: StopId,
  thread: Thread,
  found: StackVariable[],
  signal: AbortSignal,
): Promise<number> {
  for (let start = 0; start < mostFrames; start += framePage) {
    const { frames, total } = await engine.stack(stop, thread.id, start, framePage, signal);
    for (const [nth, frame] of frames.entries()) {
      signal.throwIfAborted();
      for (const { kind, variables } of await engine.scopes(stop, frame.id, signal)) {
        if (kind !== 'arguments' && kind !== 'locals' && kind !== 'globals') continue;
        for (const { name, value } of variables)
          found.push({ name, value, thread, function: frame.function, depth: start + nth, scope: kind });
      }
    }
    if (frames.length < framePage || total === start + frames.length) return 0;
    if (start + framePage >= mostFrames) return total === undefined ? 1 : total - mostFrames;
  }
  return 0;
}
