// Breakpoints where the program stopped for another reason: each is heard once for each time its line is reached.

import type { Place, StopReason } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { load, written, type MiniDriver } from './harness.js';

const kinds = (m: MiniDriver): readonly StopReason['kind'][] => m.driver.reasons.map(r => r.kind);
const logs = (m: MiniDriver): string => m.driver.output('console');

/** Continues until the program is over; answers with the kinds of each stop. */
async function stopsOf(m: MiniDriver, at: (m: MiniDriver) => unknown = kinds): Promise<readonly unknown[]> {
  const stops: unknown[] = [];
  for (;;) {
    await m.driver.move({ kind: 'continue' });
    const next = await m.driver.stopped().catch(() => undefined);
    if (next === undefined) return stops;
    stops.push(at(m));
  }
}

const counting = `let x = 0;
let y = 0;
while x < 3 {
  x = x + 1; // #x
  y = y + 1; // #y
}
`;
const x: Place = { kind: 'global', index: 0 };

describe('where a data breakpoint stops', () => {
  async function watched(): Promise<MiniDriver> {
    const m = await load(written(counting), { settings: { stopOnEntry: true } });
    await m.driver.begin();
    await m.driver.step('over');
    await m.driver.break({ kind: 'data', place: x, size: 1, access: 'write' });
    return m;
  }

  it('the log point of the next line is still heard', async () => {
    const m = await watched();
    await m.breakAt('y', { logMessage: 'y is {y}' });
    expect(await stopsOf(m)).toEqual([['data'], ['data'], ['data']]);
    expect(logs(m)).toBe('y is 0\ny is 1\ny is 2\n');
  });

  it('the breakpoint of the next line joins the stop, and is counted', async () => {
    const m = await watched();
    await m.breakAt('y', { hitCondition: { compare: 'ge', count: 2 } });
    expect(await stopsOf(m)).toEqual([['data'], ['data', 'breakpoint'], ['data', 'breakpoint']]);
  });

  it('a step that ends there is told too', async () => {
    const m = await watched();
    await m.driver.step('over');
    await m.driver.step('over');
    await m.breakAt('y');
    await m.driver.step('over');
    expect(kinds(m)).toEqual(['step', 'data', 'breakpoint']);
  });
});

describe('where an error stops', () => {
  const throwing = `let i = 0;
while i < 3 {
  try {
    fail(); // #fail
  } catch e { i = i + 1; }
}
if i > 100 { use "lib.mini"; }
`;

  it('the breakpoint of the line is heard in each round', async () => {
    const m = await load(written(throwing, { 'lib.mini': 'fn fail() { }\n' }));
    await m.breakAt('fail');
    await m.driver.break({ kind: 'exception', filter: 'thrown' });
    await m.driver.begin();
    expect(kinds(m)).toEqual(['breakpoint']);
    const rest = [['exception'], ['breakpoint'], ['exception'], ['breakpoint'], ['exception']];
    expect(await stopsOf(m)).toEqual(rest);
  });
});

describe('where the next statement was set, or a call begun again', () => {
  const program = `fn f(n) {
  let a = n; // #first
  return a; // #last
}
f(1);
print "done"; // #done
`;

  it('breakpoints and log points are heard, once', async () => {
    const m = await load(written(program));
    await m.breakAt('last');
    await m.driver.begin();
    await m.breakAt('first', { logMessage: 'a call with {n}' });
    await m.breakAt('first', { condition: 'n == 1' });
    await m.breakAt('done');
    const { source } = m.driver.top.location!;
    const [there] = await m.driver.engine.gotoTargets!(m.driver.stop.id, source, m.line('first'));
    await m.driver.move({ kind: 'goto', target: there!.address });
    await m.driver.stopped();
    expect(kinds(m)).toEqual(['goto', 'breakpoint']);
    await m.driver.continue();
    expect(m.driver.line).toBe(m.line('last'));
    await m.driver.move({ kind: 'restart-frame', frame: m.driver.top.id });
    await m.driver.stopped();
    expect(kinds(m)).toEqual(['restart-frame', 'breakpoint']);
    expect(await stopsOf(m, () => m.driver.line)).toEqual([m.line('last'), m.line('done')]);
    expect(logs(m)).toBe('a call with 1\na call with 1\n');
  });

  it('the breakpoint of another task is not heard again', async () => {
    const m = await load(
      written(`fn work() {
  let a = 1; // #work
  return a;
}
let t = spawn work();
let i = 0; // #first
i = 1; // #second
join(t);
print i; // #done
`),
    );
    await m.breakAt('work');
    await m.breakAt('done');
    await m.driver.begin();
    expect(m.driver.line).toBe(m.line('work'));
    const [main] = await m.driver.engine.threads();
    const { source } = m.driver.top.location!;
    const [there] = await m.driver.engine.gotoTargets!(m.driver.stop.id, source, m.line('first'));
    await m.driver.move({ kind: 'goto', target: there!.address }, { thread: main!.id });
    await m.driver.stopped();
    expect(kinds(m)).toEqual(['goto']);
    expect(await stopsOf(m, () => m.driver.line)).toEqual([m.line('done')]);
  });
});

describe('where a task waits', () => {
  it('a pause does not hear the breakpoint twice, nor cost it the next round', async () => {
    const m = await load(written('let i = 0;\nwhile i < 3 {\n  input(); // #ask\n  i = i + 1;\n}\n'));
    await m.breakAt('ask');
    await m.driver.begin();
    await m.driver.move({ kind: 'continue' });
    await m.driver.next('waiting-for-input');
    await m.driver.engine.pause();
    await m.driver.stopped();
    expect(kinds(m)).toEqual(['pause']);
    await m.driver.engine.input('one\ntwo\nthree\n');
    expect(await stopsOf(m)).toEqual([['breakpoint'], ['breakpoint']]);
  });
});
