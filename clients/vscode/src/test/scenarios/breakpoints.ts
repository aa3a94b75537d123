// Breakpoints with conditions, counts and messages; exceptions; keys that restart, stop and run.

import { describe, expect, it } from 'vitest';
import { eventually } from '../vs-code-page.js';
import { debug, lineOf, slow, type VsCode } from '../vs-code.js';

export function breakpointScenarios(code: VsCode): void {
  const file = 'tour.mini';
  const at = (text: string): number => lineOf(code, file, text);

  describe('breakpoints', () => {
    it('stops where a condition holds', slow, async () => {
      const { window } = code;
      await window.open(file);
      await window.specialBreakpoint(at('#step'), 'Expression', 'n == 10');
      await window.press('F5');
      await window.stoppedAt(file, at('#step'));
      await eventually(() => window.variables()).toContain('n = 10');
    });

    it('stops at the hit that a count names', slow, async () => {
      const { window } = code;
      await window.open(file);
      await window.specialBreakpoint(at('#total'), 'Hit Count', '3');
      await window.press('F5');
      await window.stoppedAt(file, at('#total'));
      await eventually(() => window.console()).toContain('2 takes 1 steps');
      expect(await window.console()).not.toContain('3 takes');
    });

    it('writes the message of a log point and does not stop', slow, async () => {
      const { window } = code;
      await window.open(file);
      await window.specialBreakpoint(at('#total'), 'Log Message', 'from {first}: {steps}');
      await window.press('F5');
      await eventually(() => window.console()).toContain('from 9: 19');
      await window.ended();
      await code.picture('log-points');
    });

    it('stops where an error is thrown and says which', slow, async () => {
      const { window } = code;
      await debug(code, 'errors.mini');
      await window.stoppedAt('errors.mini', lineOf(code, 'errors.mini', '#divide'));
      await eventually(() => window.page.locator('.exception-widget').innerText()).toContain(
        'cannot divide by zero',
      );
      // Only the exceptions of the language are offered.
      expect(await window.notices()).toEqual([]);
      await code.picture('exception');
    });
  });

  describe('keys', () => {
    it('Ctrl+Shift+F5 begins anew, Shift+F5 ends', slow, async () => {
      const { window } = code;
      await debug(code, file, '#total');
      await window.stoppedAt(file, at('#total'));
      await window.press('F5');
      await eventually(() => window.console()).toContain('1 takes 0 steps');
      await eventually(() => window.variables()).toContain('steps = 1');
      await window.press('Control+Shift+F5');
      await eventually(() => window.variables()).toContain('steps = 0');
      await window.stoppedAt(file, at('#total'));
      await window.press('Shift+F5');
      await window.ended();
    });

    it('Ctrl+F5 runs the program and stops nowhere', slow, async () => {
      const { window } = code;
      await window.open(file);
      await window.toggleBreakpoint(at('#total'));
      const before = code.editor.messages().length;
      await window.press('Control+F5');
      await eventually(() => window.console()).toContain('in all 67 steps');
      await window.ended();
      const messages = JSON.stringify(code.editor.messages().slice(before));
      expect(messages).toContain('"noDebug":true');
      expect(messages).not.toContain('"event":"stopped"');
    });
  });
}
