// Builds the contracts of a package and writes them beside each other.

import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { Failure } from '@sonde/engine';
import { cannotWrite } from '@sonde/language';
import { buildContract, metaFile, moduleFile, sourceMapFile, type BuiltContract } from '../build-contract.js';
import type { TypedProgram } from '../checker/typed-program.js';
import { ProgramProblems } from '../problems/lint-levels.js';
import { parseUnit } from '../syntax/parse.js';
import { contractsOf } from './choose-contract.js';

export const emitted = ['bytecode', 'meta', 'ast'] as const;
export type Emitted = (typeof emitted)[number];

export interface BuildOptions {
  readonly release: boolean;
  /** Debug information in a release build, too. */
  readonly debug: boolean;
  readonly emit: ReadonlySet<Emitted>;
  readonly runtimeAsserts: boolean;
  /** Only this contract. */
  readonly contract: string | undefined;
}

/** A file, relative to the output folder. */
export interface BuiltFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

/** `target/debug` or `target/release` of a package. */
export const outputFolder = (package_: string, { release }: Pick<BuildOptions, 'release'>): string =>
  join(package_, 'target', release ? 'release' : 'debug');

/** Throws a Failure where there is nothing to build, or two contracts of one name. */
export function buildPrograms(
  programs: readonly TypedProgram[],
  options: BuildOptions,
): readonly BuiltFile[] {
  const { debug, runtimeAsserts } = options;
  const built = contractsOf(programs)
    .filter(({ contract }) => options.contract === undefined || contract.name === options.contract)
    .map(({ program, contract }) => buildContract(program, contract, { debug, runtimeAsserts }));
  if (built.length === 0) throw nothing(programs, options.contract);
  const files = built.flatMap(contract => filesOf(contract, options.emit));
  return options.emit.has('ast') ? [...files, ...trees(programs)] : files;
}

function nothing(programs: readonly TypedProgram[], wanted: string | undefined): Failure {
  const names = programs.flatMap(({ contracts }) => contracts.map(({ name }) => name));
  if (wanted === undefined) return new Failure('bad-arguments', 'user', 'there is no contract to build.');
  const next =
    names.length === 0 ? undefined : `There ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}.`;
  return new Failure('bad-arguments', 'user', `there is no contract ${wanted}.`, next);
}

function filesOf(
  { name, wasm, meta, sourceMap }: BuiltContract,
  emit: ReadonlySet<Emitted>,
): readonly BuiltFile[] {
  return [
    ...(emit.has('bytecode') ? [{ name: moduleFile(name), bytes: wasm }] : []),
    ...(emit.has('bytecode') && sourceMap !== undefined
      ? [{ name: sourceMapFile(name), bytes: sourceMap }]
      : []),
    ...(emit.has('meta') ? [{ name: metaFile(name), bytes: `${JSON.stringify(meta, undefined, 1)}\n` }] : []),
  ];
}

/** One for each source: the canonical tree, with numbers as text. */
function trees(programs: readonly TypedProgram[]): readonly BuiltFile[] {
  const files = new Map(programs.flatMap(({ files: all }) => all).map(file => [file.text.source.path, file]));
  return [...files.values()].map(({ path, text }) => {
    const tree = parseUnit(text, new ProgramProblems([text]));
    const json = JSON.stringify(
      tree,
      (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part),
      1,
    );
    return { name: `${basename(path, '.twl')}.ast.json`, bytes: `${json}\n` };
  });
}

/** Gives the paths as people read them from here. */
export async function writeFiles(folder: string, files: readonly BuiltFile[]): Promise<readonly string[]> {
  const shown = relative('.', folder) || '.';
  try {
    await mkdir(folder, { recursive: true });
    for (const { name, bytes } of files) await writeFile(join(folder, name), bytes);
  } catch (error) {
    throw cannotWrite(shown, (error as Error).message);
  }
  return files.map(({ name }) => join(shown, name));
}
