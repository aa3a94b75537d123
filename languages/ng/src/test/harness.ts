// Starts programs for the tests: examples by name, or source text in a temporary folder.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BreakpointSpec, NameScope, Resolution, Target, TypeTable } from '@sonde/engine';
import { EngineDriver, type DriverOptions } from '@sonde/engine-vm/driver';
import type { BuildResult } from '@sonde/language';
import { compileLogMessage } from '@sonde/lens';
import { lineOf } from '@sonde/testkit';
import { onTestFinished } from 'vitest';
import { ng } from '../pack/ng.js';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ng-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a program, and perhaps other files beside it; answers with its path. */
export function written(source: string, others: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries({ 'program.ng': source, ...others })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return join(folder, 'program.ng');
}

export const example = (name: string): string => fileURLToPath(new URL(`${name}.ng`, ng.examples));

export interface BuildOptions {
  readonly output?: string;
  readonly debugInfo?: boolean;
  readonly upstreamCompatible?: boolean;
}

export const build = (
  program: string,
  { upstreamCompatible = false, ...more }: BuildOptions = {},
): Promise<BuildResult> =>
  ng.build({
    program,
    cwd: '/',
    debugInfo: true,
    extra: { upstreamCompatible },
    signal: new AbortController().signal,
    progress: () => undefined,
    ...more,
  });

export async function target(program: string, options: BuildOptions = {}): Promise<Target> {
  const { target: built, diagnostics } = await build(program, options);
  if (built === undefined) throw new Error(diagnostics.map(d => d.message).join('\n'));
  return built;
}

export class NgDriver {
  constructor(
    readonly driver: EngineDriver,
    readonly program: string,
  ) {}

  /** The line that carries `// #name`, in the program or another file. */
  line(marker: string, file = this.program): number {
    return lineOf(file, `#${marker}`);
  }

  breakAt(marker: string, more: Partial<BreakpointSpec> = {}, file = this.program): Promise<Resolution> {
    const source = { name: 'program', path: file };
    return this.driver.break({ kind: 'source', source, line: this.line(marker, file) }, more);
  }
}

/** Loads a program; it has not begun. */
export async function load(
  program: string,
  options: DriverOptions & { readonly build?: BuildOptions } = {},
): Promise<NgDriver> {
  const built = await target(program, options.build);
  const compile = (text: string, names: NameScope, types: TypeTable) =>
    ng.expressions!.compile(text, { names, types, image: built.image });
  const driver = await EngineDriver.start(ng.engine, built, {
    compile,
    compileLog: (text, names, types) =>
      compileLogMessage(text, part => compile(part, names, types), textType(types)),
    ...options,
  });
  onTestFinished(() => driver.dispose());
  return new NgDriver(driver, program);
}

function textType(types: TypeTable) {
  for (const [id, type] of types.entries()) if (type.kind === 'string') return id;
  throw new Error('there is no type of texts');
}

export interface Ran {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Builds and runs a program to its end, as `sonde run` does: a build that fails gives the compiler's verdict. */
export async function run(
  program: string,
  options: BuildOptions & { readonly input?: string } = {},
): Promise<Ran> {
  const { target: built, diagnostics, verdict } = await build(program, options);
  if (built === undefined) {
    const stderr = diagnostics.map(
      ({ message, location }) => `${location?.line}:${location?.column}: ${message}\n`,
    );
    return { code: verdict?.exitCode ?? 1, stdout: verdict?.output ?? '', stderr: stderr.join('') };
  }
  const settings = { noDebug: true, stdin: { text: options.input ?? '', closed: true } };
  const driver = await EngineDriver.start(ng.engine, built, { settings });
  onTestFinished(() => driver.dispose());
  await driver.engine.begin();
  const code = await driver.finish();
  return { code, stdout: driver.output(), stderr: driver.output('stderr') };
}
