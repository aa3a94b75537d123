// How values look, where the lens's own way is not the language's.

import type { NamedValue, ObjectId, RawValue } from '@sonde/engine';
import {
  membersOf,
  textsOf,
  type Child,
  type Children,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';

/** Members that a summary shows; who asks for the whole text gets more. */
const shortSummary = 16;
const longSummary = 100_000;

interface Composite {
  readonly id: ObjectId;
  readonly named: number;
  readonly indexed: number;
}

function compositeOf({ content }: RawValue): Composite | undefined {
  if (content.kind !== 'object') return undefined;
  const { id, named = 0, indexed = 0 } = content;
  return { id, named, indexed };
}

const summaryCount = ({ format }: RenderContext): number =>
  format.limit === undefined ? longSummary : shortSummary;

function* firstMembers(object: Composite, count: number): Reading<readonly NamedValue[]> {
  const members = yield* membersOf(object, undefined, 0, count);
  return typeof members === 'string' ? [] : members;
}

const memberTexts = (members: readonly NamedValue[]): Reading<readonly string[]> =>
  textsOf(members.map(({ value }) => value));

/** All members, from the one numbered `from`. */
const childrenOf = (object: Composite, from = 0): Children => ({
  named: Math.max(0, object.named - from),
  indexed: object.indexed,
  *list(filter, start, count): Reading<readonly Child[]> {
    const members = yield* membersOf(object, filter, start + from, count);
    return typeof members === 'string' ? [{ name: '', view: { text: `<${members}>` } }] : members;
  },
});

/** `open a, b close`, with a mark when there are more than are shown. */
function sequence(name: string, matches: Renderer['matches'], open: string, close: string): Renderer {
  return {
    name,
    matches,
    *render(value, context): Reading<View> {
      const object = compositeOf(value);
      if (object === undefined) return { text: '?' };
      const members = yield* firstMembers(object, summaryCount(context));
      const texts = yield* memberTexts(members);
      const rest = members.length < object.indexed ? ', …' : '';
      return { text: `${open}${texts.join(', ')}${rest}${close}`, children: childrenOf(object) };
    },
  };
}

/** The first member is the tag; what it carries comes behind. */
const tagged: Renderer = {
  name: 'tagged values',
  matches: { kind: 'variant' },
  *render(value, context): Reading<View> {
    const object = compositeOf(value);
    if (object === undefined) return { text: '?' };
    const [tag, ...payload] = yield* firstMembers(object, summaryCount(context));
    const name = tag?.value.content.kind === 'scalar' ? String(tag.value.content.value) : '?';
    const texts = yield* memberTexts(payload);
    const parts = payload.map((member, nth) =>
      /^\d/.test(member.name) ? (texts[nth] ?? '…') : `${member.name}: ${texts[nth] ?? '…'}`,
    );
    const text = `${name}(${parts.join(', ')})`;
    return payload.length === 0 ? { text } : { text, children: childrenOf(object, 1) };
  },
};

/** What it points at, with that value's own members below. */
const reference: Renderer = {
  name: 'references',
  matches: { name: /^ref(<.*>)?$/ },
  *render(value, { types }): Reading<View> {
    const object = compositeOf(value);
    if (object === undefined) return { text: '?' };
    const [target] = yield* firstMembers(object, 1);
    if (target === undefined) return { text: '→ ?' };
    const [text] = yield* memberTexts([target]);
    const { kind, name } = types.resolve(target.value.type);
    const inside = compositeOf(target.value);
    return {
      text: kind === 'struct' ? `→ ${name} ${text ?? ''}` : `→ ${text ?? '?'}`,
      // Members are reached through a reference as if there were none.
      children: inside === undefined || kind !== 'struct' ? childrenOf(object) : childrenOf(inside),
    };
  },
};

/** A value under a name of its own. */
const newtype: Renderer = {
  name: 'wrapped values',
  matches: { kind: 'object' },
  *render(value, { type }): Reading<View> {
    const object = compositeOf(value);
    if (object === undefined) return { text: '?' };
    const members = yield* firstMembers(object, 1);
    const [text] = yield* memberTexts(members);
    return { text: `${type.name}(${text ?? ''})`, children: childrenOf(object) };
  },
};

const unit: Renderer = { name: 'unit', matches: { kind: 'unit' }, render: () => ({ text: 'unit' }) };

export const renderers: readonly Renderer[] = [
  sequence('arrays', { name: 'vector' }, '[', ']'),
  sequence('tuples', { name: 'tuple' }, '(', ')'),
  sequence('ranges', { name: 'range' }, 'Range(', ')'),
  sequence('spans', { name: 'span' }, 'span[', ']'),
  sequence('indices from the end', { name: 'index from the end' }, '^', ''),
  tagged,
  reference,
  newtype,
  unit,
];
