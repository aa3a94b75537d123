// Opens a heap in a file, whatever wrote it: V8, an index or JSON of ours, each also compressed by gzip but for the index.

import { HeapAnalysis } from '../analysis/analysis.js';
import { HeapProblem } from '../contract/problem.js';
import type { HeapProgress } from '../contract/source.js';
import type { ByteSource } from '../formats/byte-cursor.js';
import { graphFromJson, jsonFormat } from '../formats/json.js';
import { readV8Snapshot } from '../formats/v8/reader.js';
import type { HeapGraph } from '../graph/graph.js';
import { beginningOf, bytesOf, openRegular } from './file-bytes.js';
import { isIndex, readIndex } from './index-file.js';

export interface OpenOptions {
  /** As the user wrote it, for messages. */
  readonly name?: string;
  /** May throw to end the work. */
  readonly progress?: (progress: HeapProgress) => void;
}

/** JSON of ours becomes one string: it is for bug reports and tests. */
const mostJson = 256 * 1024 * 1024;

/** Computes dominators, retained sizes and paths at once, so that later questions are quick. */
export async function openHeap(path: string, options: OpenOptions = {}): Promise<HeapAnalysis> {
  const name = options.name ?? path;
  const { progress = () => undefined } = options;
  try {
    const handle = await openRegular(path, name);
    let owned = true;
    try {
      if (isIndex(await beginningOf(handle, 8))) {
        progress({ step: 'opening the index', done: 0 });
        return await readIndex(handle, name);
      }
      owned = false;
      const bytes = await bytesOf(handle, name);
      try {
        const analysis = new HeapAnalysis(await graphIn(bytes.next, name, bytes.size, progress));
        analysis.complete(step => progress({ step, done: 0 }));
        return analysis;
      } finally {
        await bytes.close();
      }
    } finally {
      if (owned) await handle.close();
    }
  } catch (error) {
    throw asHeapProblem(error, name);
  }
}

async function graphIn(
  next: ByteSource,
  name: string,
  size: number | undefined,
  progress: (progress: HeapProgress) => void,
): Promise<HeapGraph> {
  const beginning = await next();
  if (beginning === undefined)
    throw new HeapProblem('truncated', `${name} is empty.`, 'Write the snapshot again.');
  const head = new TextDecoder().decode(beginning.subarray(0, 64));
  let first: Uint8Array | undefined = beginning;
  const all: ByteSource = async () => {
    const piece = first;
    first = undefined;
    return piece ?? next();
  };
  if (head.startsWith(`{"format":"${jsonFormat}"`))
    return graphFromJson(await textOf(all, name, progress), name);
  return readV8Snapshot(all, { name, progress, ...(size === undefined ? {} : { size }) });
}

async function textOf(
  next: ByteSource,
  name: string,
  progress: (progress: HeapProgress) => void,
): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for (let piece = await next(); piece !== undefined; piece = await next()) {
    length += piece.length;
    if (length > mostJson)
      throw new HeapProblem(
        'too-large',
        `${name} is JSON of more than 256 MB.`,
        'Use the index that --save writes.',
      );
    pieces.push(Buffer.from(piece));
    progress({ step: 'reading JSON', done: length });
  }
  return Buffer.concat(pieces).toString();
}

/** What the runtime throws when a column does not fit into memory is no fault of the code. */
export function asHeapProblem(error: unknown, name: string): unknown {
  const isMemory =
    error instanceof RangeError &&
    /allocation failed|invalid (typed )?array( buffer)? length/i.test(error.message);
  if (!isMemory) return error;
  return new HeapProblem(
    'too-large',
    `${name} does not fit into memory.`,
    'Close other programs, or use a larger machine.',
    {
      cause: error,
    },
  );
}
