// Renderers for kinds of library values: the value is read, its parts are found, and its fields stay to be looked at.

import type { RawValue } from '@sonde/engine';
import {
  loaded,
  missingView,
  viewInstead,
  withRaw,
  type Reading,
  type Renderer,
  type RenderContext,
  type View,
} from '@sonde/lens';
import { isOf, partsOf, type Kind, type Parts } from './layouts.js';
import { memberAt } from './members.js';

/** What a value shows whose bytes are there. */
export type Showing<Part extends string> = (
  whole: RawValue,
  parts: Parts<Part>,
  context: RenderContext,
) => View | Reading<View>;

export function kindRenderer<Part extends string>(
  name: string,
  kind: Kind<Part>,
  show: Showing<Part>,
  matches: Renderer['matches'] = isOf(kind),
): Renderer {
  return {
    name,
    matches,
    *render(value, context) {
      const parts = partsOf(context.type, context.types, kind);
      const whole = yield* loaded(value, context);
      if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
      if (parts === undefined) return missingView('it is not as its library makes it');
      const shown = show(whole, parts, context);
      return withRaw('next' in shown ? yield* shown : shown, value, context);
    },
  };
}

/** One that is shown as the one part that it has. It may be large, and nobody has to read all of it. */
export const wrapperRenderer = (name: string, kind: Kind<'inside'>): Renderer => ({
  name,
  matches: isOf(kind),
  *render(value, context) {
    const parts = partsOf(context.type, context.types, kind);
    const inside = parts === undefined ? undefined : memberAt(value, parts.inside, context);
    return withRaw(inside === undefined ? missingView('empty') : yield* viewInstead(inside), value, context);
  },
});
