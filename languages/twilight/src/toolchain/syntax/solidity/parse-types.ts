// Types of the solidity mode, as types of Twilight.

import { namedType } from '../make.js';
import type { ExpressionTree, PathTree } from '../tree.js';
import type { TypeTree } from '../type-tree.js';
import { parseExpression } from './parse-expressions.js';
import type { SolidityCursor } from './solidity-cursor.js';

const elementary = /^(?:u?int\d*|address|bool|string|bytes\d*)$/;

export const isElementary = (text: string): boolean => elementary.test(text);

export function parseType(cursor: SolidityCursor): TypeTree {
  return cursor.nested(() => {
    let type = parseElement(cursor);
    while (cursor.sees('[')) {
      const { at } = cursor.advance();
      const length = cursor.sees(']') ? undefined : cursor.inBrackets(() => parseExpression(cursor));
      cursor.expect(']');
      type =
        length === undefined
          ? namedType(cursor.from(type.at), 'vector', [type])
          : { kind: 'array', element: type, length, at: cursor.from(at) };
    }
    return type;
  });
}

function parseElement(cursor: SolidityCursor): TypeTree {
  const { text, at, kind } = cursor.peek();
  if (cursor.sees('mapping')) return parseMapping(cursor);
  if (cursor.seesName('function') || cursor.sees('function'))
    throw cursor.mistake('there are no function values', 'Call functions by their names.');
  if (kind === 'name' && isElementary(text)) {
    cursor.advance();
    if (text === 'address') cursor.takes('payable');
    return elementaryType(cursor, text, at);
  }
  return { kind: 'named', path: parseTypePath(cursor), args: [], at: cursor.from(at) };
}

function elementaryType(cursor: SolidityCursor, text: string, at: TypeTree['at']): TypeTree {
  const number = /^(u?)int(\d*)$/.exec(text);
  if (number !== null) {
    const bits = number[2] === '' ? 256 : Number(number[2]);
    if (bits % 8 !== 0 || bits === 0 || bits > 256)
      throw cursor.mistake(`there is no type ${text}`, 'Widths are multiples of 8 up to 256.', at);
    return namedType(at, `${number[1] === 'u' ? 'u' : 'i'}${bits}`);
  }
  const bytes = /^bytes(\d*)$/.exec(text)?.[1];
  if (bytes === undefined) return namedType(at, text);
  if (bytes === '') return namedType(at, 'vector', [namedType(at, 'u8')]);
  if (Number(bytes) < 1 || Number(bytes) > 32)
    throw cursor.mistake(`there is no type ${text}`, 'There are bytes1 to bytes32.', at);
  // What keccak256 gives, and what may be a key.
  if (bytes === '32') return namedType(at, 'hash256');
  const length: ExpressionTree = { kind: 'int', value: BigInt(bytes), at };
  return { kind: 'array', element: namedType(at, 'u8'), length, at };
}

function parseMapping(cursor: SolidityCursor): TypeTree {
  const { at } = cursor.advance();
  cursor.expect('(');
  const key = parseType(cursor);
  if (cursor.is('name')) cursor.advance();
  cursor.expect('=>');
  const value = parseType(cursor);
  if (cursor.is('name')) cursor.advance();
  cursor.expect(')');
  return namedType(cursor.from(at), 'map', [key, value]);
}

/** `Quote`, `Vault.Quote` */
function parseTypePath(cursor: SolidityCursor): PathTree {
  const segments = [cursor.name('a type')];
  while (cursor.takes('.')) segments.push(cursor.name('a type'));
  return { segments, at: cursor.from(segments[0]!.at) };
}

/** `memory` and `calldata` mean nothing here; a reference into storage is something Twilight does not have. */
export function parseLocation(cursor: SolidityCursor): void {
  if (cursor.takes('memory') || cursor.takes('calldata')) return;
  if (cursor.sees('storage'))
    throw cursor.mistake(
      'there are no references into storage',
      'Use the storage variable itself, or copy it to memory.',
    );
}

/** Whether a declaration begins here: a type and a name behind it. */
export function seesDeclaration(cursor: SolidityCursor, from = 0): boolean {
  if (cursor.sees('mapping', from)) return true;
  const { kind, text } = cursor.peek(from);
  if (kind !== 'name') return false;
  let ahead = from + 1;
  if (text === 'address' && cursor.sees('payable', ahead)) ahead++;
  while (cursor.sees('.', ahead) && cursor.is('name', ahead + 1)) ahead += 2;
  while (cursor.sees('[', ahead)) {
    ahead = behindBracket(cursor, ahead);
    if (ahead < 0) return false;
  }
  return cursor.is('name', ahead) || /^(?:memory|storage|calldata)$/.test(wordAt(cursor, ahead));
}

const wordAt = (cursor: SolidityCursor, ahead: number): string =>
  cursor.is('word', ahead) ? cursor.peek(ahead).text : '';

/** Behind the `]` that closes the `[` here; -1 where there is none nearby. */
function behindBracket(cursor: SolidityCursor, from: number): number {
  let depth = 0;
  for (let ahead = from; ahead < from + 100; ahead++) {
    if (cursor.is('end', ahead) || cursor.sees(';', ahead)) return -1;
    if (cursor.sees('[', ahead)) depth++;
    if (cursor.sees(']', ahead) && --depth === 0) return ahead + 1;
  }
  return -1;
}
