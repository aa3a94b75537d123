// A browser and an editor on one session: each sees what the other does.
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, expect, it } from 'vitest';
import type { BrowserPage } from './browser-page.js';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { eventually } from './eventually.js';
import { exampleFile, webBench } from './web-bench.js';

const program = exampleFile('mini', 'tour.mini');

describeUnlessMissing('a browser and an editor on one session', chromiumMissing, () => {
  const bench = webBench();
  afterEach(() => bench().closePages());

  /** The editor has begun; the browser finds it on its start page. */
  async function both(): Promise<{ readonly editor: TestClient; readonly page: BrowserPage }> {
    const editor = closeAfterTest(
      await connect(bench().endpoint, { initialize: { clientID: 'editor', clientName: 'The editor' } }),
    );
    await editor.launch({ program }, client => client.setBreakpoints(program, ['#look']));
    await editor.waitForStop();
    const page = await bench().open();
    await page.join('tour.mini');
    await page.stopsAt('#look');
    return { editor, page };
  }

  it('a step of the editor moves the browser', async () => {
    const { editor, page } = await both();
    await editor.next();
    await page.stopsAt('while n != 1');
    await eventually(() => page.valueOf('steps')).toBe('1');
  });

  it('a step of the browser moves the editor', async () => {
    const { editor, page } = await both();
    const before = editor.timeline.now;
    await page.press('F10');
    const stop = await editor.waitForStop({ after: before });
    expect(stop.reason).toBe('step');
    expect((await editor.topFrame()).line).toBe(lineOf(program, '#look') - 6);
    await page.stopsAt('while n != 1');
  });

  it('breakpoints of the editor are seen in the browser', async () => {
    const { editor, page } = await both();
    await eventually(() => page.breakpointMarks()).toEqual([expect.stringMatching(/ It is of The editor\./)]);
    await editor.setBreakpoints(program, ['#look', '#arrived']);
    await eventually(() => page.breakpointMarks()).toHaveLength(2);
    await page.screenshot('two-clients');
  });

  it('breakpoints of the browser stop the editor too, and are listed there', async () => {
    const { editor, page } = await both();
    await page.clickLine('#arrived');
    await eventually(() => page.breakpointMarks()).toContainEqual(
      expect.stringMatching(/^Breakpoint on line 28\. *$/),
    );
    const { breakpoints } = (await editor.customRequest('sonde/breakpoints', {})) as {
      readonly breakpoints: readonly {
        readonly line?: number;
        readonly mine: boolean;
        readonly owner: string;
      }[];
    };
    expect(breakpoints).toContainEqual(
      expect.objectContaining({ line: 28, mine: false, owner: 'Sonde in the browser' }),
    );
    await editor.setBreakpoints(program, []);
    await editor.continue();
    expect((await editor.topFrame()).line).toBe(lineOf(program, '#arrived'));
    await page.stopsAt('#arrived');
  });
});
