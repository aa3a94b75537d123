// Answers about objects as text, for consoles that draw nothing.

import type { FrameId, Stop } from '@sonde/engine';
import { bytesText, counted, nodeText, plainLooks, whyTextOf } from '@sonde/heap';
import type { DebugSession } from '../debug-session.js';
import type { GraphWords } from './graph-words.js';

/** Takes a snapshot for this one answer. */
export async function graphText(
  session: DebugSession,
  words: GraphWords,
  frame: FrameId | undefined,
  signal: AbortSignal,
): Promise<string> {
  const graphs = session.objectGraphs;
  const id =
    words.kind === 'heap' ? undefined : 'id' in words ? words.id : await idOf(session, words, frame, signal);
  const { snapshot } = await graphs.take({}, { signal });
  try {
    return await (id === undefined
      ? heapWords(session, snapshot, signal)
      : whyWords(session, snapshot, id, signal));
  } finally {
    await graphs.release(snapshot).catch(() => undefined);
  }
}

async function idOf(
  session: DebugSession,
  { expression }: { readonly expression: string },
  frame: FrameId | undefined,
  signal: AbortSignal,
): Promise<number> {
  const value = await session.evaluator.evaluate(expression, { frame, effects: false, signal });
  return session.objectGraphs.idOf(value);
}

/** Takes one that stays, at a stop that a log message is written at. */
export async function snapshotText(
  { objectGraphs }: DebugSession,
  name: string,
  stop: Stop,
): Promise<string> {
  const { snapshot, name: given } = await objectGraphs.take(name === '' ? {} : { name }, {}, stop);
  const { nodes, size } = await objectGraphs.ask(snapshot, { ask: 'summary' }, {});
  const named = name === '' ? '' : ` (${given})`;
  return `snapshot ${snapshot}${named}: ${counted(nodes, 'object')}, ${bytesText(size)}`;
}

async function whyWords(
  { objectGraphs }: DebugSession,
  snapshot: number,
  id: number,
  signal: AbortSignal,
): Promise<string> {
  const node = await objectGraphs.ask(snapshot, { ask: 'node', id }, { signal });
  const paths = await objectGraphs.ask(snapshot, { ask: 'key-paths', id }, { signal });
  const { retained, labels } = await objectGraphs.ask(snapshot, { ask: 'summary' }, { signal });
  const label =
    retained.exactness === 'exact' ? '' : `\nSizes are ${retained.exactness}: ${retained.why ?? ''}.`;
  return `${whyTextOf(node, paths, plainLooks, labels)}${label}`;
}

async function heapWords(
  { objectGraphs }: DebugSession,
  snapshot: number,
  signal: AbortSignal,
): Promise<string> {
  const { nodes, edges, size, retained } = await objectGraphs.ask(snapshot, { ask: 'summary' }, { signal });
  const suspects = await objectGraphs.ask(snapshot, { ask: 'suspects', most: 3 }, { signal });
  const largest = await objectGraphs.ask(snapshot, { ask: 'largest', count: 5 }, { signal });
  return [
    `${counted(nodes, 'object')}, ${counted(edges, 'reference')}, ${bytesText(size)}`,
    `Sizes are ${retained.exactness}${retained.why === undefined ? '' : `: ${retained.why}`}.`,
    ...suspects.map(({ words }) => `May leak: ${words}`),
    ...(largest.length === 0 ? [] : ['What keeps most alive:']),
    ...largest.map(
      node =>
        `  ${node.retained === undefined ? 'unknown' : bytesText(node.retained)}  ${nodeText(node, plainLooks)}`,
    ),
  ].join('\n');
}
