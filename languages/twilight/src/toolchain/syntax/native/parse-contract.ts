// Contracts of twilight-native.

import { itemParts } from '../make.js';
import type { AssertionTree, ContractTree, EventTree, StorageItemTree } from '../tree.js';
import type { Cursor } from '../twilight-cursor.js';
import { parseAssertion } from './parse-blocks.js';
import { parseExpression } from './parse-expressions.js';
import {
  parseAlias,
  parseAttributes,
  parseBefore,
  parseConst,
  parseEnum,
  parseFunction,
  parseMembers,
  parseStruct,
  type Before,
} from './parse-items.js';
import { parseType } from './parse-types.js';

type Members = {
  -readonly [
    Key in 'storage' | 'functions' | 'events' | 'structs' | 'enums' | 'aliases' | 'consts'
  ]: ContractTree[Key][number][];
} & {
  invariants: AssertionTree[];
};

export function parseContract(cursor: Cursor, before: Before): ContractTree {
  cursor.expect('contract');
  const name = cursor.name('the name of a contract');
  const members: Members = {
    storage: [],
    functions: [],
    events: [],
    structs: [],
    enums: [],
    aliases: [],
    consts: [],
    invariants: [],
  };
  parseMembers(cursor, inner => parseMember(cursor, inner, members));
  return {
    kind: 'contract',
    ...itemParts(name, cursor.from(before.at), before),
    ...members,
    modifiers: [],
    errors: [],
  };
}

function parseMember(cursor: Cursor, before: Before, members: Members): void {
  if (cursor.sees('fn')) members.functions.push(parseFunction(cursor, before));
  else if (cursor.sees('event')) members.events.push(parseEvent(cursor, before));
  else if (cursor.sees('struct')) members.structs.push(parseStruct(cursor, before));
  else if (cursor.sees('enum')) members.enums.push(parseEnum(cursor, before));
  else if (cursor.sees('type')) members.aliases.push(parseAlias(cursor, before));
  else if (cursor.sees('const')) members.consts.push(parseConst(cursor, before));
  else if (cursor.sees('storage')) parseStorageBlock(cursor, members.storage);
  else {
    const invariant = parseAssertion(cursor);
    if (invariant === undefined)
      throw cursor.mistake(
        `expected a member of the contract, found ${cursor.found()}`,
        'Members are storage, fn, event, struct, enum, type, const and assert_invariant.',
      );
    if (invariant.assertion !== 'invariant')
      throw cursor.mistake('only assert_invariant stands directly in a contract', undefined, invariant.at);
    members.invariants.push(invariant);
  }
}

function parseStorageBlock(cursor: Cursor, storage: StorageItemTree[]): void {
  cursor.expect('storage');
  parseMembers(cursor, before => {
    const name = cursor.name('the name of a storage variable');
    cursor.expect(':', 'Storage variables have a type.');
    const type = parseType(cursor);
    const value = cursor.takes('=') ? parseExpression(cursor) : undefined;
    cursor.expect(';', 'Storage variables end with ;.');
    storage.push({
      kind: 'storageItem',
      ...itemParts(name, cursor.from(before.at), before),
      type,
      ...(value === undefined ? {} : { value }),
    });
  });
}

function parseEvent(cursor: Cursor, before: Before): EventTree {
  cursor.expect('event');
  const name = cursor.name('the name of an event');
  const parameters = cursor.bracketed('(', ')', () => {
    const attributes = parseAttributes(cursor);
    const parameter = cursor.name('the name of a parameter');
    cursor.expect(':', 'Parameters have a type.');
    const other = attributes.find(attribute => attribute.name !== 'topic');
    if (other !== undefined)
      cursor.problems.error(other.at, `a parameter of an event cannot be ${other.name}`);
    return {
      name: parameter,
      type: parseType(cursor),
      topic: attributes.some(({ name: is }) => is === 'topic'),
    };
  });
  cursor.expect(';', 'Events end with ;.');
  return { kind: 'event', ...itemParts(name, cursor.from(before.at), before), parameters };
}

export { parseBefore };
