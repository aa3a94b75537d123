// Variables that come with a stop as bytes only: each is what LLDB says of it when it is asked.

import type { NamedValue, RawValue, Scope, Stop } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { toolsMissing, useFixtures } from './fixtures.js';
import { bytesOf, lineOf, TestSession } from './session.js';

describe.skipIf(toolsMissing)('the variables of a stop', () => {
  const [laid] = useFixtures('laid.c');

  const scopeOf = (stop: Stop, kind: Scope['kind']): readonly NamedValue[] =>
    stop.top!.scopes!.find(scope => scope.kind === kind)?.variables ?? [];

  /** How many of them LLDB was asked for. */
  async function checked(session: TestSession, stop: Stop): Promise<number> {
    const frame = stop.top!.frames[0]!.id;
    const visible = [...scopeOf(stop, 'arguments'), ...scopeOf(stop, 'locals'), ...scopeOf(stop, 'globals')];
    let asked = 0;
    for (const { name, path, value } of visible) {
      if (path === undefined || value.content.kind !== 'bytes') continue;
      const found = await session.engine.evaluateText!(stop.id, frame, path);
      expect([lineOf(stop), name, found.type, bytesOf(value)]).toEqual([
        lineOf(stop),
        name,
        value.type,
        bytesOf(found),
      ]);
      expect([name, value.place]).toEqual([name, found.place]);
      asked++;
    }
    return asked;
  }

  it('are what LLDB says of them, at every line and in every activation', async () => {
    const session = await TestSession.start(laid.program);
    await session.breakAtMarker(laid, 'begin');
    await session.engine.begin();
    let stop = await session.stopped();
    let asked = 0;
    for (let pass = 0; lineOf(stop) !== laid.line('end') && pass < 200; pass++) {
      asked += await checked(session, stop);
      stop = await session.step(stop, 'in');
    }
    expect(lineOf(stop)).toBe(laid.line('end'));
    expect(asked).toBeGreaterThan(200);
  });

  it('are those of the file too, once somebody has looked at them', async () => {
    const session = await TestSession.start(laid.program);
    await session.breakAtMarker(laid, 'blocks');
    await session.engine.begin();
    let stop = await session.stopped();
    const counted = (): RawValue => scopeOf(stop, 'globals').find(({ name }) => name === 'counted')!.value;
    // Known by heart after a few stops, and then left out.
    for (let steps = 0; counted().content.kind !== 'deferred' && steps < 8; steps++)
      stop = await session.step(stop, 'over');
    const { content, place } = counted();
    expect(content.kind).toBe('deferred');
    if (place?.kind !== 'memory') throw new Error('it is in memory');
    await session.engine.readMemory(stop.id, [{ address: place.address, size: 4 }]);
    for (let steps = 0; steps < 3; steps++) stop = await session.step(stop, 'over');
    expect(scopeOf(stop, 'globals').map(({ value }) => value.content.kind)).toEqual(['bytes', 'bytes']);
    await checked(session, stop);
  });

  it('follow what was written into one of them', async () => {
    const session = await TestSession.start(laid.program);
    await session.breakAtMarker(laid, 'blocks');
    await session.engine.begin();
    const first = await session.stopped();
    const stop = await session.step(await session.step(first, 'over'), 'over');
    const [outer] = scopeOf(stop, 'locals').filter(({ name }) => name === 'outer');
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(4711);
    await session.engine.write(stop.id, outer!.value.place!, {
      type: outer!.value.type,
      content: { kind: 'bytes', bytes },
    });
    const [frame] = stop.top!.frames;
    const [again] = (await session.engine.scopes(stop.id, frame!.id))
      .flatMap(scope => scope.variables)
      .filter(({ name }) => name === 'outer');
    expect(bytesOf(again!.value)).toEqual(bytes);
    await checked(session, await session.step(stop, 'over'));
  });

  it('are left in the program where they are large, and have where they were written where they are code', async () => {
    const session = await TestSession.start(laid.program);
    await session.breakAtMarker(laid, 'kinds');
    await session.engine.begin();
    let stop = await session.stopped();
    for (let steps = 0; steps < 4; steps++) stop = await session.step(stop, 'over');
    const locals = new Map(scopeOf(stop, 'locals').map(({ name, value }) => [name, value]));
    expect(locals.get('large')?.content.kind).toBe('deferred');
    expect(locals.get('empty')?.content).toEqual({ kind: 'bytes', bytes: Buffer.alloc(0) });
    expect(locals.get('called')?.written?.line).toBeGreaterThan(0);
    await checked(session, stop);
  });
});
