// What is shown is what is: after an assignment, an edit that is refused, a change of the file, a long text.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, expect, it } from 'vitest';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { eventually } from './eventually.js';
import { webBench } from './web-bench.js';

const counting = `fn count(n) {
  let sum = n;
  sum = sum + 1; // #look
  sum = sum + 1;
  sum = sum + 1;
  return sum; // #back
}
let total = count(5);
print total; // #print
`;

const failing = `let long = repeat("word ", 100);
throw long; // #throw
`;

const reading = `print "got " + input();
`;

const seconds = 60_000;

describeUnlessMissing('what the page shows', chromiumMissing, () => {
  const bench = webBench({
    'counting.mini': counting,
    'edited.mini': counting,
    'failing.mini': failing,
    'reading.mini': reading,
  });
  afterEach(() => bench().closePages());

  it('follows an assignment in the console', { timeout: seconds }, async () => {
    const page = await bench().open();
    await page.lookAt('counting.mini');
    await page.clickLine('#look');
    await page.press('F5');
    await page.stopsAt('#look');
    await page.evaluate('sum = 40');
    await eventually(() => page.valueOf('sum')).toBe('40');
    expect(await page.hover('#look', 'sum')).toContain('40');
    await page.press('F10');
    await eventually(() => page.valueOf('sum')).toBe('41');
  });

  it('is a function that was stopped in on the terms of the list', { timeout: seconds }, async () => {
    const page = await bench().open();
    await page.lookAt('counting.mini');
    await page.clickButton('Add a function breakpoint');
    await page.page.getByRole('textbox', { name: 'Function to stop in' }).fill('count');
    await page.press('Enter');
    await page.clickButton('Condition of count');
    const dialog = page.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Condition' }).fill('n == 5');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await page.press('F5');
    await page.stopsAt('let sum = n;');
    await page.says('function, when n == 5');
    // The list below the field is of the program's symbols, and says what is stopped at.
    await page.clickButton('Add a function breakpoint');
    const listed = page.page.getByRole('checkbox', { name: 'Stop in count', exact: true });
    await eventually(() => listed.isChecked()).toBe(true);
    await listed.click();
    await eventually(() => page.page.getByRole('button', { name: 'Condition of count' }).count()).toBe(0);
  });

  it('is as many steps further as the key was pressed, however fast', { timeout: seconds }, async () => {
    const page = await bench().open();
    await page.lookAt('counting.mini');
    await page.clickLine('#look');
    await page.press('F5');
    await page.stopsAt('#look');
    await Promise.all([page.press('F10'), page.press('F10'), page.press('F10')]);
    await page.stopsAt('#back');
    await eventually(() => page.valueOf('sum')).toBe('8');
  });

  it('are the variables of code outside of functions too', { timeout: seconds }, async () => {
    const page = await bench().open();
    await page.lookAt('counting.mini');
    await page.clickLine('#print');
    await page.press('F5');
    await page.stopsAt('#print');
    await eventually(() => page.valueOf('total')).toBe('8');
  });

  it('is what was typed, when it is refused, and why', { timeout: seconds }, async () => {
    const page = await bench().open();
    await page.lookAt('counting.mini');
    await page.clickLine('#look');
    await page.press('F5');
    await page.stopsAt('#look');
    await page.variableRow('sum').click();
    await page.press('F2');
    const field = page.page.getByRole('textbox', { name: 'New value of sum' });
    await field.fill('nosuch + 1');
    await page.press('Enter');
    await eventually(() => page.alerts()).toEqual([expect.stringContaining('nosuch')]);
    expect(await field.inputValue()).toBe('nosuch + 1');
    await page.press('Escape');
    await eventually(() => page.valueOf('sum')).toBe('5');
  });

  it('is the file as it is when the program is started again', { timeout: seconds }, async () => {
    const page = await bench().open();
    await page.lookAt('edited.mini');
    await page.clickLine('#back');
    await page.press('F5');
    await page.stopsAt('#back');
    const changed = counting.replace('  sum = sum + 1; // #look', '  sum = sum + 100; // #changed');
    writeFileSync(join(bench().folder, 'edited.mini'), changed);
    await page.clickButton('Restart');
    await eventually(() => page.valueOf('sum')).toBe('107');
    await eventually(() => page.source().innerText()).toContain('#changed');
    await page.stopsAt('#back');
  });

  it('is a program that was started as the dialog says', { timeout: seconds }, async () => {
    const page = await bench().open();
    await page.lookAt('reading.mini');
    await page.clickButton('Start with…');
    const dialog = page.page.getByRole('dialog');
    const options = dialog.getByRole('textbox', { name: 'Further options' });
    await options.fill('stdin');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await eventually(() => page.alerts()).toEqual([expect.stringContaining('JSON object')]);
    await options.fill('{"stdin": "seven"}');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await eventually(() => page.consoleLines()).toContainEqual('stdout: got seven');
    await eventually(() => page.status()).toBe('Ended with exit code 0');
  });

  it('stays within the window, however long the reason of a stop is', { timeout: seconds }, async () => {
    const page = await bench().open();
    await page.debug('failing.mini');
    await eventually(() => page.status()).toBe('Stopped at the entry');
    await page.press('F5');
    await eventually(() => page.status()).toContain('word word');
    const width = await page.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(width[0]).toBeLessThanOrEqual(width[1]!);
    await page.screenshot('long-reason');
  });
});
