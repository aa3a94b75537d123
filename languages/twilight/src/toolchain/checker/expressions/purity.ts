// Conditions of assertions do nothing: no assignment, no event, no control flow, nothing that is allocated.

import type { ExpressionTree } from '../../syntax/tree.js';
import { CheckMistake } from '../mistake.js';

const pure: ReadonlySet<string> = new Set([
  ...[
    'int',
    'bool',
    'string',
    'path',
    'storage',
    'field',
    'index',
    'tuple',
    'unary',
    'binary',
    'cast',
    'old',
    'zero',
  ],
  ...['call', 'methodCall'],
]);

/** Methods that change or make something. */
const impure = /^(?:push|pop|insert|remove|clear|swap|concat|to_string|to_bytes|clone|unwrap|expect)$/;

export function requirePure(tree: ExpressionTree): void {
  if (!pure.has(tree.kind))
    throw new CheckMistake(
      tree.at,
      'the condition of an assertion only looks at values',
      'Move it to a statement before.',
    );
  if (tree.kind === 'methodCall' && impure.test(tree.name.text))
    throw new CheckMistake(
      tree.name.at,
      `an assertion cannot call ${tree.name.text}`,
      'It only looks at values.',
    );
}
