// The object graph of a stopped program, for tests.

import type { Engine, StopId } from '@sonde/engine';
import {
  answer,
  graphFromSource,
  HeapAnalysis,
  type HeapQuery,
  type HeapReading,
  type NodeView,
} from '@sonde/heap';

export interface GraphOptions {
  readonly mostNodes?: number;
  readonly addresses?: boolean;
  readonly progress?: HeapReading['progress'];
}

/** Fails with the reason where the program has none. */
export async function graphAt(
  engine: Engine,
  stop: StopId,
  { mostNodes = 1_000_000, addresses = false, progress = () => undefined }: GraphOptions = {},
): Promise<HeapAnalysis> {
  const source = await engine.heap!(stop);
  if (!source.available) throw new Error(source.why);
  const reading = { mostNodes, addresses, signal: new AbortController().signal, progress };
  return new HeapAnalysis(await graphFromSource(source, reading));
}

export const ask = <Q extends HeapQuery>(graph: HeapAnalysis, query: Q) => answer(graph, query);

/** Roots are among them. */
export const allNodes = (graph: HeapAnalysis): readonly NodeView[] =>
  ask(graph, { ask: 'largest', count: 1_000_000, internal: true });

/** `name → name` from the root on, one text for each key path. */
export const waysTo = (graph: HeapAnalysis, id: number): readonly string[] =>
  ask(graph, { ask: 'key-paths', id }).paths.map(({ steps }) =>
    steps
      .slice(1)
      .map(({ name }) => String(name))
      .join(' → '),
  );
