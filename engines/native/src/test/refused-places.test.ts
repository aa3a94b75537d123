// Places where a breakpoint would do harm or mean nothing: refused with the reason, and the program runs unharmed.

import { address, type Address } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { toolsMissing, useFixtures } from './fixtures.js';
import { TestSession } from './session.js';

const hex = ({ offset }: Address): string => `0x${offset.toString(16)}`;

describe.skipIf(toolsMissing)('a place that takes no breakpoint', () => {
  const [tour, stripped] = useFixtures('tour.c', { name: 'streams.c', flags: ['-O1', '-g0'] });

  const triedAt = async (session: TestSession, from: Address, count: number): Promise<void> => {
    const instructions = await session.engine.disassemble!(undefined, from, 0, count);
    expect(instructions.some(({ size }) => size > 1)).toBe(true);
    for (const instruction of instructions) {
      for (let inside = 1n; inside < BigInt(instruction.size); inside++) {
        const at = address(instruction.address.offset + inside);
        expect(await session.breakAt({ kind: 'instruction', address: at })).toMatchObject({
          state: 'failed',
          sites: [],
          message: `${hex(at)} is in the middle of the instruction at ${hex(instruction.address)}.`,
        });
      }
    }
    const last = instructions.at(-1)!;
    const taken = await session.breakAt({ kind: 'instruction', address: last.address });
    expect(taken).toMatchObject({ state: 'resolved', sites: [{ address: last.address }] });
  };

  it('is the middle of an instruction', async () => {
    const session = await TestSession.start(tour.program);
    const { sites } = await session.breakAt({ kind: 'function', name: 'twice' }, { temporary: true });
    await triedAt(session, sites[0]!.address!, 6);
  });

  it('is the middle of an instruction where nothing is known of lines', async () => {
    const session = await TestSession.start(stripped.program);
    const { sites } = await session.breakAt({ kind: 'function', name: 'main' }, { temporary: true });
    await triedAt(session, sites[0]!.address!, 12);
  });

  it('changes nothing in the program', async () => {
    const session = await TestSession.start(tour.program);
    const { sites } = await session.breakAt({ kind: 'function', name: 'twice' }, { temporary: true });
    const inside = address(sites[0]!.address!.offset + 1n);
    await session.breakAt({ kind: 'instruction', address: inside });
    await session.engine.begin();
    const stop = await session.stopped();
    await session.go(stop, { kind: 'continue' });
    expect((await session.next('exited')).status).toEqual({ code: 9 });
  });

  it.each([0, -3])('is line %i', async line => {
    const session = await TestSession.start(tour.program);
    const source = { name: 'tour.c', path: tour.source };
    expect(await session.breakAt({ kind: 'source', source, line })).toMatchObject({
      state: 'failed',
      message: `There is no line ${line}: lines are counted from 1.`,
    });
  });
});
