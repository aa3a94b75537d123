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
  type TypeMatch,
  type View,
} from '@sonde/lens';
import { engineViewOf, madeBy } from './entries.js';
import { memberAt, namedWith, numberAt, targetAt, typeAt, type Path } from './members.js';

/** The one value inside, which can be set by its name. */
export const heldName = 'value';

function* holding(value: RawValue, name = heldName): Reading<View> {
  const [text] = yield* textsOf([value]);
  return { text: text ?? '…', children: namedChildren([{ name, value }]) };
}

const optional: Renderer = {
  name: 'std::optional',
  matches: namedWith(
    /^std::optional</,
    ['_M_payload', '_M_engaged'],
    ['_M_payload', '_M_payload', '_M_value'],
  ),
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
    const flag = numberAt(whole, ['_M_payload', '_M_engaged'], context);
    if (flag === undefined)
      return withRaw(missingView('whether it holds a value was optimized out'), value, context);
    const inner = memberAt(whole, ['_M_payload', '_M_payload', '_M_value'], context);
    const view = flag !== 0n && inner !== undefined ? yield* holding(inner) : { text: 'nullopt' };
    return withRaw(view, value, context);
  },
};

const expectedValue = ['_M_val'];
const expectedError = ['_M_unex'];

/** One that expects nothing has no member for it. */
const expected: Renderer = {
  name: 'std::expected',
  matches: namedWith(/^std::expected</, ['_M_has_value'], expectedError),
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
    const flag = numberAt(whole, ['_M_has_value'], context);
    if (flag === undefined)
      return withRaw(missingView('whether it holds a value was optimized out'), value, context);
    const [path, name] = flag === 0n ? [expectedError, 'error'] : [expectedValue, heldName];
    const inner = memberAt(whole, path, context);
    const view = inner === undefined ? { text: 'void' } : yield* holding(inner, name);
    return withRaw(flag === 0n ? { ...view, text: `unexpected ${view.text}` } : view, value, context);
  },
};

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

const atomicPaths: readonly Path[] = [['_M_i'], ['_M_base', '_M_i'], ['_M_b', '_M_p'], ['_M_fp']];

const atomic: Renderer = {
  name: 'std::atomic',
  matches: (type, types) =>
    type.kind === 'struct' &&
    /^std::atomic</.test(type.name) &&
    atomicPaths.some(path => typeAt(type, types, path) !== undefined),
  *render(value, context) {
    const held = atomicPaths.map(path => memberAt(value, path, context)).find(item => item !== undefined);
    return held === undefined ? missingView('empty') : withRaw(yield* holding(held), value, context);
  },
};

/** The pointer in a tuple of it and its deleter, both of which are called the same there. */
export function pointerIn(type: TypeDescription, types: TypeTable): FlatField | undefined {
  const tuple = typeAt(type, types, tuplePath);
  if (tuple?.kind !== 'struct') return undefined;
  return flatFields(tuple.fields, types).find(
    field => field.name === '_M_head_impl' && types.resolve(field.type).kind === 'pointer',
  );
}

const tuplePath: Path = ['_M_t', '_M_t'];

/** The type of what a smart pointer leads to; undefined for other types, and where LLDB could not read its members. */
export function heldBy(type: TypeDescription, types: TypeTable): TypeId | undefined {
  const pointer = /^std::unique_ptr</.test(type.name)
    ? uniqueIn(type, types)
    : /^std::shared_ptr</.test(type.name)
      ? typeAt(type, types, ['_M_ptr'])
      : undefined;
  return pointer?.kind === 'pointer' ? pointer.target : undefined;
}

function uniqueIn(type: TypeDescription, types: TypeTable): TypeDescription | undefined {
  const field = pointerIn(type, types);
  return field === undefined ? undefined : types.resolve(field.type);
}

const uniquePointer: Renderer = {
  name: 'std::unique_ptr',
  matches: (type, types) => /^std::unique_ptr</.test(type.name) && pointerIn(type, types) !== undefined,
  *render(value, context) {
    const tuple = memberAt(value, tuplePath, context);
    const pointer = pointerIn(context.type, context.types);
    if (tuple === undefined || pointer === undefined) return missingView('empty');
    const held = fieldOf(tuple, pointer, context.types, context.littleEndian);
    return withRaw(yield* viewInstead(held), value, context);
  },
};

const sharedPointer: Renderer = {
  name: 'std::shared_ptr',
  matches: namedWith(/^std::(?:shared|weak)_ptr</, ['_M_ptr'], ['_M_refcount', '_M_pi']),
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
    const held = memberAt(whole, ['_M_ptr'], context);
    const owners = yield* ownersOf(whole, context);
    if (held === undefined || (owners === 0n && context.type.name.startsWith('std::weak')))
      return withRaw({ text: 'expired' }, value, context);
    const view = yield* viewInstead(held);
    const told = owners === undefined ? '' : ` (${owners} owner${owners === 1n ? '' : 's'})`;
    return withRaw({ ...view, text: `${view.text}${told}` }, value, context);
  },
};

/** How many share what it points to; undefined where nobody does. */
function* ownersOf(whole: RawValue, context: RenderContext): Reading<bigint | undefined> {
  const block = targetAt(whole, ['_M_refcount', '_M_pi'], context);
  if (block === undefined || block.address.offset === 0n) return undefined;
  const counters = yield* loaded(inMemory(block.type, block.address), context);
  return numberAt(counters, ['_M_use_count'], context);
}

const reference: Renderer = {
  name: 'std::reference_wrapper',
  matches: namedWith(/^std::reference_wrapper</, ['_M_data']),
  *render(value, context) {
    const whole = yield* loaded(value, context);
    const target = targetAt(whole, ['_M_data'], context);
    if (target === undefined) return missingView('no reference');
    return withRaw(yield* viewInstead(inMemory(target.type, target.address)), value, context);
  },
};

const isFunction: TypeMatch = namedWith(/^std::(?:move_only_)?function</, ['_M_manager'], ['_M_invoker']);

/** The function that it calls, out of the name of the one that calls it: `…_Function_handler<int (int), NAME>::…`. */
const callable: Renderer = {
  name: 'std::function',
  matches: isFunction,
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (numberAt(whole, ['_M_manager'], context) === 0n) return withRaw({ text: 'empty' }, value, context);
    const invoker = memberAt(whole, ['_M_invoker'], context);
    const { summary = '' } = invoker === undefined ? {} : yield* engineViewOf(invoker);
    return withRaw({ text: `→ ${calledIn(summary) ?? (summary === '' ? '?' : summary)}` }, value, context);
  },
};

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
  optional,
  expected,
  variant,
  atomic,
  uniquePointer,
  sharedPointer,
  reference,
  callable,
];
