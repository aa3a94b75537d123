// Values of the standard library that hold one other: optional, variant, smart pointers, atomics, functions.

import type { RawValue, TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import {
  fieldOf,
  flatFields,
  inMemory,
  loaded,
  missingView,
  namedChildren,
  textsOf,
  viewInstead,
  withRaw,
  type FlatField,
  type Reading,
  type Renderer,
  type RenderContext,
  type View,
} from '@sonde/lens';
import { engineViewOf, madeBy } from './entries.js';
import { kindRenderer } from './kind-renderer.js';
import {
  atomic,
  callable,
  callableObject,
  expected,
  expectedValue,
  hiddenCallable,
  isOf,
  iterator,
  optional,
  ownerCounts,
  partsOf,
  reference,
  sharedPointer,
  sharedTarget,
  uniquePointer,
} from './layouts.js';
import { fieldAt, memberAt, numberAt, targetAt, type Target } from './members.js';

/** The one value inside, which can be set by its name. */
export const heldName = 'value';

function* holding(value: RawValue, name = heldName): Reading<View> {
  const [text] = yield* textsOf([value]);
  return { text: text ?? '…', children: namedChildren([{ name, value }]) };
}

const unknown = (): View => missingView('whether it holds a value was optimized out');

const ofOptional = kindRenderer('std::optional', optional, (whole, parts, context) => {
  const flag = numberAt(whole, parts.isThere, context);
  if (flag === undefined) return unknown();
  const inner = memberAt(whole, parts.value, context);
  return flag !== 0n && inner !== undefined ? holding(inner) : { text: 'nullopt' };
});

const ofExpected = kindRenderer('std::expected', expected, function* (whole, parts, context) {
  const flag = numberAt(whole, parts.hasValue, context);
  if (flag === undefined) return unknown();
  const [path, name] =
    flag === 0n
      ? [parts.error, 'error']
      : [partsOf(context.type, context.types, expectedValue)?.value, heldName];
  const inner = path === undefined ? undefined : memberAt(whole, path, context);
  const view = inner === undefined ? { text: 'void' } : yield* holding(inner, name);
  return flag === 0n ? { ...view, text: `unexpected ${view.text}` } : view;
});

/** Which of the alternatives it holds only the engine's formatter knows. */
const variant: Renderer = {
  name: 'std::variant',
  matches: type => type.formatted === true && /^std::variant</.test(type.name),
  *render(value, context) {
    const { synthetic, summary, trouble } = yield* engineViewOf(value);
    const held = synthetic === undefined ? [] : yield* madeBy(synthetic, 0, 1);
    const view =
      trouble === undefined && held[0] !== undefined
        ? yield* holding(held[0].value)
        : missingView(trouble ?? summary ?? 'valueless by exception');
    return withRaw(view, value, context);
  },
};

/** What it holds only the engine finds out, by the function that looks after it. */
const any: Renderer = {
  name: 'std::any',
  matches: type => type.formatted === true && /^std::any$/.test(type.name),
  *render(value, context) {
    const { actual, summary, trouble } = yield* engineViewOf(value);
    if (actual !== undefined) return withRaw(yield* holding(actual), value, context);
    return withRaw(trouble === undefined ? { text: summary ?? '…' } : missingView(trouble), value, context);
  },
};

const ofAtomic: Renderer = {
  name: 'std::atomic',
  matches: isOf(atomic),
  *render(value, context) {
    const path = partsOf(context.type, context.types, atomic)?.value;
    const held = path === undefined ? undefined : memberAt(value, path, context);
    return held === undefined ? missingView('empty') : withRaw(yield* holding(held), value, context);
  },
};

/** The pointer that a unique pointer is; undefined for other types, and where LLDB could not read its members. */
export function uniquePointerIn(type: TypeDescription, types: TypeTable): FlatField | undefined {
  const parts = partsOf(type, types, uniquePointer);
  const place = parts === undefined ? undefined : fieldAt(type, types, parts.pointer);
  if (place === undefined) return undefined;
  const tuple = types.resolve(place.type);
  if (tuple.kind === 'pointer') return place;
  if (tuple.kind !== 'struct') return undefined;
  // In a tuple of it and its deleter both are called the same, and bases come first, the last element in the innermost.
  const first = flatFields(tuple.fields, types).findLast(field => field.name === '_M_head_impl');
  if (first === undefined || types.resolve(first.type).kind !== 'pointer') return undefined;
  return { ...first, bitOffset: place.bitOffset + first.bitOffset };
}

/** The type of what a smart pointer leads to; undefined for other types, and where LLDB could not read its members. */
export function heldBy(type: TypeDescription, types: TypeTable): TypeId | undefined {
  const shared = partsOf(type, types, sharedTarget);
  const field = shared === undefined ? uniquePointerIn(type, types) : fieldAt(type, types, shared.pointer);
  const pointer = field === undefined ? undefined : types.resolve(field.type);
  return pointer?.kind === 'pointer' ? pointer.target : undefined;
}

const ofUniquePointer: Renderer = {
  name: 'std::unique_ptr',
  matches: (type, types) => uniquePointerIn(type, types) !== undefined,
  *render(value, context) {
    const pointer = uniquePointerIn(context.type, context.types);
    if (pointer === undefined) return missingView('empty');
    const held = fieldOf(value, pointer, context.types, context.littleEndian);
    return withRaw(yield* viewInstead(held), value, context);
  },
};

const ofSharedPointer = kindRenderer('std::shared_ptr', sharedPointer, function* (whole, parts, context) {
  const held = memberAt(whole, parts.pointer, context);
  const owners = yield* ownersOf(targetAt(whole, parts.block, context), context);
  if (held === undefined || (owners === 0n && context.type.name.startsWith('std::weak')))
    return { text: 'expired' };
  const view = yield* viewInstead(held);
  const told = owners === undefined ? '' : ` (${owners} owner${owners === 1n ? '' : 's'})`;
  return { ...view, text: `${view.text}${told}` };
});

/** How many share what it points to; undefined where nobody does. */
function* ownersOf(block: Target | undefined, context: RenderContext): Reading<bigint | undefined> {
  if (block === undefined || block.address.offset === 0n) return undefined;
  const counters = yield* loaded(inMemory(block.type, block.address), context);
  for (const { path, one } of ownerCounts) {
    const count = numberAt(counters, path, context);
    if (count !== undefined) return count - one + 1n;
  }
  return undefined;
}

const ofIterator = kindRenderer('iterator', iterator, (whole, parts, context) => {
  const pointer = memberAt(whole, parts.pointer, context);
  return pointer === undefined ? missingView('no pointer') : viewInstead(pointer);
});

const ofReference = kindRenderer('std::reference_wrapper', reference, (whole, parts, context) => {
  const target = targetAt(whole, parts.pointer, context);
  return target === undefined
    ? missingView('no reference')
    : viewInstead(inMemory(target.type, target.address));
});

/** The function that it calls, out of the name of the one that calls it: `…_Function_handler<int (int), NAME>::…`. */
const ofCallable = kindRenderer('std::function', callable, function* (whole, parts, context) {
  if (numberAt(whole, parts.isThere, context) === 0n) return { text: 'empty' };
  const invoker = memberAt(whole, parts.invoker, context);
  const { summary = '' } = invoker === undefined ? {} : yield* engineViewOf(invoker);
  const called = calledIn(summary) ?? (summary === '' ? '?' : summary);
  const name =
    /\(\*\)/.test(called) && invoker !== undefined ? yield* pointedTo(whole, invoker, context) : undefined;
  return { text: `→ ${name ?? called}` };
});

/** The function that one is given by a pointer, which is all that it holds. */
function* pointedTo(whole: RawValue, invoker: RawValue, context: RenderContext): Reading<string | undefined> {
  const path = partsOf(context.type, context.types, callableObject)?.object;
  const place = path === undefined ? undefined : memberAt(whole, path, context)?.place;
  if (place?.kind !== 'memory') return undefined;
  const { summary = '' } = yield* engineViewOf(inMemory(invoker.type, place.address));
  return /^→ (.+) at 0x[0-9a-f]+$/.exec(summary)?.[1];
}

/** What it calls only the engine's formatter finds out. */
const ofHiddenCallable = kindRenderer(
  'std::function, hidden',
  hiddenCallable,
  function* (whole, parts, context) {
    if (numberAt(whole, parts.isThere, context) === 0n) return { text: 'empty' };
    const { summary = '' } = yield* engineViewOf(whole);
    return { text: `→ ${calledBy(summary)}` };
  },
);

/** As LLDB tells it: `Function = twice(int)`, `Lambda in File a.cpp at Line 7`. Exported for its test. */
export function calledBy(told: string): string {
  const [, file, line] = /^Lambda in File (.*) at Line (\d+)$/.exec(told) ?? [];
  if (file !== undefined) return `lambda at ${file}:${line}`;
  return /^Function = (.*?)(?:\(.*\))?$/.exec(told)?.[1] ?? (told === '' ? '?' : told);
}

/** Exported for its test. */
export function calledIn(invoker: string): string | undefined {
  const begin = invoker.indexOf('_Function_handler<');
  const end = invoker.indexOf('>::_M_invoke', begin);
  if (begin < 0 || end < 0) return undefined;
  const inside = invoker.slice(begin + '_Function_handler<'.length, end);
  let depth = 0;
  for (let at = 0; at < inside.length; at++) {
    const character = inside[at]!;
    if ('(<['.includes(character)) depth++;
    if (')>]'.includes(character)) depth--;
    if (character === ',' && depth === 0) return inside.slice(at + 1).trim();
  }
  return undefined;
}

export const holderRenderers: readonly Renderer[] = [
  ofOptional,
  ofExpected,
  variant,
  any,
  ofAtomic,
  ofUniquePointer,
  ofSharedPointer,
  ofIterator,
  ofReference,
  ofCallable,
  ofHiddenCallable,
];
