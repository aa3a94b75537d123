// Virtual machines beside each other: instructions a second, in turns. Which languages have one is seen from their files.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, short } from './statistics.js';

const languages = fileURLToPath(new URL('../../languages', import.meta.url));
const child = fileURLToPath(new URL('machine-child.js', import.meta.url));

export const machineMeasure = 'Instructions of a virtual machine, undebugged';

export function machineTable(runs: number, progress: (text: string) => void): string | undefined {
  const files = readdirSync(languages)
    .sort()
    .map(language => join(languages, language, 'dist/test/machine-rate.js'))
    .filter(file => existsSync(file));
  if (files.length === 0) return undefined;
  const rates = new Map<string, number[]>();
  for (let run = 0; run < runs; run++)
    for (const file of files) {
      const answer = execFileSync(process.execPath, [child, file], { encoding: 'utf8' });
      const { name, rate } = JSON.parse(answer) as { name: string; rate: number };
      progress(`${machineMeasure}: run ${run + 1} of ${runs}, ${name}`);
      rates.set(name, [...(rates.get(name) ?? []), rate]);
    }
  progress('');
  const cells = [...rates].map(([name, all]) => [name, short(median(all))] as const);
  const rows = [
    ['measurement', 'unit', ...cells.map(([name]) => name)],
    ['---', '---', ...cells.map(() => '---')],
    [machineMeasure, 'per second', ...cells.map(([, rate]) => rate)],
  ];
  return rows.map(row => `| ${row.join(' | ')} |`).join('\n');
}
