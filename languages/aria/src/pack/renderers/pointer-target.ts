// What a pointer leads to, with its members as the pointer's own.

import type { Address, TypeId } from '@sonde/engine';
import { hexText, inMemory, pointingAt, type Reading, type RenderContext, type View } from '@sonde/lens';

/** Elements of an array are indexed through the pointer in Aria, so they stand there like fields. */
export function* targetView(at: Address, target: TypeId, context: RenderContext): Reading<View> {
  const view = yield* pointingAt(at, target, context);
  if (context.types.resolve(target).kind !== 'array') return view;
  const [answer] = yield [{ read: 'rendered', value: inMemory(target, at) }];
  if (answer?.read !== 'rendered' || answer.view.children === undefined) return view;
  return { ...view, children: answer.view.children };
}

/** Whether a type, or one that it is another name of, is called so. */
export function isCalled(type: TypeId, name: RegExp, { types }: RenderContext): boolean {
  let description = types.get(type);
  for (let hops = 0; hops < 64; hops++) {
    if (name.test(description.name)) return true;
    if (description.kind !== 'alias') return false;
    description = types.get(description.target);
  }
  return false;
}

/** What a pointer that the collector has not caught up with leads to by now. */
export const moved = (from: bigint, view: View): View => ({
  ...view,
  text: `${view.text}, moved from ${hexText(from)}`,
});
