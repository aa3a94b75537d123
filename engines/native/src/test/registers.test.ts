// The registers of a frame; variables of an optimised program: read from where they are, written there, or refused with the reason.

import { describe, expect, it } from 'vitest';
import type { RawValue, Stop } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { bytesOf, intOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing || process.arch !== 'x64')('registers of a frame', () => {
  const [shapes] = useFixtures('shapes.c');

  it('come in groups beyond the general ones, which are read when somebody opens them', async () => {
    const session = await TestSession.start(shapes.program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    const stop = await session.stopped();
    const { engine } = session;
    const frame = stop.top!.frames[0]!.id;
    const scope = (await engine.scopes(stop.id, frame)).find(({ kind }) => kind === 'registers')!;
    expect(scope.variables.map(({ name }) => name)).toEqual(expect.arrayContaining(['rip', 'cs', 'fs_base']));
    const group = scope.variables.find(({ name }) => name === 'Floating Point Registers')!.value.engineView!;
    const { key, count } = group.synthetic!;
    expect(group.summary).toBe(`${count} registers`);
    const all = await engine.readSynthetic!(stop.id, key, 0, count);
    const named = (name: string) => all.find(item => item.name === name)!.value;
    expect(all).toHaveLength(count);
    expect(bytesOf(named('mxcsr')).readUInt32LE(0)).toBe(0x1f80);
    expect(engine.types.resolve(named('st0').type)).toMatchObject({ kind: 'float', format: 'x87' });
    const vector = engine.types.resolve(named('xmm0').type);
    expect(vector.kind === 'struct' && vector.fields.map(({ name }) => name)).toEqual([
      'f32',
      'f64',
      'u8',
      'u32',
      'u64',
    ]);
    const evaluated = await engine.evaluateText!(stop.id, frame, '$xmm0', undefined, 'any');
    expect(bytesOf(named('xmm0'))).toEqual(bytesOf(evaluated));
  });
});

describe.skipIf(toolsMissing)('variables of an optimised program', () => {
  const [registers] = useFixtures({ name: 'registers.c', flags: ['-O1'] });

  async function stoppedAt(marker: string): Promise<readonly [TestSession, Stop]> {
    const session = await TestSession.start(registers.program);
    await session.breakAtMarker(registers, marker, { temporary: true });
    await session.engine.begin();
    return [session, await session.stopped()];
  }

  const long = (type: RawValue['type'], value: bigint): RawValue => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    return { type, content: { kind: 'bytes', bytes } };
  };

  it('shows what a register holds, not what lies at the address that the register holds', async () => {
    const [session, stop] = await stoppedAt('walk');
    const at = variable(stop, 'at');
    const numbers = variable(stop, 'numbers');
    if (numbers.place?.kind !== 'memory') throw new Error('not in memory');
    expect(session.uint64(at)).toBe(numbers.place.address.offset);
    expect(at.place?.kind).toBe('slot');
    expect(session.uint64(variable(stop, 'count'))).toBe(1n);
    expect(session.uint64(variable(stop, 'next'))).toBe(numbers.place.address.offset + 8n);
    expect(session.uint64(variable(stop, 'more'))).toBe(6n);
    expect(variable(stop, 'gone').content.kind).toBe('unavailable');
    const held = ['at', 'count', 'next', 'more'].map(name => variable(stop, name));
    const again = await session.engine.readPlaces(
      stop.id,
      held.map(value => ({ place: value.place!, type: value.type })),
    );
    expect(again).toEqual(held);
  });

  it('changes the register, and not the memory it leads to', async () => {
    const [session, stop] = await stoppedAt('walk');
    const { engine } = session;
    const at = variable(stop, 'at');
    const numbers = variable(stop, 'numbers');
    const count = variable(stop, 'count');
    expect(session.uint64(await engine.write(stop.id, count.place!, long(count.type, 2n)))).toBe(2n);
    await engine.write(stop.id, at.place!, long(at.type, 0x1234n));
    const frame = stop.top!.frames[0]!.id;
    const locals = (await engine.scopes(stop.id, frame)).flatMap(scope => [...scope.variables]);
    const now = (name: string) => locals.find(item => item.name === name)!.value;
    expect(session.uint64(now('count'))).toBe(2n);
    expect(session.uint64(now('at'))).toBe(0x1234n);
    expect(bytesOf(now('numbers'))).toEqual(bytesOf(numbers));
    const evaluated = await engine.evaluateText!(stop.id, frame, 'count', undefined, 'none');
    expect([session.uint64(evaluated), evaluated.place]).toEqual([2n, count.place]);
  });

  it('writes a variable that is narrower than its register', async () => {
    const [session, stop] = await stoppedAt('turn');
    const narrow = variable(stop, 'narrow');
    expect([intOf(narrow), narrow.place?.kind]).toEqual([2, 'slot']);
    const bytes = Buffer.from([0xf9, 0xff, 0xff, 0xff]);
    const written = await session.engine.write(stop.id, narrow.place!, {
      type: narrow.type,
      content: { kind: 'bytes', bytes },
    });
    expect(intOf(written)).toBe(-7);
    const out = await session.step(stop, 'out');
    const reason = out.threads[0]!.reasons[0]!;
    expect(reason.kind === 'step' && intOf(reason.returned!)).toBe(39 - 7);
    expect(reason.kind === 'step' && reason.returned!.place).toBeUndefined();
  });

  it('refuses to change what is in no one place', async () => {
    const [session, stop] = await stoppedAt('walk');
    const more = variable(stop, 'more');
    const reason = 'more cannot be changed: the compiler keeps it in no one place here.';
    const write = session.engine.write(stop.id, more.place!, long(more.type, 9n));
    await expect(write).rejects.toMatchObject({ code: 'read-only', blame: 'user', message: reason });
    const gone = variable(stop, 'gone');
    await expect(session.engine.write(stop.id, gone.place!, long(gone.type, 9n))).rejects.toMatchObject({
      code: 'read-only',
      blame: 'user',
    });
  });

  it('shows a structure in pieces whole and refuses to change it', async () => {
    const [session, stop] = await stoppedAt('turn');
    const both = variable(stop, 'both');
    expect([bytesOf(both).readInt32LE(0), bytesOf(both).readInt32LE(4)]).toEqual([1, 40]);
    await expect(session.engine.write(stop.id, both.place!, long(both.type, 9n))).rejects.toMatchObject({
      code: 'read-only',
    });
  });

  it('does not watch a register', async () => {
    const [session, stop] = await stoppedAt('walk');
    const { place } = variable(stop, 'count');
    const set = await session.breakAt({ kind: 'data', place: place!, size: 8, access: 'write' });
    expect(set).toMatchObject({
      state: 'failed',
      message: 'Only what lives in memory can be watched; this does not.',
    });
  });

  it('gives the result of a calculation no place', async () => {
    const [session, stop] = await stoppedAt('walk');
    const frame = stop.top!.frames[0]!.id;
    const result = await session.engine.evaluateText!(stop.id, frame, '(count)', undefined, 'any');
    expect([session.uint64(result), result.place]).toEqual([1n, undefined]);
  });
});
