// Virtual machines beside each other: instructions and false conditions a second, in turns. Which languages have one is seen from their files.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dapDebugger } from './dap.js';
import { sonde } from './debuggers.js';
import { median, short } from './statistics.js';

const languages = fileURLToPath(new URL('../../languages', import.meta.url));
const child = fileURLToPath(new URL('machine-child.js', import.meta.url));

/** What a language offers in `dist/test/machine-rate.js`, beside the instructions that `machine-child` runs. */
interface ConditionProgram {
  readonly file: string;
  readonly text: string;
  readonly condition: string;
  readonly passes: number;
}

export const machineMeasure = 'Instructions of a virtual machine, undebugged';
export const conditionMeasure = 'False conditions on a virtual machine';

/** Medians by language, of the measurements whose name has the text. */
export async function machineTable(
  runs: number,
  only: string,
  progress: (text: string) => void,
): Promise<string | undefined> {
  const files = readdirSync(languages)
    .sort()
    .map(language => join(languages, language, 'dist/test/machine-rate.js'))
    .filter(file => existsSync(file));
  const measures = [
    { name: machineMeasure, run: instructionRate },
    { name: conditionMeasure, run: conditionRate },
  ].filter(({ name }) => name.includes(only));
  if (files.length === 0 || measures.length === 0) return undefined;
  const names = await Promise.all(files.map(async file => (await offered(file)).name));
  const rows = [
    ['measurement', 'unit', ...names],
    ['---', '---', ...names.map(() => '---')],
  ];
  for (const measure of measures) {
    const rates = files.map((): number[] => []);
    for (let run = 0; run < runs; run++)
      for (const [nth, file] of files.entries()) {
        progress(`${measure.name}: run ${run + 1} of ${runs}, ${names[nth]!}`);
        rates[nth]!.push(await measure.run(file));
      }
    rows.push([measure.name, 'per second', ...rates.map(all => short(median(all)))]);
  }
  progress('');
  return rows.map(row => `| ${row.join(' | ')} |`).join('\n');
}

const offered = async (file: string) =>
  (await import(pathToFileURL(file).href)) as {
    readonly name: string;
    readonly conditions: ConditionProgram;
  };

async function instructionRate(file: string): Promise<number> {
  const answer = execFileSync(process.execPath, [child, file], { encoding: 'utf8' });
  return (JSON.parse(answer) as { readonly rate: number }).rate;
}

/** As an editor sees it: from the request to go on until the stop behind the loop. */
async function conditionRate(file: string): Promise<number> {
  const { name, conditions } = await offered(file);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
  try {
    const source = join(folder, conditions.file);
    writeFileSync(source, conditions.text);
    const debugged = dapDebugger(name, '', process.execPath, [sonde, 'dap']);
    const session = await debugged.open({ source, binary: source }, '#begin', []);
    await session.breakpoints([{ marker: '#often', condition: conditions.condition }, { marker: '#end' }]);
    const began = performance.now();
    await session.resume();
    const ms = performance.now() - began;
    await session.close();
    return (conditions.passes / ms) * 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
