// Scripts in LLDB's own Python, where the bridge runs: for tests of what cannot be seen from outside.

import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nativeTools } from '../native.js';
import type { Fixture } from './fixtures.js';

const bridge = fileURLToPath(new URL('../../bridge', import.meta.url));
const prelude = `import sys\nsys.path.insert(0, ${JSON.stringify(dirname(bridge))})\n`;

interface Surroundings {
  /** A program that is stopped at a marker while the script runs. */
  readonly at?: { readonly fixture: Fixture; readonly marker: string };
  /** What a language tells the bridge. */
  readonly language?: URL;
}

/** The lines that a script prints. */
export async function printedInLldb(
  script: string,
  { at, language }: Surroundings = {},
): Promise<readonly string[]> {
  const lldb = (await nativeTools()).lldb.found!.path;
  const running =
    at === undefined ? [] : [`breakpoint set -y ${at.fixture.source}:${at.fixture.line(at.marker)}`, 'run'];
  // Marked, because LLDB has much to say besides.
  const told =
    language === undefined
      ? ''
      : `from bridge import start\nstart.load(${JSON.stringify(fileURLToPath(language))})\n`;
  const marked = `${prelude}${told}def say(*words): print("said:", *words)\n${script}`;
  const commands = [...running, `script exec(${JSON.stringify(marked)}, globals())`];
  const { stdout } = await promisify(execFile)(
    lldb,
    [
      ...['--no-lldbinit', '-b'],
      ...commands.flatMap(command => ['-o', command]),
      ...(at === undefined ? [] : [at.fixture.program]),
    ],
    { timeout: 30_000 },
  );
  return stdout
    .split('\n')
    .filter(line => line.startsWith('said: '))
    .map(line => line.slice('said: '.length));
}
