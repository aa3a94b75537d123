// Checks a text, or a file with the modules that it mentions.

import { basename } from 'node:path';
import { SourceText } from '@sonde/front-end';
import { checkProgram, type Checked } from './checker/check.js';
import type { SourceFile } from './checker/typed-program.js';
import { aloneIn, loadPackage, type PackagePlace } from './load-package.js';
import { ProgramProblems } from './problems/lint-levels.js';
import { parseUnit } from './syntax/parse.js';

/** One text that mentions no other. */
export function checkText(text: string, name = 'main.twl'): Checked {
  const source = new SourceText({ name, path: name }, text);
  const problems = new ProgramProblems([source]);
  const unit = parseUnit(source, problems);
  const about = { name: packageName(name), version: '0.1.0' };
  if (unit === undefined) return { program: undefined, diagnostics: problems.diagnostics() };
  const file: SourceFile = {
    id: 0,
    path: name,
    module: `crate::${about.name}`,
    mode: unit.mode,
    text: source,
  };
  return checkProgram(about, [{ file, unit }], [file], problems);
}

/** Without a manifest a package has the name of its file. */
export const packageName = (path: string): string =>
  basename(path)
    .replace(/\.twl$/, '')
    .replaceAll(/\W/g, '_');

export function checkFile(
  path: string,
  place: PackagePlace = aloneIn(path),
  about = { name: packageName(path), version: '0.1.0' },
): Checked {
  const { problems, files, units } = loadPackage(place);
  if (units.length < files.length) return { program: undefined, diagnostics: problems.diagnostics() };
  return checkProgram(about, units, files, problems);
}
