// From LLVM IR to an object file or a program: clang, with the options of the debug-build policy.

import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Failure } from '@sonde/engine';
import { chosenOptions, debugOptions, releaseOptions, runCompiler } from '@sonde/engine-native/toolchain';
import type { Diagnostic } from '@sonde/language';
import { ownFault, type Clang } from './clang.js';
import { missingSymbols } from './missing-symbols.js';
import { outputFault } from './output-place.js';
import type { OwnCompiler } from './own-compiler.js';
import { runtimeObjects } from './runtime-objects.js';

export interface AssembleRequest {
  readonly clang: Clang;
  /** The IR, and the source it came from. */
  readonly text: string;
  readonly path: string;
  readonly links: boolean;
  readonly release: boolean;
  readonly output: string;
  /** Checked already; see `checkedLinkOptions`. */
  readonly linkOptions: readonly string[];
  readonly scratch: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
  progress(message: string): void;
  /** Which object files of the runtime to link, by the names of their sources without extension; all where it is absent. */
  readonly linksPart?: (name: string) => boolean;
  /** What the program is to blame for where no library has these symbols. */
  missing(names: readonly string[]): readonly Diagnostic[];
}

/** The IR says for which machine it is not: clang takes its own, and need not tell. */
export const takesIr = ['-Wno-override-module', '-fPIC', '-x', 'ir'] as const;

/** The debug-build policy that all native languages share, or what a release build is made with. */
export function buildOptions(
  own: OwnCompiler,
  { path }: Pick<Clang, 'path'>,
  release: boolean,
  env: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  if (!release) return debugOptions({ compiler: path, variable: own.debugVariable, env });
  const words = own.releaseVariable === undefined ? [] : chosenOptions(own.releaseVariable, env);
  const chosen = words.filter(option => /^-O\w*$/.test(option));
  return chosen.length > 0 ? chosen : releaseOptions;
}

/** Gives what the program itself is to blame for; throws what is the fault of libraries, of the place or of the compiler. */
export async function assemble(own: OwnCompiler, request: AssembleRequest): Promise<readonly Diagnostic[]> {
  const { clang, scratch, signal, output, cwd, links } = request;
  const input = join(scratch, `${basename(request.path)}.ll`);
  await writeFile(input, request.text);
  const objects = links
    ? (await runtimeObjects(own, { clang, signal, progress: message => request.progress(message) })).filter(
        path => request.linksPart?.(basename(path, '.o')) ?? true,
      )
    : [];
  const args = [
    ...buildOptions(own, clang, request.release),
    ...(links ? [] : ['-c']),
    ...takesIr,
    input,
    ...(links ? ['-x', 'none', ...objects] : []),
    ...['-o', output],
    ...(links ? [...request.linkOptions, ...own.libraries] : []),
  ];
  const { code, said } = await runCompiler({ compiler: clang.path, args, cwd, scratch, signal });
  if (code === 0) return [];
  const problems = request.missing(missingSymbols(said));
  if (problems.length > 0) return problems;
  const unwritten = outputFault(said, output);
  if (unwritten !== undefined) throw unwritten;
  throw optionFault(own, said, request) ?? linkFault(own, said, request);
}

/** What a user put into the variable for options is the user's. */
function optionFault(own: OwnCompiler, said: string, { release }: AssembleRequest): Failure | undefined {
  const variable = release ? own.releaseVariable : own.debugVariable;
  const chosen = variable === undefined ? [] : chosenOptions(variable);
  if (!chosen.some(option => said.includes(option))) return undefined;
  return new Failure(
    'build-failed',
    'user',
    `clang does not take the options of ${variable}:\n${said.trim()}`,
    `Change ${variable}.`,
  );
}

/** What the linker says may well be about the user's own libraries. */
function linkFault(own: OwnCompiler, said: string, { links, linkOptions, path }: AssembleRequest): Failure {
  if (!links || linkOptions.length === 0) return ownFault(own, basename(path), said);
  return new Failure(
    'build-failed',
    'user',
    `the program cannot be linked:\n${said.trim()}`,
    'Check the libraries.',
  );
}
