// Twilight.toml: the name of a package, its contracts, and how it wants to be warned.

import { TomlFile, type Problems, type SourceText, type Span } from '@sonde/front-end';
import { isLint, lints, type Lint, type LintLevel } from '../problems/lint-levels.js';

export const manifestName = 'Twilight.toml';

export interface ContractEntry {
  /** Of the contract; without one all contracts of the file. */
  readonly name: string | undefined;
  /** Relative to the manifest. */
  readonly path: string;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  /** Relative to the manifest; `src/lib.twl` where that is not said. */
  readonly library: string;
  readonly contracts: readonly ContractEntry[];
  readonly lints: Readonly<Partial<Record<Lint, LintLevel>>>;
}

const keys: Readonly<Record<string, readonly string[]>> = {
  package: ['name', 'version', 'authors', 'description', 'license'],
  lib: ['path'],
};
const tables = ['package', 'lib', 'contract', 'lints'];

/** Undefined, with problems, where nothing can be done with it. */
export function readManifest(text: SourceText, problems: Problems): Manifest | undefined {
  const file = TomlFile.read(problems);
  if (file === undefined) return undefined;
  if (!file.keys().includes('package')) {
    file.error(undefined, undefined, 'a package has a table [package]', 'Begin the file with [package].');
    return undefined;
  }
  for (const table of file.keys())
    if (table === 'dependencies')
      file.error(table, undefined, 'packages cannot use others yet', 'Copy the modules into src/.');
    else if (!tables.includes(table))
      file.error(table, undefined, `there is no table [${table}]`, `Known are ${tables.join(', ')}.`);
  for (const [table, known] of Object.entries(keys))
    for (const key of file.keys(table))
      if (!known.includes(key))
        problems.warning(
          file.placeOf(table, key),
          `\`${key}\` means nothing in [${table}]`,
          `Known are ${known.join(', ')}.`,
        );
  const name = file.text('package', 'name');
  if (name === undefined) file.error('package', undefined, 'a package has a name', 'Write name = "…".');
  else if (!/^[A-Za-z]\w*$/.test(name))
    file.error('package', 'name', `${JSON.stringify(name)} is no name`, 'Names are letters, digits and _.');
  const version = file.text('package', 'version') ?? '0.1.0';
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    file.error('package', 'version', 'a version is like 0.1.0');
  const contracts = readContracts(file, text, problems);
  const levels = readLints(file);
  if (problems.hasErrors() || name === undefined) return undefined;
  return { name, version, library: file.text('lib', 'path') ?? 'src/lib.twl', contracts, lints: levels };
}

/** `[[contract]]` with a name, a path or both. */
function readContracts(file: TomlFile, text: SourceText, problems: Problems): ContractEntry[] {
  const found: unknown = file.root['contract'];
  if (found === undefined) return [];
  if (!Array.isArray(found)) {
    file.error('contract', undefined, 'contracts are a list', 'Write [[contract]].');
    return [];
  }
  return found.flatMap((entry: unknown, nth): ContractEntry[] => {
    const { name, path } = entry as { readonly name?: unknown; readonly path?: unknown };
    const at = headerPlace(text, nth);
    if (typeof path === 'string' && (name === undefined || typeof name === 'string')) return [{ name, path }];
    problems.error(at, 'a contract has a path', 'Write path = "src/….twl", and perhaps name = "…".');
    return [];
  });
}

/** The nth `[[contract]]`. */
function headerPlace(text: SourceText, nth: number): Span {
  const headers = [...text.text.matchAll(/^[ \t]*\[\[[ \t]*contract[ \t]*\]\]/gm)];
  const header = headers[nth];
  return header === undefined ? text.span(0, 0) : text.span(header.index, header.index + header[0].length);
}

function readLints(file: TomlFile): Partial<Record<Lint, LintLevel>> {
  const levels: Partial<Record<Lint, LintLevel>> = {};
  for (const name of file.keys('lints')) {
    const level = file.text('lints', name);
    if (!isLint(name))
      file.error('lints', name, `there is no lint ${name}`, `Known are ${Object.keys(lints).join(', ')}.`);
    else if (level === 'allow' || level === 'warn' || level === 'deny') levels[name] = level;
    else if (level !== undefined)
      file.error('lints', name, `${level} is no level`, 'Write allow, warn or deny.');
  }
  return levels;
}
