// Starts programs for the tests: source text in a temporary folder, on an engine of its own.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { NameScope, TypeTable } from '@sonde/engine';
import { EngineDriver, type DriverOptions } from '@sonde/engine-vm/driver';
import { onTestFinished } from 'vitest';
import { build } from '../../pack/build.js';
import { hsx } from '../../pack/hsx.js';

/** The first file is the program; it is loaded and has not begun. */
export async function loaded(
  files: Readonly<Record<string, string>>,
  settings: DriverOptions['settings'] = {},
): Promise<EngineDriver> {
  const folder = mkdtempSync(join(tmpdir(), 'hsx-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { target, diagnostics } = await build({
    ...{ program: Object.keys(files)[0]!, cwd: folder, debugInfo: true, extra: {} },
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  if (target === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const compile = (text: string, names: NameScope, types: TypeTable) =>
    hsx.expressions!.compile(text, { names, types, image: target.image });
  const driver = await EngineDriver.start(hsx.engine, target, {
    compile,
    settings: { stopOnEntry: true, ...settings },
  });
  onTestFinished(() => driver.dispose());
  return driver;
}

/** Runs on to the line of the program that carries `// #marker`; the program has begun. */
export async function runTo(driver: EngineDriver, text: string, marker: string): Promise<void> {
  const line = text.split('\n').findIndex(each => each.includes(`// #${marker}`)) + 1;
  const path = driver.engine.process.name;
  await driver.break({ kind: 'source', source: { name: basename(path), path }, line });
  await driver.continue();
}
