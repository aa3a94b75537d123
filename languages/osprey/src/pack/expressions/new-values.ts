// Values that an expression makes: they need memory of the program, which its own runtime gives.

import type { Expression, RestoredMemory, TypeId } from '@sonde/engine';
import { build, sizeOf } from '@sonde/lens';
import type { ExpressionTree, FieldValue } from '../../toolchain/syntax/tree.js';
import type { BlockType } from '../renderers/blocks.js';
import type { Parts, Tree } from './parts.js';
import { refused } from './refusals.js';
import { shapeOf } from './shapes.js';

/** Where code of the program is taken off the stack before its end: what it said about that. */
export const restores: readonly RestoredMemory[] = [
  { symbol: 'osp_last_words', offset: 0, size: 8, tells: true },
  // Else it would end the program.
  { symbol: 'osp_in_call', offset: 0, size: 4, during: 1 },
];

type Given = readonly { readonly name: string; readonly tree: ExpressionTree }[];

export class NewValues {
  constructor(
    private readonly parts: Parts,
    private readonly lower: (tree: ExpressionTree) => Expression,
  ) {}

  /** A text as the program keeps it. */
  string(text: Expression): Expression {
    const { parts } = this;
    if (parts.shape(text).kind === 'string') return text;
    return this.#made('osp_text_of', [this.#scratch(text)], parts.types.string);
  }

  /** Code of the program owns what it is given, and so does a place: what others hold, too, gets an owner more. */
  owned(value: Expression): Expression {
    const { parts } = this;
    const { kind } = parts.shape(value);
    if (isPlain(kind) || value.op === 'call') return value;
    return parts.bindings.bind(value, object => {
      const retain = build.call('osp_retain', [object], parts.types.nothing, { restores });
      return parts.bindings.bind(retain, () => object);
    });
  }

  #made(callee: string, args: readonly Expression[], type: TypeId): Expression {
    return build.call(callee, args, type, { restores });
  }

  /** Where the value lies in memory of no manager. */
  #scratch(value: Expression): Expression {
    const { types } = this.parts;
    const memory = { allocate: 'osp_scratch', restores, word: types.int, element: types.byte };
    return build.addressOf(build.placed(value, memory), types.int);
  }

  /** As a place of this type takes it. */
  fitting(tree: ExpressionTree, type: TypeId, what: string): Expression {
    return this.converted(this.lower(tree), type, tree, what);
  }

  converted(value: Expression, type: TypeId, { at }: ExpressionTree, what: string): Expression {
    const { parts } = this;
    const wanted = shapeOf(type, parts.context.types);
    if (wanted.kind === 'string' && parts.shape(value).kind === 'text') return this.string(value);
    if (parts.name(value.type) === parts.name(type)) return value;
    throw refused(at, `${what} is a ${parts.name(type)}, not a ${parts.name(value.type)}`);
  }

  #block(members: Readonly<Record<string, Expression>>, block: BlockType, type: TypeId): Expression {
    const { parts } = this;
    const { name } = parts.context.types.get(type);
    const size = sizeOf(block.id, parts.context.types) ?? 8;
    const body = this.#scratch(build.record(members, block.id));
    return this.#made(
      'osp_make',
      [this.#scratch(build.constant(name, parts.types.text)), body, parts.int(size)],
      type,
    );
  }

  /** `Point { x: 1 }`, `Rect(1, 2)`, `Empty`: `given` has no names where they go by their order. */
  constructed(
    name: string,
    given: readonly FieldValue[] | readonly ExpressionTree[],
    at: ExpressionTree['at'],
  ): Expression {
    const { parts } = this;
    const meant = new Set(parts.meanings('constructor', name));
    for (const [type] of parts.context.types.entries()) {
      const shape = shapeOf(type, parts.context.types);
      if (shape.kind === 'record' && meant.has(parts.context.types.get(type).name.replace(/<.*/, '')))
        return this.#record(shape.block, type, named(given, shape.block.fields), at);
      if (shape.kind !== 'union') continue;
      const variant = shape.tag.enumerators.find(entry => meant.has(entry.name));
      if (variant !== undefined) return this.#variant(shape.block, type, variant, given, at);
    }
    throw refused(
      at,
      `no value of a type with the constructor ${name} was in sight so far`,
      'Only types of variables that were shown are known here.',
    );
  }

  #record(block: BlockType, type: TypeId, given: Given, at: ExpressionTree['at']): Expression {
    const missing = block.fields.filter(field => !given.some(({ name }) => name === field.name));
    if (missing.length > 0)
      throw refused(at, `there is no value for ${missing.map(({ name }) => name).join(', ')}`);
    return this.#block(this.#members(block.fields, given), block, type);
  }

  #variant(
    block: BlockType,
    type: TypeId,
    variant: { readonly name: string; readonly value: bigint },
    given: readonly FieldValue[] | readonly ExpressionTree[],
    at: ExpressionTree['at'],
  ): Expression {
    const { types } = this.parts.context;
    const tagType = block.fields.find(({ name }) => name === 'tag')!.type;
    const tag = build.constant(variant.value, tagType);
    const payload = block.fields.find(({ name }) => name === variant.name);
    const described = payload && types.resolve(payload.type);
    if (payload === undefined || described?.kind !== 'struct' || described.fields.length === 0) {
      if (given.length > 0) throw refused(at, `${variant.name} has no fields`);
      return this.#block({ tag }, block, type);
    }
    const fields = described.fields.map(field => ({ name: field.name, type: field.type }));
    const values = named(given, fields);
    if (values.length !== fields.length) throw refused(at, `${variant.name} has ${fields.length} parts`);
    const members = build.record(this.#members(fields, values), payload.type);
    // The tag lies in the first bytes of the payload, so that it comes last.
    return this.#block({ [variant.name]: members, tag }, block, type);
  }

  #members(
    fields: readonly { readonly name: string; readonly type: TypeId }[],
    given: Given,
  ): Readonly<Record<string, Expression>> {
    return Object.fromEntries(
      given.map(({ name, tree }) => {
        const field = fields.find(candidate => candidate.name === name);
        if (field === undefined) throw refused(tree.at, `there is no field ${name}`);
        return [name, this.fitting(tree, field.type, `the field ${name}`)];
      }),
    );
  }

  updated({ target, fields, at }: Tree<'update'>): Expression {
    const { parts } = this;
    const old = this.lower(target);
    const shape = parts.shape(old);
    if (shape.kind !== 'record') throw refused(at, `a ${parts.name(old.type)} has no fields to change`);
    const changed = this.#members(
      shape.block.fields,
      fields.map(({ name, value }) => ({ name: name.text, tree: value })),
    );
    return parts.bindings.bind(old, record => {
      const members = shape.block.fields.map(
        ({ name }) => [name, changed[name] ?? parts.part(record, shape.block, name)] as const,
      );
      return this.#block(Object.fromEntries(members), shape.block, old.type);
    });
  }

  list({ items, at }: Tree<'list'>): Expression {
    const { parts } = this;
    const values = items.map(item => this.lower(item));
    const [first] = values;
    if (first === undefined) throw refused(at, 'nothing tells what an empty list holds');
    const element = parts.name(first.type);
    const type = parts.types.named(`List<${element}>`);
    if (type === undefined)
      throw refused(
        at,
        `no List<${element}> was in sight so far`,
        'Only types of variables that were shown are known here.',
      );
    const words = values.map((value, nth) => this.word(value, items[nth]!, element));
    const array = build.record(
      Object.fromEntries(words.map((word, nth) => [nth, word])),
      parts.types.words(words.length),
    );
    const name = this.#scratch(build.constant(`List<${element}>`, parts.types.text));
    return this.#made('osp_make_list', [name, this.#scratch(array), parts.int(words.length)], type);
  }

  /** As containers hold it. */
  word(value: Expression, { at }: ExpressionTree, wanted: string): Expression {
    const { parts } = this;
    if (parts.name(value.type) !== wanted)
      throw refused(at, `this is a ${parts.name(value.type)} among values of type ${wanted}`);
    const { kind } = parts.shape(value);
    if (kind === 'bool') return build.select(value, parts.int(1), parts.int(0));
    return kind === 'text' ? this.string(value) : value;
  }
}

/** Values that are no addresses. */
const isPlain = (kind: string): boolean => /^(?:int|float|bool|Unit|text|other)$/.test(kind);

function named(
  given: readonly FieldValue[] | readonly ExpressionTree[],
  fields: readonly { readonly name: string }[],
): Given {
  return given.map((entry, nth) =>
    'kind' in entry
      ? { name: fields[nth]?.name ?? `_${nth}`, tree: entry }
      : { name: entry.name.text, tree: entry.value },
  );
}
