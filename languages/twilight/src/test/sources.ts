// Short programs for tests: a contract around a few members or statements, parsed, checked or interpreted.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SourceText } from '@sonde/front-end';
import { checkText } from '../toolchain/check-source.js';
import type { TypedFunction, TypedProgram } from '../toolchain/checker/typed-program.js';
import { ProgramProblems } from '../toolchain/problems/lint-levels.js';
import { parseUnit } from '../toolchain/syntax/parse.js';
import type { ContractTree, UnitTree } from '../toolchain/syntax/tree.js';
import { InterpretedContract, type InterpreterOptions } from './interpreter/interpreter.js';

const folder = new URL('../../examples/', import.meta.url);

export const exampleNames = (): string[] => readdirSync(folder).filter(name => name.endsWith('.twl'));
export const example = (name: string): string => readFileSync(fileURLToPath(new URL(name, folder)), 'utf8');

export const native = (members: string): string => `contract C {\n${members}\n}\n`;
export const solidity = (members: string): string => `#![syntax = "solidity"]\ncontract C {\n${members}\n}\n`;

/** A function that can be called from outside, with these statements. */
export const statements = (code: string, result = ''): string =>
  native(
    `storage { n: u64; m: map<address, u64>; v: vector<u64>; s: string; }\npub fn f()${result} {\n${code}\n}`,
  );

/** `line:column message` of each, errors and warnings. */
export const told = (text: string): string[] =>
  checkText(text).diagnostics.map(
    ({ location, message }) => `${location?.line}:${location?.column} ${message}`,
  );

export const messages = (text: string): string[] => checkText(text).diagnostics.map(({ message }) => message);

export const hints = (text: string): (string | undefined)[] =>
  checkText(text).diagnostics.map(({ hint }) => hint);

export function checked(text: string, name?: string): TypedProgram {
  const { program, diagnostics } = checkText(text, name);
  if (program === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return program;
}

export function functionNamed(program: TypedProgram, name: string): TypedFunction {
  const all = program.contracts.flatMap(({ functions, tests }) => [...functions, ...tests]);
  const found = all.find(one => one.name === name || one.display === name);
  if (found === undefined)
    throw new Error(`there is no ${name}; there are ${all.map(one => one.display).join(', ')}`);
  return found;
}

export function parsed(text: string): { readonly unit: UnitTree; readonly messages: readonly string[] } {
  const source = new SourceText({ name: 'test.twl' }, text);
  const problems = new ProgramProblems([source]);
  const unit = parseUnit(source, problems);
  if (unit === undefined) throw new Error(problems.diagnostics()[0]?.message);
  return { unit, messages: problems.diagnostics().map(({ message }) => message) };
}

/** Without places, documentation and mode: what two modes must agree on. */
export function withoutPlaces(tree: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value: unknown) =>
      key === 'at' || key === 'documentation' || key === 'mode'
        ? undefined
        : typeof value === 'bigint'
          ? `${value}n`
          : value,
    ),
  );
}

export function interpreted(text: string, options: InterpreterOptions = {}): InterpretedContract {
  const { unit } = parsed(text);
  const contract = unit.items.find((item): item is ContractTree => item.kind === 'contract')!;
  return new InterpretedContract([unit], contract, options);
}
