// `sonde debug PROGRAM --web`: the first page starts the program and stops where there is something to see; others join.
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, expect, it } from 'vitest';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { eventually } from './eventually.js';
import { webBench } from './web-bench.js';

const short = `let a = 1;
let b = a + 1;
print b;
`;

describeUnlessMissing('the first page of sonde debug --web', chromiumMissing, () => {
  const bench = webBench({ 'short.mini': short }, { debug: 'short.mini' });
  afterEach(() => bench().closePages());

  it('stops at the entry of a program without a mark; a second browser joins it', async () => {
    const first = await bench().open();
    await first.stopsAt('let a = 1;');
    expect(await first.status()).toBe('Stopped at the entry');
    const second = await bench().open();
    await second.stopsAt('let a = 1;');
    expect(second.session()).toBe(first.session());
    await second.press('F10');
    await first.stopsAt('let b = a + 1;');
    await first.press('F5');
    await eventually(() => first.consoleLines()).toContainEqual('stdout: 2');
    await eventually(() => second.status()).toBe('Ended with exit code 0');
    // It was not begun by the second one.
    expect(await second.page.getByRole('button', { name: 'Start', exact: true }).isDisabled()).toBe(true);
  });
});
