// Loads one heap snapshot with one of the contenders, in a process of its own, and prints what it took and what it found.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';

export interface Task {
  readonly who: 'sonde' | 'sonde, as memlab counts' | 'devtools' | 'memlab';
  readonly file: string;
  /** The built package of ours, the bundle of DevTools, or the folder with memlab. */
  readonly code: string;
}

export interface Loaded {
  readonly cpu: number;
  readonly wall: number;
  /** In bytes. */
  readonly peak: number;
  readonly nodes: number;
  readonly root: number;
  /** Of all retained sizes, in the order of the file. */
  readonly hash: string;
}

interface OwnPackage {
  readonly HeapAnalysis: new (graph: object) => OwnAnalysis;
  readonly memlabRules: object;
  readonly readV8Snapshot: (source: unknown, reading: object) => Promise<object>;
}

interface OwnAnalysis {
  readonly retained: Float64Array;
  readonly bySize: Uint32Array;
  readonly ids: object;
  readonly tree: object;
  complete(step: (name: string) => void): unknown;
}

interface OwnNode {
  readonly bytesOf: (
    handle: unknown,
    name: string,
  ) => Promise<{ next: unknown; size?: number; close(): Promise<void> }>;
  readonly openRegular: (path: string, name: string) => Promise<unknown>;
}

const { who, file, code } = JSON.parse(process.argv[2]!) as Task;
const imported = (path: string): Promise<unknown> => import(pathToFileURL(path).href);

/** As much as DevTools does: retainers, dominators, their tree, retained sizes, distances, and ids to look up. */
async function sonde(): Promise<Float64Array> {
  const { HeapAnalysis, memlabRules, readV8Snapshot } = (await imported(
    `${code}/dist/heap.js`,
  )) as OwnPackage;
  const { bytesOf, openRegular } = (await imported(`${code}/dist/node/node.js`)) as OwnNode;
  const bytes = await bytesOf(await openRegular(file, file), file);
  const graph = await readV8Snapshot(bytes.next, {
    name: file,
    ...(bytes.size === undefined ? {} : { size: bytes.size }),
    ...(who === 'sonde' ? {} : { rules: memlabRules }),
  });
  await bytes.close();
  const analysis = new HeapAnalysis(graph);
  analysis.complete(() => undefined);
  void [analysis.ids, analysis.tree];
  return analysis.retained;
}

interface DevTools {
  readonly HeapSnapshotLoader: new (dispatcher: object) => {
    write(chunk: string): void;
    close(): void;
    buildSnapshot(
      port: unknown,
    ): Promise<{ readonly retainedSizes: Float64Array; readonly nodeCount: number }>;
  };
}

async function devTools(): Promise<Float64Array> {
  const { HeapSnapshotLoader } = (await imported(code)) as DevTools;
  const loader = new HeapSnapshotLoader({ sendEvent: () => undefined });
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 }))
    loader.write(chunk as string);
  loader.close();
  const { port1, port2 } = new MessageChannel();
  const second = new Worker(
    `import(process.env.SECOND).then(({ SecondaryInitManager }) =>
       require('node:worker_threads').parentPort.once('message', port => new SecondaryInitManager(port)));`,
    { eval: true, env: { SECOND: pathToFileURL(code).href } },
  );
  second.postMessage(port2, [port2]);
  const snapshot = await loader.buildSnapshot(port1);
  // It hands out the sizes of all nodes nowhere but here.
  return snapshot.retainedSizes;
}

interface MemlabHeap {
  readonly nodes: { readonly length: number; get(index: number): { readonly retainedSize: number } };
}

async function memlab(): Promise<() => Float64Array> {
  const require = createRequire(`${code}/package.json`);
  const analysis = require('@memlab/heap-analysis') as {
    getFullHeapFromFile(path: string): Promise<MemlabHeap>;
  };
  const heap = await analysis.getFullHeapFromFile(file);
  return () =>
    Float64Array.from({ length: heap.nodes.length }, (_, node) => heap.nodes.get(node).retainedSize);
}

const began = performance.now();
const load = who === 'devtools' ? devTools : who === 'memlab' ? memlab : sonde;
const loaded = await load();
const { user, system } = process.cpuUsage();
const wall = performance.now() - began;
const peak = process.resourceUsage().maxRSS * 1024;
const sizes = typeof loaded === 'function' ? loaded() : loaded;
const bytes = new Uint8Array(sizes.buffer, sizes.byteOffset, sizes.byteLength);
const answer: Loaded = {
  cpu: (user + system) / 1e6,
  wall: wall / 1000,
  peak,
  nodes: sizes.length,
  root: sizes[0]!,
  hash: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
};
process.stdout.write(`\n${JSON.stringify(answer)}\n`, () => process.exit(0));
