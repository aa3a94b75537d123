// `npm run wasm-bench`: modules of C and of languages, plain, under V8's inspector and instrumented, in turns; and breakpoints that pass.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { median, short } from './statistics.js';

const source = fileURLToPath(new URL('../programs/modules.c', import.meta.url));
const languages = fileURLToPath(new URL('../../languages', import.meta.url));
const child = fileURLToPath(new URL('module-child.js', import.meta.url));
const rates = fileURLToPath(new URL('../../engines/wasm/dist/test/rates.js', import.meta.url));

const calls = [
  ['fib', 32],
  ['primes', 10],
  ['multiply', 5],
  ['hash', 10_000_000],
] as const;

const ways = ['plain', 'instrumented', 'inspector'] as const;

interface Timed {
  readonly name: string;
  readonly ms: number;
  readonly result: string;
}

const levels = ['-O0', '-O2'] as const;

type Times = Map<string, number[]>;

export interface ModuleTables {
  /** C; undefined where it cannot be linked here. */
  readonly compiled: string | undefined;
  /** What languages offer in `dist/test/module-rate.js`; undefined where none does. */
  readonly offered: string | undefined;
}

/** Medians of so many runs as tables in Markdown. */
export async function moduleTables(runs: number, progress: (text: string) => void): Promise<ModuleTables> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
  try {
    const compiledTasks = canLink()
      ? levels.map(level => ({ label: level, task: compiled(folder, level) }))
      : [];
    const offered = await offeredTasks();
    const tasks = [...compiledTasks, ...offered];
    const times: Times = new Map();
    for (let run = 0; run < runs; run++)
      for (const { label, task } of tasks)
        for (const how of ways) {
          progress(`run ${run + 1} of ${runs}, ${label}, ${how}`);
          for (const { name, ms } of asked({ ...task, how }) as readonly Timed[]) {
            const key = `${label} ${how} ${name}`;
            times.set(key, [...(times.get(key) ?? []), ms]);
          }
        }
    const compiledTable = table(
      compiledTasks.map(({ label }) => ({ label, names: calls.map(([name]) => name) })),
      times,
    );
    return {
      compiled:
        compiledTasks.length === 0
          ? undefined
          : `${compiledTable}\n\nC compiled by clang 22, with a breakpoint set in a function that is never called. ${machineText(runs)}`,
      offered: offered.length === 0 ? undefined : offeredReport(offered, times, runs, progress),
    };
  } finally {
    progress('');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Linking needs a program of its own, which not every installation of clang has. */
function canLink(): boolean {
  try {
    execFileSync('wasm-ld-22', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Which languages have modules is seen from their files. */
const offering = (name: string): readonly string[] =>
  readdirSync(languages)
    .sort()
    .map(language => join(languages, language, 'dist/test', name))
    .filter(file => existsSync(file));

async function offeredTasks() {
  return Promise.all(
    offering('module-rate.js').map(async file => {
      const { name: label, hot } = (await import(pathToFileURL(file).href)) as {
        readonly name: string;
        readonly hot: { readonly calls: readonly { readonly name: string }[] };
      };
      const task = { file, offered: true, rates, statements: [], elsewhere: 0, calls: [] };
      return { label, names: hot.calls.map(({ name }) => name), task };
    }),
  );
}

function offeredReport(
  offered: Awaited<ReturnType<typeof offeredTasks>>,
  times: Times,
  runs: number,
  progress: (text: string) => void,
): string {
  const rate = (how: string): string => {
    const all = Array.from({ length: runs }, () => {
      progress(how);
      return (asked({ ...offered[0]!.task, how }) as { readonly rate: number }).rate;
    });
    return short(median(all));
  };
  const passed = [
    ['false conditions', rate('falseConditions')],
    ['hits that a hit count passes', rate('missedHits')],
    ['log points, until their values are in the debugger’s thread', rate('logPoints')],
  ].map(([what, number]) => `| ${what} | ${number} |`);
  const records = offered.map(({ label, task }) => {
    progress(`${label}, recorded`);
    const all = Array.from({ length: runs }, () => asked({ ...task, how: 'recorded' }) as Recorded);
    const ratio = median(all.map(({ plainMs, recordedMs }) => recordedMs / plainMs));
    const { calls: hostCalls, bytes } = all[0]!;
    return `| ${label} | ${short(hostCalls)} | ${short(median(all.map(each => each.plainMs)))} | ${short(median(all.map(each => each.recordedMs)))} | ${short(ratio)} × | ${short(bytes)} |`;
  });
  return [
    table(offered, times),
    ['| passed in a loop | per second |', '| --- | --- |', ...passed].join('\n'),
    [
      '| a recorded call | calls of the host | not recorded, ms | recorded, ms | recorded / not | bytes |',
      '| --- | --- | --- | --- | --- | --- |',
      ...records,
    ].join('\n'),
    `A breakpoint is set in a function that is never called. ${machineText(runs)}`,
  ].join('\n\n');
}

interface Recorded {
  readonly plainMs: number;
  readonly recordedMs: number;
  readonly calls: number;
  readonly bytes: number;
}

function compiled(folder: string, level: string) {
  const file = join(folder, `modules${level}.wasm`);
  execFileSync('clang-22', [
    ...['--target=wasm32', '-nostdlib', level, '-g', '-Wl,--no-entry', '-Wl,--export-all'],
    ...['-o', file, source],
  ]);
  const statements = statementsOf(file);
  const elsewhere = statements.find(({ line }) => line === lineOf('return n + 1'))!.offset;
  const variables = offering('module-variables.js')[0];
  return { file, rates, variables, statements: statements.map(each => each.offset), elsewhere, calls };
}

function asked(task: object): unknown {
  const given = JSON.stringify(task);
  return JSON.parse(execFileSync(process.execPath, [child, given]).toString());
}

function table(
  groups: readonly { readonly label: string; readonly names: readonly string[] }[],
  times: Times,
): string {
  const of = (label: string, how: string, name: string): number =>
    median(times.get(`${label} ${how} ${name}`) ?? []);
  const head = [
    'function',
    'plain, ms',
    'Sonde, ms',
    "V8's inspector, ms",
    'Sonde / plain',
    'inspector / plain',
  ];
  const rows = groups.flatMap(({ label, names }) => {
    const mean = (how: string): string => {
      const logs = names.map(name => Math.log(of(label, how, name) / of(label, 'plain', name)));
      return `${short(Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length))} ×`;
    };
    const each = names.map(name => {
      const [plain, sonde, inspector] = ways.map(how => of(label, how, name)) as [number, number, number];
      const ratios = [sonde / plain, inspector / plain].map(ratio => `${short(ratio)} ×`);
      return [`${name}, ${label}`, short(plain), short(sonde), short(inspector), ...ratios];
    });
    return [...each, [`geometric mean, ${label}`, '', '', '', mean('instrumented'), mean('inspector')]];
  });
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

/** Other work on the machine makes all of it slower; the ratios are of runs in turns. */
function machineText(runs: number): string {
  const busy = Math.max(0, loadavg()[0]! - 1);
  const others = busy < 0.5 ? '' : ` Other work ran meanwhile (load ${short(loadavg()[0]!)}).`;
  return `Medians of ${runs} runs on ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.version.slice(1)}.${others}`;
}

/** Where lines begin, by LLVM's own reader of debug information; addresses there count from the code section. */
function statementsOf(file: string): readonly { readonly offset: number; readonly line: number }[] {
  const sections = execFileSync('llvm-objdump-22', ['-h', file]).toString();
  const code = Number.parseInt(/ CODE +[0-9a-f]+ +([0-9a-f]+)/.exec(sections)![1]!, 16);
  const rows = execFileSync('llvm-dwarfdump-22', ['--debug-line', file]).toString();
  const found: { offset: number; line: number }[] = [];
  let last = 0;
  for (const [, address, line] of rows.matchAll(/^0x([0-9a-f]+) +(\d+) .*is_stmt/gm)) {
    if (Number(line) !== last)
      found.push({ offset: code + Number.parseInt(address!, 16), line: Number(line) });
    last = Number(line);
  }
  return found;
}

function lineOf(text: string): number {
  const lines = readFileSync(source, 'utf8').split('\n');
  return lines.findIndex(line => line.includes(text)) + 1;
}
