// What an accessibility checker finds: nothing serious, on any of the pages, light and dark.
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, expect, it } from 'vitest';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { seriousFindings } from './findings.js';
import { webBench } from './web-bench.js';

describeUnlessMissing('the accessibility of the web debugger', chromiumMissing, () => {
  const bench = webBench({ 'count.mini': 'let x = 1;\nprint x;\n', 'folder/other.mini': 'print 2;\n' });
  afterEach(() => bench().closePages());

  it.each(['light', 'dark'] as const)(
    'is without serious findings on the start page, %s',
    async colourScheme => {
      const page = await bench().open({ colourScheme });
      await page.says('count.mini');
      expect(await seriousFindings(page)).toEqual([]);
      await page.screenshot(`start-${colourScheme}`);
    },
  );

  it.each(['light', 'dark'] as const)('is without serious findings at a stop, %s', async colourScheme => {
    const page = await bench().open({ colourScheme });
    await page.openExample('Mini', 'tour.mini');
    await page.stopsAt('#look');
    expect(await seriousFindings(page)).toEqual([]);
    await page.expand('Globals');
    await page.press('F10');
    await page.stopsAt('while n != 1');
    await page.evaluate('n + 1');
    await page.says('n + 1');
    expect(await seriousFindings(page)).toEqual([]);
    await page.screenshot(`stopped-${colourScheme}`);
  });

  it('is without serious findings in the dialog of a breakpoint', async () => {
    const page = await bench().open();
    await page.openExample('Mini', 'tour.mini');
    await page.stopsAt('#look');
    await page.clickLine('#look', 'right');
    await page.page.getByRole('dialog').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.screenshot('breakpoint-dialog');
  });

  it('is without serious findings where the browser is not let in', async () => {
    const page = await bench().open({ stranger: true });
    await page.says('This browser is not signed in.');
    expect(await seriousFindings(page)).toEqual([]);
  });
});
