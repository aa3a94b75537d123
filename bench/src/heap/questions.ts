// Opens the index of a heap in a process of its own and times the questions of a person who looks around.
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

export interface Timed {
  readonly reopen: number;
  /** The same, of the processor. */
  readonly reopenCpu: number;
  /** Milliseconds of each, in the order of asking. */
  readonly page: readonly number[];
  readonly path: readonly number[];
  readonly keyPaths: readonly number[];
  readonly cut: readonly number[];
}

interface Own {
  readonly answer: (heap: object, query: object) => unknown;
}

interface OwnNode {
  readonly openHeap: (path: string) => Promise<Analysis>;
}

interface Analysis {
  readonly graph: {
    readonly nodeCount: number;
    readonly columns: { readonly first: Uint32Array };
    id(node: number): number;
  };
  readonly incoming: { readonly first: Uint32Array };
  readonly tree: { readonly first: Uint32Array };
}

const { file, code } = JSON.parse(process.argv[2]!) as { readonly file: string; readonly code: string };
const imported = (path: string): Promise<unknown> => import(pathToFileURL(`${code}/dist/${path}`).href);
const { answer } = (await imported('heap.js')) as Own;
const { openHeap } = (await imported('node/node.js')) as OwnNode;

const timed = (work: () => unknown): number => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

const began = performance.now();
const used = process.cpuUsage();
const heap = await openHeap(file);
const reopen = performance.now() - began;
const { user, system } = process.cpuUsage(used);
const reopenCpu = (user + system) / 1000;
const asked = 300;
// Spread over the file, always the same: large and small, near and far.
const ids = Array.from({ length: asked }, (_, nth) =>
  heap.graph.id(Math.floor((heap.graph.nodeCount / asked) * nth)),
);
/** Nodes with at least a page of them, spread over the heap. */
function hubs(first: Uint32Array): readonly number[] {
  const found: number[] = [];
  for (let node = 0; node + 1 < first.length; node++) {
    if (first[node + 1]! - first[node]! >= 200) found.push(node);
  }
  const step = Math.max(1, Math.floor(found.length / 100));
  return found.filter((_, nth) => nth % step === 0);
}

const pages = [
  ['references', heap.graph.columns.first],
  ['retainers', heap.incoming.first],
  ['dominated', heap.tree.first],
] as const;
const askPages = (): readonly number[] =>
  pages.flatMap(([ask, first]) =>
    hubs(first).map(node =>
      timed(() => answer(heap, { ask, id: heap.graph.id(node), start: node % 100, count: 100 })),
    ),
  );
// The first ones build what they need, and are compiled meanwhile.
askPages();
const page = askPages();
const path = ids.map(id => timed(() => answer(heap, { ask: 'path', id })));
const keyPaths = ids.map(id => timed(() => answer(heap, { ask: 'key-paths', id })));
const cut = ids.flatMap(id => {
  const { items } = answer(heap, { ask: 'retainers', id, count: 1 }) as {
    readonly items: readonly { readonly node: { readonly id: number } }[];
  };
  return items.map(({ node }) => timed(() => answer(heap, { ask: 'cut', from: node.id, to: id })));
});
process.stdout.write(JSON.stringify({ reopen, reopenCpu, page, path, keyPaths, cut } satisfies Timed));
