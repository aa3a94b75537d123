// Types: a word, memory words in front, suffixes behind.

import { spanning } from '@sonde/native-compiler';
import { parseExpression } from './parse-expressions.js';
import type { TokenCursor } from './token-cursor.js';
import type { MemoryWord, TypeTree } from './tree.js';
import { foreignTypeWords, memoryWords, plainTypeWords } from './words.js';

const takesOthers: ReadonlySet<string> = new Set(['result', 'future']);

/** Whether a type must begin here: a word that is nothing else. */
export function beginsType(cursor: TokenCursor): boolean {
  const token = cursor.peek();
  if (token.kind === 'word') {
    return memoryWords.has(token.text) || (token.text === 'func' && cursor.sees('<', 1));
  }
  if (token.kind !== 'name') return false;
  if (plainTypeWords.has(token.text) || foreignTypeWords.has(token.text)) return true;
  return takesOthers.has(token.text) && cursor.sees('<', 1);
}

export function parseType(cursor: TokenCursor): TypeTree {
  return cursor.nested(() => {
    const first = cursor.peek();
    if (first.kind === 'word' && memoryWords.has(first.text)) {
      cursor.advance();
      const target = parseType(cursor);
      return { kind: 'memory', word: first.text as MemoryWord, target, at: spanning(first.at, target.at) };
    }
    return parseSuffixes(cursor, parseHead(cursor));
  });
}

function parseHead(cursor: TokenCursor): TypeTree {
  const first = cursor.peek();
  if (cursor.takes('func')) {
    cursor.expect('<');
    const result = parseType(cursor);
    cursor.expect('(');
    const parameters: TypeTree[] = [];
    while (!cursor.sees(')')) {
      parameters.push(parseType(cursor));
      if (!cursor.takes(',')) break;
    }
    cursor.expect(')');
    const close = cursor.expectClosingAngle();
    return { kind: 'function', result, parameters, at: spanning(first.at, close.at) };
  }
  if (first.kind === 'name' && takesOthers.has(first.text) && cursor.sees('<', 1)) {
    cursor.advance();
    cursor.advance();
    const value = parseType(cursor);
    const close = cursor.expectClosingAngle();
    return { kind: first.text as 'result' | 'future', value, at: spanning(first.at, close.at) };
  }
  if (first.kind !== 'name') throw cursor.mistake(`expected a type, found ${cursor.found()}`);
  if (foreignTypeWords.has(first.text)) {
    throw cursor.mistake(
      `the type ${first.text} is not part of this compiler's Aria`,
      'It has int8 to int64, uint8 to uint64, tbb8 to tbb64, flt32, flt64, bool, byte and string.',
    );
  }
  cursor.advance();
  return { kind: 'named', name: first.text, at: first.at };
}

function parseSuffixes(cursor: TokenCursor, head: TypeTree): TypeTree {
  let type = head;
  // Each suffix makes the type one higher; the limit keeps later passes from climbing without end.
  for (let suffixes = 0; ; suffixes++) {
    if (suffixes > 16) throw cursor.mistake('this type has too many suffixes');
    if (cursor.sees('@') || cursor.sees('*')) {
      type = { kind: 'pointer', target: type, at: spanning(type.at, cursor.advance().at) };
    } else if (cursor.sees('$')) {
      type = { kind: 'reference', target: type, at: spanning(type.at, cursor.advance().at) };
    } else if (cursor.takes('[')) {
      const length = cursor.sees(']') ? undefined : parseExpression(cursor);
      const at = spanning(type.at, cursor.expect(']').at);
      type = { kind: 'array', element: type, at, ...(length === undefined ? {} : { length }) };
    } else return type;
  }
}
