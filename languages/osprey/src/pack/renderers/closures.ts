// Functions as values: by the name of the code they run, with what they captured.

import { address, type RawValue, type TypeId, type TypeTable } from '@sonde/engine';
import {
  inMemory,
  loaded,
  missingView,
  namedChildren,
  type Child,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';
import { factsIn } from '../inspection/facts.js';
import { headerIn } from '../inspection/headers.js';
import { sizes, staticRecord } from '../inspection/layout.js';
import { bytesAt } from '../inspection/memory-reads.js';
import { TypeDetails, viewOf, type FieldDetail, type TypeDetail } from '../inspection/type-details.js';
import { blockBehind, blockType, isBlock, type Block } from './blocks.js';

export const closure: Renderer = {
  name: 'function',
  matches: (type, types) => /^\(.*\) -> /.test(type.name) && blockType(type, types) !== undefined,
  render: closureView,
};

/** Engines write the name of a function behind an arrow, as the source has it, and its address before or behind that. */
const named = /→\s*([^\s`'"()→]+)/;

function* closureView(value: RawValue, context: RenderContext): Reading<View> {
  const block = yield* blockBehind(value, context);
  if (!isBlock(block)) return block;
  const code = yield* loaded(block.field('code')!, context);
  const [answer] = yield [{ read: 'engine', value: code }];
  const summary = answer?.read === 'engine' ? (answer.view.summary ?? '') : '';
  const name = named.exec(summary)?.[1];
  const details = detailsIn(context);
  const type = details && (yield* typeOf(block, details, context));
  const trouble = details && codeTrouble(name, type);
  if (trouble !== undefined) return missingView(trouble);
  const captures = details === undefined ? [] : yield* capturesOf(block, type, details, context);
  return {
    text: `fn ${name ?? summary}`.trim(),
    memory: block.address,
    ...(captures.length === 0 ? {} : { children: namedChildren(captures) }),
  };
}

/** Undefined where objects have no headers, by which a closure's own type is known. */
function detailsIn(context: RenderContext): TypeDetails | undefined {
  const facts = factsIn(context);
  return facts?.manager.hasHeaders === true ? new TypeDetails(facts, context.littleEndian) : undefined;
}

/** That of the closures of one piece of code; static ones have none of their own. */
function* typeOf(
  { address: { offset } }: Block,
  details: TypeDetails,
  { littleEndian }: RenderContext,
): Reading<TypeDetail | undefined> {
  const header = headerIn(yield* bytesAt(offset - BigInt(sizes.header), sizes.header), littleEndian);
  return header && header.record !== staticRecord ? yield* details.get(header.type) : undefined;
}

function codeTrouble(name: string | undefined, type: TypeDetail | undefined): string | undefined {
  if (name === undefined) return 'corrupt: its code is no function';
  const isOther = type?.kind === 'closure' && type.name !== '' && type.name !== name;
  return isOther ? `corrupt: a closure of ${type.name} with the code of ${name}` : undefined;
}

/** As the description of the closure's own type has them; its code alone does not tell. */
function* capturesOf(
  { address: { offset } }: Block,
  type: TypeDetail | undefined,
  details: TypeDetails,
  context: RenderContext,
): Reading<readonly Child[]> {
  const captures: Child[] = [];
  for (const field of type?.kind === 'closure' ? type.fields : []) {
    const own = field.type === undefined ? undefined : yield* details.get(field.type);
    captures.push(yield* captured(field, own, offset + BigInt(field.offset), details, context));
  }
  return captures;
}

function* captured(
  { name }: FieldDetail,
  type: TypeDetail | undefined,
  at: bigint,
  details: TypeDetails,
  context: RenderContext,
): Reading<Child> {
  if (type?.kind === 'cell') {
    const [content] = type.fields;
    const inner = content?.type === undefined ? undefined : yield* details.get(content.type);
    const cell = viewOf(yield* bytesAt(at, 8), 8).getBigUint64(0, context.littleEndian);
    return yield* captured({ name, offset: 0, type: undefined }, inner, cell, details, context);
  }
  const id = type === undefined ? undefined : typeNamed(type.name, context.types);
  if (id !== undefined) return { name, value: inMemory(id, address(at)) };
  return { name, view: missingView(`unavailable: nothing else here is of type ${type?.name ?? '?'}`) };
}

/** Debug information has loaded the types of what is in sight. */
function typeNamed(name: string, types: TypeTable): TypeId | undefined {
  for (const [id, described] of types.entries())
    if (described.kind === 'alias' && described.name === name) return id;
  return undefined;
}
