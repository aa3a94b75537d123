// Default views of pointers and references: where they lead and what is there.

import type { Address, RawValue, TypeDescription, TypeId } from '@sonde/engine';
import { scalarOf } from '../decode.js';
import { inMemory, memoryAddress } from '../parts.js';
import { hexText, leadsTo } from '../scalar-text.js';
import type { Children, View } from '../view.js';
import { fieldCount, hasFields, pointeeView } from './aggregate-view.js';
import {
  largestLoad,
  loaded,
  missing,
  pageOf,
  textsOf,
  type ChildrenReading,
  type DefaultContext,
  type Reading,
  type ViewReading,
} from './default-context.js';
import { asAddress } from './scalar-view.js';
import { characterSize, textAt } from './text-array.js';

/** The name of the one child of a pointer; the lens puts the pointer's own name behind it. */
export const pointeeName = '*';

export function* pointerView(value: RawValue, context: DefaultContext): ViewReading {
  const { type } = context;
  if (type.kind !== 'pointer') return { text: '?' };
  const read = yield* loaded(value, context, largestLoad);
  if (read.content.kind === 'unavailable') return missing(read.content.why);
  const offset = asAddress(scalarOf(read, context.types, context.littleEndian), context.pointerSize);
  if (offset === undefined) return missing('not a pointer');
  if (offset === 0n) return { text: 'null' };
  const address: Address = { space: memoryAddress(value)?.space ?? value.space ?? '', offset };
  return yield* addressView(address, type.target, context);
}

/** What a pointer to something at an address shows, whatever is there. */
export function* addressView(address: Address, targetId: TypeId, context: DefaultContext): ViewReading {
  const isReference = context.type.kind === 'pointer' && context.type.reference === true;
  const target = inMemory(targetId, address);
  const targetType = context.types.resolve(targetId);
  if (!canFollow(targetType)) return { text: hexText(address.offset), memory: address };
  // Who looks at the pointer itself sees its target at once, with its members as its own.
  const isSeenThrough = hasFields(targetType) || targetType.kind === 'opaque';
  if (isSeenThrough && (context.depth === 0 || isReference))
    return { ...(yield* targetView(target, isReference)), memory: address };
  const children = pointeeChildren(target, targetType, context);
  const text = yield* pointerText(target, targetType, address, context);
  return { text, memory: address, children };
}

/** A reference is another name of its target; a pointer says where that is. */
function* targetView(target: RawValue, isReference: boolean): ViewReading {
  const [answer] = yield [{ read: 'rendered', value: target, instead: isReference }];
  const view: View = answer?.read === 'rendered' ? answer.view : missing('not answered');
  const text = isReference ? view.text : leadsTo(memoryAddress(target)!.offset, view.text);
  // What cannot be read has no members to list, but it can say so in their place.
  const children = view.children ?? (view.missing === true ? oneChild(target) : undefined);
  return {
    text,
    ...(children === undefined ? {} : { children }),
  };
}

const oneChild = (target: RawValue): Children => ({
  named: 1,
  indexed: 0,
  list: (filter, start, count) =>
    filter === 'indexed' ? [] : pageOf([{ name: pointeeName, value: target }], start, count),
});

/** `void`, functions and what nobody described hold nothing to show, unless the engine knows better. */
const canFollow = (target: TypeDescription): boolean =>
  target.kind !== 'function' &&
  target.kind !== 'unit' &&
  (target.kind !== 'opaque' || target.formatted === true);

function* pointerText(
  target: RawValue,
  targetType: TypeDescription,
  address: Address,
  context: DefaultContext,
): Reading<string> {
  const isReference = context.type.kind === 'pointer' && context.type.reference === true;
  const unit = characterSize(targetType, context, target.type);
  if (unit !== undefined && !isReference)
    return leadsTo(address.offset, yield* textAt(address, unit, context));
  // Inside a summary an address is enough: following every pointer of a list would show the list.
  if (context.depth > 0 && !isReference) return hexText(address.offset);
  const [text] = yield* textsOf([target]);
  return isReference ? (text ?? '…') : leadsTo(address.offset, text ?? '…');
}

function pointeeChildren(target: RawValue, targetType: TypeDescription, context: DefaultContext): Children {
  if (!hasFields(targetType)) return oneChild(target);
  return {
    named: fieldCount(targetType, context),
    indexed: 0,
    *list(filter, start, count): ChildrenReading {
      if (filter === 'indexed') return [];
      const whole = yield* loaded(target, context, largestLoad);
      const view: View = yield* pointeeView(whole, context);
      // What cannot be read has no fields to list, but it can say so in their place.
      if (view.children === undefined) return pageOf([{ name: pointeeName, value: whole }], start, count);
      const listed = view.children.list(filter, start, count);
      return 'next' in listed ? yield* listed : listed;
    },
  };
}
