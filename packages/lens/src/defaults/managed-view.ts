// Default views of managed objects.

import type { NamedValue, ObjectId, RawValue } from '@sonde/engine';
import type { Children } from '../view.js';
import {
  listed,
  missing,
  summaryCount,
  summaryRoom,
  textsOf,
  type ChildrenReading,
  type DefaultContext,
  type Reading,
  type ViewReading,
} from './default-context.js';

interface ManagedObject {
  readonly id: ObjectId;
  readonly named?: number;
  readonly indexed?: number;
}

export function* objectView(value: RawValue, context: DefaultContext): ViewReading {
  if (value.content.kind !== 'object') return { text: '?' };
  const { content } = value;
  const isEmpty = content.named === 0 && content.indexed === 0;
  if (isEmpty) return { text: '{}' };
  const children = objectChildren(content);
  const isList = (content.named ?? 0) === 0 && content.indexed !== undefined;
  if (isList && content.indexed === 0) return { text: '[]' };
  const first = summaryCount(context, isList ? 32 : 16);
  const members = yield* membersOf(content, isList ? 'indexed' : undefined, 0, first);
  if (typeof members === 'string') return { ...missing(members), children };
  const texts = yield* textsOf(members.map(member => member.value));
  const total = (content.named ?? 0) + (content.indexed ?? 0);
  const isAll = members.length < first || members.length >= total;
  if (!isList) {
    const parts = members.map((member, nth) => `${member.name}: ${texts[nth] ?? '…'}`);
    return { text: `{${listed(parts, isAll, summaryRoom(context))}}`, children };
  }
  const inside = listed(texts, isAll, summaryRoom(context));
  const cut = !isAll || inside.endsWith(', …');
  return { text: cut ? `[${inside}] (${content.indexed ?? total})` : `[${inside}]`, children };
}

/** Members of an object; a text says why there are none to show. */
export function* membersOf(
  object: Pick<ManagedObject, 'id'>,
  filter: 'named' | 'indexed' | undefined,
  start: number,
  count: number,
): Reading<readonly NamedValue[] | string> {
  const read = { object: object.id, start, count, ...(filter === undefined ? {} : { filter }) };
  const [answer] = yield [{ read: 'object', object: read }];
  if (answer?.read === 'object') return answer.values;
  return answer?.read === 'failed' ? answer.why : 'not answered';
}

/** Counts that the engine does not know are left at 0: a client then asks for all there are. */
export function objectChildren(object: ManagedObject): Children {
  return {
    named: object.named ?? 0,
    indexed: object.indexed ?? 0,
    *list(filter, start, count): ChildrenReading {
      const members = yield* membersOf(object, filter, start, count);
      return typeof members === 'string' ? [{ name: '', view: missing(members) }] : members;
    },
  };
}
