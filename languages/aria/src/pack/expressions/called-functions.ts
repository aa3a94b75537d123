// The functions that an expression may call or mention, by the names that debug information has for them.

import type { ExpressionContext } from '@sonde/language';
import { check } from '../../toolchain/checker/check-expressions.js';
import type { Body } from '../../toolchain/checker/body.js';
import { isPointer } from '../../toolchain/checker/types.js';
import { parseExpressionText } from '../../toolchain/syntax/parse-text.js';
import type { ExpressionTree } from '../../toolchain/syntax/tree.js';
import { frameNames, programOf } from './frame-names.js';

/** Nothing where the program itself is known, which tells more. */
export function functionsIn(text: string, context: ExpressionContext): readonly string[] {
  if (programOf(context.image) !== undefined) return [];
  const parsed = parseExpressionText(text);
  if ('problem' in parsed) return [];
  const { body } = frameNames(context, parsed.text, 'read-through');
  const found = new Set<string>();
  collect(parsed.expression, body, found);
  return [...found];
}

function collect(tree: ExpressionTree, body: Body, found: Set<string>): void {
  // Its name alone is the function as a value.
  if (tree.kind === 'name' && body.find(tree.name) === undefined) found.add(tree.name);
  if (tree.kind === 'call') addCallee(tree.callee, body, found);
  if (tree.kind === 'binary' && tree.operator === '|>') addCallee(tree.right, body, found);
  if (tree.kind === 'binary' && tree.operator === '<|') addCallee(tree.left, body, found);
  for (const part of partsOf(tree)) collect(part, body, found);
}

function addCallee(callee: ExpressionTree, body: Body, found: Set<string>): void {
  if (callee.kind === 'name') found.add(callee.name);
  if (callee.kind !== 'member') return;
  const owner = ownerOf(callee.object, body);
  if (owner !== undefined) found.add(`${owner}.${callee.name.text}`);
}

/** The struct whose method is called. */
function ownerOf(object: ExpressionTree, body: Body): string | undefined {
  if (object.kind === 'name' && body.names.structs.has(object.name)) return object.name;
  try {
    let { type } = check(body, object);
    for (let depth = 0; isPointer(type) && depth < 8; depth++) type = type.target;
    return type.kind === 'struct' ? type.name : undefined;
  } catch {
    // Whoever compiles it says what is wrong.
    return undefined;
  }
}

/** Every tree inside of another, whatever it is called there. */
function partsOf(tree: ExpressionTree): readonly ExpressionTree[] {
  return Object.values(tree).flatMap((part: unknown): readonly ExpressionTree[] => {
    if (Array.isArray(part)) return part.filter(isTree);
    return isTree(part) ? [part] : [];
  });
}

const isTree = (part: unknown): part is ExpressionTree =>
  typeof part === 'object' &&
  part !== null &&
  'kind' in part &&
  'at' in part &&
  typeof part.kind === 'string';
