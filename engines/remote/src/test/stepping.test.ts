import { codeAddress } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { program } from './fake-machine.js';
import { atLine, attached, tour } from './harness.js';

describe('a step', () => {
  it('goes from line to line, over calls of any depth', async () => {
    const { driver } = await attached(tour, { stopOnEntry: true });
    await driver.begin();
    expect([driver.line, driver.reasons]).toEqual([1, [{ kind: 'entry' }]]);
    await driver.step('over');
    expect(driver.line).toBe(2);
    await driver.step('over');
    expect([driver.line, driver.top.function]).toEqual([3, 'main']);
  });

  it('meets the line of a loop once a turn', async () => {
    const { driver } = await attached(tour);
    await driver.break(atLine(3), { temporary: true });
    await driver.begin();
    await driver.step('over');
    await driver.step('over');
    expect(await driver.variables()).toEqual({ Locals: { i: 2 } });
  });

  it('goes into a call and out again, with what it gave back', async () => {
    const { driver } = await attached(tour, { stopOnEntry: true });
    await driver.begin();
    await driver.step('over');
    await driver.step('in');
    expect([driver.line, driver.top.function]).toEqual([11, 'deep']);
    await driver.step('out');
    expect([driver.line, driver.top.function]).toEqual([2, 'main']);
    expect(driver.stop.top?.scopes?.[0]).toMatchObject({
      kind: 'returnValue',
      variables: [{ name: 'returned', value: { content: { value: 8n } } }],
    });
  });

  it('over a recursive call ends in its own frame, not in a deeper one', async () => {
    const { driver } = await attached(tour);
    await driver.break(atLine(14));
    await driver.begin();
    const before = (await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 20)).total;
    await driver.engine.changeBreakpoints([], [driver.reasons.flatMap(r => ('hits' in r ? r.hits : []))[0]!]);
    await driver.step('over');
    expect(driver.line).toBe(15);
    expect((await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 20)).total).toBe(before);
  });

  it('by statement ends at each place that the server has told of', async () => {
    const { driver } = await attached(tour);
    await driver.break(atLine(3));
    await driver.begin();
    await driver.step('over', 'statement');
    expect([driver.line, (await driver.variables())['Locals']]).toEqual([3, { i: 1 }]);
  });

  it('by instruction is one, into the call and on', async () => {
    const { driver } = await attached(tour, { stopOnEntry: true });
    await driver.begin();
    const visited: bigint[] = [];
    for (const how of ['in', 'in', 'in', 'out'] as const) {
      await driver.step(how, 'instruction');
      visited.push(driver.top.address.offset);
    }
    expect(visited).toEqual([1n, 10n, 11n, 2n]);
  });

  it('goes through code that nobody wrote', async () => {
    const { driver } = await attached(
      program(
        {
          main: [
            [0, 1, ['call', 10]],
            [1, 2, ['exit', 0]],
          ],
          thunk: [
            [10, 90, ['call', 20]],
            [11, 91, ['return']],
          ],
          meant: [
            [20, 21, ['nop']],
            [21, 22, ['return']],
          ],
        },
        ['thunk'],
      ),
      { stopOnEntry: true },
    );
    await driver.begin();
    await driver.step('in');
    expect([driver.line, driver.top.function]).toEqual([21, 'meant']);
    await driver.step('out');
    expect([driver.line, driver.top.function]).toEqual([2, 'main']);
  });

  it('stops at a breakpoint on its way', async () => {
    const { driver } = await attached(tour, { stopOnEntry: true });
    await driver.break(atLine(15));
    await driver.begin();
    await driver.step('over');
    await driver.step('over');
    expect([driver.line, driver.reasons]).toEqual([15, [{ kind: 'breakpoint', hits: [1] }]]);
    await driver.step('out');
    expect([driver.line, driver.reasons]).toMatchObject([14, [{ kind: 'step' }]]);
  });

  it('over the last line ends the program', async () => {
    const { driver } = await attached(tour);
    await driver.break(atLine(6));
    await driver.begin();
    await driver.move({ kind: 'step', how: 'over', granularity: 'line' });
    expect(await driver.finish()).toBe(3);
  });

  it('to a line runs there', async () => {
    const { driver } = await attached(tour, { stopOnEntry: true });
    await driver.begin();
    const { location } = (await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 1)).frames[0]!;
    await driver.move({ kind: 'run-to', location: { ...location!, line: 5 } });
    await driver.stopped();
    expect(driver.line).toBe(5);
  });

  it('to an instruction runs there', async () => {
    const { driver } = await attached(tour, { stopOnEntry: true });
    await driver.begin();
    await driver.move({ kind: 'run-to', location: codeAddress(12) });
    await driver.stopped();
    expect(driver.line).toBe(13);
  });

  it('leaves nothing armed behind', async () => {
    const { driver, server } = await attached(tour, { stopOnEntry: true });
    await driver.begin();
    await driver.step('over');
    await driver.step('over');
    await driver.move({ kind: 'continue' });
    await driver.finish();
    expect(server.requests('breakpoints').at(-1)).toMatchObject({ addresses: [] });
  });
});

describe('a step at an exception', () => {
  const thrower = program({
    main: [
      [0, 1, ['throw', 'Odd', 3]],
      [1, 2, ['nop']],
      [2, 3, ['exit', 1]],
      [3, 4, ['nop']],
      [4, 5, ['throw', 'Even']],
    ],
  });

  it('ends where it is caught', async () => {
    const { driver } = await attached(thrower, { stopOnEntry: true });
    await driver.begin();
    await driver.step('over');
    expect([driver.line, driver.reasons]).toEqual([4, [{ kind: 'step' }]]);
  });

  it('stops for a filter before it is unwound', async () => {
    const { driver } = await attached(thrower, { stopOnEntry: true });
    await driver.break({ kind: 'exception', filter: 'thrown' });
    await driver.break(atLine(1));
    await driver.begin();
    await driver.step('over');
    expect(driver.line).toBe(1);
    expect(driver.reasons).toEqual([
      { kind: 'exception', thrown: { name: 'Odd', message: 'Odd!', caught: true }, hits: [1] },
    ]);
    await driver.step('over');
    expect(driver.line).toBe(4);
  });

  it('that nobody catches is over with the program', async () => {
    const { driver } = await attached(thrower);
    await driver.break({ kind: 'exception', filter: 'uncaught' });
    await driver.begin();
    expect([driver.line, driver.reasons[0]]).toMatchObject([5, { thrown: { name: 'Even' } }]);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(1);
  });
});

describe('input', () => {
  const reader = program({
    main: [
      [0, 1, ['input']],
      [1, 2, ['print', 'over']],
      [2, 3, ['exit', 0]],
    ],
  });

  it.each([false, true])('makes a step wait (a server that says it is blocked: %s)', async saysBlocked => {
    const { driver, server } = await attached(reader, { stopOnEntry: true });
    server.saysBlocked = saysBlocked;
    await driver.begin();
    await driver.move({ kind: 'step', how: 'over', granularity: 'line' });
    await driver.engine.input('Ada\n');
    await driver.stopped();
    expect([driver.line, driver.reasons]).toEqual([2, [{ kind: 'step' }]]);
    expect(driver.output()).toBe('heard Ada\n');
  });

  it('that never comes does not keep a pause away', async () => {
    const { driver } = await attached(reader, { stopOnEntry: true });
    await driver.begin();
    await driver.move({ kind: 'step', how: 'over', granularity: 'line' });
    await driver.engine.pause();
    await driver.stopped();
    expect([driver.line, driver.reasons]).toEqual([1, [{ kind: 'pause' }]]);
  });
});
