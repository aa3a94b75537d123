// Values of modules: they have their value before anything runs, so they are pure, and each comes behind those it uses.

import { mentionedNames } from '../checker/mentions.js';
import { dependencyGroups } from '../checker/groups.js';
import type { LetTree, StatementTree } from '../syntax/tree.js';
import type { ProgramScopes } from './scopes.js';

/** Reports what is no constant, and cycles. */
export function orderedConstants(
  { problems }: ProgramScopes,
  constants: readonly LetTree[],
  declarations: readonly StatementTree[],
): readonly LetTree[] {
  const functions = new Map(
    declarations.flatMap(tree => (tree.kind === 'function' ? [[tree.name.text, tree] as const] : [])),
  );
  const byName = new Map(constants.map(tree => [tree.name.text, tree]));
  const uses = (tree: LetTree): readonly LetTree[] => {
    const found = new Set<LetTree>();
    const seen = new Set<string>();
    const visit = (part: unknown): void => {
      for (const name of mentionedNames(part)) {
        if (seen.has(name)) continue;
        seen.add(name);
        const constant = byName.get(name);
        if (constant !== undefined) found.add(constant);
        const called = functions.get(name);
        if (called !== undefined) visit(called.body);
      }
    };
    visit(tree.value);
    return [...found];
  };
  for (const tree of constants) requirePure(problems, tree);
  const groups = dependencyGroups(constants, uses);
  for (const group of groups) {
    const [first] = group as [LetTree];
    if (group.length === 1 && !uses(first).includes(first)) continue;
    const names = group.map(({ name }) => `\`${name.text}\``).join(', ');
    problems.error(first.name.at, `the value of ${names} would need itself`);
  }
  return groups.flat();
}

const effectful: ReadonlySet<string> = new Set([
  ...['perform', 'spawn', 'await', 'yield', 'send', 'recv', 'resume'],
]);
const effectfulFunctions = /^(?:print|input|readFile|writeFile|sleep|random|randomBelow|Channel|test)$/;

/** Lambdas are values; what they do is done where they are called. */
function requirePure(problems: ProgramScopes['problems'], { name, value }: LetTree): void {
  const visit = (part: unknown): void => {
    if (part === null || typeof part !== 'object') return;
    if (Array.isArray(part)) return part.forEach(visit);
    const node = part as { readonly kind?: string; readonly name?: unknown };
    if (node.kind === 'lambda') return;
    const does =
      effectful.has(node.kind ?? '') ||
      (node.kind === 'name' && typeof node.name === 'string' && effectfulFunctions.test(node.name));
    if (does) {
      problems.error(
        name.at,
        `\`${name.text}\` is a constant: its value cannot do anything`,
        'Make it a function.',
      );
      return;
    }
    for (const [key, inner] of Object.entries(part)) if (key !== 'at') visit(inner);
  };
  visit(value);
}
