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

/** Objects that a user sees whole: within the canvas, and the canvas within the window. */
export const nodesInView = ({ page }: BrowserPage): Promise<readonly string[]> =>
  page.locator('.og-canvas').evaluate(canvas => {
    const { left, top, right, bottom } = canvas.getBoundingClientRect();
    return [...canvas.querySelectorAll('.og-node')].flatMap(node => {
      const box = node.getBoundingClientRect();
      const isIn =
        box.left >= Math.max(0, left) &&
        box.top >= Math.max(0, top) &&
        box.right <= Math.min(innerWidth, right) &&
        box.bottom <= Math.min(innerHeight, bottom);
      return isIn ? [node.textContent] : [];
    });
  });

/** What surrounds the graph and is not seen whole: cut off by the window or by a box around it, or shortened. */
export const cutOff = ({ page }: BrowserPage): Promise<readonly string[]> =>
  page
    .locator(
      '.og-bar > *, .og-summary, .og-trust > *, .og-chosen, .og-chosen button, .og-facts > *, .og-legend > li',
    )
    .evaluateAll(all =>
      all.flatMap(element => {
        const box = element.getBoundingClientRect();
        const name = `${element.className} ${element.textContent}`;
        if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
          return [`${name} is shortened`];
        for (let around = element.parentElement; around !== null; around = around.parentElement) {
          if (getComputedStyle(around).overflowY === 'visible' && around !== document.documentElement)
            continue;
          const room = around.getBoundingClientRect();
          const [right, bottom] = [Math.min(room.right, innerWidth), Math.min(room.bottom, innerHeight)];
          const isIn =
            box.left >= room.left - 1 &&
            box.top >= room.top - 1 &&
            box.right <= right + 1 &&
            box.bottom <= bottom + 1;
          if (!isIn) return [`${name} is cut off by ${around.className || around.tagName}`];
        }
        return [];
      }),
    );

/** Fields whose placeholder is longer than they are wide. */
export const cutPlaceholders = ({ page }: BrowserPage): Promise<readonly string[]> =>
  page.locator('.og-bar input').evaluateAll(all =>
    (all as HTMLInputElement[]).flatMap(field => {
      const before = field.value;
      field.value = field.placeholder;
      const isCut = field.scrollWidth > field.clientWidth;
      field.value = before;
      return isCut ? [field.placeholder] : [];
    }),
  );
