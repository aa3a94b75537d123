import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildByUpstream } from './build.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-version-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A compiler that answers so, and what it was asked to do. */
async function built(
  answer: string,
): Promise<{ readonly tool: string; readonly calls: () => Promise<string> }> {
  const tool = join(await mkdtemp(join(folder, 'tool-')), 'osprey');
  await writeFile(
    tool,
    `#!/bin/sh
echo "$1" >> ${tool}.calls
[ "$1" = --version ] && { ${answer}; exit; }
echo made > "$5"
`,
  );
  await chmod(tool, 0o755);
  return { tool, calls: () => readFile(`${tool}.calls`, 'utf8') };
}

const request = (output: string) => ({
  ...{ program: 'a.osp', cwd: folder, debugInfo: true, extra: {}, output },
  ...{ signal: new AbortController().signal, progress: () => undefined },
});

it.each([['echo osprey 0.14.0'], ['echo osprey 0.0.0-dev'], ['echo osprey 0.6.0 >&2']])(
  'a compiler of a version that is read builds: %s',
  async answer => {
    const { tool, calls } = await built(answer);
    const output = `${tool}.made`;
    const { target } = await buildByUpstream(tool, 'a.osp', request(output));
    expect(target!.program).toBe(output);
    expect(await calls()).toBe('--version\na.osp\n');
  },
);

it.each([
  ['echo osprey 9.9.9', /osprey is osprey 9\.9\.9, and Sonde reads programs of osprey 0\.x/],
  ['echo 1.2', /does not tell its version: .*osprey --version says "1\.2", and Sonde reads/],
  ['exit 3', /does not tell its version: .*osprey --version says nothing, and Sonde reads/],
])('another is refused by name before it compiles anything: %s', async (answer, words) => {
  const { tool, calls } = await built(answer);
  await expect(buildByUpstream(tool, 'a.osp', request(`${tool}.made`))).rejects.toThrow(words);
  expect(await calls()).toBe('--version\n');
});
