// `npm run wasm-bench`: a module compiled from C, plain, under V8's inspector and instrumented, in turns; and false conditions.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, short } from './statistics.js';

const source = fileURLToPath(new URL('../programs/modules.c', import.meta.url));
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

/** Medians of so many runs as a table in Markdown. */
export function moduleTable(runs: number, progress: (text: string) => void): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
  try {
    const tasks = levels.map(level => ({ level, task: compiled(folder, level) }));
    const times: Times = new Map();
    for (let run = 0; run < runs; run++)
      for (const { level, task } of tasks)
        for (const how of ways) {
          progress(`run ${run + 1} of ${runs}, ${level}, ${how}`);
          for (const { name, ms } of timed({ ...task, how })) {
            const key = `${level} ${how} ${name}`;
            times.set(key, [...(times.get(key) ?? []), ms]);
          }
        }
    const conditions = Array.from({ length: runs }, () => {
      progress('conditions');
      const given = JSON.stringify({ ...tasks[0]!.task, how: 'conditions' });
      const answer = execFileSync(process.execPath, [child, given]);
      return (JSON.parse(answer.toString()) as { readonly rate: number }).rate;
    });
    progress('');
    return report(times, median(conditions), runs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compiled(folder: string, level: string) {
  const file = join(folder, `modules${level}.wasm`);
  execFileSync('clang-22', [
    ...['--target=wasm32', '-nostdlib', level, '-g', '-Wl,--no-entry', '-Wl,--export-all'],
    ...['-o', file, source],
  ]);
  const statements = statementsOf(file);
  const elsewhere = statements.find(({ line }) => line === lineOf('return n + 1'))!.offset;
  return { file, rates, statements: statements.map(each => each.offset), elsewhere, calls };
}

function timed(task: object): readonly Timed[] {
  const answer = execFileSync(process.execPath, [child, JSON.stringify(task)]);
  return JSON.parse(answer.toString()) as readonly Timed[];
}

function report(times: Times, conditions: number, runs: number): string {
  const of = (level: string, how: string, name: string): number =>
    median(times.get(`${level} ${how} ${name}`) ?? []);
  const head = [
    'function',
    'plain, ms',
    'Sonde, ms',
    "V8's inspector, ms",
    'Sonde / plain',
    'inspector / plain',
  ];
  const rows = levels.flatMap(level => {
    const mean = (how: string): string => {
      const logs = calls.map(([name]) => Math.log(of(level, how, name) / of(level, 'plain', name)));
      return `${short(Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length))} ×`;
    };
    const each = calls.map(([name]) => {
      const [plain, sonde, inspector] = ways.map(how => of(level, how, name)) as [number, number, number];
      const ratios = [sonde / plain, inspector / plain].map(ratio => `${short(ratio)} ×`);
      return [`${name}, ${level}`, short(plain), short(sonde), short(inspector), ...ratios];
    });
    return [...each, [`geometric mean, ${level}`, '', '', '', mean('instrumented'), mean('inspector')]];
  });
  const table = [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.version.slice(1)}`;
  return `${table}\n\nC compiled by clang 22, with a breakpoint set in a function that is never called. False conditions in a loop: ${short(conditions)} per second. Medians of ${runs} runs on ${machine}.`;
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
