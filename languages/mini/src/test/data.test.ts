// Data breakpoints: on variables, globals and memory, for reads and writes.

import { address, type BreakpointWhere, type Place } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { types } from '../runtime/values.js';
import { example, load, written, type MiniDriver } from './harness.js';

type Access = (BreakpointWhere & { kind: 'data' })['access'];
const watch = (m: MiniDriver, place: Place, access: Access, size = 1, condition?: string) =>
  m.driver.break({ kind: 'data', place, size, access }, condition === undefined ? {} : { condition });
const total: Place = { kind: 'global', index: 0 };

describe('data breakpoints', () => {
  it('stop after a write with the value before and after', async () => {
    const m = await load(example('tour'), { settings: { stopOnEntry: true } });
    await m.driver.begin();
    await m.driver.step('over');
    const { id } = await watch(m, total, 'write');
    await m.driver.continue();
    await m.driver.continue();
    expect(m.driver.reasons).toEqual([
      expect.objectContaining({
        kind: 'data',
        hits: [id],
        place: total,
        access: 'write',
        before: expect.objectContaining({ content: { kind: 'scalar', value: 0n } }) as unknown,
        after: expect.objectContaining({ content: { kind: 'scalar', value: 1n } }) as unknown,
      }),
    ]);
  });

  it('stop at reads, and at either', async () => {
    const m = await load(written('let a = 1;\nlet b = a;\na = 2;\nprint a;\n'), {
      settings: { stopOnEntry: true },
    });
    await m.driver.begin();
    await m.driver.step('over');
    await watch(m, { kind: 'global', index: 0 }, 'read');
    await m.driver.continue();
    expect(m.driver.reasons).toMatchObject([{ kind: 'data', access: 'read' }]);
    expect(m.driver.line).toBe(2);
    await watch(m, { kind: 'global', index: 0 }, 'readWrite');
    await m.driver.continue();
    expect(m.driver.reasons).toMatchObject([{ kind: 'data', access: 'write' }]);
    await m.driver.continue();
    expect(m.driver.reasons).toMatchObject([{ access: 'read' }, { access: 'read' }]);
  });

  it('honour conditions and hit counts', async () => {
    const m = await load(example('tour'), { settings: { stopOnEntry: true } });
    await m.driver.begin();
    await watch(m, total, 'write', 1, 'total > 20');
    await m.driver.continue();
    expect(await m.driver.variables()).toMatchObject({ Globals: { total: 23 } });
  });

  it('watch bytes of the memory', async () => {
    const m = await load(example('memory'), { settings: { stopOnEntry: true } });
    await m.driver.begin();
    await m.driver.step('over');
    await m.driver.step('over');
    await watch(m, { kind: 'memory', address: address(49n, 'memory') }, 'write');
    await m.driver.continue();
    expect(m.driver.top.function).toBe('cross');
    expect(m.driver.reasons).toMatchObject([
      {
        before: { type: types.byte, content: { bytes: Uint8Array.of(0) } },
        after: { content: { bytes: Uint8Array.of(1) } },
      },
    ]);
    expect(await m.driver.variables()).toMatchObject({ Arguments: { prime: 7 }, Locals: { n: 49 } });
    expect(await watch(m, { kind: 'memory', address: address(5000n) }, 'write')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('beyond') as string,
    });
  });

  it('in mode `change` pass writes that leave the value as it was, and do not count them', async () => {
    const source = `let a = 1;
let i = 0;
a = 1;
while i < 6 { i = i + 1; a = i / 2; }
a = "3";
a = 3;
print a;
`;
    const m = await load(written(source), { settings: { stopOnEntry: true } });
    await m.driver.begin();
    await m.driver.step('over');
    const where = {
      kind: 'data',
      place: { kind: 'global', index: 0 },
      size: 1,
      access: 'readWrite',
    } as const;
    const { id, state } = await m.driver.break(where, { mode: 'change' });
    expect(state).toBe('resolved');
    const seen: unknown[] = [];
    for (let stop = 0; stop < 6; stop++) {
      await m.driver.continue();
      expect(m.driver.reasons).toMatchObject([{ kind: 'data', hits: [id], access: 'write' }]);
      seen.push((await m.driver.variables())['Globals']!['a']);
    }
    expect(seen).toEqual([0, 1, 2, 3, '3', 3]);
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(0);
    expect(m.driver.engine.traits.breakpoints.modes).toMatchObject([{ mode: 'change', appliesTo: ['data'] }]);
  });

  it('in mode `change` count only what changed, in memory too, and cannot be for reads', async () => {
    const m = await load(written('size(4);\nlet i = 0;\nwhile i < 9 { mem[1] = i / 3; i = i + 1; }\n'), {
      settings: { stopOnEntry: true },
    });
    await m.driver.begin();
    await m.driver.step('over');
    const place: Place = { kind: 'memory', address: address(1n, 'memory') };
    const change = { mode: 'change', hitCondition: { compare: 'eq', count: 2 } } as const;
    await m.driver.break({ kind: 'data', place, size: 1, access: 'write' }, change);
    await m.driver.continue();
    expect(m.driver.reasons).toMatchObject([{ after: { content: { bytes: Uint8Array.of(2) } } }]);
    expect(await m.driver.break({ kind: 'data', place, size: 1, access: 'read' }, change)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('reading changes nothing') as string,
    });
  });

  it('on a variable end with its call, and say so', async () => {
    const m = await load(example('tour'));
    await m.breakAt('journey', { temporary: true });
    await m.driver.begin();
    const n: Place = { kind: 'slot', frame: m.driver.top.id, slot: 1 };
    const { id, state } = await watch(m, n, 'write', 1, 'n > 1000');
    expect(state).toBe('resolved');
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(0);
    expect(m.driver.events).toContainEqual({
      kind: 'breakpoints',
      resolutions: [
        { id, state: 'unresolved', sites: [], message: expect.stringContaining('returned') as string },
      ],
    });
    expect(m.driver.events.some(e => e.kind === 'notice')).toBe(true);
  });
});
