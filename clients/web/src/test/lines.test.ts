// What can be done on the lines of a source, and what stands there: run to one, jump to one, values, crashes, other files.
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, expect, it } from 'vitest';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { eventually } from './eventually.js';
import { webBench } from './web-bench.js';

const counting = `fn count(n) {
  let sum = n;
  sum = sum + 1; // #look
  sum = sum + 2;
  sum = sum + 4;
  return sum; // #back
}
print count(5); // #call
throw "nothing is left"; // #throw
`;

const pairs = `fun main() {
    val pairs = [[1, 2], [3, 4]];
    val words = "${'a text that is longer than the page is wide '.repeat(4)}";
    print(pairs); // ${'a comment that is as long as the page is wide, but for a few '.repeat(1)}#call
}
`;

const asking = `let line = input();
print "got " + line;
`;

describeUnlessMissing('on the lines of a source', chromiumMissing, () => {
  const bench = webBench({
    'counting.mini': counting,
    'pairs.ng': pairs,
    'asking.mini': asking,
    'notes.txt': 'Only a note.',
  });
  afterEach(() => bench().closePages());

  it('a program is run to a line, jumps to another, and is seen to crash on its line', async () => {
    const page = await bench().open();
    await page.debug('counting.mini');
    await eventually(() => page.status()).toBe('Stopped at the entry');
    await page.lineMenu('#look', 'Run to this line');
    await page.stopsAt('#look');
    // It was for once: no breakpoint is left.
    expect(await page.breakpointMarks()).toEqual([]);
    await page.lineMenu('#back', 'Jump to this line');
    await page.stopsAt('#back');
    expect(await page.valueOf('sum')).toBe('5');
    await page.press('F5');
    await page.stopsAt('#throw');
    expect(await page.currentLine()).toContain('nothing is left');
    expect(await page.source().locator('.cm-crash-line').innerText()).toContain('#throw');
  });

  it('values take no room: the source does not scroll for them, and a long one is opened under the pointer', async () => {
    const page = await bench().open();
    await page.lookAt('pairs.ng');
    await page.clickLine('#call');
    await page.press('F5');
    await page.stopsAt('#call');
    expect(await page.source().innerText()).toContain('pairs = ');
    const shorter = await page.source().evaluate(content => {
      const scroller = content.parentElement!;
      const withValues = scroller.scrollWidth;
      for (const each of content.querySelectorAll('.cm-behind')) each.remove();
      return { withValues, without: scroller.scrollWidth };
    });
    expect(shorter.withValues).toBe(shorter.without);
    expect(await page.hover('val pairs', 'pairs')).toContain('pairs');
    const tip = page.page.getByRole('tooltip');
    await tip.getByRole('treeitem').first().locator('.twisty').click();
    await eventually(() => tip.getByRole('treeitem').count()).toBe(3);
  });

  it('another file is opened beside the program, which goes on', async () => {
    const page = await bench().open();
    await page.debug('counting.mini');
    await eventually(() => page.status()).toBe('Stopped at the entry');
    await page.clickButton('Open a file');
    await page.page.getByRole('dialog').getByRole('button', { name: 'notes.txt' }).click();
    await eventually(() => page.source().innerText()).toContain('Only a note.');
    await page.press('F10');
    await eventually(() => page.status()).toBe('Stepped');
  });

  it('a program that waits for input says so on every tab, on a phone too', async () => {
    const page = await bench().open();
    await page.debug('asking.mini');
    await eventually(() => page.status()).toBe('Stopped at the entry');
    await page.page.getByRole('tab', { name: 'Disassembly' }).click();
    await page.press('F5');
    await eventually(() => page.status()).toBe('The program waits for input');
    const field = page.page.getByRole('textbox', { name: 'Input for the program' });
    await field.waitFor();
    await page.page.setViewportSize({ width: 390, height: 844 });
    const parts = page.page.getByRole('tablist', { name: 'Parts of the page' });
    for (const part of ['Source', 'Values', 'Stack', /^Console/]) {
      await parts.getByRole('tab', { name: part }).click();
      await field.waitFor();
    }
    const width = await page.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(width[0]).toBe(width[1]);
    await field.fill('seven');
    await field.press('Enter');
    await page.page.getByRole('tab', { name: 'Console', exact: true }).last().click();
    await eventually(() => page.consoleLines()).toContainEqual('stdout: got seven');
  });

  it('terms that were refused are forgotten when the dialog is left by Cancel', async () => {
    const page = await bench().open();
    await page.debug('counting.mini');
    await eventually(() => page.status()).toBe('Stopped at the entry');
    await page.setCondition('#look', 'n == 5');
    await page.clickLine('#look', 'right');
    const dialog = page.page.getByRole('dialog', { name: /^Breakpoint on line / });
    await dialog.getByRole('textbox', { name: 'Condition' }).fill('n ==');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await eventually(() => page.breakpointMarks()).toEqual([expect.stringContaining('when n == 5')]);
    await page.press('F5');
    await page.stopsAt('#look');
  });
});
