// What a contract is deployed from: a module with its `.meta` beside it, or a source that is compiled.

import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { Failure } from '@sonde/engine';
import {
  coloursFor,
  diagnosticText,
  readNamedFile,
  type CommandStreams,
  type Diagnostic,
} from '@sonde/language';
import type { ContractFile } from '../scenario/run-scenario.js';

export interface BuildWishes {
  readonly contract: string | undefined;
  readonly release: boolean;
  readonly runtimeAsserts: boolean;
}

/** Throws a Failure; what the compiler says goes to `stderr`. */
export async function contractFile(
  path: string,
  wishes: BuildWishes,
  stderr: CommandStreams['stderr'],
): Promise<ContractFile> {
  if (path.endsWith('.wasm')) {
    const meta = path.replace(/\.wasm$/, '.meta');
    return { code: readNamedFile(path), meta: existsSync(meta) ? readNamedFile(meta) : undefined };
  }
  if (!path.endsWith('.twl'))
    throw new Failure('bad-arguments', 'user', `${path} is neither a module (.wasm) nor a source (.twl).`);
  // Says what is wrong with the file itself.
  readNamedFile(path);
  return compiled(path, wishes, stderr);
}

async function compiled(
  path: string,
  { contract, release, runtimeAsserts }: BuildWishes,
  stderr: CommandStreams['stderr'],
): Promise<ContractFile> {
  // The compiler is loaded only where something is compiled.
  const { buildContract, checkProject, chooseContract, findProject } =
    await import('../../toolchain/toolchain.js');
  const { programs, diagnostics } = checkProject(findProject(path));
  showDiagnostics(diagnostics, stderr);
  if (diagnostics.some(({ severity }) => severity === 'error'))
    throw new Failure('build-failed', 'user', `${path} was not compiled.`);
  const found = chooseContract(programs, contract, { given: path, option: 'with --contract' });
  const { wasm, meta } = buildContract(found.program, found.contract, { debug: !release, runtimeAsserts });
  return { code: wasm, meta: new TextEncoder().encode(JSON.stringify(meta)) };
}

export function showDiagnostics(diagnostics: readonly Diagnostic[], stderr: CommandStreams['stderr']): void {
  const colours = coloursFor(stderr);
  for (const diagnostic of diagnostics)
    stderr.write(
      diagnosticText(diagnostic, {
        path: absolute => relative(process.cwd(), absolute) || absolute,
        colour: (severity, text) =>
          ({ error: colours.red, warning: colours.yellow, note: colours.cyan })[severity](text),
      }),
    );
}
