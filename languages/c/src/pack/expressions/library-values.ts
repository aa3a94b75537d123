// Values of the C++ library in expressions, taken apart by the members that its makers gave them, so that what people ask of
// them most runs no code of the program: there may be none, where the compiler has inlined all of it.

import type { Expression, TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import type { NumberTypes } from '@sonde/c-expressions';
import { build, flatFields, sizeOf } from '@sonde/lens';
import { uniquePointerIn } from '../renderers/standard-library/holders.js';
import {
  elementsPerBlock,
  elementsPerLargeBlock,
  pointerBytes,
} from '../renderers/standard-library/blocks.js';
import * as layouts from '../renderers/standard-library/layouts.js';
import { partsOf, type Kind } from '../renderers/standard-library/layouts.js';
import type { Path } from '../renderers/standard-library/members.js';
import { size } from './size.js';

export type LibraryValue =
  /** Elements that lie behind one another. Texts have a zero behind the last. */
  | {
      readonly kind: 'sequence';
      /** Where the first is, as a number. */
      readonly start: Expression;
      /** The same as the pointer that the library has. */
      readonly pointer: Expression;
      readonly element: TypeId;
      readonly count: Expression;
      readonly isText: boolean;
    }
  /** Elements in blocks of one size, which a table of pointers leads to. */
  | {
      readonly kind: 'blocks';
      /** Where the pointer to the first block is, as a number. */
      readonly table: Expression;
      readonly element: TypeId;
      readonly perBlock: number;
      /** Elements of the first block before the first that counts. */
      readonly skipped: Expression;
      readonly count: Expression;
    }
  /** Elements that lie anywhere. */
  | { readonly kind: 'collection'; readonly count: Expression }
  | { readonly kind: 'pointer'; readonly pointer: Expression }
  | {
      readonly kind: 'optional';
      readonly isThere: Expression;
      readonly held: Expression;
      /** What is there instead, where there is anything. */
      readonly error?: Expression;
    }
  /** Nothing but one value inside, which it is taken for. */
  | { readonly kind: 'wrapper'; readonly held: Expression }
  /** The same under the name of another value inside. */
  | { readonly kind: 'adapter'; readonly held: Expression };

/** How a type of the library is taken apart; undefined for a value that is not as it should be. */
type Taking = (value: Expression, type: TypeDescription, tools: Tools) => LibraryValue | undefined;

interface Tools {
  readonly types: TypeTable;
  readonly numbers: NumberTypes;
}

/** What a value of the library is made of; undefined for any other, and where its maker gave it other members. */
export function libraryValue(value: Expression, tools: Tools): LibraryValue | undefined {
  const type = tools.types.resolve(value.type);
  if (type.kind !== 'struct' || !type.name.includes('::')) return undefined;
  for (const take of takings) {
    const taken = take(value, type, tools);
    if (taken !== undefined) return taken;
  }
  return undefined;
}

/** By the parts of a kind, each of which is there. */
function taking<Part extends string>(
  kind: Kind<Part>,
  take: (
    parts: Readonly<Record<Part, Expression>>,
    tools: Tools,
    value: Expression,
  ) => LibraryValue | undefined,
): Taking {
  return (value, type, tools) => {
    const paths = partsOf(type, tools.types, kind);
    if (paths === undefined) return undefined;
    const names = Object.keys(paths) as Part[];
    const parts = names.flatMap(name => {
      const part = at(value, paths[name], tools);
      return part === undefined ? [] : [[name, part] as const];
    });
    if (parts.length < names.length) return undefined;
    return take(Object.fromEntries(parts) as Record<Part, Expression>, tools, value);
  };
}

/** The member that a path leads to. */
function at(value: Expression, path: Path, { types }: Tools): Expression | undefined {
  let found = value;
  for (const name of path) {
    const type = types.resolve(found.type);
    if (type.kind !== 'struct' && type.kind !== 'union') return undefined;
    const field = flatFields(type.fields, types).find(candidate => candidate.name === name);
    if (field === undefined) return undefined;
    found = build.field(found, name, field.type);
  }
  return found;
}

/** A pointer as the number that it is, and a count of whatever type. */
const asSize = (value: Expression, { numbers }: Tools): Expression =>
  build.convert(value, { ...size, overflow: 'wrap' }, numbers.id(size));

function targetOf(pointer: Expression | undefined, { types }: Tools): TypeId | undefined {
  const type = pointer === undefined ? undefined : types.resolve(pointer.type);
  return type?.kind === 'pointer' ? type.target : undefined;
}

function between(
  { start: begin, end }: { readonly start: Expression; readonly end: Expression },
  tools: Tools,
): LibraryValue | undefined {
  // Of truth values it keeps bits, and its pointers know of bits.
  const element = targetOf(begin, tools);
  const bytes = element === undefined ? 0 : (sizeOf(element, tools.types) ?? 0);
  if (element === undefined || bytes === 0) return undefined;
  const id = tools.numbers.id(size);
  const numbers = build.integers({ ...size, overflow: 'wrap' }, id);
  const [start, behind] = [asSize(begin, tools), asSize(end, tools)];
  const count = numbers.div(numbers.sub(behind, start), build.constant(BigInt(bytes), id));
  return { kind: 'sequence', start, pointer: begin, element, count, isText: false };
}

interface Counted {
  readonly start: Expression;
  readonly length: Expression;
}

const counted =
  (isText: boolean) =>
  ({ start: begin, length }: Counted, tools: Tools): LibraryValue | undefined => {
    const element = targetOf(begin, tools);
    if (element === undefined) return undefined;
    const start = asSize(begin, tools);
    return { kind: 'sequence', start, pointer: begin, element, count: asSize(length, tools), isText };
  };

/** A short text lies where a long one has its pointer. */
function compactText(
  parts: Counted & Readonly<Record<'isLong' | 'shortStart' | 'shortLength', Expression>>,
  tools: Tools,
): LibraryValue | undefined {
  const element = targetOf(parts.start, tools);
  if (element === undefined) return undefined;
  const id = tools.numbers.id(size);
  const { ne } = build.conditions(tools.numbers.boolean);
  const isLong = ne(asSize(parts.isLong, tools), build.constant(0n, id));
  return {
    kind: 'sequence',
    start: build.select(isLong, asSize(parts.start, tools), build.addressOf(parts.shortStart, id)),
    pointer: build.select(isLong, parts.start, build.addressOf(parts.shortStart, parts.start.type)),
    element,
    count: build.select(isLong, asSize(parts.length, tools), asSize(parts.shortLength, tools)),
    isText: true,
  };
}

/** What is missing where the compiler leaves it to the library to describe it is how the first word is called. */
function declaredText(parts: Counted, tools: Tools, value: Expression): LibraryValue | undefined {
  if (tools.types.resolve(parts.start.type).kind !== 'opaque') return undefined;
  const id = tools.numbers.id(size);
  const pointer = build.deref(build.addressOf(value, id), tools.numbers.text);
  const start = asSize(pointer, tools);
  const element = tools.numbers.character;
  return { kind: 'sequence', start, pointer, element, count: asSize(parts.length, tools), isText: true };
}

const collection = ({ length }: { readonly length: Expression }, tools: Tools): LibraryValue => ({
  kind: 'collection',
  count: asSize(length, tools),
});

function pointer(parts: { readonly pointer: Expression }, tools: Tools): LibraryValue | undefined {
  return targetOf(parts.pointer, tools) === undefined
    ? undefined
    : { kind: 'pointer', pointer: parts.pointer };
}

/** Its pointer and its deleter may be called the same; the pointer is found by where it lies. */
function uniquePointer(value: Expression, type: TypeDescription, tools: Tools): LibraryValue | undefined {
  const field = uniquePointerIn(type, tools.types);
  if (field === undefined) return undefined;
  const id = tools.numbers.id(size);
  const start = build.addressOf(value, id);
  const bytes = build.constant(BigInt(field.bitOffset / 8), id);
  const place =
    field.bitOffset === 0 ? start : build.integers({ ...size, overflow: 'wrap' }, id).add(start, bytes);
  return { kind: 'pointer', pointer: build.deref(place, field.type) };
}

const optional = (parts: Readonly<Record<'isThere' | 'value', Expression>>): LibraryValue => ({
  kind: 'optional',
  isThere: parts.isThere,
  held: parts.value,
});

function expected(
  { hasValue, error }: Readonly<Record<'hasValue' | 'error', Expression>>,
  tools: Tools,
  value: Expression,
): LibraryValue | undefined {
  const paths = partsOf(tools.types.resolve(value.type), tools.types, layouts.expectedValue);
  const held = paths === undefined ? undefined : at(value, paths.value, tools);
  return held === undefined ? undefined : { kind: 'optional', isThere: hasValue, held, error };
}

/** Two ends, each of which knows its block. */
function blocksBetween(
  { first, last, element: begin }: Readonly<Record<'first' | 'last' | 'element', Expression>>,
  tools: Tools,
): LibraryValue | undefined {
  const [element, bytes] = elementOf(begin, tools);
  const pointers = ['_M_cur', '_M_first', '_M_node'].flatMap(name =>
    [first, last].flatMap(end => at(end, [name], tools) ?? []),
  );
  if (element === undefined || pointers.length < 6) return undefined;
  const [cur, lastCur, start, lastStart, table, lastTable] = pointers.map(each => asSize(each, tools));
  const id = tools.numbers.id(size);
  const { add, sub, mul, div } = build.integers({ ...size, overflow: 'wrap' }, id);
  const number = (value: number): Expression => build.constant(BigInt(value), id);
  const perBlock = elementsPerBlock(bytes);
  const skipped = div(sub(cur!, start!), number(bytes));
  const blocks = div(sub(lastTable!, table!), number(pointerBytes));
  const inLast = div(sub(lastCur!, lastStart!), number(bytes));
  const count = sub(add(mul(blocks, number(perBlock)), inLast), skipped);
  return { kind: 'blocks', table: table!, element, perBlock, skipped, count };
}

function countedBlocks(
  parts: Readonly<Record<'table' | 'skipped' | 'length', Expression>>,
  tools: Tools,
): LibraryValue | undefined {
  const blocks = targetOf(parts.table, tools);
  const block = blocks === undefined ? undefined : tools.types.resolve(blocks);
  const element = block?.kind === 'pointer' ? block.target : undefined;
  const bytes = element === undefined ? 0 : (sizeOf(element, tools.types) ?? 0);
  if (element === undefined || bytes === 0) return undefined;
  return {
    kind: 'blocks',
    table: asSize(parts.table, tools),
    element,
    perBlock: elementsPerLargeBlock(bytes),
    skipped: asSize(parts.skipped, tools),
    count: asSize(parts.length, tools),
  };
}

/** What a pointer to elements leads to, and how many bytes each has; undefined where that is not known. */
function elementOf(pointer: Expression, tools: Tools): readonly [TypeId | undefined, number] {
  const element = targetOf(pointer, tools);
  const bytes = element === undefined ? 0 : (sizeOf(element, tools.types) ?? 0);
  return [bytes === 0 ? undefined : element, bytes];
}

const adapter = ({ inside }: { readonly inside: Expression }): LibraryValue => ({
  kind: 'adapter',
  held: inside,
});

const wrapper = (parts: { readonly value: Expression }): LibraryValue => ({
  kind: 'wrapper',
  held: parts.value,
});

function reference(parts: { readonly pointer: Expression }, tools: Tools): LibraryValue | undefined {
  const target = targetOf(parts.pointer, tools);
  return target === undefined ? undefined : { kind: 'wrapper', held: build.deref(parts.pointer, target) };
}

const takings: readonly Taking[] = [
  taking(layouts.vector, between),
  taking(layouts.string, counted(true)),
  taking(layouts.compactString, compactText),
  taking(layouts.declaredString, declaredText),
  taking(layouts.stringView, counted(true)),
  taking(layouts.span, counted(false)),
  taking(layouts.initialisers, counted(false)),
  taking(layouts.tree, collection),
  taking(layouts.hashTable, collection),
  taking(layouts.list, collection),
  taking(layouts.sharedTarget, pointer),
  uniquePointer,
  taking(layouts.iterator, pointer),
  taking(layouts.optional, optional),
  taking(layouts.expected, expected),
  taking(layouts.deque, blocksBetween),
  taking(layouts.countedDeque, countedBlocks),
  taking(layouts.array, adapter),
  taking(layouts.adapter, adapter),
  taking(layouts.atomic, wrapper),
  taking(layouts.reference, reference),
];
