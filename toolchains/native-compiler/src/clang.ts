// Clang, which turns LLVM IR into machine code: found, known to be new enough, and its complaints understood.

import { Failure } from '@sonde/engine';
import {
  clangTool,
  findTool,
  runCompiler,
  toolVersion,
  versionedCommands,
  type CompilerRun,
} from '@sonde/engine-native/toolchain';
import type { OwnCompiler } from './own-compiler.js';

export interface Clang {
  readonly path: string;
  /** The first line of what it says about itself. */
  readonly version: string;
}

/** Debug records are part of LLVM's text since then. */
const oldestMajor = 19;

/** Other compilers do not read LLVM IR. */
export async function findClang({ language }: OwnCompiler, explicit?: string): Promise<Clang> {
  const path = await findTool({ ...clangTool(explicit), commands: versionedCommands('clang') });
  const version = await toolVersion(path);
  const major = Number(/clang version (\d+)/.exec(version)?.[1]);
  if (major >= oldestMajor) return { path, version };
  throw new Failure(
    'tool-missing',
    'environment',
    `${language} programs need clang ${oldestMajor} or newer; ${path} is “${version}”.`,
    'Install it with `apt-get install -y clang-22`, or set SONDE_CLANG.',
  );
}

/** Runs clang on what Sonde wrote itself: whatever it refuses is Sonde's fault, and said so. */
export async function runOnOwn(own: OwnCompiler, run: CompilerRun, what: string): Promise<void> {
  const { code, said } = await runCompiler(run);
  if (code !== 0) throw ownFault(own, what, said);
}

export const ownFault = ({ language, showsIr }: OwnCompiler, what: string, said: string): Failure =>
  new Failure(
    'internal',
    'sonde',
    `clang refused ${what}, which is a mistake of Sonde's ${language} compiler, not of the program:\n${said.trim()}`,
    `Please report it with the program; \`${showsIr}\` writes what clang was given.`,
  );
