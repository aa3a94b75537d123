// Calls, indexes and members of the solidity mode.

import { SyntaxMistake } from '@sonde/front-end';
import { contextCall, methodCall, namedType } from '../make.js';
import type { ExpressionTree, Name } from '../tree.js';
import { parseExpression } from './parse-expressions.js';
import { parsePrimary } from './parse-primary.js';
import { rejectedMembers } from './rejections.js';
import type { SolidityCursor } from './solidity-cursor.js';

/** `msg.sender` and its like; all other members of these objects are refused. */
const globals: Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>> = {
  msg: { sender: ['ctx', 'sender'], value: ['ctx', 'value'] },
  block: { timestamp: ['env', 'timestamp'], number: ['env', 'block_number'] },
  tx: { origin: ['tx', 'origin'] },
};

export function parsePostfix(cursor: SolidityCursor): ExpressionTree {
  let value = parsePrimary(cursor);
  for (;;) {
    if (cursor.sees('[')) value = parseIndex(cursor, value);
    else if (cursor.sees('.')) value = parseMember(cursor, value);
    else if (cursor.sees('{') && value.kind === 'field' && cursor.bracesAllowed)
      throw cursor.mistake(
        'calls with options cannot be converted to Twilight',
        'Contracts cannot call each other.',
      );
    else return value;
  }
}

function parseIndex(cursor: SolidityCursor, target: ExpressionTree): ExpressionTree {
  cursor.expect('[');
  const index = cursor.inBrackets(() => parseExpression(cursor));
  if (cursor.sees(':'))
    throw cursor.mistake('slices cannot be converted to Twilight', 'Copy the elements in a loop.');
  cursor.expect(']');
  return { kind: 'index', target, index, at: cursor.from(target.at) };
}

function parseMember(cursor: SolidityCursor, target: ExpressionTree): ExpressionTree {
  cursor.expect('.');
  const token = cursor.peek();
  const name: Name =
    token.kind === 'word' ? { text: cursor.advance().text, at: token.at } : cursor.name('a member');
  const object =
    target.kind === 'path' && target.path.segments.length === 1 ? target.path.segments[0]! : undefined;
  const at = cursor.from(target.at);
  const members = object === undefined ? undefined : globals[object.text];
  if (members !== undefined) {
    const known = members[name.text];
    if (known !== undefined) return contextCall(at, known[0], known[1]);
    throw new SyntaxMistake(
      at,
      `${object!.text}.${name.text} cannot be converted to Twilight`,
      `There are ${Object.keys(members)
        .map(member => `${object!.text}.${member}`)
        .join(', ')}.`,
    );
  }
  if (object !== undefined && cursor.enums.has(object.text))
    return { kind: 'path', path: { segments: [object, name], at }, at };
  const rejected = rejectedMembers.get(name.text);
  if (rejected !== undefined && (cursor.sees('(') || (cursor.sees('{') && cursor.bracesAllowed)))
    throw new SyntaxMistake(name.at, `.${name.text} cannot be converted to Twilight`, rejected);
  if (object?.text === 'abi')
    throw new SyntaxMistake(
      at,
      'abi functions cannot be converted to Twilight',
      'Use to_bytes() of each value.',
    );
  if (cursor.sees('(')) {
    const args = parseArguments(cursor);
    return { kind: 'methodCall', target, name, args, at: cursor.from(target.at) };
  }
  // Lengths are u64, and uint in solidity.
  if (name.text === 'length')
    return { kind: 'cast', operand: methodCall(at, target, 'len'), type: namedType(at, 'u256'), at };
  return { kind: 'field', target, name, at };
}

export const parseArguments = (cursor: SolidityCursor): ExpressionTree[] => {
  if (cursor.sees('(') && cursor.sees('{', 1))
    throw cursor.mistake('arguments by name are only for structs', 'Give them in their order.');
  return cursor.bracketed('(', ')', () => parseExpression(cursor));
};
