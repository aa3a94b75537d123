// A package on disk: its manifest, or a single file that is a package by itself.

import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Failure, sourceReader } from '@sonde/engine';
import { Problems, SourceText } from '@sonde/front-end';
import type { Diagnostic } from '@sonde/language';
import { checkFile, packageName } from '../check-source.js';
import type { Checked } from '../checker/check.js';
import type { TypedProgram } from '../checker/typed-program.js';
import { aloneIn, type PackagePlace } from '../load-package.js';
import { manifestName, readManifest, type Manifest } from './manifest.js';

export interface Project {
  /** The folder of the manifest, or of the file. */
  readonly folder: string;
  readonly manifest: Manifest | undefined;
  /** The files to check, absolute: of each its contracts are built. */
  readonly entries: readonly { readonly path: string; readonly contract: string | undefined }[];
  /** What is wrong with the manifest. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A folder with a manifest, the manifest itself, or a file, which may lie in a package. */
export function findProject(given: string): Project {
  const path = resolve(given);
  if (!existsSync(path)) throw new Failure('not-found', 'user', `${given} does not exist.`);
  const isFolder = statSync(path).isDirectory();
  if (isFolder || basename(path) === manifestName) {
    const folder = isFolder ? path : dirname(path);
    if (!existsSync(join(folder, manifestName)))
      throw new Failure(
        'not-found',
        'user',
        `the folder ${given} has no ${manifestName}.`,
        'Name a file, or make one with `twilightc init`.',
      );
    return projectIn(folder, undefined);
  }
  const folder = folderAbove(path);
  return folder === undefined
    ? {
        folder: dirname(path),
        manifest: undefined,
        entries: [{ path, contract: undefined }],
        diagnostics: [],
      }
    : projectIn(folder, path);
}

/** The folder of the package that a file lies in. */
export function folderAbove(path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, manifestName))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** With all its entries, or with one file of it. */
function projectIn(folder: string, file: string | undefined): Project {
  const path = join(folder, manifestName);
  const text = new SourceText({ name: manifestName, path }, sourceReader()(path).toString('utf8'));
  const problems = new Problems(text);
  const manifest = readManifest(text, problems);
  const listed =
    manifest?.contracts.map(({ path: one, name }) => ({ path: join(folder, one), contract: name })) ?? [];
  const library = join(folder, manifest?.library ?? 'src/lib.twl');
  const own = existsSync(library) ? [{ path: library, contract: undefined }] : [];
  const entries = file === undefined ? [...listed, ...own] : [{ path: file, contract: undefined }];
  for (const { path: one } of entries)
    if (!existsSync(one))
      problems.error(
        text.span(0, 0),
        `${relative(folder, one)} does not exist`,
        'Change its path in the manifest.',
      );
  if (manifest !== undefined && entries.length === 0)
    problems.error(
      text.span(0, 0),
      'this package has no sources',
      'List contracts with [[contract]], or write src/lib.twl.',
    );
  return { folder, manifest, entries, diagnostics: problems.diagnostics() };
}

export interface CheckedProject {
  /** One for each entry that is right; empty where there are errors. */
  readonly programs: readonly TypedProgram[];
  readonly diagnostics: readonly Diagnostic[];
}

export function checkProject(
  { folder, manifest, entries, diagnostics }: Project,
  mostSource?: number,
): CheckedProject {
  const isWrong = (all: readonly Diagnostic[]): boolean => all.some(({ severity }) => severity === 'error');
  if (isWrong(diagnostics)) return { programs: [], diagnostics };
  const checked = entries.map(({ path, contract }): Checked => {
    const root = manifest === undefined ? dirname(path) : join(folder, 'src');
    const place: PackagePlace = {
      ...(manifest === undefined
        ? aloneIn(path)
        : { root, base: folder, entry: path, lints: manifest.lints }),
      mostSource,
    };
    const about = manifest ?? { name: packageName(path), version: '0.1.0' };
    const found = checkFile(path, place, { name: about.name, version: about.version });
    return contract === undefined ? found : only(found, contract, folder, path);
  });
  const all = distinct([...diagnostics, ...checked.flatMap(one => one.diagnostics)]);
  return { programs: isWrong(all) ? [] : checked.flatMap(({ program }) => program ?? []), diagnostics: all };
}

/** The contract that the manifest names. */
function only({ program, diagnostics }: Checked, name: string, folder: string, path: string): Checked {
  if (program === undefined) return { program, diagnostics };
  const contracts = program.contracts.filter(contract => contract.name === name);
  if (contracts.length > 0) return { program: { ...program, contracts }, diagnostics };
  const message = `${relative(folder, path)} has no contract ${name}`;
  const source = { name: manifestName, path: join(folder, manifestName) };
  return {
    program: undefined,
    diagnostics: [...diagnostics, { severity: 'error', message, location: { source, line: 1, column: 1 } }],
  };
}

/** A module that two entries use is told once. */
function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { location, message } = diagnostic;
    found.set(`${location?.source.path} ${location?.line} ${location?.column} ${message}`, diagnostic);
  }
  return [...found.values()];
}
