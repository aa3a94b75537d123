// The views below the editor, and a browser that joins the session.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventually } from '../vs-code-page.js';
import { debug, lineOf, slow, type VsCode } from '../vs-code.js';

export function viewScenarios(code: VsCode): void {
  const file = 'list.c';

  describe('the views of a session', () => {
    it('show memory, its map, the disassembly and a drawing', slow, async () => {
      const { window } = code;
      await debug(code, file, '#look');
      await window.stoppedAt(file, lineOf(code, file, '#look'));
      await window.command('Sonde: Show the Memory Map');
      const views = await window.views();
      const shown = (): Promise<string> => views.getByRole('tabpanel').innerText();
      await eventually(shown).toMatch(/stack/i);
      await code.picture('memory-map');
      await window.command('Sonde: Show the Disassembly Beside the Source');
      await eventually(shown).toContain('list.c:16');
      await code.picture('disassembly');
      await window.menu(window.variable('first'), 'Show as a Drawing');
      await eventually(shown).toContain('three');
      await code.picture('drawing');
      await window.menu(window.variable('nodes'), 'Show Memory');
      // The label of the first node.
      await eventually(shown).toMatch(/6f\s*6e\s*65/);
      await code.picture('memory');
    });

    it('lead from a variable to its object, and to why that is alive', slow, async () => {
      const { window } = code;
      const objects = 'tour.ng';
      await debug(code, objects, '#look');
      await window.stoppedAt(objects, lineOf(code, objects, '#look'));
      await window.expand('Arguments');
      await window.menu(window.variable('item'), 'Show in the Object Graph');
      const views = await window.views();
      const graph = views.getByRole('group', { name: /^Object graph around / });
      await eventually(() => graph.getByRole('button', { name: /^Item keeps / }).count()).toBe(1);
      await code.picture('object-graph');
      await views.getByRole('button', { name: 'Save as DOT' }).click();
      const where = window.page.locator('.quick-input-widget .quick-input-box input');
      await eventually(() => where.inputValue()).toMatch(/tour\.ng-\d+\.dot$/);
      const saved = await where.inputValue();
      await window.press('Enter');
      await eventually(async () => existsSync(saved) && readFileSync(saved, 'utf8')).toContain(
        'digraph heap',
      );
      await window.menu(window.variable('item'), 'Why Is This Alive?');
      await eventually(() => views.getByRole('list', { name: 'Path 1' }).innerText()).toContain('root');
      await code.picture('why-alive');
    });

    it('go back in a recorded run, by buttons and by the list of its moments', slow, async () => {
      const { window } = code;
      const recorded = 'tour.mini';
      const bar = window.page.locator('.debug-toolbar');
      // A machine that records nothing offers no way back.
      await debug(code, file, '#look');
      await window.stoppedAt(file, lineOf(code, file, '#look'));
      await eventually(() => bar.getByRole('button', { name: /^Step Over/ }).count()).toBe(1);
      expect(await bar.getByRole('button', { name: /^(Step Back|Reverse)/ }).count()).toBe(0);
      await window.stopDebugging();
      await debug(code, recorded, '#end');
      await window.stoppedAt(recorded, lineOf(code, recorded, '#end'));
      await bar.getByRole('button', { name: /^Step Back/ }).click();
      await window.stoppedAt(recorded, lineOf(code, recorded, 'while first <= 10'));
      await window.command('Sonde: Show the Timeline');
      const views = await window.views();
      const moments = views.getByRole('listbox', { name: 'Moments of the run' });
      await moments.getByRole('option', { name: /"7 takes 16 steps/ }).click();
      await window.stoppedAt(recorded, lineOf(code, recorded, '#print'));
      await code.picture('timeline');
      await bar.getByRole('button', { name: /^Reverse/ }).click();
      await window.stoppedAt(recorded, lineOf(code, recorded, 'let total = 0'));
    });

    it('are joined by a browser, which follows every step', slow, async () => {
      const { window, editor } = code;
      await debug(code, file, '#look');
      await window.stoppedAt(file, lineOf(code, file, '#look'));
      await window.command('Sonde: Open in the Web Debugger');
      await window.notice('The session can be joined').getByText('Copy the Address').click();
      const address = (): Promise<string> => window.page.evaluate(() => navigator.clipboard.readText());
      await eventually(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/.*session=/);
      const context = await editor.browser.newContext({ viewport: { width: 1280, height: 800 } });
      try {
        const page = await context.newPage();
        await page.goto(await address());
        const current = page.getByRole('textbox', { name: /^Source of / }).locator('[aria-current=step]');
        await eventually(() => current.allTextContents()).toEqual([expect.stringContaining('#look')]);
        await code.picture('joined', page);
        await window.press('F10');
        await eventually(() => current.allTextContents()).toEqual([expect.stringContaining('return 0')]);
      } finally {
        await context.close();
      }
    });
  });
}
