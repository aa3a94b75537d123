// `npm run bench`: measures Sonde and its peers in turn and prints medians and ratios.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nativeDebuggers, type Debugger, type Program } from './debuggers.js';
import { machineTable } from './machines.js';
import { nativeMeasures, type Measure } from './measures.js';
import { median, short } from './statistics.js';

const help = `npm run bench -- [--runs N] [--only TEXT] [--write]

  --runs N     how often each measurement is repeated (default 5); medians count
  --only TEXT  only measurements whose name contains the text
  --write      put the table into docs/benchmarks.md
`;

const page = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
const source = fileURLToPath(new URL('../programs/measured.c', import.meta.url));

interface Row {
  readonly measure: Measure;
  /** Medians by debugger. */
  readonly medians: ReadonlyMap<string, number>;
}

/** One line that is written over, for people who watch; nobody wants it in a file. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

/** One run of each debugger after the other, so that what else the machine does hits all alike. */
async function measured(
  measure: Measure,
  debuggers: readonly Debugger[],
  program: Program,
  runs: number,
): Promise<Row> {
  const numbers = new Map(debuggers.map(({ name }) => [name, [] as number[]]));
  for (let run = 0; run < runs; run++) {
    for (const debugged of debuggers) {
      progress(`${measure.name}: run ${run + 1} of ${runs}, ${debugged.name}`);
      numbers.get(debugged.name)!.push(await measure.run(debugged, program));
    }
  }
  progress('');
  return { measure, medians: new Map([...numbers].map(([name, all]) => [name, median(all)])) };
}

/** How many times better the first one is than the other. */
function ratio({ measure, medians }: Row, other: string): string {
  const [own] = medians.values();
  const theirs = medians.get(other);
  if (own === undefined || theirs === undefined) return '–';
  return `${short(measure.unit === 'per second' ? own / theirs : theirs / own)} ×`;
}

function table(rows: readonly Row[], debuggers: readonly Debugger[]): string {
  const peers = debuggers.slice(1);
  const head = [
    'measurement',
    'unit',
    ...debuggers.map(({ name }) => name),
    ...peers.map(({ name }) => `better than ${name}`),
  ];
  const lines = rows.map(row => [
    row.measure.name,
    row.measure.unit,
    ...debuggers.map(({ name }) => short(row.medians.get(name) ?? Number.NaN)),
    ...peers.map(({ name }) => ratio(row, name)),
  ]);
  return [head, head.map(() => '---'), ...lines].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

function writePage(text: string): void {
  const [begin, end] = ['<!-- bench: begin -->', '<!-- bench: end -->'];
  const old = readFileSync(page, 'utf8');
  const [from, to] = [old.indexOf(begin), old.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/benchmarks.md lacks its marks ${begin} and ${end}`);
  writeFileSync(page, `${old.slice(0, from + begin.length)}\n\n${text}\n\n${old.slice(to)}`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const runs = Number(values.runs);
  if (values.help || !Number.isInteger(runs) || runs < 1) {
    process.stdout.write(help);
    return values.help ? 0 : 2;
  }
  const { found, missing } = nativeDebuggers();
  for (const name of missing) process.stderr.write(`${name} is not installed and is left out\n`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
  try {
    const binary = join(folder, 'measured');
    execFileSync('clang-22', ['-g', '-O0', '-o', binary, source]);
    const wanted = nativeMeasures.filter(({ name }) => name.includes(values.only));
    const rows: Row[] = [];
    for (const measure of wanted) rows.push(await measured(measure, found, { source, binary }, runs));
    const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version.slice(1)}`;
    const who = found.map(({ name, version }) => `${name}: ${version}`).join('; ');
    const machines = await machineTable(runs, values.only, progress);
    const tables = [rows.length === 0 ? undefined : table(rows, found), machines].filter(
      t => t !== undefined,
    );
    const text = `${tables.join('\n\n')}\n\nMedians of ${runs} runs on ${machine}. ${who}.`;
    process.stdout.write(`${text}\n`);
    if (values.write) writePage(text);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
