// The processor's registers behind data breakpoints: how many there are, which are taken, and what they remember.

import { describe, expect, it } from 'vitest';
import type { BreakpointId, Resolution, Stop } from '@sonde/engine';
import { lldbServer, serve } from './debug-server.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { reasonOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('the watch registers of the processor', () => {
  const [row] = useFixtures('row.c');

  /** The program at its marker, with ranges of its row watched by offset and size. */
  async function ready(open = () => TestSession.start(row.program)) {
    const session = await open();
    await session.breakAtMarker(row, 'ready', { temporary: true });
    await session.engine.begin();
    const stop = await session.stopped();
    const { place } = variable(stop, 'row');
    if (place?.kind !== 'memory') throw new Error('not in memory');
    const start = place.address.offset;
    const watch = (at: number, size: number, access: 'write' | 'readWrite' = 'write'): Promise<Resolution> =>
      session.breakAt({
        kind: 'data',
        place: { kind: 'memory', address: { space: '', offset: start + BigInt(at) }, size },
        size,
        access,
      });
    const at = (offset: number): string => `0x${(start + BigInt(offset)).toString(16)}`;
    const remove = (...ids: readonly BreakpointId[]) => session.engine.changeBreakpoints([], ids);
    return { session, stop, watch, at, remove };
  }

  const hitsAt = (stop: Stop): readonly BreakpointId[] => {
    const reason = reasonOf(stop);
    return reason.kind === 'data' ? reason.hits : [];
  };

  it('are named with what takes them when none is left', async () => {
    const { watch, at, remove } = await ready();
    const set = [await watch(0, 8), await watch(8, 1), await watch(16, 4), await watch(24, 8)];
    expect(set.map(({ state }) => state)).toEqual(['resolved', 'resolved', 'resolved', 'resolved']);
    const taken = `8 bytes at ${at(0)}, 1 byte at ${at(8)}, 4 bytes at ${at(16)}, 8 bytes at ${at(24)}`;
    expect(await watch(32, 4)).toMatchObject({
      state: 'failed',
      message: `4 bytes at ${at(32)} cannot be watched: the processor has 4 watch registers of 8 bytes each, this needs 1, and all are taken (${taken}).`,
    });
    await remove(set[1]!.id);
    expect(await watch(32, 4)).toMatchObject({ state: 'resolved' });
  });

  it('are taken by several for what is long, or lies across two', async () => {
    const { watch, at } = await ready();
    expect((await watch(0, 40)).message).toBe(
      `40 bytes at ${at(0)} cannot be watched: the processor has 4 watch registers of 8 bytes each, this needs 5.`,
    );
    // LLDB takes two for two bytes across a boundary of two.
    for (const [offset, size] of [
      [3, 2],
      [13, 4],
    ] as const)
      expect((await watch(offset, size)).state).toBe('resolved');
    expect((await watch(32, 4)).message).toContain('this needs 1, and all are taken (2 bytes at');
  });

  it('watch nothing beside what is wanted, by several where one would, and are all given back', async () => {
    const { session, stop, watch } = await ready();
    const across = await watch(44, 8);
    expect([across, await watch(0, 1), await watch(16, 8)].map(({ state }) => state)).toEqual([
      'resolved',
      'resolved',
      'resolved',
    ]);
    expect((await watch(24, 8)).message).toContain('this needs 1, and all are taken');
    await session.go(stop, { kind: 'continue' });
    await session.ended();
    expect(session.events.filter(({ kind }) => kind === 'stopped')).toHaveLength(1);
    const again = await ready();
    await again.remove((await again.watch(44, 8)).id);
    for (const offset of [0, 8, 16, 24]) expect((await again.watch(offset, 8)).state).toBe('resolved');
  });

  it('pass over what is written beside, where too few are left to watch nothing else', async () => {
    const { session, stop, watch } = await ready();
    for (const offset of [8, 16, 24]) await watch(offset, 8);
    expect((await watch(41, 3)).state).toBe('resolved');
    await session.go(stop, { kind: 'continue' });
    await session.ended();
    expect(session.events.filter(({ kind }) => kind === 'stopped')).toHaveLength(1);
  });

  it('tell of every write, one of the same value too, whatever was written beside it meanwhile', async () => {
    const { session, stop, watch } = await ready();
    const watched = await watch(56, 4);
    const first = await session.move(stop, { kind: 'continue' });
    const second = await session.move(first, { kind: 'continue' });
    expect([hitsAt(first), hitsAt(second)]).toEqual([[watched.id], [watched.id]]);
    await session.go(second, { kind: 'continue' });
    await session.ended();
    expect(session.events.filter(({ kind }) => kind === 'stopped')).toHaveLength(3);
  });

  it('say how many are taken where some are left', async () => {
    const { watch } = await ready();
    await watch(0, 8);
    expect((await watch(8, 32)).message).toContain('this needs 4, and 1 is taken (8 bytes at');
    await watch(8, 8);
    expect((await watch(16, 24)).message).toContain('this needs 3, and 2 are taken (8 bytes at');
  });

  it('forget how wide the last data breakpoint was', async () => {
    const { session, stop, watch, remove } = await ready();
    const wide = [await watch(0, 8), await watch(8, 8), await watch(16, 8), await watch(24, 8)];
    await remove(...wide.map(({ id }) => id));
    const across = await watch(45, 4);
    const narrow = await watch(4, 4);
    expect([across.state, narrow.state]).toEqual(['resolved', 'resolved']);
    expect(hitsAt(await session.move(stop, { kind: 'continue' }))).toEqual([narrow.id]);
  });

  it('serve several data breakpoints on the same, as long as there is one', async () => {
    const { session, stop, watch, remove } = await ready();
    const [one, other] = [await watch(4, 4), await watch(4, 4)];
    const hit = await session.move(stop, { kind: 'continue' });
    expect(hitsAt(hit)).toEqual([one.id, other.id]);
    await remove(one.id);
    expect(hitsAt(await session.move(hit, { kind: 'continue' }))).toEqual([other.id]);
  });

  it('are not taken away by a data breakpoint that begins inside another', async () => {
    const { session, stop, watch, at } = await ready();
    const whole = await watch(0, 8);
    for (const inside of [await watch(4, 4), await watch(0, 8, 'readWrite')])
      expect(inside).toMatchObject({
        state: 'failed',
        message: expect.stringContaining(
          `another data breakpoint watches 8 bytes at ${at(0)} already; remove that one first.`,
        ) as string,
      });
    expect(hitsAt(await session.move(stop, { kind: 'continue' }))).toEqual([whole.id]);
  });

  it.skipIf(lldbServer === undefined)('are those of the machine that the program runs on', async () => {
    const { address } = await serve(row.program);
    const { watch } = await ready(() => TestSession.attach({ gdbRemote: address, program: row.program }));
    for (const offset of [0, 8, 16, 24]) expect((await watch(offset, 8)).state).toBe('resolved');
    expect((await watch(32, 8)).message).toContain('the processor has 4 watch registers');
  });
});
