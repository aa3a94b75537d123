// An optimised program: what is not there says why, what can be found out is, and inlined functions are frames.

import { describe, expect, it } from 'vitest';
import type { RawValue } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { printedInLldb } from './lldb-script.js';
import { bytesOf, intOf, reasonOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('a program compiled with -O2', () => {
  const [clobbered, entered, pieces] = useFixtures(
    { name: 'clobbered.c', flags: ['-O2'] },
    { name: 'entered.c', flags: ['-O2'] },
    { name: 'pieces.c', flags: ['-O2'] },
  );

  async function stoppedAt(marker: string, fixture = clobbered) {
    const session = await TestSession.start(fixture.program);
    await session.breakAtMarker(fixture, marker);
    await session.engine.begin();
    const stop = await session.stopped();
    const inFrame = async (nth: number, name: string): Promise<RawValue> => {
      const scopes = await session.engine.scopes(stop.id, stop.top!.frames[nth]!.id);
      return scopes.flatMap(scope => [...scope.variables]).find(item => item.name === name)!.value;
    };
    return { session, stop, inFrame };
  }

  it('says of a value that was optimized out that it was, and why', async () => {
    const { inFrame } = await stoppedAt('after');
    expect((await inFrame(1, 'result')).content).toEqual({
      kind: 'unavailable',
      why: 'optimized out: the compiler keeps it nowhere at this point',
    });
    expect((await inFrame(1, 'argv')).content).toMatchObject({
      why: expect.stringMatching(
        /^optimized out: it (?:was in \w+, which a call|is what the caller)/,
      ) as string,
    });
  });

  it('says so too where a calculation needs it', async () => {
    const { session, stop } = await stoppedAt('after');
    const frame = stop.top!.frames[1]!.id;
    await expect(
      session.engine.evaluateText!(stop.id, frame, 'result + 1', undefined, 'calls'),
    ).rejects.toThrow('result cannot be read: optimized out: the compiler keeps it nowhere at this point.');
  });

  it('says which parts of a structure are kept nowhere, and has the others', async () => {
    const { stop } = await stoppedAt('apart', pieces);
    const why = 'optimized out: the compiler keeps it nowhere at this point';
    const view = variable(stop, 'view');
    expect(view.content).toMatchObject({ missing: [{ offset: 0, size: 8, why }] });
    expect(bytesOf(view).readBigInt64LE(8)).toBe(5n);
    const numbers = variable(stop, 'numbers');
    expect(numbers.content).toMatchObject({ missing: [{ offset: 0, size: 4, why }] });
    expect([bytesOf(numbers).readInt32LE(4), bytesOf(numbers).readInt32LE(8)]).toEqual([9, 7]);
  });

  it('finds a variable in the listing also where its column is told, as one compiler does', async () => {
    const told =
      'Variable: name = "held", location = DW_OP_fbreg -504, DW_OP_piece 0x8, DW_OP_piece 0x8, decl = a.cpp:20';
    const script = `from bridge import missing_pieces
for line in (${JSON.stringify(told)}, ${JSON.stringify(`${told}:80`)}):
    found = missing_pieces._VARIABLE.search(line)
    say(found["name"], found["line"], missing_pieces._gaps(found["location"], 16))
`;
    expect(await printedInLldb(script)).toEqual(['held 20 [(8, 8)]', 'held 20 [(8, 8)]']);
  });

  it('finds what was passed, though its register holds something else by now', async () => {
    const { stop } = await stoppedAt('after');
    expect([intOf(variable(stop, 'passed')), intOf(variable(stop, 'unknown'))]).toEqual([42, 7]);
  });

  it('has a frame for every function that is inlined into another, each with its own variables', async () => {
    const { stop, inFrame } = await stoppedAt('deeper');
    expect(stop.top!.frames.slice(0, 3).map(({ function: name, inlined }) => [name, inlined])).toEqual([
      ['deeper', true],
      ['inner', true],
      ['main', undefined],
    ]);
    expect([intOf(await inFrame(0, 'value')), intOf(await inFrame(1, 'value'))]).toEqual([2, 1]);
  });

  it('is not at the same breakpoint again where a step goes into what was inlined there', async () => {
    const { session, stop } = await stoppedAt('call', entered);
    const inside = await session.step(stop, 'in');
    expect([reasonOf(inside), inside.top!.frames[0]!.function]).toEqual([{ kind: 'step' }, 'add']);
    expect(inside.top!.frames[0]!.address).toEqual(stop.top!.frames[0]!.address);
  });
});
