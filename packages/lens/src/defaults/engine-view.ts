// Default views of what the engine's own formatter shows: containers of a standard library, objects behind a base class.

import type { EngineView, NamedValue, RawValue } from '@sonde/engine';
import { inMemory, sizeOf } from '../parts.js';
import type { Children, View } from '../view.js';
import { hasFields, structView } from './aggregate-view.js';
import { elementsView } from './array-view.js';
import { objectChildren } from './managed-view.js';
import {
  listed,
  missing,
  summaryCount,
  summaryRoom,
  textsOf,
  type ChildrenReading,
  type DefaultContext,
  type Reading,
} from './default-context.js';

/** Undefined where the engine has nothing to add to type and bytes. */
export function* engineView(value: RawValue, context: DefaultContext): Reading<View | undefined> {
  const shown = yield* askedFor(value, context);
  if (shown === undefined) return undefined;
  if (shown.actual !== undefined) return yield* actualView(shown.actual, context);
  const own = yield* formatted(shown, context);
  if (own !== undefined && own.children === undefined && value.content.kind === 'object')
    return { ...own, children: objectChildren(value.content) };
  if (own === undefined || !hasFields(context.type)) return own;
  return { ...own, children: withRaw(own.children, value, context) };
}

function* askedFor(value: RawValue, context: DefaultContext): Reading<EngineView | undefined> {
  if (value.engineView !== undefined) return value.engineView;
  const { kind } = value.content;
  if (context.type.formatted !== true || (kind !== 'bytes' && kind !== 'deferred')) return undefined;
  const [answer] = yield [{ read: 'engine', value }];
  if (answer?.read === 'engine') return answer.view;
  return { trouble: answer?.read === 'failed' ? answer.why : 'not answered' };
}

function* actualView(actual: RawValue, context: DefaultContext): Reading<View> {
  const { name } = context.types.get(actual.type);
  const [answer] = yield [{ read: 'rendered', value: actual, instead: true }];
  const view: View = answer?.read === 'rendered' ? answer.view : missing('not answered');
  return { ...view, text: `${name} ${view.text}`, type: name };
}

function* formatted(
  { summary, elements, synthetic, trouble }: EngineView,
  context: DefaultContext,
): Reading<View | undefined> {
  if (trouble !== undefined) return missing(trouble);
  if (elements !== undefined) {
    const stride = sizeOf(elements.element, context.types);
    if (elements.count === 0) return { text: summary ?? '[]' };
    if (stride !== undefined && stride > 0) {
      const value = inMemory(elements.element, elements.address);
      const view = yield* elementsView({ ...elements, value, stride }, context);
      return summary === undefined ? view : { ...view, text: summary };
    }
  }
  if (synthetic !== undefined) {
    const children = syntheticChildren(synthetic);
    return { text: summary ?? (yield* syntheticText(synthetic, context)), children };
  }
  return summary === undefined ? undefined : { text: summary };
}

type Synthetic = NonNullable<EngineView['synthetic']>;

function* syntheticText(synthetic: Synthetic, context: DefaultContext): Reading<string> {
  const isNamed = synthetic.named === true;
  if (synthetic.count === 0) return isNamed ? '{}' : '[]';
  const wanted = Math.min(synthetic.count, summaryCount(context, 32));
  const found = yield* syntheticPage(synthetic, 0, wanted);
  if (typeof found === 'string') return `<${found}>`;
  const texts = yield* textsOf(found.map(child => child.value));
  const isAll = found.length === synthetic.count;
  if (isNamed) {
    const parts = found.map((child, nth) => `${child.name}: ${texts[nth] ?? '…'}`);
    return `{${listed(parts, isAll, summaryRoom(context))}}`;
  }
  const inside = listed(texts, isAll, summaryRoom(context));
  return isAll && !inside.endsWith(', …') ? `[${inside}]` : `[${inside}] (${synthetic.count})`;
}

function* syntheticPage(
  { key }: Pick<Synthetic, 'key'>,
  start: number,
  count: number,
): Reading<readonly NamedValue[] | string> {
  const [answer] = yield [{ read: 'synthetic', key, start, count }];
  if (answer?.read === 'synthetic') return answer.values;
  return answer?.read === 'failed' ? answer.why : 'not answered';
}

function syntheticChildren(synthetic: Synthetic): Children {
  const isNamed = synthetic.named === true;
  return {
    named: isNamed ? synthetic.count : 0,
    indexed: isNamed ? 0 : synthetic.count,
    *list(filter, start, count): ChildrenReading {
      if (filter === (isNamed ? 'indexed' : 'named')) return [];
      const found = yield* syntheticPage(synthetic, start, Math.min(count, synthetic.count - start));
      return typeof found === 'string' ? [{ name: '', view: missing(found) }] : found;
    },
  };
}

/** The name of the child that shows the fields underneath. */
export const rawName = '[raw]';

/** Children without the fields that were put behind them. */
const withoutRaw = new WeakMap<Children, Children>();

/**
 * Children with, behind them, the fields that the value is really made of; not also those of a value that it stands
 * for.
 */
export function withRaw(children: Children | undefined, value: RawValue, context: DefaultContext): Children {
  const given: Children = children ?? { named: 0, indexed: 0, list: () => [] };
  const own = withoutRaw.get(given) ?? given;
  const all: Children = {
    named: own.named + 1,
    indexed: own.indexed,
    *list(filter, start, count): ChildrenReading {
      const others = (filter === 'indexed' ? 0 : own.named) + (filter === 'named' ? 0 : own.indexed);
      const page = start < others ? own.list(filter, start, Math.min(count, others - start)) : [];
      const found = 'next' in page ? yield* page : page;
      if (filter === 'indexed' || others < start || others >= start + count) return found;
      const view: View = yield* structView(value, context);
      return [...found, { name: rawName, view }];
    },
  };
  withoutRaw.set(all, own);
  return all;
}
