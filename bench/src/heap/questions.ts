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
  readonly graph: { readonly nodeCount: number; id(node: number): number };
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
// The first question builds what it needs, once.
answer(heap, { ask: 'largest', count: 1 });
answer(heap, { ask: 'dominated', id: ids[0], count: 1 });
const [large] = answer(heap, { ask: 'largest', count: 3 }) as readonly { readonly id: number }[];
const kinds = ['references', 'retainers', 'dominated'];
const page = ids.flatMap((id, nth) => [
  timed(() => answer(heap, { ask: kinds[nth % 3], id, start: 0, count: 100 })),
  timed(() => answer(heap, { ask: kinds[nth % 3], id: large!.id, start: nth, count: 100 })),
]);
const path = ids.map(id => timed(() => answer(heap, { ask: 'path', id })));
const keyPaths = ids.map(id => timed(() => answer(heap, { ask: 'key-paths', id })));
const cut = ids.flatMap(id => {
  const { items } = answer(heap, { ask: 'retainers', id, count: 1 }) as {
    readonly items: readonly { readonly node: { readonly id: number } }[];
  };
  return items.map(({ node }) => timed(() => answer(heap, { ask: 'cut', from: node.id, to: id })));
});
process.stdout.write(JSON.stringify({ reopen, reopenCpu, page, path, keyPaths, cut } satisfies Timed));
