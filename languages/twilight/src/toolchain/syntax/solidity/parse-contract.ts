// Contracts of the solidity mode.

import { itemParts } from '../make.js';
import type {
  ConstTree,
  ContractTree,
  EnumTree,
  ErrorTree,
  EventTree,
  FieldTree,
  Name,
  StructTree,
} from '../tree.js';
import type { TypeTree } from '../type-tree.js';
import { parseExpression } from './parse-expressions.js';
import { parseConstructor, parseFunction, parseModifier } from './parse-functions.js';
import { parseType } from './parse-types.js';
import { isRejectedForm, rejectedForm } from './rejections.js';
import type { SolidityCursor } from './solidity-cursor.js';

type Lists = 'storage' | 'functions' | 'events' | 'structs' | 'enums' | 'consts' | 'modifiers' | 'errors';
type Members = { -readonly [Key in Lists]: ContractTree[Key][number][] };

export function parseContract(cursor: SolidityCursor): ContractTree {
  const { at, documentation } = cursor.expect('contract');
  const name = cursor.name('the name of a contract');
  if (cursor.sees('is')) throw rejectedForm('is', cursor.peek().at);
  const members: Members = {
    storage: [],
    functions: [],
    events: [],
    structs: [],
    enums: [],
    consts: [],
    modifiers: [],
    errors: [],
  };
  cursor.expect('{');
  cursor.nested(() =>
    cursor.inBrackets(() => {
      while (!cursor.sees('}') && !cursor.atEnd)
        cursor.recovering(() => {
          if (!cursor.takes(';')) parseMember(cursor, members);
        });
    }),
  );
  cursor.expect('}');
  const parts = documentation === undefined ? {} : { documentation };
  return {
    kind: 'contract',
    ...itemParts(name, cursor.from(at), parts),
    ...members,
    aliases: [],
    invariants: [],
  };
}

function parseMember(cursor: SolidityCursor, members: Members): void {
  const { text, at, kind } = cursor.peek();
  if (kind === 'word' && isRejectedForm(text)) throw rejectedForm(text, at);
  if (cursor.sees('function')) {
    const made = parseFunction(cursor, true);
    if (members.functions.some(({ name }) => name.text === made.name.text))
      cursor.problems.error(
        made.name.at,
        `there is another function ${made.name.text}`,
        'Functions cannot be overloaded: give each a name of its own.',
      );
    else members.functions.push(made);
  } else if (cursor.sees('constructor')) members.functions.push(parseConstructor(cursor));
  else if (cursor.sees('modifier')) members.modifiers.push(parseModifier(cursor));
  else if (cursor.sees('event')) members.events.push(parseEvent(cursor));
  else if (cursor.sees('error')) members.errors.push(parseError(cursor));
  else if (cursor.sees('struct')) members.structs.push(parseStruct(cursor));
  else if (cursor.sees('enum')) members.enums.push(parseEnum(cursor));
  else parseStateVariable(cursor, members);
}

/** `T public constant X = v;`, `mapping(…) balances;` */
function parseStateVariable(cursor: SolidityCursor, members: Pick<Members, 'storage' | 'consts'>): void {
  const { at, documentation } = cursor.peek();
  const type = parseType(cursor);
  let [visible, constant] = [false, false];
  for (; cursor.is('word'); cursor.advance()) {
    const { text } = cursor.peek();
    if (isRejectedForm(text)) throw rejectedForm(text, cursor.peek().at);
    if (text === 'public') visible = true;
    else if (text === 'constant') constant = true;
    else if (!/^(?:private|internal|immutable)$/.test(text)) break;
  }
  const name = cursor.name('the name of a storage variable');
  const value = cursor.takes('=') ? parseExpression(cursor) : undefined;
  cursor.expect(';', 'Storage variables end with ;.');
  const parts = itemParts(name, cursor.from(at), {
    visibility: visible ? 'public' : 'private',
    ...(documentation === undefined ? {} : { documentation }),
  });
  if (!constant) {
    members.storage.push({ kind: 'storageItem', ...parts, type, ...(value === undefined ? {} : { value }) });
    return;
  }
  if (value === undefined) throw cursor.mistake(`the constant ${name.text} has no value`, undefined, name.at);
  members.consts.push({ kind: 'const', ...parts, type, value });
}

/** At the file level, where only constants may stand. */
export function parseFileConstant(cursor: SolidityCursor): ConstTree {
  const members: Pick<Members, 'storage' | 'consts'> = { storage: [], consts: [] };
  const { at } = cursor.peek();
  parseStateVariable(cursor, members);
  const [made] = members.consts;
  if (made === undefined)
    throw cursor.mistake(
      'outside contracts there are only constants',
      'Write `constant`, or move it into a contract.',
      at,
    );
  return made;
}

function parseEvent(cursor: SolidityCursor): EventTree {
  const { at, documentation } = cursor.expect('event');
  const name = cursor.name('the name of an event');
  const parameters = cursor.bracketed('(', ')', () => {
    const type = parseType(cursor);
    const topic = cursor.takes('indexed');
    return { name: cursor.name('the name of a parameter'), type, topic };
  });
  if (cursor.sees('anonymous')) throw cursor.mistake('anonymous events cannot be converted to Twilight');
  cursor.expect(';', 'Events end with ;.');
  const parts = documentation === undefined ? {} : { documentation };
  return { kind: 'event', ...itemParts(name, cursor.from(at), parts), parameters };
}

function parseError(cursor: SolidityCursor): ErrorTree {
  const { at } = cursor.expect('error');
  const name = cursor.name('the name of an error');
  const parameters = cursor.bracketed('(', ')', () => {
    const type = parseType(cursor);
    return { name: cursor.is('name') ? cursor.name('a name') : unnamed(type), type };
  });
  cursor.expect(';', 'Errors end with ;.');
  return { kind: 'error', ...itemParts(name, cursor.from(at)), parameters };
}

const unnamed = ({ at }: TypeTree): Name => ({ text: '_', at });

export function parseStruct(cursor: SolidityCursor): StructTree {
  const { at } = cursor.expect('struct');
  const name = cursor.name('the name of a struct');
  const fields: FieldTree[] = [];
  cursor.expect('{');
  while (!cursor.sees('}') && !cursor.atEnd) {
    const type = parseType(cursor);
    fields.push({ name: cursor.name('the name of a field'), visibility: 'private', type });
    cursor.expect(';', 'Fields end with ;.');
  }
  cursor.expect('}');
  return { kind: 'struct', ...itemParts(name, cursor.from(at)), generics: [], shape: 'named', fields };
}

export function parseEnum(cursor: SolidityCursor): EnumTree {
  const { at } = cursor.expect('enum');
  const name = cursor.name('the name of an enum');
  const variants = cursor.bracketed('{', '}', () => {
    const variant = cursor.name('the name of a variant');
    return { name: variant, shape: 'unit' as const, fields: [], at: variant.at };
  });
  return { kind: 'enum', ...itemParts(name, cursor.from(at)), generics: [], variants };
}
