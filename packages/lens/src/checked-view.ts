// Results of renderers looked at before they are believed: a renderer is code that somebody is still writing.

import { checkedStructured } from './checked-structured.js';
import type { Child, Children, View } from './view.js';

/** Longer texts are of no use to anybody and slow to carry. */
const longestText = 1 << 26;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A view as it should be, or a TypeError that says what is wrong with it. */
export function checkedView(result: unknown): View {
  if (!isRecord(result)) throw new TypeError('it returned no view');
  const { text, children, type, hint, memory, structured, missing } = result as Partial<View>;
  if (typeof text !== 'string') throw new TypeError('its view has no text');
  return {
    text: text.length > longestText ? text.slice(0, longestText) : text,
    ...(typeof type === 'string' ? { type } : {}),
    ...(isRecord(hint) ? { hint } : {}),
    ...(missing === true ? { missing } : {}),
    ...(children === undefined ? {} : { children: checkedChildren(children) }),
    ...(isRecord(memory) && typeof memory.offset === 'bigint' ? { memory } : {}),
    ...(structured === undefined ? {} : { structured: checkedStructured(structured) }),
  };
}

function checkedChildren(children: unknown): Children {
  if (!isRecord(children) || typeof children['list'] !== 'function')
    throw new TypeError('its children cannot be listed');
  const { named, indexed } = children as unknown as Children;
  if (!isCount(named) || !isCount(indexed)) throw new TypeError('its children are not counted');
  return children as unknown as Children;
}

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

export function checkedList(result: unknown): readonly Child[] {
  if (!Array.isArray(result)) throw new TypeError('it listed no children');
  return result.map((child: unknown): Child => {
    if (!isRecord(child) || typeof child['name'] !== 'string')
      throw new TypeError('it listed a child without a name');
    if ('view' in child) return { name: child['name'], view: checkedView(child['view']) };
    const value = child['value'];
    if (!isRecord(value) || !isRecord(value['content']))
      throw new TypeError('it listed a child without a value');
    return child as unknown as Child;
  });
}
