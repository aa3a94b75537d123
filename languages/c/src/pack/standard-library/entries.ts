// Maps of the standard library: entries under their keys. The engine finds the nodes.

import type { EngineView, NamedValue, RawValue } from '@sonde/engine';
import {
  listView,
  missingView,
  textsOf,
  withRaw,
  type Child,
  type Reading,
  type Renderer,
  type RenderContext,
} from '@sonde/lens';
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

/** Entries by their keys: `["one"]`. What is no entry, such as a note that the rest is missing, stays as it is. */
function* entries(
  synthetic: Synthetic,
  start: number,
  count: number,
  context: RenderContext,
): Reading<readonly Child[]> {
  const pairs = yield* madeBy(synthetic, start, count);
  const keys = pairs.map(({ value }) => memberAt(value, ['first'], context));
  const texts = yield* textsOf(keys.filter(key => key !== undefined));
  let next = 0;
  return pairs.map((pair, nth): Child => {
    const value = memberAt(pair.value, ['second'], context);
    if (keys[nth] === undefined || value === undefined) return pair;
    return { name: `[${texts[next++] ?? '…'}]`, value };
  });
}

const map: Renderer = {
  name: 'std::map',
  matches: type => type.formatted === true && /^std::(?:__1::)?(?:unordered_)?(?:multi)?map</.test(type.name),
  *render(value, context) {
    const { synthetic, trouble } = yield* engineViewOf(value);
    if (trouble !== undefined) return withRaw(missingView(trouble), value, context);
    if (synthetic === undefined) return withRaw({ text: '{…}' }, value, context);
    const view = yield* listView(
      {
        count: synthetic.count,
        brackets: '{}',
        page: (start, count) => entries(synthetic, start, count, context),
        part: (name, text) => `${name.slice(1, -1)}: ${text}`,
      },
      context,
    );
    return withRaw(view, value, context);
  },
};

export const entryRenderers: readonly Renderer[] = [map];
