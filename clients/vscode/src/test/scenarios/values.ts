// Values: expanded, watched, under the mouse, behind the lines, and changed.

import { describe, expect, it } from 'vitest';
import { eventually } from '../vs-code-page.js';
import { debug, lineOf, slow, type VsCode } from '../vs-code.js';

export function valueScenarios(code: VsCode): void {
  describe('values', () => {
    it('are expanded, watched, hovered and shown behind the lines', slow, async () => {
      const { window } = code;
      await debug(code, 'tour.ng', '#look');
      await window.stoppedAt('tour.ng', lineOf(code, 'tour.ng', '#look'));
      await window.expand('Arguments');
      await window.expand('item');
      await eventually(() => window.variables()).toContain('price = 3');
      await window.watch('item.count * 2');
      await eventually(() => window.watches()).toContain('item.count * 2 = 20');
      await eventually(() => window.source()).toContain('name = "apple", count = 4');
      expect(await window.hover('item.take(count)', 'item')).toContain('price');
      await code.picture('values');
      await window.removeWatches();
    });

    it('are changed with F2, and the program goes on with the new one', slow, async () => {
      const { window } = code;
      await debug(code, 'tour.mini', '#print');
      await window.stoppedAt('tour.mini', lineOf(code, 'tour.mini', '#print'));
      await window.setVariable('steps', '6');
      await eventually(() => window.variables()).toContain('steps = 6');
      await window.removeBreakpoints();
      await window.press('F5');
      await eventually(() => window.console()).toContain('1 takes 6 steps ******');
    });
  });
}
