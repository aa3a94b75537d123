import { describe, expect, it } from 'vitest';
import { program } from './fake-machine.js';
import { atLine, attached, endless, tour } from './harness.js';

/** The program and its first words, on a line that was lost and is back. */
const patient = { extra: { reconnectSeconds: 20 } };

const isBack = ({ message }: { readonly message: string }): boolean => message === 'Fake is there again.';

describe('a connection that is lost and comes back', () => {
  it('in mid-run: breakpoints of before are hit, and new ones too', async () => {
    const { driver, server } = await attached(endless, patient);
    await driver.engine.begin();
    await driver.next('output');
    server.cut();
    server.machine.armed = new Set();
    await driver.next('notice', isBack);
    await driver.break(atLine(3));
    await driver.stopped();
    expect([driver.line, driver.reasons]).toEqual([3, [{ kind: 'breakpoint', hits: [1] }]]);
    server.cut();
    server.machine.armed = new Set();
    await driver.next('notice', isBack);
    await driver.continue();
    expect(driver.line).toBe(3);
  });

  it('in a step: the program runs on, because nobody knows how far it was', async () => {
    const { driver, server } = await attached(
      program({
        main: [
          [0, 1, ['call', 10]],
          [1, 2, ['exit', 0]],
        ],
        spin: [
          [10, 11, ['nop']],
          [11, 12, ['jump', 10, 1e9]],
          [12, 13, ['return']],
        ],
      }),
      { ...patient, stopOnEntry: true },
    );
    await driver.begin();
    await driver.move({ kind: 'step', how: 'over', granularity: 'line' });
    server.cut();
    await driver.next('notice', isBack);
    expect(server.requests('breakpoints').at(-1)).toMatchObject({ addresses: [] });
    await driver.engine.pause();
    await driver.stopped();
    expect(driver.top.function).toBe('spin');
  });

  it('while the program stands: it stands there still, and can be looked at', async () => {
    const { driver, server } = await attached(tour, patient);
    await driver.break(atLine(5));
    await driver.begin();
    server.cut();
    await driver.next('notice', isBack);
    expect(await driver.variables()).toEqual({ Locals: { i: 5 } });
    await driver.step('over');
    expect(driver.line).toBe(6);
  });

  it('after the program has met a breakpoint meanwhile', async () => {
    const { driver, server } = await attached(endless, patient);
    await driver.engine.begin();
    await driver.next('output');
    server.override = ({ do: name }) => {
      // The program is on its way to it when the line breaks.
      if (name === 'breakpoints') setImmediate(() => server.cut());
      server.override = () => undefined;
      return undefined;
    };
    await driver.break(atLine(3)).catch(() => undefined);
    await driver.stopped();
    expect(driver.line).toBe(3);
    expect(driver.reasons).toContainEqual({ kind: 'breakpoint', hits: [1] });
  });

  it('again and again', async () => {
    const { driver, server } = await attached(endless, patient);
    await driver.engine.begin();
    await driver.next('output');
    for (let time = 0; time < 3; time++) {
      server.cut();
      await driver.next('notice', isBack);
    }
    await driver.engine.pause();
    await driver.stopped();
    expect(driver.reasons).toEqual([{ kind: 'pause' }]);
  });

  it('to another program is not taken for the same', async () => {
    const { driver, server } = await attached(endless, patient);
    await driver.engine.begin();
    await driver.next('output');
    server.replace(tour);
    server.cut();
    expect((await driver.next('ended')).trouble?.message).toBe(
      'Fake is gone: the connection was closed. another program runs there now.',
    );
  });

  it('with code that was loaded meanwhile has its breakpoints there', async () => {
    const { driver, server } = await attached(endless, patient);
    await driver.engine.begin();
    await driver.next('output');
    await driver.break({ kind: 'function', name: 'late' });
    server.machine.modules.push({
      name: 'late',
      source: '/fake/late.fake',
      functions: [{ name: 'late', start: 20, end: 21 }],
      lines: [[20, 1]],
    });
    server.cut();
    const { resolutions } = await driver.next('breakpoints');
    expect(resolutions).toMatchObject([{ state: 'resolved' }]);
    await driver.engine.pause();
    await driver.stopped();
    expect(server.machine.armed).toEqual(new Set([20]));
  });

  it('too late ends the session with both reasons', async () => {
    const { driver, server } = await attached(endless, { extra: { reconnectSeconds: 0.05 } });
    const { port } = server;
    await driver.engine.begin();
    await driver.next('output');
    await server.close();
    expect((await driver.next('ended')).trouble?.message).toBe(
      `Fake is gone: the connection was closed. nothing listens at 127.0.0.1:${port}. Start a server of the remote protocol there first.`,
    );
  });
});
