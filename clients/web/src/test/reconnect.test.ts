// A connection that breaks: the page says so, and comes back to the same session at the same line.
import type { WebSocketRoute } from 'playwright-core';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, expect, it } from 'vitest';
import { chromiumMissing } from '@sonde/testkit/chromium';
import { eventually } from './eventually.js';
import { webBench } from './web-bench.js';

const failing = `let n = 1;
n = n + 1; // #look
n = n + 1;
throw "no more"; // #throw
`;

/** Stands between the page and the server, and can cut what is between them. */
class Wire {
  #open: { readonly near: WebSocketRoute; readonly far: WebSocketRoute }[] = [];
  #letThrough: Promise<void> | undefined;

  readonly take = async (near: WebSocketRoute): Promise<void> => {
    await this.#letThrough;
    this.#open.push({ near, far: near.connectToServer() });
  };

  /** Both ends lose each other; nobody comes through until what is answered is called. */
  async cut(): Promise<() => void> {
    let mend = (): void => undefined;
    this.#letThrough = new Promise(resolve => {
      mend = resolve;
    });
    await Promise.all(
      this.#open.splice(0).map(async ({ near, far }) => {
        await far.close({ code: 3000 });
        await near.close({ code: 3000, reason: 'cut by the test' });
      }),
    );
    return mend;
  }
}

describeUnlessMissing('a connection that breaks', chromiumMissing, () => {
  const bench = webBench({ 'failing.mini': failing });
  afterEach(() => bench().closePages());

  it('is told, and the page comes back to the same session at the same line', async () => {
    const wire = new Wire();
    const page = await bench().open({ prepare: context => context.routeWebSocket(/\/dap/, wire.take) });
    await page.openExample('Mini', 'tour.mini');
    await page.stopsAt('#look');
    await page.press('F10');
    await page.stopsAt('while n != 1');
    await eventually(() => page.valueOf('steps')).toBe('1');
    const session = page.session();
    expect(session).toMatch(/./);

    const mend = await wire.cut();
    await page.says('The connection to the debugger was lost');
    await eventually(() => page.status()).toContain('Connection lost');
    // What was seen stays to be seen, and nothing else complains.
    expect(await page.valueOf('steps')).toBe('1');
    expect(await page.alerts()).toEqual([expect.stringContaining('The connection to the debugger was lost')]);
    await page.screenshot('lost');
    mend();

    await eventually(() => page.status()).not.toContain('Connection lost');
    await page.stopsAt('while n != 1');
    await eventually(() => page.valueOf('steps')).toBe('1');
    expect(page.session()).toBe(session);
    // What was printed is told again, once.
    expect((await page.consoleLines()).filter(line => line.startsWith('stdout: 1 takes'))).toHaveLength(1);

    // Its breakpoints still stop the program.
    await page.press('F5');
    await page.stopsAt('#look');
  });

  it('is no loss when the page is loaded again', async () => {
    const page = await bench().open();
    await page.openExample('Mini', 'tour.mini');
    await page.stopsAt('#look');
    await page.press('F10');
    await page.stopsAt('while n != 1');
    const session = page.session();
    await page.reload();
    await page.stopsAt('while n != 1');
    expect(page.session()).toBe(session);
    await page.press('F5');
    await page.stopsAt('#look');
  });

  it('by a reload changes nothing: crashes stop the program, and it can be started again', async () => {
    const page = await bench().open();
    await page.lookAt('failing.mini');
    await page.clickLine('#look');
    await page.press('F5');
    await page.stopsAt('#look');
    await page.reload();
    await page.stopsAt('#look');
    await page.press('F5');
    await page.stopsAt('#throw');
    await page.reload();
    await page.stopsAt('#throw');
    await page.clickButton('Restart');
    await page.stopsAt('#look');
    await page.clickButton('Stop');
    await eventually(() => page.status()).toMatch(/^Ended/);
    await page.press('F5');
    await page.stopsAt('#look');
    expect(await page.alerts()).toEqual([]);
  });

  it('because the server was started again is told as such', async () => {
    const wire = new Wire();
    const page = await bench().open({ prepare: context => context.routeWebSocket(/\/dap/, wire.take) });
    await page.openExample('Mini', 'tour.mini');
    await page.stopsAt('#look');
    // Another server at the same address does not know this browser.
    await page.page.route('**/api/start', route => route.fulfill({ status: 401, body: '{"error":"no"}' }));
    const mend = await wire.cut();
    await eventually(() => page.status()).toBe('The debugger was started again');
    expect(await page.alerts()).toEqual([expect.stringContaining('Open the address that it prints now.')]);
    mend();
  });
});
