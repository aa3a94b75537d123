// Builds a graph from a source: takes its chunks, keeps the limit, hears the signal.

import { cancelledProblem } from '../contract/problem.js';
import type { HeapChunk, HeapReading, HeapSource } from '../contract/source.js';
import type { SnapshotLabels } from '../contract/vocabulary.js';
import { HeapBuilder } from './builder.js';
import type { HeapGraph } from './graph.js';

export async function graphFromSource(source: HeapSource, reading: HeapReading): Promise<HeapGraph> {
  const builder = new HeapBuilder({ internalKinds: source.internalKinds ?? [] });
  const labels = await readSource(source, reading, chunk => builder.add(chunk));
  return builder.done(source.moment, labels);
}

/**
 * Hands every chunk on and answers with the labels. A source that knows no limit is ended there; references that it would
 * have told later are missing then. The stream is ended in every case: an engine may hold the program for it.
 */
export async function readSource(
  source: HeapSource,
  reading: HeapReading,
  add: (chunk: HeapChunk) => void | Promise<void>,
): Promise<SnapshotLabels> {
  const chunks = source.read(reading);
  let [nodes, edges, cut] = [0, 0, false];
  let labels: SnapshotLabels | undefined;
  try {
    while (labels === undefined) {
      if (reading.signal.aborted) throw cancelledProblem();
      const { done, value } = await chunks.next();
      if (done === true) {
        labels = value;
        break;
      }
      const room = reading.mostNodes - nodes;
      cut = value.kind === 'nodes' && value.nodes.length > room;
      await add(value.kind === 'nodes' && cut ? { ...value, nodes: value.nodes.slice(0, room) } : value);
      if (cut) break;
      if (value.kind === 'nodes') nodes += value.nodes.length;
      if (value.kind === 'edges') edges += value.edges.length;
      reading.progress({ step: 'reading the heap', done: nodes + edges });
    }
  } finally {
    await chunks.return(labels as never);
  }
  return cut || labels === undefined ? cutLabels(reading.mostNodes) : labels;
}

function cutLabels(mostNodes: number): SnapshotLabels {
  const partial = { exactness: 'approximate', why: `only the first ${mostNodes} objects were read` } as const;
  return { nodes: partial, edges: partial, roots: partial, sizes: partial };
}
