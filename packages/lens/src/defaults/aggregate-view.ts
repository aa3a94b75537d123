// Default views of structs, unions and variants: their fields, those of bases and anonymous members among them.

import type { RawValue, TypeDescription, TypeId, Variant } from '@sonde/engine';
import { fieldOf, flatFields, partAt, type FlatField } from '../parts.js';
import { onlyVariant, tagOf, variantNamed } from '../variants.js';
import type { Children, View } from '../view.js';
import {
  largestLoad,
  listed,
  loaded,
  missing,
  pageOf,
  summaryCount,
  summaryLoad,
  summaryRoom,
  textsOf,
  type ChildrenReading,
  type DefaultContext,
  type Reading,
  type ViewReading,
} from './default-context.js';

export const hasFields = (type: TypeDescription): boolean =>
  type.kind === 'struct' || type.kind === 'union' || type.kind === 'variant';

export function* structView(value: RawValue, context: DefaultContext): ViewReading {
  const { type, types } = context;
  if (type.kind !== 'struct' && type.kind !== 'union') return { text: '?' };
  const fields = flatFields(type.fields, types);
  if (fields.length === 0) return { text: '{}' };
  const whole = yield* loaded(value, context, summaryLoad);
  if (whole.content.kind === 'unavailable') return missing(whole.content.why);
  return { text: yield* fieldsText(whole, fields, context), children: fieldChildren(value, fields, context) };
}

function* fieldsText(
  whole: RawValue,
  fields: readonly FlatField[],
  context: DefaultContext,
): Reading<string> {
  const first = fields.slice(0, summaryCount(context, 24));
  const values = first.map(field => fieldOf(whole, field, context.types, context.littleEndian));
  const texts = yield* textsOf(values);
  const isAll = first.length === fields.length;
  if (isTuple(fields)) return `(${listed(texts, isAll, summaryRoom(context))})`;
  const parts = first.map((field, nth) => `${field.name}: ${texts[nth] ?? '…'}`);
  return `{${listed(parts, isAll, summaryRoom(context))}}`;
}

/** Fields that are told by their positions alone. */
const isTuple = (fields: readonly FlatField[]): boolean =>
  fields.every((field, nth) => field.name === String(nth));

function fieldChildren(value: RawValue, fields: readonly FlatField[], context: DefaultContext): Children {
  return {
    named: fields.length,
    indexed: 0,
    *list(filter, start, count): ChildrenReading {
      if (filter === 'indexed') return [];
      const whole = yield* loaded(value, context, largestLoad);
      return pageOf(fields, start, count).map(field => ({
        name: field.name,
        value: fieldOf(whole, field, context.types, context.littleEndian),
      }));
    },
  };
}

export function* variantView(value: RawValue, context: DefaultContext): ViewReading {
  const whole = yield* loaded(value, context, largestLoad);
  if (whole.content.kind === 'unavailable') return missing(whole.content.why);
  const found = yield* activeVariant(whole, context);
  if (typeof found === 'string') return missing(found);
  const inner = partAt(whole, found.type, 0n, context.types);
  const fields = payloadFields(found.type, context);
  if (fields === undefined) {
    const [text] = yield* textsOf([inner]);
    return { text: `${found.name}(${text ?? '…'})`, children: payloadChild(found.name, inner) };
  }
  if (fields.length === 0) return { text: found.name };
  const text = `${found.name}${isTuple(fields) ? '' : ' '}${yield* fieldsText(inner, fields, context)}`;
  return { text, children: fieldChildren(inner, fields, context) };
}

/** Fields of the payload; undefined when it is a single value. */
function payloadFields(type: TypeId, context: DefaultContext): readonly FlatField[] | undefined {
  const payload = context.types.resolve(type);
  if (payload.kind === 'unit') return [];
  return payload.kind === 'struct' || payload.kind === 'union'
    ? flatFields(payload.fields, context.types)
    : undefined;
}

const payloadChild = (name: string, value: RawValue): Children => ({
  named: 1,
  indexed: 0,
  list: (filter, start, count) => (filter === 'indexed' ? [] : pageOf([{ name, value }], start, count)),
});

/** The variant that the discriminant names, or why there is none. */
function* activeVariant(whole: RawValue, context: DefaultContext): Reading<Variant | string> {
  const { type, types, littleEndian } = context;
  if (type.kind !== 'variant') return 'no variant';
  const only = onlyVariant(type);
  if (only !== undefined) return only;
  const tag = yield* loaded(tagOf(whole, type, types, littleEndian), context, largestLoad);
  if (tag.content.kind === 'unavailable') return tag.content.why;
  return variantNamed(tag, type, types, littleEndian);
}

/** The members of what a pointer leads to, as its own children. */
export function* pointeeView(target: RawValue, context: DefaultContext): Reading<View> {
  const type = context.types.resolve(target.type);
  const inner: DefaultContext = { ...context, type };
  return yield* type.kind === 'variant' ? variantView(target, inner) : structView(target, inner);
}

/** How many members the target of a pointer has, as far as its type says. */
export function fieldCount(type: TypeDescription, context: DefaultContext): number {
  return type.kind === 'struct' || type.kind === 'union' ? flatFields(type.fields, context.types).length : 0;
}
