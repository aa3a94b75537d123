// `npm run heap-bench`: one large snapshot, loaded by each contender in turns; then questions about it. Told as ratios.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, short } from '../statistics.js';
import type { Loaded, Task } from './contenders.js';
import type { Timed } from './questions.js';

export interface HeapBench {
  readonly runs: number;
  /** How large the heap becomes: 36 objects each. */
  readonly customers: number;
  readonly peers: {
    readonly devtools?: string;
    readonly memlab?: string;
    readonly versions?: Readonly<Record<string, string>>;
  };
  readonly progress: (text: string) => void;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const program = here('../../programs/large-heap.mjs');
const own = here('../../../packages/heap');
const sonde = here('../../../clients/cli/bin/sonde.js');

/** Medians as a table in Markdown. Throws where the contenders disagree about a single retained size. */
export async function heapTable({ runs, customers, peers, progress }: HeapBench): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'heap-bench-')));
  try {
    const file = join(folder, 'large.heapsnapshot');
    progress('writing the snapshot');
    run([program, file, String(customers)]);
    const contenders: readonly Task[] = [
      { who: 'sonde', file, code: own },
      ...(peers.devtools === undefined ? [] : [{ who: 'devtools', file, code: peers.devtools } as const]),
      ...(peers.memlab === undefined ? [] : [{ who: 'memlab', file, code: peers.memlab } as const]),
    ];
    const loads = new Map<string, Loaded[]>(contenders.map(({ who }) => [who, []]));
    for (let round = 0; round < runs; round++) {
      for (const task of contenders) {
        progress(`run ${round + 1} of ${runs}: ${task.who}`);
        loads.get(task.who)!.push(load(task));
      }
    }
    const agreed = agreement(loads, () => load({ who: 'sonde, as memlab counts', file, code: own }));
    progress('questions about it');
    const index = join(folder, 'large.index');
    run([sonde, 'heap', file, '--save', index]);
    const asked = Array.from({ length: runs }, () => questions(index));
    return [table(loads, asked), '', words(loads, agreed, statSync(file).size, runs, peers.versions)].join(
      '\n',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const run = (args: readonly string[]): string =>
  execFileSync(process.execPath, ['--max-old-space-size=12000', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 26,
  });

/** Contenders may talk before: the last line counts. */
const load = (task: Task): Loaded =>
  JSON.parse(
    run([here('contenders.js'), JSON.stringify(task)])
      .trim()
      .split('\n')
      .at(-1)!,
  ) as Loaded;

const questions = (file: string): Timed =>
  JSON.parse(run([here('questions.js'), JSON.stringify({ file, code: own })])) as Timed;

/** DevTools and memlab count differently, so Sonde is compared with each by its own rules. */
function agreement(loads: ReadonlyMap<string, readonly Loaded[]>, asMemlab: () => Loaded): readonly string[] {
  const ours = loads.get('sonde')![0]!;
  const agreed: string[] = [];
  const check = (name: string, their: Loaded | undefined, our: () => Loaded): void => {
    if (their === undefined) return;
    if (their.hash !== our().hash) throw new Error(`Sonde and ${name} disagree about retained sizes`);
    agreed.push(name);
  };
  check('DevTools', loads.get('devtools')?.[0], () => ours);
  check('memlab', loads.get('memlab')?.[0], asMemlab);
  return agreed;
}

function table(loads: ReadonlyMap<string, readonly Loaded[]>, asked: readonly Timed[]): string {
  const rows: (readonly string[])[] = [
    ['measurement', 'unit', 'Sonde', 'DevTools', 'memlab', 'better than DevTools', 'better than memlab'],
    Array.from({ length: 7 }, () => '---'),
  ];
  const compared = (name: string, unit: string, pick: (load: Loaded) => number): void => {
    const [ours, devtools, memlab] = ['sonde', 'devtools', 'memlab'].map(who => {
      const found = loads.get(who) ?? [];
      return found.length === 0 ? NaN : median(found.map(pick));
    }) as [number, number, number];
    const better = [devtools, memlab].map(other => (Number.isNaN(other) ? '–' : `${short(other / ours)} ×`));
    rows.push([name, unit, short(ours), short(devtools), short(memlab), ...better]);
  };
  compared('Load, with dominators and retained sizes: processor', 's', ({ cpu }) => cpu);
  compared('The same, on the clock', 's', ({ wall }) => wall);
  compared('The same, most memory', 'MB', ({ peak }) => peak / 1e6);
  const alone = (name: string, pick: (timed: Timed) => number): void => {
    rows.push([name, 'ms', short(median(asked.map(pick))), '', '', '', '']);
  };
  alone('Open again, from the index: processor', ({ reopenCpu }) => reopenCpu);
  alone('The same, on the clock', ({ reopen }) => reopen);
  for (const [name, key] of [
    ['A page of 100 references, retainers or dominated objects', 'page'],
    ['A shortest path', 'path'],
    ['Key paths, up to five', 'keyPaths'],
    ['Cut a reference', 'cut'],
  ] as const) {
    alone(`${name}, median`, timed => median(timed[key]));
    alone(`${name}, 99 of 100 within`, timed => within(timed[key]));
  }
  return rows.map(row => `| ${row.join(' | ')} |`).join('\n');
}

/** A machine that others use interrupts everybody: the very slowest says nothing about the question. */
const within = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)]!;

function words(
  loads: ReadonlyMap<string, readonly Loaded[]>,
  agreed: readonly string[],
  size: number,
  runs: number,
  versions: Readonly<Record<string, string>> | undefined,
): string {
  const { nodes } = loads.get('sonde')![0]!;
  const peers = Object.entries(versions ?? {}).map(([name, version]) => `${name} ${version}`);
  return (
    `A snapshot of Node with ${nodes.toLocaleString('en')} objects, ${(size / 1e6).toFixed(0)} MB. ` +
    (agreed.length === 0
      ? 'DevTools and memlab were not there. '
      : `The retained sizes of all objects are those of ${agreed.join(' and, counted as it does, of ')}. `) +
    `Medians of ${runs} runs on ${cpus().length} × ${cpus()[0]!.model.trim()}, Node ${process.versions.node}, load ${loadavg()[1]!.toFixed(1)} of other work` +
    `${peers.length === 0 ? '' : `; ${peers.join(', ')}`}.`
  );
}
