// Starts programs for the tests: examples by name, or source text in a temporary folder.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BreakpointSpec, Resolution, Target } from '@sonde/engine';
import { EngineDriver, type DriverOptions } from '@sonde/engine-vm/driver';
import type { BuildResult } from '@sonde/language';
import { compileLogMessage } from '@sonde/lens';
import { onTestFinished } from 'vitest';
import { mini } from '../pack/mini.js';
import { types } from '../runtime/values.js';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mini-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a program, and perhaps other files beside it; answers with its path. */
export function written(source: string, others: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries({ 'program.mini': source, ...others }))
    writeFileSync(join(folder, name), text);
  return join(folder, 'program.mini');
}

export const example = (name: string): string => fileURLToPath(new URL(`${name}.mini`, mini.examples));

export const build = (
  program: string,
  more: { readonly output?: string; readonly debugInfo?: boolean } = {},
): Promise<BuildResult> =>
  mini.build({
    program,
    cwd: '/',
    debugInfo: true,
    extra: {},
    signal: new AbortController().signal,
    progress: () => undefined,
    ...more,
  });

export async function target(program: string): Promise<Target> {
  const { target: built, diagnostics } = await build(program);
  if (built === undefined) throw new Error(diagnostics.map(d => d.message).join('\n'));
  return built;
}

export class MiniDriver {
  constructor(
    readonly driver: EngineDriver,
    readonly program: string,
  ) {}

  /** The line that carries `// #name`, in the program or another file. */
  line(marker: string, file = this.program): number {
    const found = readFileSync(file, 'utf8')
      .split('\n')
      .findIndex(text => text.includes(`// #${marker}`));
    if (found < 0) throw new Error(`no marker #${marker} in ${file}`);
    return found + 1;
  }

  breakAt(marker: string, more: Partial<BreakpointSpec> = {}, file = this.program): Promise<Resolution> {
    return this.breakAtLine(this.line(marker, file), more, file);
  }

  breakAtLine(
    line: number,
    { column, ...more }: Partial<BreakpointSpec> & { readonly column?: number } = {},
    file = this.program,
  ): Promise<Resolution> {
    const source = { name: 'program', path: file };
    return this.driver.break(
      { kind: 'source', source, line, ...(column === undefined ? {} : { column }) },
      more,
    );
  }
}

/** Loads a program; it has not begun. */
export async function load(program: string, options: DriverOptions = {}): Promise<MiniDriver> {
  const driver = await EngineDriver.start(mini.engine, await target(program), {
    compile: (text, names, table) => mini.expressions!.compile(text, { names, types: table }),
    compileLog: (text, names, table) =>
      compileLogMessage(text, part => mini.expressions!.compile(part, { names, types: table }), types.text),
    ...options,
  });
  onTestFinished(() => driver.dispose());
  return new MiniDriver(driver, program);
}

/** Runs a program to its end. */
export async function run(
  program: string,
  settings: DriverOptions['settings'] = {},
): Promise<{ readonly code: number | string; readonly stdout: string; readonly stderr: string }> {
  const { driver } = await load(program, { settings });
  await driver.engine.begin();
  const code = await driver.finish();
  return { code, stdout: driver.output(), stderr: driver.output('stderr') };
}
