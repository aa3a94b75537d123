// What is launched: files with changes, configurations of a launch.json, another adapter.

import { describe, expect, it } from 'vitest';
import { eventually } from '../vs-code-page.js';
import { debug, lineOf, slow, textOf, withLaunchJson, withSettings, type VsCode } from '../vs-code.js';

/** How often programs have stopped so far. */
const stops = ({ editor }: VsCode): number =>
  editor.messages().filter(({ message }) => (message as { readonly event?: string }).event === 'stopped')
    .length;

export function launchScenarios(code: VsCode): void {
  describe('launches', () => {
    it('save a file with changes first, and run what it says now', slow, async () => {
      const { window } = code;
      const file = 'draft.mini';
      await window.open(file);
      await window.press('Control+End');
      await window.type('print "new";');
      await window.press('F5');
      await eventually(() => window.console()).toContain('new');
      await window.ended();
      expect(textOf(code, file)).toContain('print "new";');
    });

    it('are refused while a file has changes, where a setting says so', slow, async () => {
      const { window } = code;
      const file = 'unfinished.mini';
      await withSettings(code, { 'sonde.saveBeforeDebugging': 'reject' }, async () => {
        await window.open(file);
        await window.press('Control+End');
        await window.type('print "newer";');
        await window.press('F5');
        await eventually(() => window.notices()).toEqual([
          expect.stringContaining('unfinished.mini has changes that are not saved'),
        ]);
        expect(await window.isDebugging()).toBe(false);
        expect(textOf(code, file)).not.toContain('newer');
        await window.dismissNotices();
        await window.command('File: Revert File');
      });
    });

    it('that begin anew save a file with changes first, too, or are refused', slow, async () => {
      const { window } = code;
      const file = 'again.mini';
      await debug(code, file, 'one');
      await window.stoppedAt(file, 1);
      await window.toLine(2);
      await window.type('print "two";');
      const before = stops(code);
      await window.press('Control+Shift+F5');
      await eventually(() => Promise.resolve(textOf(code, file))).toContain('print "two";');
      // The breakpoint is where it was; until the program is there anew, VS Code shows the stop before.
      await eventually(() => Promise.resolve(stops(code))).toBeGreaterThan(before);
      await window.stoppedAt(file, 1);
      await window.press('F5');
      await eventually(() => window.console()).toMatch(/one\s+two/);
      await window.ended();
      await withSettings(code, { 'sonde.saveBeforeDebugging': 'reject' }, async () => {
        await window.open(file);
        await window.press('F5');
        await window.stoppedAt(file, 1);
        await window.toLine(2);
        await window.type('print "three";');
        await window.press('Control+Shift+F5');
        await eventually(() => window.notices()).toEqual([
          expect.stringContaining('again.mini has changes that are not saved'),
        ]);
        // The program that was there goes on.
        await window.stoppedAt(file, 1);
        expect(textOf(code, file)).not.toContain('three');
        await window.dismissNotices();
        await window.stopDebugging();
        await window.command('File: Revert File');
      });
    });

    it('of a child are debugged in a session of their own, whose parent may be over', slow, async () => {
      const { window } = code;
      const [parent, child] = ['parent.mini', 'child.mini'];
      await window.open(child);
      await window.toggleBreakpoint(lineOf(code, child, '#child'));
      await debug(code, parent);
      await window.stoppedAt(child, lineOf(code, child, '#child'));
      await code.picture('child');
      await window.press('F5');
      await eventually(() => window.console()).toContain('the child has the answer: 42');
      await window.ended();
    });

    it('in a terminal show it, and the program reads what is typed there', slow, async () => {
      const { window } = code;
      const settings = {
        'sonde.console': 'integratedTerminal',
        // As in the first session of a window: it would hide the terminal.
        'debug.internalConsoleOptions': 'openOnSessionStart',
      };
      await withSettings(code, settings, async () => {
        const before = code.editor.messages().length;
        await debug(code, 'input.mini', '#add');
        // What is typed before the program is there goes to the shell that starts it.
        const sent = (): Promise<string> =>
          Promise.resolve(JSON.stringify(code.editor.messages().slice(before)));
        await eventually(sent).toContain('"event":"process"');
        await window.typeInTerminal('41');
        await window.stoppedAt('input.mini', lineOf(code, 'input.mini', '#add'));
        await eventually(() => window.variables()).toContain('line = "41"');
        await code.picture('terminal');
        await window.stopDebugging();
      });
    });

    it('that wait for input say so, and take it from the debug console', slow, async () => {
      const { window } = code;
      await debug(code, 'input.mini', '#add');
      await window.page.locator('.statusbar').getByText('waits for input').click();
      await window.type('41');
      await window.press('Enter');
      await window.stoppedAt('input.mini', lineOf(code, 'input.mini', '#add'));
      await eventually(() => window.variables()).toContain('line = "41"');
      await window.stopDebugging();
    });

    it('follow a launch.json', slow, async () => {
      const { window } = code;
      const configuration = { name: 'The tour', program: '${workspaceFolder}/tour.mini', stopOnEntry: true };
      await withLaunchJson(code, configuration, async () => {
        await window.open('tour.ng');
        await window.press('F5');
        await window.stoppedAt('tour.mini', lineOf(code, 'tour.mini', 'let total'));
        await window.stopDebugging();
      });
    });

    it(
      "build a native program and debug it with LLVM's own adapter, where a configuration names it",
      slow,
      async () => {
        const { window } = code;
        const configuration = { name: 'With lldb-dap', program: '${file}', adapter: 'lldb-dap' };
        await withLaunchJson(code, configuration, async () => {
          const before = code.editor.messages().length;
          await debug(code, 'tour.c', '#look');
          await window.stoppedAt('tour.c', lineOf(code, 'tour.c', '#look'));
          await code.picture('lldb-dap');
          expect(await window.notices()).toEqual([]);
          const answers = code.editor
            .messages()
            .slice(before)
            .filter(({ from }) => from === 'adapter');
          expect(JSON.stringify(answers)).toContain('lldb');
          await window.stopDebugging();
        });
      },
    );
  });
}
