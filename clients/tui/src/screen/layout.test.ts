import { describe, expect, it } from 'vitest';
import { paneIds, type PaneId } from '../panes/pane.js';
import { isTiny, layout } from './layout.js';

const all = (): boolean => true;

describe('the layout', () => {
  it('covers every row but the last, without overlap, at every size', () => {
    for (const [columns, rows] of [
      [50, 12],
      [80, 24],
      [120, 40],
      [150, 36],
      [200, 52],
      [400, 100],
    ] as const) {
      const taken = new Set<string>();
      for (const area of layout(columns, rows, all, undefined))
        for (let y = area.y; y < area.y + area.height; y++)
          for (let x = area.x; x < area.x + area.width; x++) {
            expect(taken.has(`${x} ${y}`)).toBe(false);
            taken.add(`${x} ${y}`);
          }
      const lines =
        columns >= 150 && rows >= 36 ? 2 * (rows - 1) : rows - 1 - Math.max(5, Math.floor(rows * 0.26));
      expect(taken.size).toBe(columns * (rows - 1) - lines);
    }
  });

  it('shows each pane that is there exactly once, and none that is not', () => {
    const without = (pane: PaneId): boolean => pane !== 'registers' && pane !== 'memory';
    const sizes: readonly (readonly [number, number])[] = [
      [80, 24],
      [200, 52],
    ];
    for (const [columns, rows] of sizes) {
      expect(
        layout(columns, rows, all, undefined)
          .flatMap(({ panes }) => panes)
          .toSorted(),
      ).toEqual(paneIds.toSorted());
      expect(layout(columns, rows, without, undefined).flatMap(({ panes }) => panes)).not.toContain('memory');
      expect(layout(columns, rows, without, undefined).every(({ panes }) => panes.length > 0)).toBe(true);
    }
  });

  it('one pane has all the room when it is enlarged', () => {
    expect(layout(80, 24, all, 'stack')).toEqual([{ x: 0, y: 0, width: 80, height: 23, panes: ['stack'] }]);
    expect([isTiny(80, 24), isTiny(49, 24), isTiny(80, 11)]).toEqual([false, true, true]);
  });
});
