import { expect, it } from 'vitest';
import { paneIds, type Pane, type PaneId } from '../panes/pane.js';
import { Arrangement } from './arrangement.js';

const missing: ReadonlySet<PaneId> = new Set(['registers', 'timeline']);
const panes = Object.fromEntries(
  paneIds.map(id => [id, { id, isThere: () => !missing.has(id) } as Partial<Pane> as Pane]),
) as Readonly<Record<PaneId, Pane>>;

it.each([
  ['enlarged', 80, 24],
  ['on a tiny terminal', 40, 10],
])('goes from each pane to the next where one of them is %s, and round about', (_, columns, rows) => {
  const arrangement = new Arrangement(panes);
  if (columns === 80) arrangement.zoom();
  const seen: PaneId[] = [];
  for (let step = 0; step < 10; step++) {
    arrangement.fit(columns, rows);
    seen.push(arrangement.focus);
    arrangement.setFocus(arrangement.neighbour(1));
  }
  expect(seen).toEqual(paneIds.filter(id => !missing.has(id)));
  expect(arrangement.focus).toBe('source');
  arrangement.fit(columns, rows);
  expect(arrangement.neighbour(-1)).toBe('trace');
});

it('goes from area to area where several are in view', () => {
  const arrangement = new Arrangement(panes);
  arrangement.fit(80, 24);
  expect(arrangement.neighbour(1)).toBe('variables');
  arrangement.setFocus('watches');
  arrangement.setFocus('source');
  expect(arrangement.neighbour(1)).toBe('watches');
});
