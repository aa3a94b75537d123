// The files of a package: the one that is asked for, and every module that it mentions.

import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { sourceReader } from '@sonde/engine';
import { SourceText } from '@sonde/front-end';
import type { CheckedUnit } from './checker/items/modules.js';
import { parentOf } from './checker/items/resolve-paths.js';
import type { SourceFile } from './checker/typed-program.js';
import { ProgramProblems, type Lint, type LintLevel } from './problems/lint-levels.js';
import { parseUnit } from './syntax/parse.js';

export interface PackageFiles {
  readonly problems: ProgramProblems;
  readonly files: readonly SourceFile[];
  readonly units: readonly CheckedUnit[];
}

export interface PackagePlace {
  /** The folder that holds the modules. */
  readonly root: string;
  /** What paths of sources are relative to. */
  readonly base: string;
  readonly entry: string;
  readonly lints?: Readonly<Partial<Record<Lint, LintLevel>>>;
  readonly mostSource?: number | undefined;
}

/** Problems are made again for each file, because they must know all texts; parsing is cheap. */
export function loadPackage({ root, base, entry, lints, mostSource }: PackagePlace): PackageFiles {
  const read = sourceReader(mostSource);
  const found = new Map<string, SourceText>();
  const texts: SourceText[] = [];
  const add = (path: string): SourceText => {
    const name = relative(base, path) || path;
    const text = new SourceText({ name, path }, read(path).toString('utf8'), texts.at(-1)?.end ?? 0);
    found.set(path, text);
    texts.push(text);
    return text;
  };
  add(entry);
  for (const [path, text] of found) {
    const unit = parseUnit(text, new ProgramProblems([text]));
    for (const module of unit === undefined ? [] : mentioned(unit, moduleOf(root, path))) {
      const file = fileOf(root, module);
      if (file !== undefined && !found.has(file)) add(file);
    }
  }
  const [first, ...others] = texts;
  const problems = new ProgramProblems([first!, ...others], lints);
  const files: SourceFile[] = [];
  const units: CheckedUnit[] = [];
  for (const [path, text] of found) {
    const unit = parseUnit(text, problems);
    const mode = unit?.mode ?? 'twilight-native';
    const file: SourceFile = {
      id: files.length,
      path: text.source.name,
      module: moduleOf(root, path),
      mode,
      text,
    };
    files.push(file);
    if (unit !== undefined) units.push({ file, unit });
  }
  return { problems, files, units };
}

/** `src/lib.twl` is the crate itself. */
export function moduleOf(root: string, path: string): string {
  const steps = relative(root, path)
    .replace(/\.twl$/, '')
    .split(/[\\/]/);
  return steps.length === 1 && steps[0] === 'lib' ? 'crate' : ['crate', ...steps].join('::');
}

/** The longest part of a path that is a file. */
function fileOf(root: string, segments: readonly string[]): string | undefined {
  for (let count = segments.length; count > 1; count--) {
    const file = `${join(root, ...segments.slice(1, count))}.twl`;
    if (existsSync(file)) return file;
  }
  const library = join(root, 'lib.twl');
  return segments.length > 0 && existsSync(library) ? library : undefined;
}

/** Paths that begin at the crate, at the module above or at this one. */
function mentioned(unit: unknown, module: string): string[][] {
  const found: string[][] = [];
  const waiting: unknown[] = [unit];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const list =
      'segments' in next ? next.segments : 'path' in next && Array.isArray(next.path) ? next.path : undefined;
    if (Array.isArray(list)) {
      const names = list.map((name: { readonly text: string }) => name.text);
      const path = absolute(names, module);
      if (path !== undefined) found.push(path);
    }
    for (const part of Object.values(next)) if (typeof part === 'object') waiting.push(part ?? undefined);
  }
  return found;
}

function absolute(names: readonly string[], module: string): string[] | undefined {
  let [first, ...rest] = names;
  if (first === 'crate') return ['crate', ...rest];
  if (first !== 'super') return undefined;
  let from = module;
  while (first === 'super') {
    from = parentOf(from);
    [first, ...rest] = [rest[0], ...rest.slice(1)];
  }
  return [...from.split('::'), ...(first === undefined ? [] : [first]), ...rest];
}

/** A file alone is a package: its folder holds the modules. */
export const aloneIn = (path: string): Pick<PackagePlace, 'root' | 'base' | 'entry'> => ({
  root: dirname(path),
  base: dirname(path),
  entry: path,
});
