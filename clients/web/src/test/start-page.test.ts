// The start page: what it offers, and that it can be used without a pointer.
import { connect } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, expect, it } from 'vitest';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { eventually } from './eventually.js';
import { webBench } from './web-bench.js';

describeUnlessMissing('the start page', chromiumMissing, () => {
  const bench = webBench({
    'a.mini': 'let x = 1; // #first\nprint x;\n',
    'elsewhere.mini': 'print 1;\n',
    'deep/er/b.mini': 'print 2;\n',
    'notes.txt': 'Nothing to debug.\n',
  });
  afterEach(() => bench().closePages());

  it('goes down into folders and up again, but never above the one that is served', async () => {
    const page = await bench().open();
    const open = page.section('Open');
    await open.getByRole('button', { name: 'Folder deep' }).click();
    await open.getByRole('button', { name: 'Folder er' }).click();
    await open.getByRole('button', { name: 'b.mini', exact: true }).waitFor();
    const crumbs = open.getByRole('navigation', { name: 'Folder' }).getByRole('button');
    expect(await crumbs.allInnerTexts()).toEqual(['programs', 'deep', 'er']);
    await crumbs.first().click();
    await open.getByRole('button', { name: 'a.mini', exact: true }).waitFor();
    expect(await crumbs.allInnerTexts()).toEqual(['programs']);
    // What is no program is there to be seen, not to be pressed.
    await open.getByText('notes.txt').waitFor();
    expect(await open.getByRole('button', { name: 'notes.txt' }).count()).toBe(0);
  });

  it('starts a file of the folder at its entry, and remembers it', async () => {
    const page = await bench().open();
    await page.debug('a.mini');
    await page.stopsAt('#first');
    // What has not ended is not ended without a word.
    await page.clickButton('Back to the start page');
    const sure = page.page.getByRole('dialog', { name: 'End a.mini?' });
    await sure.getByRole('button', { name: 'Cancel' }).click();
    await page.stopsAt('#first');
    await page.clickButton('Back to the start page');
    await sure.getByRole('button', { name: 'End it' }).click();
    await page.section('Recent').getByRole('button', { name: 'Debug a.mini' }).waitFor();
  });

  it('is used with the keyboard alone', async () => {
    const page = await bench().open();
    await page.page.getByRole('tab', { name: 'Mini' }).focus();
    await page.press('ArrowRight');
    await page.page.getByRole('tabpanel', { name: 'Examples in C and C++' }).waitFor();
    await page.press('ArrowLeft');
    await page.page.getByRole('tabpanel', { name: 'Examples in Mini' }).waitFor();
    await page.press('Tab');
    await page.press('Enter');
    await page.stopsAt('#look');
  });

  it('shows sessions that begin and end elsewhere while it is open', async () => {
    const page = await bench().open();
    const row = page.section('Continue').getByRole('listitem').filter({ hasText: 'elsewhere.mini' });
    await page.says(/^No session is running|Join/);
    expect(await row.count()).toBe(0);
    const editor = closeAfterTest(await connect(bench().endpoint));
    await editor.launch({ program: `${bench().folder}/elsewhere.mini`, stopOnEntry: true });
    await editor.waitForStop();
    await eventually(() => row.allInnerTexts()).toEqual([
      expect.stringMatching(/^elsewhere\.mini\s*stopped · Mini · 1 client · since \d\d:\d\d\s*Join$/),
    ]);
    await page.screenshot('start-sessions');
    await editor.runToEnd();
    await eventually(() => row.count()).toBe(0);
  });
});
