// Arrays of numbers of eight bits, which debuggers take for text.

import type { RawValue } from '@sonde/engine';
import {
  listView,
  loaded,
  missingView,
  partAt,
  strideOf,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';

export const smallNumbers: Renderer = {
  name: 'numbers',
  matches: (type, types) => type.kind === 'array' && types.resolve(type.element).kind === 'character',
  render: numbersView,
};

function* numbersView(value: RawValue, context: RenderContext): Reading<View> {
  const { type, types } = context;
  if (type.kind !== 'array') return missingView('not an array');
  const { element, count } = type;
  const stride = strideOf(type, types);
  if (count === undefined || stride === undefined) return missingView('its length is not known');
  const whole = yield* loaded(value, context);
  if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
  return yield* listView(
    {
      count,
      *page(start, wanted) {
        return Array.from({ length: Math.min(wanted, count - start) }, (_, nth) => ({
          name: `[${start + nth}]`,
          value: partAt(whole, element, BigInt((start + nth) * stride), types),
        }));
      },
    },
    context,
  );
}
