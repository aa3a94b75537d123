// One program from its files: compiled, assembled and linked, or read as it is.

import { basename, dirname, extname } from 'node:path';
import { isTooMuchSource, type ReadSource } from '@sonde/engine';
import type { Diagnostic } from '@sonde/language';
import { assemble } from '../toolchain/asm/assemble.js';
import { assemblyDebug } from '../toolchain/asm/assembly-debug.js';
import { readIncluded } from '../toolchain/asm/read-included.js';
import type { HxeImage } from '../toolchain/format/hxe.js';
import { crcOf, readHxe } from '../toolchain/format/hxe-file.js';
import { readHxo } from '../toolchain/format/hxo-file.js';
import type { SymFile } from '../toolchain/format/sym-file.js';
import { readSym } from '../toolchain/format/sym-reader.js';
import { link, type LinkInput } from '../toolchain/ld/link.js';
import { hasErrors, type Problem } from '../toolchain/problem.js';
import { diagnosticOf } from '../toolchain/commands/streams.js';
import { codeOf } from './read-file.js';
import { BuildProblem, failedWith } from './diagnostics.js';
import type { BuildOptions } from './launch-options.js';

export interface LoadedProgram {
  readonly name: string;
  /** The file that names it. */
  readonly path: string;
  readonly image: HxeImage;
  readonly bytes: Uint8Array;
  readonly sym?: SymFile;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface LoadRequest {
  readonly sources: readonly string[];
  readonly name?: string;
  /** The symbol file of a linked program; the one beside it when absent. */
  readonly symbols?: string;
  readonly debugInfo: boolean;
  readonly options: BuildOptions;
  readonly read: ReadSource;
  progress(message: string): void;
}

export const programExtension = '.hxe';

export const stemOf = (path: string): string => basename(path).replace(/(?:\.hsx)?\.[^.]*$/, '');

export async function loadProgram(request: LoadRequest): Promise<LoadedProgram> {
  const [first = ''] = request.sources;
  const name = request.name ?? stemOf(first);
  const executables = request.sources.filter(path => extname(path) === programExtension);
  if (executables.length > 0) {
    if (request.sources.length > 1)
      throw failedWith(
        `${executables[0]!} is a linked program and cannot be linked with others.`,
        'Make it a task of its own.',
      );
    return loadLinked(first, name, request);
  }
  return linkSources(first, name, request);
}

function loadLinked(path: string, name: string, { read, symbols, debugInfo }: LoadRequest): LoadedProgram {
  const bytes = read(path);
  const image = readHxe(bytes);
  const loaded = { name: image.appName === '' ? name : image.appName, path, image, bytes };
  if (!debugInfo) return { ...loaded, diagnostics: [] };
  const beside = path.slice(0, -programExtension.length) + '.sym';
  const symPath = symbols ?? beside;
  let symBytes: Uint8Array;
  try {
    symBytes = read(symPath);
  } catch (error) {
    if (symbols !== undefined || isTooMuchSource(error) || codeOf(error) !== 'ENOENT') throw error;
    return {
      ...loaded,
      diagnostics: [
        {
          severity: 'warning',
          message: `there is no ${basename(beside)}: only instructions, registers and memory can be seen.`,
          hint: 'hsx-cc and hsx-ld write one with --emit-sym.',
        },
      ],
    };
  }
  const { sym, notes } = readSym(symBytes, {
    symName: basename(symPath),
    hxeName: basename(path),
    crc: crcOf(bytes),
    code: image.code,
  });
  return {
    ...loaded,
    sym,
    diagnostics: notes.map(message => ({ severity: 'warning', message: `${basename(symPath)}: ${message}` })),
  };
}

async function linkSources(path: string, name: string, request: LoadRequest): Promise<LoadedProgram> {
  const { sources, read } = request;
  if (sources.some(isC)) {
    // The compiler is large: programs without C go without it.
    const { compileSources } = await import('./compile-sources.js');
    return compileSources({ ...request, path, name });
  }
  const problems: Problem[] = [];
  const inputs = sources.map(source => objectOf(source, read, problems));
  if (hasErrors(problems)) throw new BuildProblem(problems.map(diagnosticOf));
  const objects = inputs.filter(input => input !== undefined);
  return linked(path, name, objects, problems);
}

export const isC = (path: string): boolean => extname(path) === '.c';

/** An assembled file or an object; undefined where it has errors. */
function objectOf(source: string, read: ReadSource, problems: Problem[]): LinkInput | undefined {
  const stem = stemOf(source);
  if (extname(source) === '.hxo') return { name: stem, object: readHxo(read(source)) };
  if (extname(source) !== '.mvasm')
    throw failedWith(
      `${source} is neither C (.c), assembly (.mvasm), an object (.hxo) nor a program (.hxe).`,
    );
  const assembled = assemble(read(source).toString('utf8'), { file: source, readText: readIncluded });
  const { object } = assembled;
  problems.push(...assembled.problems);
  return object && { name: stem, object, dbg: assemblyDebug(assembled, object, stem, '') };
}

function linked(
  path: string,
  name: string,
  inputs: readonly LinkInput[],
  before: readonly Problem[],
): LoadedProgram {
  const {
    image: bytes,
    sym,
    problems,
  } = link(inputs, { appName: name.slice(0, 31), hxePath: `${name}.hxe` });
  const all = [...before, ...problems];
  if (bytes === undefined || hasErrors(all)) throw new BuildProblem(all.map(diagnosticOf));
  return {
    name,
    path,
    image: readHxe(bytes),
    bytes,
    ...(sym === undefined ? {} : { sym }),
    diagnostics: all.map(diagnosticOf),
  };
}

export const folderOf = ({ path }: LoadedProgram): string => dirname(path);
