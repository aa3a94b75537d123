// F5 on a file of each language, without a launch.json.

import { describe, expect, it } from 'vitest';
import { eventually } from '../vs-code-page.js';
import { debug, lineOf, slow, type VsCode } from '../vs-code.js';

export function tourScenarios(code: VsCode, tours: readonly string[]): void {
  describe('F5 on a file, without a launch.json', () => {
    it.each(tours)('debugs %s: it stops at a breakpoint, with its variables', slow, async name => {
      await debug(code, name, '#look');
      await code.window.stoppedAt(name, lineOf(code, name, '#look'));
      await eventually(async () => (await code.window.variables()).length).toBeGreaterThan(1);
      expect(await code.window.notices()).toEqual([]);
      await code.picture(name);
    });
  });
}
