// Functions of the program, called with values of its own: results come back as C gives them.

import { describe, expect, it } from 'vitest';
import type { RawValue } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { TestSession, variable } from './session.js';

const timeoutMs = 5_000;

describe.skipIf(toolsMissing)('calls', () => {
  const [called] = useFixtures('called.c');

  const stopped = async () => {
    const session = await TestSession.start(called.program);
    await session.breakAtMarker(called, 'look');
    await session.engine.begin();
    const stop = await session.stopped();
    const frame = stop.top!.frames[0]!.id;
    const value = (name: string): RawValue => variable(stop, name);
    const call = async (callee: string, result?: RawValue, ...args: readonly RawValue[]): Promise<Buffer> => {
      const options = { timeoutMs, ...(result === undefined ? {} : { result: result.type }) };
      const { content } = await session.engine.call!(stop.id, frame, callee, args, options);
      return content.kind === 'bytes' ? Buffer.from(content.bytes) : Buffer.alloc(0);
    };
    return { session, stop, frame, value, call };
  };

  it('give back structs that travel in registers, in both kinds of them, and in memory', async () => {
    const { call, value } = await stopped();
    const small = await call('flip', value('small'), value('small'));
    expect([small.readInt8(0), small.readInt32LE(4)]).toEqual(['b'.charCodeAt(0), -5]);
    const mixed = await call('scaled', value('mixed'), value('mixed'), value('by'));
    expect([mixed.readDoubleLE(0), mixed.readInt32LE(8)]).toEqual([3, 8]);
    const large = await call('doubled', value('large'), value('large'));
    expect([0, 8, 16, 24].map(at => large.readBigInt64LE(at))).toEqual([2n, 4n, 6n, 8n]);
    expect((await call('narrow', value('byte'), value('byte'))).readUInt8(0)).toBe(4);
    expect((await call('nothing')).length).toBe(0);
  });

  it('are taken off the stack when they do not get to their end, and the stop stays', async () => {
    const { session, stop, frame, call, value } = await stopped();
    await expect(call('crash', value('number'))).rejects.toThrow(/did not come to its end: signal SIGABRT/);
    const endless = session.engine.call!(stop.id, frame, 'endless', [], {
      timeoutMs: 300,
      result: value('number').type,
    });
    await expect(endless).rejects.toMatchObject({ code: 'deadline' });
    const stack = await session.engine.stack(stop.id, stop.focus, 0, 5);
    expect(stack.frames[0]?.function).toBe('main');
    expect((await call('narrow', value('byte'), value('byte'))).readUInt8(0)).toBe(4);
  });

  it("that a runtime has ended are told in its words, which are nobody else's later", async () => {
    const { session, stop, frame, value } = await stopped();
    const restores = [{ symbol: 'last_words', offset: 0, size: 8, tells: true }];
    const options = { timeoutMs, result: value('number').type, restores };
    const crash = () => session.engine.call!(stop.id, frame, 'crash', [], options);
    await expect(crash()).rejects.toThrow('the call did not come to its end: no way on.');
    const [at] = await session.engine.symbolAddresses!(['last_words']);
    const [read] = await session.engine.readMemory(stop.id, [{ address: at!, size: 8 }]);
    expect(Buffer.from(read!.bytes).readBigUInt64LE()).toBe(0n);
  });

  it('put back memory of a runtime that an interrupted call has changed', async () => {
    const { session, stop, frame, call, value } = await stopped();
    await call('nothing');
    const restores = [{ symbol: 'calls', offset: 0, size: 4 }];
    const options = { timeoutMs, result: value('number').type, restores };
    await expect(session.engine.call!(stop.id, frame, 'crash', [], options)).rejects.toThrow(/SIGABRT/);
    const [at] = await session.engine.symbolAddresses!(['calls']);
    const [read] = await session.engine.readMemory(stop.id, [{ address: at!, size: 4 }]);
    expect(Buffer.from(read!.bytes).readInt32LE(0)).toBe(10);
  });

  it('are refused for functions that are not there', async () => {
    const { call } = await stopped();
    await expect(call('nobody')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are described by their names', async () => {
    const { session } = await stopped();
    const [flip, nothing, more] = await session.engine.functions!(['flip', 'nobody', 'nothing']);
    expect(flip?.parameters.map(id => session.engine.types.get(id).name)).toEqual(['small']);
    expect(more).toBeUndefined();
    expect(nothing).toEqual({ name: 'nothing', parameters: [], symbol: 'nothing' });
  });
});
