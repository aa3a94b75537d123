// Going back in time in the page: buttons, the strip, outputs, histories, and the run as a file.
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { afterEach, expect, it } from 'vitest';
import type { BrowserPage } from './browser-page.js';
import { eventually } from './eventually.js';
import { webBench } from './web-bench.js';

describeUnlessMissing('a recorded run in the page', chromiumMissing, () => {
  const bench = webBench();
  afterEach(() => bench().closePages());

  const strip = ({ page }: BrowserPage) => page.getByRole('slider', { name: 'Moment of the run' });
  const now = async (page: BrowserPage) => Number(await strip(page).getAttribute('aria-valuenow'));

  it('goes back and forth, by buttons, keys, the strip, outputs and earlier values', async () => {
    const page = await bench().open();
    await page.openExample('Mini', 'tour.mini');
    await page.stopsAt('#look');
    await strip(page).waitFor();
    const look = await now(page);
    await page.clickLine('#look');
    await page.clickLine('#end');
    await page.press('F5');
    await page.stopsAt('#end');
    // The strip asks for its moments only then.
    await eventually(() => now(page)).toBeGreaterThan(look);
    const end = await now(page);

    // A line back, and back to the start: no breakpoint lies before.
    await page.clickButton('Step back');
    await page.stopsAt('while first <= 10');
    await page.press('Alt+F5');
    await page.stopsAt('let total = 0');
    expect(await now(page)).toBeLessThan(end);

    // Every output leads to its moment.
    const log = page.page.getByRole('log', { name: 'Output and answers' });
    await log.getByRole('button', { name: 'Go to the moment when this was printed' }).nth(2).click();
    await page.stopsAt('#print');
    await eventually(() => page.valueOf('steps')).toBe('7');

    // Keys on the strip go from moment to moment, and to its ends; a click goes where it is.
    await strip(page).focus();
    await page.press('ArrowRight');
    await eventually(() => page.valueOf('steps')).toBe('2');
    await page.press('End');
    await page.stopsAt('#end');
    const box = (await strip(page).boundingBox())!;
    await page.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await eventually(async () => Math.round((10 * (await now(page))) / end)).toBe(5);
    await page.screenshot('time-travel');

    // The list of moments.
    await page.page.getByRole('tab', { name: 'Timeline' }).click();
    const moments = page.page.getByRole('listbox', { name: 'Moments of the run' });
    await moments.getByRole('option', { name: /"7 takes 16 steps/ }).click();
    await page.stopsAt('#print');
    await eventually(() => page.valueOf('steps')).toBe('16');
    await page.screenshot('timeline');

    // What a variable was.
    await page.variableRow('steps').click({ button: 'right' });
    await page.page.getByRole('menuitem', { name: 'History' }).click();
    const history = page.page.getByRole('list', { name: 'Values of steps, newest first' });
    await eventually(() => history.getByRole('button').count()).toBeGreaterThan(0);
    await page.screenshot('history');
    await history.getByRole('button').first().click();
    await page.stopsAt('#total');

    // The run as a file.
    await page.page.getByRole('tab', { name: 'Timeline' }).click();
    const download = page.page.waitForEvent('download');
    await page.clickButton('Save recording');
    expect((await download).suggestedFilename()).toBe('tour.sonde');
    expect(page.complaints).toEqual([]);
  });
});
