// Two snapshots of one process: what is known better, what is held another way, and what is lost.

import { expect, test } from 'vitest';
import { exactLabels } from '../contract/vocabulary.js';
import { HeapBuilder } from '../graph/builder.js';
import { wayTexts } from '../text/why-text.js';
import { HeapAnalysis } from './analysis.js';
import { diffView } from './queries.js';

/** A shelf that may hold a box, by a way of so many steps; the box has this type. */
function shelf(boxType: string, steps: number, last: string, isHeld = true): HeapAnalysis {
  const builder = new HeapBuilder();
  const way = Array.from({ length: steps }, (_, nth) => 10 + nth);
  builder.add({
    kind: 'nodes',
    nodes: [...way.map(id => ({ id, type: 'Shelf', kind: 'record', size: 8 })), box(boxType)],
  });
  builder.add({
    kind: 'edges',
    edges: way.flatMap((from, nth) => {
      const isLast = nth === steps - 1;
      if (isLast && !isHeld) return [];
      return { from, to: isLast ? 1 : from + 1, kind: 'field' as const, name: isLast ? last : `step${nth}` };
    }),
  });
  builder.add({ kind: 'roots', roots: [{ id: 2, category: 'global', name: 'shelves', to: 10 }] });
  return new HeapAnalysis(builder.done({ kind: 'file', name: 'shelf' }, exactLabels));
}
const box = (type: string) => ({ id: 1, type, kind: 'record', size: 8 });

test('of one process, a block that has got a type is the same object', () => {
  const [before, after] = [shelf('block', 1, 'box'), shelf('Box', 1, 'box')];
  expect(diffView(before, after).idsDiffer).toBe(true);
  expect(diffView(before, after, { oneProcess: true }).idsDiffer).toBe(false);
});

test('what nothing holds any more is told by its name', () => {
  const diff = diffView(shelf('Box', 2, 'box'), shelf('Box', 2, 'box', false));
  expect(diff.pathChanged.examples).toMatchObject([{ node: { id: 1, type: 'Box', unreachable: true } }]);
  const [{ before, after }] = diff.pathChanged.examples as [(typeof diff.pathChanged.examples)[number]];
  expect(wayTexts(before, after)).toEqual(['global shelves .step0 .box', 'held by nothing']);
});

test('of two long ways the difference is told', () => {
  const diff = diffView(shelf('Box', 40, 'left'), shelf('Box', 40, 'right'));
  const [{ before, after }] = diff.pathChanged.examples as [(typeof diff.pathChanged.examples)[number]];
  expect(wayTexts(before, after)).toEqual(['… .left', '… .right']);
});
