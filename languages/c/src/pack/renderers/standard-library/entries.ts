// Maps: entries under their keys. The engine finds the nodes.

import type { EngineView, NamedValue, RawValue } from '@sonde/engine';
import {
  inMemory,
  listView,
  missingView,
  sizeOf,
  textsOf,
  withRaw,
  type Child,
  type Reading,
  type Renderer,
  type RenderContext,
} from '@sonde/lens';
import { owner } from '../../way.js';
import { memberAt } from './members.js';

/** What the engine's formatter knows of a value. */
export function* engineViewOf(value: RawValue): Reading<EngineView> {
  const [answer] = yield [{ read: 'engine', value }];
  if (answer?.read === 'engine') return answer.view;
  return { trouble: answer?.read === 'failed' ? answer.why : 'not answered' };
}

type Synthetic = NonNullable<EngineView['synthetic']>;

export function* madeBy(
  { key }: Pick<Synthetic, 'key'>,
  start: number,
  count: number,
): Reading<readonly NamedValue[]> {
  const [answer] = yield [{ read: 'synthetic', key, start, count }];
  return answer?.read === 'synthetic' ? answer.values : [];
}

interface Entry {
  readonly key: RawValue;
  readonly value: RawValue;
}

/** The entry that a child of a map is; undefined for another, such as a note that the rest is missing. */
export type EntryOf = (child: NamedValue, context: RenderContext) => Entry | undefined;

/** Of children that are pairs. */
export const entryOfPair =
  (first: string, second: string): EntryOf =>
  (child, context) => {
    const key = memberAt(child.value, [first], context);
    const value = memberAt(child.value, [second], context);
    return key === undefined || value === undefined ? undefined : { key, value };
  };

/** How the way to an entry is written, given its position, its key and the text of that. */
type WayTo = (nth: number, key: RawValue, text: string, context: RenderContext) => string | undefined;

interface Entries {
  readonly entryOf: EntryOf;
  /** Absent where a language has none that can be followed. */
  readonly wayTo?: WayTo;
}

interface Children {
  readonly count: number;
  readonly page: (start: number, count: number) => Reading<readonly NamedValue[]>;
}

/** However the engine tells of them: a map may be so small or so full that its entries lie side by side. */
function childrenOf({ synthetic, elements }: EngineView, context: RenderContext): Children | undefined {
  if (synthetic !== undefined)
    return { count: synthetic.count, page: (start, count) => madeBy(synthetic, start, count) };
  const size = elements === undefined ? undefined : sizeOf(elements.element, context.types);
  if (elements === undefined || size === undefined) return undefined;
  const { address, element, count } = elements;
  const child = (nth: number): NamedValue => ({
    name: `[${nth}]`,
    value: inMemory(element, { ...address, offset: address.offset + BigInt(nth * size) }),
  });
  return {
    count,
    *page(start, wanted) {
      return Array.from({ length: wanted }, (_, nth) => child(start + nth));
    },
  };
}

/** Entries by their keys: `["one"]`. What is none stays as it is. */
function* entries(
  { page }: Children,
  start: number,
  count: number,
  { entryOf, wayTo }: Entries,
  context: RenderContext,
): Reading<readonly Child[]> {
  const children = yield* page(start, count);
  const found = children.map(child => entryOf(child, context));
  const texts = yield* textsOf(found.flatMap(entry => (entry === undefined ? [] : [entry.key])));
  let next = 0;
  return children.map((child, nth): Child => {
    const entry = found[nth];
    if (entry === undefined) return child;
    const text = texts[next++] ?? '…';
    const way = wayTo?.(start + nth, entry.key, text, context);
    return { name: `[${text}]`, value: entry.value, ...(way === undefined ? {} : { way }) };
  });
}

export const mapRenderer = (name: string, typeName: RegExp, kind: Entries): Renderer => ({
  name,
  matches: type => type.formatted === true && typeName.test(type.name),
  *render(value, context) {
    const told = yield* engineViewOf(value);
    if (told.trouble !== undefined) return withRaw(missingView(told.trouble), value, context);
    const children = childrenOf(told, context);
    if (children === undefined) return withRaw({ text: '{…}' }, value, context);
    const view = yield* listView(
      {
        count: children.count,
        brackets: '{}',
        page: (start, count) => entries(children, start, count, kind, context),
        part: (name, text) => `${name.slice(1, -1)}: ${text}`,
      },
      context,
    );
    return withRaw(view, value, context);
  },
});

/** By keys that can be written as they are shown, and are shown whole; by where the others stand. */
const wayToEntry =
  (isUnique: boolean): WayTo =>
  (nth, key, text, { types }) => {
    const plain = types.resolve(key.type).kind === 'integer' ? /^-?\d+$/ : /^"[^"\\…]*"$/;
    return isUnique && plain.test(text)
      ? `${owner}.at(${text})`
      : `std::next(${owner}.begin(), ${nth})->second`;
  };

const entryOf = entryOfPair('first', 'second');

export const entryRenderers: readonly Renderer[] = [
  mapRenderer('std::map', /^std::(?:__1::)?(?:unordered_)?map</, { entryOf, wayTo: wayToEntry(true) }),
  mapRenderer('std::multimap', /^std::(?:__1::)?(?:unordered_)?multimap</, {
    entryOf,
    wayTo: wayToEntry(false),
  }),
];
