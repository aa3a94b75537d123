// A program of a language that nobody taught us: its compiler's own formatters show its values, with no set-up.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StopReader } from '@sonde/engine';
import { Lens } from '@sonde/lens';
import { findTool } from '../native.js';
import { toolsMissing } from './fixtures.js';
import { TestSession, variable } from './session.js';

const compiler = await findTool({
  name: 'rustc',
  variable: 'SONDE_RUSTC',
  commands: ['rustc'],
  install: 'apt-get install -y rustc',
}).catch(() => undefined);
if (compiler === undefined)
  process.stderr.write('\nA TEST OF RUST PROGRAMS IS SKIPPED: `apt-get install -y rustc`\n');

describe.skipIf(toolsMissing || compiler === undefined)("a compiler's own formatters", () => {
  const folder = join(tmpdir(), `sonde-native-${randomUUID()}`);
  const source = fileURLToPath(new URL('../../fixtures/enums.rs', import.meta.url));
  const program = join(folder, 'enums');

  beforeAll(async () => {
    await mkdir(folder);
    await promisify(execFile)(compiler!, ['-g', source, '-o', program]);
    return () => rm(folder, { recursive: true });
  });
  afterEach(() => TestSession.disposeAll());

  it('show texts, lists, options and enumerations', async () => {
    const lines = (await readFile(source, 'utf8')).split('\n');
    const line = lines.findIndex(text => text.includes('// #stop')) + 1;
    const session = await TestSession.start(program);
    await session.breakAt({ kind: 'source', source: { name: 'enums.rs', path: source }, line });
    await session.engine.begin();
    const stop = await session.stopped();
    const { types } = session.engine;
    const lens = new Lens({ renderers: [], types, pointerSize: 8, littleEndian: true });
    const reader = new StopReader(session.engine, stop.id);
    const text = (name: string): Promise<string> => lens.text(variable(stop, name), reader);
    const names = ['text', 'slice', 'numbers', 'some', 'none', 'circle', 'nothing'];
    expect(await Promise.all(names.map(text))).toEqual([
      ...['"hello"', '"slice"', '[1, 2, 3]', 'Some(5)', 'None', 'Circle(1.5)', 'Nothing'],
    ]);
    expect(stop.top?.frames[0]).toMatchObject({ function: 'enums::main', unit: { language: 'rust' } });
  });
});
