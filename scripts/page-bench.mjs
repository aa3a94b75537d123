// `npm run page-bench`: how long a step takes in the browser, from the key to the paint, with 1,000 variables open.
//
// There is no peer to compare with, so the number stands alone: it says what a person waits on this machine.
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withPages } from './lib/driven-page.mjs';
import { withPart } from './lib/marked-part.mjs';
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';
import { build, install } from './lib/setup.mjs';

if (!(await install()) || !(await build())) process.exit(1);

const steps = 40;
const folder = path.join(root, 'bench/programs');
const program = path.join(folder, 'expanded.c');
const line =
  readFileSync(program, 'utf8')
    .split('\n')
    .findIndex(text => text.includes('#step')) + 1;
const median = numbers => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

await withPages(folder, async open => {
  const page = await open({ width: 1440, height: 900 });
  await page.evaluate(
    ([file, at]) =>
      localStorage.setItem('sonde-breakpoints', JSON.stringify({ lines: { [file]: [{ line: at }] } })),
    [program, line],
  );
  await page.reload();
  await page.getByRole('button', { name: 'expanded.c' }).first().click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('treeitem').filter({ hasText: 'numbers' }).first().click();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('treeitem').filter({ hasText: '[0]' }).first().waitFor();
  const times = [];
  for (let step = 0; step < steps; step++) times.push(await page.evaluate(stepAndPaint));
  const text = `A step with an array of 1,000 elements open, from the key to the paint: ${median(times).toFixed(0)} ms (median of ${steps}; the slowest tenth above ${times.toSorted((a, b) => a - b)[Math.floor(steps * 0.9)].toFixed(0)} ms), in headless Chromium without a graphics card on ${os.cpus().length} × ${os.cpus()[0].model.trim()}.`;
  note(text);
  if (!process.argv.includes('--write')) return;
  const file = path.join(root, 'docs/benchmarks.md');
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), 'page-bench', text));
});

/** In the page: presses F10 and waits for the paint of the stop. */
function stepAndPaint() {
  const mark = 'sonde: stop shown';
  performance.clearMarks(mark);
  return new Promise(resolve => {
    const begin = performance.now();
    const look = () => {
      if (performance.getEntriesByName(mark).length === 0) setTimeout(look, 1);
      else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
    };
    dispatchEvent(new KeyboardEvent('keydown', { key: 'F10', bubbles: true, cancelable: true }));
    look();
  });
}
