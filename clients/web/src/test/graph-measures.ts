// Measures of a drawn graph in the browser: where its objects are, how far they moved, and what lies on what.
import type { BrowserPage } from './browser-page.js';

export interface NodePlace {
  readonly key: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** On the screen, in pixels. */
export const nodePlaces = ({ page }: BrowserPage): Promise<readonly NodePlace[]> =>
  page.locator('.og-node').evaluateAll(all =>
    all.map(node => {
      const { left, top } = node.getBoundingClientRect();
      return { key: node.getAttribute('data-node') ?? '', text: node.textContent, x: left, y: top };
    }),
  );

/** The farthest that one of those moved which are there before and after. */
export function displacement(
  before: readonly NodePlace[],
  after: readonly NodePlace[],
): { readonly compared: number; readonly most: number } {
  const now = new Map(after.map(place => [place.key, place]));
  const distances = before.flatMap(({ key, x, y }) => {
    const place = now.get(key);
    return place === undefined ? [] : [Math.hypot(place.x - x, place.y - y)];
  });
  return { compared: distances.length, most: Math.max(0, ...distances) };
}

/** Each pair of boxes or names of which one lies on the other, and each text that is larger than its box. */
export const textFaults = (
  { page }: BrowserPage,
  selector = '.og-node, .og-label',
): Promise<readonly string[]> =>
  page.locator(selector).evaluateAll(all => {
    const boxes = all.map(element => ({ element, box: element.getBoundingClientRect() }));
    const nameOf = (element: Element): string => element.textContent;
    return boxes.flatMap(({ element, box }, nth) => [
      // What does not fit is cut off inside of the box, never drawn beside it.
      ...(element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'visible'
        ? [`${nameOf(element)} is wider than its box`]
        : []),
      ...boxes
        .slice(nth + 1)
        .filter(
          other =>
            !element.contains(other.element) &&
            box.left < other.box.right - 0.5 &&
            other.box.left < box.right - 0.5 &&
            box.top < other.box.bottom - 0.5 &&
            other.box.top < box.bottom - 0.5,
        )
        // The name of an area of the map fills it, and its parts lie in that.
        .filter(other => !(element.matches('.og-area-name') && other.element.matches('.og-part')))
        .map(other => `${nameOf(element)} lies on ${nameOf(other.element)}`),
    ]);
  });
