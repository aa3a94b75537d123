// The programs of the tests: C and C++ sources with markers, compiled into a folder that is removed again.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll } from 'vitest';
import { nativeTools } from '../native.js';
import { TestSession } from './session.js';

const run = promisify(execFile);
const sources = fileURLToPath(new URL('../../fixtures/', import.meta.url));

const tools = await nativeTools();
if (tools.missing !== undefined) process.stderr.write(`\nNATIVE TESTS ARE SKIPPED: ${tools.missing}\n`);

/** For `describe.skipIf`: the reason was printed once above. */
export const toolsMissing = tools.missing !== undefined;

export interface Fixture {
  readonly program: string;
  readonly source: string;
  /** The line that carries `// #name`. */
  line(marker: string): number;
}

interface Wanted {
  readonly name: string;
  readonly flags?: readonly string[];
  /** What the program is called, where one source makes several. */
  readonly output?: string;
}

type Fixtures<Names extends readonly unknown[]> = { readonly [Index in keyof Names]: Fixture };

/**
 * To be called inside `describe`: compiles these programs before its tests, and ends after each test what it left
 * running.
 */
export const useFixtures = <const Names extends readonly (string | Wanted)[]>(
  ...names: Names
): Fixtures<Names> => useFixturesIn(sources, names);

/** The same for sources in a folder of somebody else. */
export function useFixturesIn<const Names extends readonly (string | Wanted)[]>(
  sources: string,
  names: Names,
): Fixtures<Names> {
  const folder = join(tmpdir(), `sonde-native-${randomUUID()}`);
  const wanted = names.map((item): Wanted => (typeof item === 'string' ? { name: item } : item));
  const fixtures = wanted.map(item => fixtureOf(item, sources, folder));
  beforeAll(async () => {
    await mkdir(folder);
    await Promise.all(fixtures.map((fixture, index) => compile(fixture, wanted[index]?.flags ?? ['-O0'])));
    return () => rm(folder, { recursive: true });
  });
  afterEach(() => TestSession.disposeAll());
  return fixtures as unknown as Fixtures<Names>;
}

function fixtureOf({ name, output }: Wanted, sources: string, folder: string): Fixture {
  const source = join(sources, name);
  const lines = readFileSync(source, 'utf8').split('\n');
  return {
    source,
    program: join(folder, output ?? name.replace(/\.\w+$/, '')),
    line: marker => {
      const found = lines.findIndex(line => new RegExp(`// #${marker}\\b`).test(line));
      if (found < 0) throw new Error(`${name} has no marker #${marker}`);
      return found + 1;
    },
  };
}

async function compile({ source, program }: Fixture, flags: readonly string[]): Promise<void> {
  const always = ['-g', '-fno-omit-frame-pointer', '-pthread'];
  const linked = source.endsWith('.cpp') ? ['-lstdc++', '-lm'] : [];
  await run(tools.clang.found!.path, [...always, ...flags, source, '-o', program, ...linked]);
}
