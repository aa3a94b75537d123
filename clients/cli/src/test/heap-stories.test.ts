// The stories of docs/heap: what they say that `sonde heap` prints is what it prints.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { hsx } from '@sonde/language-hsx';
import { twilight } from '@sonde/language-twilight';
import { wasm } from '@sonde/language-wasm';
import { afterAll, expect, test } from 'vitest';
import { runCommandLine } from '../cli.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const folder = join(root, 'docs', 'heap');
const block = /(<!-- story -->\n```\n)(.*?)(```\n)/gs;

/** Standard output, with the paths as they were typed. */
async function printed(args: readonly string[]): Promise<string> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const streams = { input: new PassThrough(), output, errors };
  const code = await runCommandLine(args, { languages: [hsx, wasm, twilight], streams });
  expect(code, String(errors.read() ?? '')).toBe(0);
  return String(output.read() ?? '').replaceAll(`${root}/`, '');
}

/** Asks about a program that stands at its #look: it is run once, and what was found there answers the rest. */
class Program {
  #index: Promise<string> | undefined;

  constructor(private readonly name: string) {}

  async ask(options: readonly string[]): Promise<string> {
    const path = join(root, this.name);
    if (options.includes('--at')) return printed(['heap', path, ...options]);
    this.#index ??= this.#save(path);
    const index = await this.#index;
    return (await printed(['heap', index, ...options])).replaceAll(index, this.name);
  }

  async #save(path: string): Promise<string> {
    const index = join(saved, `${basename(path)}.index`);
    await printed(['heap', path, '--save', index]);
    return index;
  }
}

const saved = mkdtempSync(join(tmpdir(), 'sonde-stories-'));
afterAll(() => rmSync(saved, { recursive: true }));

/** The block with what the commands in it print today. */
async function told(text: string, programs: Map<string, Program>): Promise<string> {
  const parts: string[] = [];
  for (const command of text.split('\n').filter(line => line.startsWith('$ sonde heap '))) {
    const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
    const [name = '', ...options] = words.slice(3);
    const program = programs.get(name) ?? new Program(name);
    programs.set(name, program);
    parts.push(`${command}\n${await program.ask(options)}`);
  }
  return parts.join('');
}

const pages = readdirSync(folder).filter(name =>
  readFileSync(join(folder, name), 'utf8').includes('<!-- story -->'),
);

test.each(pages)('docs/heap/%s is what is printed', async name => {
  const path = join(folder, name);
  const page = readFileSync(path, 'utf8');
  const programs = new Map<string, Program>();
  let now = '';
  let end = 0;
  for (const found of page.matchAll(block)) {
    const [whole, before, text, after] = found;
    now += `${page.slice(end, found.index)}${before!}${await told(text!, programs)}${after!}`;
    end = found.index + whole.length;
  }
  now += page.slice(end);
  if (process.env['SONDE_ACCEPT'] === '1') writeFileSync(path, now);
  else expect(page).toBe(now);
});
