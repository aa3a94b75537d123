// Checks small programs for tests.

import type { CheckedUnit, ModuleInterface } from '../../toolchain/checked.js';
import { parseUnit } from '../../toolchain/parser/parser.js';
import { SourceProblem } from '../../toolchain/source.js';
import { check } from '../../toolchain/checker/check.js';
import { typeText } from '../../toolchain/checker/types.js';

/** `modules`: name → text, each may import those before it. */
export function checked(text: string, modules: Readonly<Record<string, string>> = {}): CheckedUnit {
  const interfaces = new Map<string, ModuleInterface>();
  for (const [name, source] of Object.entries(modules))
    interfaces.set(name, checkedModule(name, source, interfaces).interface);
  return checkedModule('program', text, interfaces);
}

function checkedModule(
  module: string,
  text: string,
  interfaces: ReadonlyMap<string, ModuleInterface>,
): CheckedUnit {
  const file = { path: `/${module}.ng`, module, text };
  return check(file, parseUnit(file), interfaces, { upstreamCompatible: false });
}

/** What is wrong with a program. */
export function problemOf(text: string, modules?: Readonly<Record<string, string>>): SourceProblem {
  try {
    checked(text, modules);
  } catch (problem) {
    if (problem instanceof SourceProblem) return problem;
    throw problem;
  }
  throw new Error(`nothing is wrong with: ${text}`);
}

/** The line that the original tool prints without its place, or `ok`. */
export function verdictOf(text: string, modules?: Readonly<Record<string, string>>): string {
  try {
    checked(text, modules);
    return 'ok';
  } catch (problem) {
    if (!(problem instanceof SourceProblem)) throw problem;
    if (problem.hint === undefined || problem.hint.includes('do not fit together'))
      throw new Error(`no advice on: ${problem.text}`, { cause: problem });
    return `${problem.kind}: ${problem.text}`;
  }
}

/** The types of the globals, parameters and locals of a program, by their names; those that are unknown are absent. */
export function declaredTypes(text: string): Readonly<Record<string, string>> {
  const { annotations } = checked(text);
  return Object.fromEntries([...annotations.declared].map(([node, type]) => [nameOf(node), typeText(type)]));
}

function nameOf(node: object): string {
  if ('name' in node && typeof node.name === 'string') return node.name;
  if ('text' in node && typeof node.text === 'string') return node.text;
  throw new Error('a declaration without a name');
}
