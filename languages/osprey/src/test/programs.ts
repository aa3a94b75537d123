// Programs for tests: texts of either flavor, and the sample programs with the answers of the language's own compiler.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { SourceText } from '@sonde/native-compiler';
import { outsideData } from '@sonde/testkit';
import { checkSource, type Checked } from '../toolchain/checker/check.js';
import type { TypedProgram } from '../toolchain/checker/typed-program.js';
import { flavorOf } from '../toolchain/syntax/flavor.js';
import type { Flavor } from '../toolchain/syntax/words.js';

export const check = (text: string, flavor: Flavor = 'default'): Checked =>
  checkSource(new SourceText({ name: flavor === 'ml' ? 'test.ospml' : 'test.osp' }, text), flavor);

/** `line:column message`, in the order of the source. */
export const problemsIn = (text: string, flavor: Flavor = 'default'): readonly string[] =>
  check(text, flavor).diagnostics.map(
    ({ location, message }) => `${location?.line}:${location?.column} ${message}`,
  );

/** A program that must be right. */
export function typed(text: string, flavor: Flavor = 'default'): TypedProgram {
  const { program } = check(text, flavor);
  if (program === undefined) throw new Error(problemsIn(text, flavor).join('\n'));
  return program;
}

export interface Sample {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly flavor: Flavor;
  /** What its compiler printed: standard output, standard error, exit code. */
  readonly output: string;
  readonly errors: string;
  readonly exitCode: number;
}

/** Undefined where they are not on this machine. */
export function samples(): readonly Sample[] | undefined {
  const folder = outsideData('osprey');
  if (folder === undefined) return undefined;
  return readdirSync(folder)
    .filter(name => /\.osp(?:ml)?$/.test(name))
    .map(name => {
      const path = join(folder, name);
      const text = readFileSync(path, 'utf8');
      const expected = (kind: string): string => {
        try {
          return readFileSync(join(folder, `${basename(name, extname(name))}.expected.${kind}`), 'utf8');
        } catch {
          return '';
        }
      };
      return {
        name,
        path,
        text,
        flavor: flavorOf(name, text),
        output: expected('out'),
        errors: expected('err'),
        exitCode: Number(expected('rc')),
      };
    });
}
