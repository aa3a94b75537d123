// Pointers: NULL, functions by name, and `[header]` for whatever leads to a collected object. Aria debug spec 3.2.1.

import type { Address, RawValue } from '@sonde/engine';
import {
  encodeScalar,
  hexText,
  loaded,
  missingView,
  scalarOf,
  withMore,
  type Child,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';
import { factsIn, type RuntimeFacts } from '../runtime-model/facts.js';
import type { HeaderLayout } from '../runtime-model/header-layouts.js';
import { objectAt } from './collected-object.js';
import { headerName, headerView, noHeaderView } from './header-view.js';
import { isCalled, moved, targetView } from './pointer-target.js';

const gcPointer = /^gc_ptr<.+>$/;

export const pointer: Renderer = {
  name: 'pointer',
  matches: { kind: 'pointer' },
  render: pointerView,
};

function* pointerView(value: RawValue, context: RenderContext): Reading<View> {
  const { type, types } = context;
  if (type.kind !== 'pointer') return missingView('not a pointer');
  const read = yield* loaded(value, context);
  if (read.content.kind === 'unavailable') return missingView(read.content.why);
  const number = scalarOf(read, types, context.littleEndian);
  if (typeof number !== 'bigint') return missingView('not a pointer');
  const at: Address = { space: '', offset: BigInt.asUintN(context.pointerSize * 8, number) };
  if (at.offset === 0n) return { text: 'NULL' };
  if (types.resolve(type.target).kind === 'function') return yield* functionView(read, at, context);
  const facts = factsIn(context);
  const layout = facts?.layout;
  const isCollected = facts?.isInNursery(at.offset) === true || isCalled(value.type, gcPointer, context);
  if (facts === undefined || layout === undefined || !isCollected)
    return yield* targetView(at, type.target, context);
  return yield* collectedView(at, { ...context, type }, facts, layout);
}

function* collectedView(
  at: Address,
  context: RenderContext & { readonly type: { readonly kind: 'pointer' } },
  facts: RuntimeFacts,
  layout: HeaderLayout,
): Reading<View> {
  const { target } = context.type;
  const object = yield* objectAt(at, facts, layout, context);
  if (typeof object === 'string')
    return withHeader(yield* targetView(at, target, context), noHeaderView(object));
  const header = headerView(object, at, facts);
  if (object.movedTo === undefined) return withHeader(yield* targetView(at, target, context), header);
  const now: Address = { ...at, offset: object.movedTo + at.offset - object.at };
  return withHeader(moved(at.offset, yield* targetView(now, target, context)), header);
}

const withHeader = (view: View, header: View): View => {
  const child: Child = { name: headerName, view: header };
  return { ...view, children: withMore(view.children, [child]) };
};

/** As the engine knows it: by name. */
function* functionView(value: RawValue, at: Address, context: RenderContext): Reading<View> {
  const { types, littleEndian } = context;
  // One that was computed is only a number so far, and engines take bytes.
  const asked: RawValue =
    value.place === undefined && value.content.kind === 'scalar'
      ? {
          type: value.type,
          content: { kind: 'bytes', bytes: encodeScalar(at.offset, value.type, types, littleEndian) },
        }
      : value;
  const [answer] = yield [{ read: 'engine', value: asked }];
  const summary = answer?.read === 'engine' ? answer.view.summary : undefined;
  return { text: summary ?? hexText(at.offset), memory: at };
}
