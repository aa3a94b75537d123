// Breakpoints of contracts that mostly pass: hit counts over transactions, log messages without a halt.

import { twilight } from '@sonde/language-twilight';
import type { BreakpointPlace, TestClient } from '@sonde/testkit';
import { describe, expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { written } from './written-programs.js';

const text = `contract Main {
    storage { total: u64; }
    enum Kind { Even, Odd(u64) }
    struct Pair { big: u256, kind: Kind }
    pub fn main(turns: u64) {
        var n: u64 = 0;
        val name = "a \\"b\\"";
        val me = ctx.sender();
        while n < turns {
            val wide: u256 = n.into();
            val pair = Pair { big: wide * 1000000000000000000000000000000, kind: Kind::Odd(n) };
            total = total + 1; // #here
            n = n + 1;
            print("{}", n);
            print("{}", pair.big);
        }
        print("{}", name);
        print("{}", me); // #end
    }
}
`;

async function launched(turns: readonly number[], places: readonly BreakpointPlace[]): Promise<TestClient> {
  const program = written('main.twl', text);
  const client = await clientFor(twilight);
  const transactions = turns.map(each => ({ function: 'main', args: [each] }));
  await client.launch({ program, transactions }, async each => {
    await each.setBreakpoints(program, places);
  });
  return client;
}

/** What went to the console and what the contract printed, in order, without what became of transactions. */
const said = ({ timeline }: TestClient): readonly string[] =>
  timeline.entries
    .flatMap(entry =>
      'message' in entry && entry.message.type === 'event' && entry.message.event === 'output'
        ? [(entry.message.body as { readonly output: string }).output]
        : [],
    )
    .join('')
    .split('\n')
    .filter(line => line !== '' && !/succeeded|deployed/.test(line));

async function n(client: TestClient): Promise<string> {
  const { id: frameId } = await client.topFrame();
  return (await client.evaluate('n', { frameId, context: 'watch' })).result;
}

describe('a hit count', () => {
  it('goes on from one transaction to the next, behind a condition', async () => {
    const client = await launched([10, 10, 10], [{ at: '#here', condition: 'n > 4', hitCondition: '% 7' }]);
    await client.waitForStop({ reason: 'breakpoint' });
    // Five hits in the first transaction; the seventh is the second of the next.
    expect(await n(client)).toBe('6');
    await client.continue();
    expect(await n(client)).toBe('8');
    await client.runToEnd();
  });
});

describe('a log message', () => {
  const message = '{n} {n * 2} {name} {me == ctx.sender()} {pair} {pair.big} {pair.kind} {turns > 3}';
  const wholeMessage = '{n} {n * 2} {name} {pair} {pair.big} {pair.kind} {turns > 3} {me}';

  it('is written while the contract runs, as it would be at a stop', async () => {
    const running = await launched([3], [{ at: '#here', logMessage: wholeMessage }]);
    await running.waitForEnd();
    // Two at the same place are left to the session, which is asked where the contract stands.
    const halting = await launched(
      [3],
      [
        { at: '#here', logMessage: wholeMessage },
        { at: '#here', condition: 'false' },
      ],
    );
    await halting.waitForEnd();
    expect(said(running)).toEqual(said(halting));
    const address = /0x[0-9a-f]{40}$/;
    expect(
      said(running)
        .slice(0, 5)
        .map(line => line.replace(address, '0x…')),
    ).toEqual([
      '0 0 "a \\"b\\"" {big: 0, kind: Odd(0)} 0 Odd(0) false 0x…',
      '1',
      '0',
      '1 2 "a \\"b\\"" {big: 1000000000000000000000000000000, kind: Odd(1)} 1000000000000000000000000000000 Odd(1) false 0x…',
      '2',
    ]);
  });

  it('with storage or the call in it halts as before', async () => {
    const client = await launched([2], [{ at: '#here', logMessage: `total {total} ${message}` }]);
    await client.waitForEnd();
    expect(said(client)[0]).toMatch(/^total 0 0 0 "a \\"b\\"" true /);
  });
});

describe('a data breakpoint', () => {
  async function watched(client: TestClient, name: string): Promise<void> {
    const { id: frameId } = await client.topFrame();
    const { dataId } = await client.request('dataBreakpointInfo', { name, frameId });
    const { breakpoints } = await client.request('setDataBreakpoints', {
      breakpoints: [{ dataId: dataId!, accessType: 'write' }],
    });
    expect(breakpoints).toMatchObject([{ verified: true }]);
  }

  it.each([
    ['n', '0 → 1', '1 → 2'],
    ['total', '0 → 1', '1 → 2'],
    ['pair.big', '0 → 1000000000000000000000000000000', ''],
  ])('on %s tells what it was and is', async (name, first, second) => {
    const client = await launched([3], ['#here']);
    await client.waitForStop({ reason: 'breakpoint' });
    await watched(client, name);
    await client.setBreakpoints((await client.topFrame()).source!.path!, []);
    for (const change of [first, second].filter(each => each !== '')) {
      const { body } = await client.continue();
      expect(body).toMatchObject({
        reason: 'data breakpoint',
        text: expect.stringContaining(change) as string,
      });
    }
    await client.request('setDataBreakpoints', { breakpoints: [] });
    await client.runToEnd();
  });
});

describe('a call of a contract', () => {
  it('is begun again with its storage as it was, and one of several of a line is chosen', async () => {
    const program = written(
      'main.twl',
      `contract Main {
    storage { total: u64; }
    event Told(n: u64);
    fn add(n: u64) -> u64 {
        total = total + n;
        emit Told(n);
        total // #added
    }
    fn twice(n: u64) -> u64 {
        n * 2 // #twice
    }
    pub fn main() -> u64 {
        val sum = add(3) + twice(4) + add(5); // #calls
        sum
    }
}
`,
    );
    const client = await clientFor(twilight);
    await client.launch({ program, function: 'main' }, async each => {
      await each.setBreakpoints(program, ['#calls']);
    });
    await client.waitForStop();
    const { id: frameId } = await client.topFrame();
    const { targets } = await client.request('stepInTargets', { frameId });
    expect(targets.map(({ label }) => label)).toEqual(['add()', 'twice()', 'add()']);
    await client.stepIn({ targetId: targets[1]!.id });
    expect(await client.topFrame()).toMatchObject({ name: 'twice' });
    await client.setBreakpoints(program, ['#added']);
    await client.continue();
    const total = async (): Promise<string> => {
      const top = await client.topFrame();
      return (await client.evaluate('total', { frameId: top.id, context: 'watch' })).result;
    };
    expect(await total()).toBe('8');
    const { id } = await client.topFrame();
    const after = client.timeline.now;
    await client.request('restartFrame', { frameId: id });
    await client.waitForStop({ reason: 'restart', after });
    expect(await total()).toBe('3');
    await client.continue();
    expect(await total()).toBe('8');
    await client.runToEnd();
    expect(said(client).join('\n')).toContain('event Told(n: 3)');
    expect(client.output()).toContain('gave 19 ');
  });
});
