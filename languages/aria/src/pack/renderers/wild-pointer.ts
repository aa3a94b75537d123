// Wild pointers of debug builds, which know their bounds and their scope. Aria debug spec 3.2.2.

import type { Address, RawValue, TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import {
  fieldOf,
  flatFields,
  hexText,
  loaded,
  missingView,
  namedChildren,
  scalarOf,
  withMore,
  type Child,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';
import type { ObjectionMoment } from '@sonde/language';
import { factsIn, type RuntimeFacts, type WildAllocation } from '../runtime-model/facts.js';
import { memoryFreed, scopeLeft } from '../runtime-model/live-tables.js';
import { targetView } from './pointer-target.js';

const names = ['ptr', 'base', 'size', 'scope_id'] as const;

/** Those of release builds are plain pointers and shown like them. */
export const wildPointer: Renderer = {
  name: 'wild pointer',
  matches: (type, types) => {
    if (!/^(?:wild_ptr<.+>|FatPtr(?:<.+>)?)$/.test(type.name)) return false;
    const struct = type.kind === 'alias' ? types.resolve(type.target) : type;
    return struct.kind === 'struct' && names.every(name => struct.fields.some(field => field.name === name));
  },
  render: wildView,
};

interface FatPointer {
  readonly ptr: bigint;
  readonly base: bigint;
  readonly size: bigint;
  readonly scope: bigint;
  /** Its words as they are. */
  readonly fields: readonly Child[];
}

function* wildView(value: RawValue, context: RenderContext): Reading<View> {
  const whole = yield* loaded(value, context);
  if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
  const fat = fatPointer(whole, context);
  if (typeof fat === 'string') return missingView(fat);
  if (fat.ptr === 0n && fat.base === 0n) return { text: 'NULL' };
  const facts = factsIn(context);
  const allocation = facts === undefined ? 'unknown' : facts.allocation(fat.base);
  const gone = fat.base === 0n ? undefined : whyDangling(fat, allocation, facts);
  if (gone !== undefined) return danglingView(gone, fat);
  const raw: Child = { name: '[pointer]', view: rawView(fat, allocation) };
  const offset = fat.ptr - fat.base;
  if (offset < 0n || offset >= fat.size) {
    const text = `<out of bounds: offset ${offset < 0n ? '' : '+'}${offset}>`;
    return { text, children: namedChildren([raw]) };
  }
  const at: Address = { space: '', offset: fat.ptr };
  const target = targetOf(value.type, context.types);
  const view: View =
    target === undefined ? { text: hexText(fat.ptr) } : yield* targetView(at, target, context);
  return { ...view, memory: at, children: withMore(view.children, [raw]) };
}

/** Why memory must not be used through a pointer, in the words of the runtime; undefined where it may. */
export function whyUnusable(
  value: RawValue,
  { types, littleEndian, facts }: ObjectionMoment,
): string | undefined {
  const fat = fatPointer(value, { type: types.resolve(value.type), types, littleEndian });
  if (typeof fat === 'string' || fat.base === 0n) return undefined;
  const known = factsIn({ facts });
  if (known === undefined) return undefined;
  if (known.isActive(fat.scope) === false) return scopeLeft;
  return whyDangling(fat, known.allocation(fat.base), known) === undefined ? undefined : memoryFreed;
}

function fatPointer(
  whole: RawValue,
  { type, types, littleEndian }: Pick<RenderContext, 'type' | 'types' | 'littleEndian'>,
): FatPointer | string {
  if (type.kind !== 'struct') return 'not a wild pointer';
  const values = flatFields(type.fields, types).map(field => ({
    name: field.name,
    value: fieldOf(whole, field, types, littleEndian),
  }));
  const numbers = names.map(name => {
    const found = values.find(field => field.name === name);
    const number = found && scalarOf(found.value, types, littleEndian);
    return typeof number === 'bigint' ? BigInt.asUintN(64, number) : undefined;
  });
  const [ptr, base, size, scope] = numbers;
  if (ptr === undefined || base === undefined || size === undefined || scope === undefined)
    return 'only a part of the pointer can be read';
  const fields = names.map((name, nth): Child => {
    const isAddress = name === 'ptr' || name === 'base';
    const text = isAddress ? hexText(numbers[nth]!) : String(numbers[nth]);
    return { name, view: { text } };
  });
  return { ptr, base, size, scope, fields };
}

/** The set of active scopes decides: an outer scope has a smaller number and is as valid as an inner one. */
function whyDangling(
  { scope }: FatPointer,
  allocation: WildAllocation | undefined | 'unknown',
  facts: RuntimeFacts | undefined,
): string | undefined {
  if (facts?.isActive(scope) === false) return `scope ${scope} has exited`;
  if (allocation === 'unknown') return undefined;
  // Another allocation may have got the same memory since.
  if (allocation?.scope !== scope) return 'its memory was freed';
  return undefined;
}

function danglingView(why: string, fat: FatPointer): View {
  return {
    text: '<dangling: scope exited>',
    hint: { attributes: ['readOnly'] },
    children: namedChildren([
      { name: 'why', view: { text: why } },
      { name: '[pointer]', view: rawView(fat, undefined) },
    ]),
  };
}

function rawView(fat: FatPointer, allocation: WildAllocation | undefined | 'unknown'): View {
  const { ptr, base, size, scope } = fat;
  const line = typeof allocation === 'object' && allocation.line > 0 ? allocation.line : undefined;
  const told: readonly Child[] =
    line === undefined ? [] : [{ name: 'allocated', view: { text: `line ${line}` } }];
  return {
    text: `{ptr: ${hexText(ptr)}, base: ${hexText(base)}, size: ${size}, scope_id: ${scope}}`,
    children: namedChildren([...fat.fields, ...told]),
  };
}

/** What it points to, from the type of its address, or by the name of its own type. */
function targetOf(type: TypeId, types: TypeTable): TypeId | undefined {
  const struct = types.resolve(type);
  const field = struct.kind === 'struct' ? struct.fields.find(({ name }) => name === 'ptr') : undefined;
  const typed = field && types.resolve(field.type);
  if (typed?.kind === 'pointer' && isKnown(types.resolve(typed.target))) return typed.target;
  const name = /^\w+<(.+)>$/.exec(types.get(type).name)?.[1];
  for (const [id, description] of name === undefined ? [] : types.entries())
    if (description.name === name && isKnown(description)) return id;
  return undefined;
}

const isKnown = ({ kind }: TypeDescription): boolean => kind !== 'unit' && kind !== 'opaque';
