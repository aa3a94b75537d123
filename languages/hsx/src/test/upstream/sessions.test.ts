// Sessions on an executive that behaves as upstream's does, on both of its branches.

import { breakpointId } from '@sonde/engine';
import type { EngineDriver } from '@sonde/engine/driver';
import { describe, expect, it } from 'vitest';
import { hsx } from '../../pack/hsx.js';
import { attached, breakAt, loadedThere, local, seen, startedHere, type Loaded } from './bench.js';
import type { Branch } from './peer-machine.js';
import { calling } from './programs.js';

const branches: readonly Branch[] = ['vscode', 'main'];

/** What no careful client does to such an executive. */
function expectCare({ peer }: Loaded): void {
  expect(peer.overlaps).toBe(0);
  expect(peer.machine.misuses).toEqual([]);
}

describe.each(branches)('on the branch %s', branch => {
  it('stops, stacks, variables and registers are those of the same program in a thread', async () => {
    const far = await loadedThere(branch, calling);
    const there = await attached(far);
    const here = await startedHere(far.source);
    const both = [there, here];
    for (const driver of both) {
      await driver.break(breakAt(far, 'call'));
      await driver.begin();
    }
    const moves: readonly ((driver: EngineDriver) => Promise<unknown>)[] = [
      driver => driver.continue(),
      driver => driver.step('in'),
      driver => driver.step('in'),
      ...Array.from({ length: 12 }, () => (driver: EngineDriver) => driver.step('in', 'instruction')),
      driver => driver.step('out'),
      driver => driver.step('over'),
      driver => driver.step('over'),
      driver => driver.continue(),
      driver => driver.step('over'),
      driver => driver.step('over', 'statement'),
    ];
    for (const [nth, move] of moves.entries()) {
      for (const driver of both) await move(driver);
      expect([nth, await seen(there)]).toEqual([nth, await seen(here)]);
    }
    await there.engine.changeBreakpoints([], [breakpointId(1)]);
    await there.move({ kind: 'continue' });
    expect(await there.finish()).toBe(20);
    expectCare(far);
  });

  it('each hit of a breakpoint stops once, and conditions and log points see variables', async () => {
    const far = await loadedThere(branch, calling);
    const logged: (number | undefined)[] = [];
    const driver = await attached(far, {
      decide: async (stop, spec) => {
        if (spec.condition !== undefined) return { stop: local(stop, 'i') === 3 };
        logged.push(local(stop, 'total'));
        return { stop: false };
      },
      compile: (text, names, types) => hsx.expressions!.compile(text, { names, types }),
      compileLog: (text, names, types) => hsx.expressions!.compile(text, { names, types }),
    });
    await driver.break(breakAt(far, 'call'), { condition: 'i == 3' });
    await driver.break(breakAt(far, 'sum'), { logMessage: 'total' });
    await driver.begin();
    await driver.continue();
    expect([driver.line, local(driver.stop, 'i'), driver.reasons.map(({ kind }) => kind)]).toEqual([
      ...[far.lineOf('call'), 3, ['breakpoint']],
    ]);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(20);
    expect(logged).toEqual([0, 0, 2, 6, 12]);
    expectCare(far);
  });

  it('a frame keeps its id as long as it lives', async () => {
    const far = await loadedThere(branch, calling);
    const driver = await attached(far);
    await driver.break(breakAt(far, 'twice'));
    await driver.begin();
    await driver.continue();
    const ids = async () => {
      const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 9);
      return frames.map(({ id }) => id);
    };
    const [twice, ...outer] = await ids();
    await driver.step('in');
    expect((await ids()).slice(1)).toEqual([twice, ...outer]);
    await driver.step('out');
    expect(await ids()).toEqual([twice, ...outer]);
  });
});
