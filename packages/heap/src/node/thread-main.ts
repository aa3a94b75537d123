// The thread that holds heaps: opens them, answers questions, writes files, and hears when it should stop.

import { parentPort, workerData } from 'node:worker_threads';
import { HeapAnalysis } from '../analysis/analysis.js';
import { keyPaths } from '../analysis/paths.js';
import { answer, diffView, nodeWith } from '../analysis/queries.js';
import { cancelledProblem, HeapProblem } from '../contract/problem.js';
import type { HeapProgress } from '../contract/source.js';
import { dotOf, neighbourhood, partOf, partOfPaths } from '../formats/dot.js';
import { jsonOf } from '../formats/json.js';
import { HeapBuilder } from '../graph/builder.js';
import { writeIndex } from './index-file.js';
import { asHeapProblem, openHeap } from './open.js';
import type { DotRequest, FromThread, HeapOrder, ToThread } from './thread-messages.js';
import { writeWhole } from './whole-file.js';

/** More often than a person sees costs time. */
const progressMs = 50;
/** Characters of JSON that are handed over as one text. */
const mostJson = 32_000_000;

const port = parentPort!;
/** One number: the order that must not go on. */
const cancelled = new Int32Array(workerData as SharedArrayBuffer);
const heaps = new Map<number, HeapAnalysis>();
/** Heaps that are not complete yet. */
const builders = new Map<number, HeapBuilder>();
let nextHeap = 1;

const say = (message: FromThread): void => port.postMessage(message);

port.on('message', ({ id, order }: ToThread) => {
  obey(id, order).then(
    value => say({ id, say: 'done', value }),
    (error: unknown) => {
      const { message, code } = error as NodeJS.ErrnoException;
      const isProblem = error instanceof HeapProblem;
      say({
        id,
        say: 'failed',
        message,
        ...(isProblem ? { code: error.code } : {}),
        ...(isProblem && error.next !== undefined ? { next: error.next } : {}),
        ...(!isProblem && typeof code === 'string' ? { system: code } : {}),
      });
    },
  );
});

async function obey(id: number, order: HeapOrder): Promise<unknown> {
  let last = 0;
  const progress = (now: HeapProgress): void => {
    if (Atomics.load(cancelled, 0) === id) throw cancelledProblem();
    if (Date.now() - last < progressMs && now.done > 0) return;
    last = Date.now();
    say({ id, say: 'progress', progress: now });
  };
  try {
    return await carryOut(order, progress);
  } catch (error) {
    throw asHeapProblem(error, 'the heap');
  }
}

async function carryOut(order: HeapOrder, progress: (now: HeapProgress) => void): Promise<unknown> {
  switch (order.do) {
    case 'open': {
      heaps.set(nextHeap, await openHeap(order.path, { name: order.name, progress }));
      return nextHeap++;
    }
    case 'begin':
      builders.set(nextHeap, new HeapBuilder({ internalKinds: order.internalKinds }));
      return nextHeap++;
    case 'add':
      return builderOf(order.heap).add(order.chunk);
    case 'finish': {
      const analysis = new HeapAnalysis(builderOf(order.heap).done(order.moment, order.labels));
      builders.delete(order.heap);
      analysis.complete(step => progress({ step, done: 0 }));
      heaps.set(order.heap, analysis);
      return undefined;
    }
    case 'drop':
      return builders.delete(order.heap) || heaps.delete(order.heap);
    case 'ask':
      return answer(heapOf(order.heap), order.query);
    case 'diff':
      return diffView(heapOf(order.before), heapOf(order.after), order);
    case 'save':
      return writeIndex(heapOf(order.heap), order.path);
    case 'export':
      return exportJson(heapOf(order.heap), order.path, progress);
    case 'json':
      return jsonText(heapOf(order.heap), progress);
    case 'dot':
      return dot(heapOf(order.heap), order.part);
    case 'close':
      return heaps.delete(order.heap);
  }
}

function heapOf(number: number): HeapAnalysis {
  const heap = heaps.get(number);
  if (heap === undefined) throw new HeapProblem('refused', `heap ${number} is not open.`);
  return heap;
}

function builderOf(number: number): HeapBuilder {
  const builder = builders.get(number);
  if (builder === undefined) throw new HeapProblem('refused', `heap ${number} is not being read.`);
  return builder;
}

function dot(analysis: HeapAnalysis, part: DotRequest): string {
  if ('around' in part) {
    const focus = nodeWith(analysis, part.around);
    return dotOf(analysis, neighbourhood(analysis, focus, part.depth, part.most), focus);
  }
  if ('of' in part) {
    const nodes = new Set(part.of.map(id => nodeWith(analysis, id)));
    const focus = part.focus === undefined ? undefined : nodeWith(analysis, part.focus);
    return dotOf(analysis, partOf(analysis, nodes), focus);
  }
  const paths = part.pathsTo.flatMap(id => keyPaths(analysis, nodeWith(analysis, id), part.each).paths);
  return dotOf(analysis, partOfPaths(analysis, paths));
}

/** As one text, for who has no files in common with this process. */
function jsonText({ graph }: HeapAnalysis, progress: (now: HeapProgress) => void): string {
  const pieces: string[] = [];
  let [length, told] = [0, 0];
  for (const text of jsonOf(graph)) {
    pieces.push(text);
    length += text.length;
    if (length > mostJson)
      throw new HeapProblem(
        'too-large',
        `as JSON the snapshot is longer than ${mostJson / 1_000_000} million characters.`,
        'Take a smaller one ("mostNodes"), or write it to a file: sonde heap PROGRAM --export OUT.',
      );
    if (length - told < 1 << 20) continue;
    told = length;
    progress({ step: 'writing JSON', done: length });
  }
  return pieces.join('');
}

function exportJson(
  { graph }: HeapAnalysis,
  path: string,
  progress: (now: HeapProgress) => void,
): Promise<void> {
  return writeWhole(path, async write => {
    let [piece, length, written] = [[] as string[], 0, 0];
    for (const text of jsonOf(graph)) {
      piece.push(text);
      length += text.length;
      if (length < 1 << 20) continue;
      written += length;
      await write(piece.join(''));
      progress({ step: 'writing JSON', done: written });
      [piece, length] = [[], 0];
    }
    await write(piece.join(''));
  });
}
