// A lot of everything: a million elements and a hundred thousand lines, read to the end.
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, expect, it } from 'vitest';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { eventually } from './eventually.js';
import { webBench } from './web-bench.js';

const elements = 1_000_000;
const lines = 100_000;

const array = `size(${elements});
mem[0] = 3;
mem[${elements - 1}] = 7;
print "filled"; // #filled
`;

const flood = `let n = 1;
while n <= ${lines} {
  print "line " + n;
  n = n + 1;
}
print "the last"; // #last
`;

describeUnlessMissing('a lot of values and output', chromiumMissing, () => {
  const bench = webBench({ 'array.mini': array, 'flood.mini': flood });
  afterEach(() => bench().closePages());

  it('scrolls an array of a million elements to its end', async () => {
    const page = await bench().open();
    await page.lookAt('array.mini');
    await page.clickLine('#filled');
    await page.press('F5');
    await page.stopsAt('#filled');
    await page.expand('Memory');
    await page.expand('memory');
    await eventually(() => page.valueOf('[0]')).toBe('3');
    await page.press('End');
    await eventually(() => page.valueOf(`[${elements - 1}]`)).toBe('7');
    await page.screenshot('million-elements');
    // The keyboard is where the eye is.
    await eventually(() => page.chosenVariable()).toBe(`[${elements - 1}]`);
    await page.press('ArrowUp');
    await eventually(() => page.chosenVariable()).toBe(`[${elements - 2}]`);
    await page.press('Home');
    await eventually(() => page.variable('memory')).toBeDefined();
  });

  it('shows the last of a hundred thousand lines, and answers', async () => {
    const page = await bench().open();
    await page.lookAt('flood.mini');
    await page.clickLine('#last');
    await page.press('F5');
    await page.stopsAt('#last');
    await eventually(() => page.consoleLines()).toContainEqual(expect.stringContaining(`line ${lines}`));
    await page.evaluate('n + 1');
    await eventually(() => page.consoleLines()).toContainEqual(expect.stringContaining(`${lines + 2}`));
    await page.screenshot('flood');
    await page.press('F5');
    await eventually(() => page.consoleLines()).toContainEqual('stdout: the last');
    expect(await page.printingLines()).toEqual(expect.arrayContaining(['flood.mini:3', 'flood.mini:6']));
    await eventually(() => page.status()).toBe('Ended with exit code 0');
  });
});
