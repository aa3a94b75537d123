// A process that was there before is attached to from the start page; where it stands there is no source.
import { OwnedProcess } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, expect, it } from 'vitest';
import { chromiumMissing } from './chromium.js';
import { eventually } from './eventually.js';
import { webBench } from './web-bench.js';

describeUnlessMissing('a process that runs already', chromiumMissing, () => {
  const bench = webBench();
  afterEach(() => bench().closePages());

  it('is attached to from the start page, is shown by its instructions, and is let go', async ({ skip }) => {
    const page = await bench().open();
    const missing = await page.missingTools('C and C++');
    if (missing !== undefined) skip(missing);
    const sleeper = await OwnedProcess.start('/bin/sleep', ['1000']);
    try {
      const form = page.section('Attach');
      await form.getByRole('textbox', { name: 'Process' }).fill(`${sleeper.pid}`);
      await form.getByRole('button', { name: 'Attach' }).click();
      const shown = page.page.getByRole('tab', { name: 'Disassembly', selected: true });
      await shown.waitFor();
      await page.says(/^There is no source for |is not available/);
      await eventually(() => page.page.locator('.listing-row').count()).toBeGreaterThan(3);
      // It lives on: there is nothing to be asked about.
      await page.clickButton('Back to the start page');
      await page.section('Attach').waitFor();
      expect(sleeper.hasExited).toBe(false);
    } finally {
      sleeper.kill('SIGKILL');
      await sleeper.end(5_000);
    }
  });
});
