// A file of twilight-native.

import type { ItemTree, Name, UnitTree, UseTree } from '../tree.js';
import type { Cursor } from '../twilight-cursor.js';
import { parseContract } from './parse-contract.js';
import {
  parseAlias,
  parseBefore,
  parseConst,
  parseEnum,
  parseFunction,
  parseImpl,
  parseStruct,
  parseTrait,
} from './parse-items.js';
import { parsePath, parseSegment } from './parse-types.js';

export function parseNativeUnit(cursor: Cursor): UnitTree {
  const uses: UseTree[] = [];
  const items: ItemTree[] = [];
  while (!cursor.atEnd)
    cursor.recovering(() => {
      if (cursor.takes(';')) return;
      if (cursor.sees('use')) {
        if (items.length > 0) throw cursor.mistake('`use` stands before all items');
        uses.push(...parseUse(cursor));
      } else items.push(parseItem(cursor));
    });
  return { mode: 'twilight-native', uses, items };
}

function parseItem(cursor: Cursor): ItemTree {
  const before = parseBefore(cursor);
  const { text } = cursor.peek();
  switch (text) {
    case 'contract':
      return parseContract(cursor, before);
    case 'struct':
      return parseStruct(cursor, before);
    case 'enum':
      return parseEnum(cursor, before);
    case 'fn':
      return parseFunction(cursor, before);
    case 'trait':
      return parseTrait(cursor, before);
    case 'impl':
      return parseImpl(cursor, before);
    case 'const':
      return parseConst(cursor, before);
    case 'type':
      return parseAlias(cursor, before);
    default:
      throw cursor.mistake(
        `expected an item, found ${cursor.found()}`,
        'Items are contract, struct, enum, fn, trait, impl, const and type.',
      );
  }
}

/** `use a::b;`, `use a::b as c;`, `use a::*;`, `use a::{b, c as d};` */
function parseUse(cursor: Cursor): UseTree[] {
  const { at } = cursor.advance();
  const { segments } = parsePath(cursor, 'a module');
  const found = parseUseTail(cursor, segments);
  cursor.expect(';', '`use` ends with ;.');
  return found.map(use => ({ ...use, at: cursor.from(at) }));
}

function parseUseTail(cursor: Cursor, path: readonly Name[]): UseTree[] {
  const last = path.at(-1)!;
  if (cursor.takes('::')) {
    if (cursor.takes('*')) return [{ path, all: true, alias: last, at: last.at }];
    return cursor
      .bracketed('{', '}', () => {
        const inner = [parseSegment(cursor, 'a name')];
        while (cursor.takes('::')) inner.push(parseSegment(cursor, 'a name'));
        return parseUseTail(cursor, [...path, ...inner]);
      })
      .flat();
  }
  const alias = cursor.takesName('as') ? cursor.name('another name') : last;
  return [{ path, all: false, alias, at: last.at }];
}
