// Files that are no programs, or no longer: each launch is refused with a reason, and nothing breaks.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildResult } from '@sonde/language';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build } from '../../pack/build.js';
import { hsx } from '../../pack/hsx.js';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'hsx-damaged-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const example = fileURLToPath(new URL('mailbox.mvasm', hsx.examples));

const built = (
  program: string,
  output?: string,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<BuildResult> =>
  build({
    ...{ program, cwd: folder, debugInfo: true, extra, signal: new AbortController().signal },
    progress: () => undefined,
    ...(output === undefined ? {} : { output }),
  });

const said = ({ diagnostics }: BuildResult): string => diagnostics.map(({ message }) => message).join('\n');

/** A linked program and its symbols, under a name of their own. */
async function linked(name: string): Promise<{ readonly hxe: string; readonly sym: string }> {
  const hxe = join(folder, `${name}.hxe`);
  expect((await built(example, hxe)).target).toBeDefined();
  return { hxe, sym: join(folder, `${name}.sym`) };
}

it('a program without symbols is debugged by its instructions, and says so', async () => {
  const { hxe, sym } = await linked('bare');
  rmSync(sym);
  const result = await built(hxe);
  expect(result.target).toBeDefined();
  expect(said(result)).toContain('there is no bare.sym: only instructions, registers and memory can be seen');
});

it('symbols of another build are refused by name', async () => {
  const { hxe } = await linked('own');
  const other = join(folder, 'other.mvasm');
  writeFileSync(other, `${readFileSync(example, 'utf8')}\n.text\nmore:\n  RET\n`);
  expect((await built(other, join(folder, 'other.hxe'))).target).toBeDefined();
  writeFileSync(join(folder, 'own.sym'), readFileSync(join(folder, 'other.sym')));
  const result = await built(hxe);
  expect(result.target).toBeUndefined();
  expect(said(result)).toMatch(/own\.sym/);
});

it('a program or symbols that are cut off or changed are refused, wherever', async () => {
  const { hxe, sym } = await linked('whole');
  for (const path of [hxe, sym]) {
    const bytes = readFileSync(path);
    for (let nth = 0; nth < 12; nth++) {
      const at = Math.floor((bytes.length * nth) / 12);
      writeFileSync(path, bytes.subarray(0, at));
      const cut = await built(hxe);
      expect(cut.target, `${path} cut at ${at}`).toBeUndefined();
      expect(said(cut), `${path} cut at ${at}`).not.toBe('');
      const changed = Buffer.from(bytes);
      changed[at]! ^= 0x5a;
      writeFileSync(path, changed);
      // Where it does not matter, it may pass; a reason otherwise.
      const result = await built(hxe);
      if (result.target === undefined) expect(said(result), `${path} changed at ${at}`).not.toBe('');
    }
    writeFileSync(path, bytes);
  }
  expect((await built(hxe)).target).toBeDefined();
});

it.each([
  ['broken.mvasm', 'main:\n  LDI R99, 1\n', /R99/],
  ['broken.hxo', 'no object', /./],
  ['broken.hsx', '{ "tasks": [', /is not JSON/],
  ['empty.hsx', '{ "tasks": [] }', /not a usable project/],
  ['lost.hsx', '{ "tasks": [{ "sources": ["nowhere.mvasm"] }] }', /nowhere\.mvasm/],
  ['mixed.hsx', '{ "tasks": [{ "sources": ["a.hxe", "b.mvasm"] }] }', /cannot be linked with others/],
])('%s is refused', async (name, text, reason) => {
  const program = join(folder, name);
  writeFileSync(program, text);
  const result = await built(program);
  expect(result.target).toBeUndefined();
  expect(said(result)).toMatch(reason);
});

it('a pipe is refused before it is opened, however a program comes to it', async () => {
  const pipe = join(folder, 'pipe.mvasm');
  execFileSync('mkfifo', [pipe]);
  const including = join(folder, 'including.mvasm');
  writeFileSync(including, `.include "${pipe}"\nmain:\n  RET\n`);
  const project = join(folder, 'piped.hsx');
  writeFileSync(project, JSON.stringify({ tasks: [{ sources: [pipe] }] }));
  const { hxe } = await linked('piped');
  for (const result of [
    await built(pipe),
    await built(including),
    await built(project),
    await built(example, undefined, { tasks: [pipe] }),
    await built(hxe, undefined, { symbols: pipe }),
  ]) {
    expect(result.target).toBeUndefined();
    expect(said(result)).toMatch(/is a pipe, not a file/);
  }
});
