// The leaks that docs/heap.md and docs/heap tell of: every command of the pages is run, and prints what the page shows.
//
// A line `…` stands for any others. What a page shows in full is written anew by `npm run accept`. Another version of
// Node has other numbers in its snapshots: there each number stands for any, and an id for the object it named before.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import { hsx } from '@sonde/language-hsx';
import { ng } from '@sonde/language-ng';
import { osprey } from '@sonde/language-osprey';
import { twilight } from '@sonde/language-twilight';
import { wasm } from '@sonde/language-wasm';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../cli.js';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const languages = [osprey, aria, c, hsx, ng, twilight, wasm];
const folder = mkdtempSync(join(tmpdir(), 'sonde-stories-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function heap(args: readonly string[]): Promise<string> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const streams = { input: new PassThrough(), output, errors };
  const code = await runCommandLine(['heap', ...args], { languages, streams });
  const text = (stream: PassThrough): string => String((stream.read() as Buffer | null) ?? '');
  expect(code, `sonde heap ${args.join(' ')}\n${code === 0 ? '' : text(errors)}`).toBe(0);
  return text(output).replaceAll(`${folder}/`, '').replaceAll(repository, '');
}

/** A program is run to its #look once for all pages, and what was found there answers the rest. */
const indexes = new Map<string, Promise<string>>();

async function printed(command: string): Promise<string> {
  const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const [name = '', ...options] = words.map(word => (isFile(word) ? join(folder, word) : word));
  if (!name.startsWith('languages/')) return heap([name, ...options]);
  const path = join(repository, name);
  if (options.some(word => ['--at', '--save', '--set'].includes(word))) return heap([path, ...options]);
  const index = join(folder, `${basename(name)}.index`);
  if (!indexes.has(index)) indexes.set(index, heap([path, '--save', index]));
  await indexes.get(index);
  return (await heap([index, ...options])).replaceAll(basename(index), name);
}

const isFile = (word: string): boolean => /^[\w-]+\.heap(?:snapshot)?$/.test(word);

interface Told {
  readonly command: string;
  readonly shown: string;
}

/** Commands of a page, each with what the page shows for it. */
function toldIn(page: string): readonly Told[] {
  const blocks = [...page.matchAll(/^```\n(\$ sonde heap [\s\S]*?)^```$/gm)].map(([, block]) => block!);
  return blocks.flatMap(block =>
    block
      .split(/^\$ sonde heap /m)
      .slice(1)
      .map(each => {
        const end = each.indexOf('\n');
        return { command: each.slice(0, end), shown: each.slice(end + 1).replace(/\n\n$/, '\n') };
      }),
  );
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const lines = (shown: string, line: (text: string) => string): RegExp =>
  new RegExp(`^${shown.replaceAll(/.*\n/g, text => (text === '…\n' ? '[^]*' : line(text)))}$`);

/** Runs the commands of a page, writes anew what it shows in full, and fails where it shows something else. */
async function follow(path: string, page: string, only: (told: Told) => boolean): Promise<void> {
  const told = toldIn(page).filter(only);
  expect(told.length).toBeGreaterThan(2);
  let now = page;
  for (const { command, shown } of told) {
    const text = await printed(command);
    if (process.env['SONDE_ACCEPT'] === '1' && !shown.includes('…\n'))
      now = now.replace(`$ sonde heap ${command}\n${shown}`, () => `$ sonde heap ${command}\n${text}`);
    else expect(text, command).toMatch(lines(shown, literal));
  }
  if (now !== page) writeFileSync(path, now);
}

const inFolder = (name: string): string => join(repository, 'docs/heap', name);
const overview = join(repository, 'docs/heap.md');
const ofNode = ({ command }: Told): boolean => command.includes('.heapsnapshot');

describeUnlessMissing('the leaks of docs/heap in native programs', (await nativeTools()).missing, () => {
  it.each(['osprey.md', 'aria.md', 'c.md'])('%s', name =>
    follow(inFolder(name), readFileSync(inFolder(name), 'utf8'), () => true),
  );
});

describe('the leaks of docs/heap on virtual machines', () => {
  it.each(['hsx.md', 'webassembly.md', 'twilight.md'])('%s', name =>
    follow(inFolder(name), readFileSync(inFolder(name), 'utf8'), () => true),
  );

  it('heap.md: NG', () => follow(overview, readFileSync(overview, 'utf8'), told => !ofNode(told)));

  it('heap.md: Node, in numbers of whatever version runs', async () => {
    const page = readFileSync(overview, 'utf8');
    const program = /^```js\n([\s\S]*?)^```$/m.exec(page)![1]!;
    // Fewer users than on the page: their numbers do not count, and their snapshots are read sooner.
    writeFileSync(join(folder, 'leak.mjs'), program.replace('20_000', '8_000'));
    execFileSync(process.execPath, ['leak.mjs'], { cwd: folder });
    /** What the page calls an object, and what it is called here. */
    const ids = new Map<string, string>();
    const told = toldIn(page).filter(ofNode);
    expect(told.length).toBeGreaterThan(4);
    for (const { command, shown } of told) {
      const asked = command.replaceAll(/\b\d{4,}\b/g, id => ids.get(id) ?? id);
      const text = await printed(asked);
      if (asked.includes('--diff')) {
        // Rows of equal growth come in an order that depends on what V8 has compiled meanwhile.
        for (const line of shown.match(/.*\n/g)!.filter(each => each !== '…\n'))
          expect(text, `sonde heap ${asked}`).toMatch(new RegExp(`^${anyNumbers(line)}`, 'm'));
        continue;
      }
      const found = lines(shown, anyNumbers).exec(text);
      expect(found, `sonde heap ${asked}\n${text}`).not.toBeNull();
      [...shown.matchAll(/@(\d+)/g)].forEach(([, id], nth) => ids.set(id!, found![nth + 1]!));
    }
  });
});

/** Ids are captured; amounts, their units and the width of columns are whatever they are. */
const anyNumbers = (line: string): string =>
  line.replaceAll(/@\d+|\d[\d,]*(?:\.\d+)?(?: (?:B|kB|MB)\b)?| +|[^@\d ]+|@/g, part =>
    part.startsWith('@') && part !== '@'
      ? '@(\\d+)'
      : /^\d/.test(part)
        ? '\\d[\\d,.]*(?: (?:B|kB|MB))?'
        : part.startsWith(' ')
          ? ' *'
          : literal(part),
  );
