// What debug information tells of the code of a frame: its language, its compiler, its source.

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { toolsMissing, useFixtures } from './fixtures.js';
import { TestSession } from './session.js';

const guest = fileURLToPath(new URL('../../fixtures/mixed-guest.cpp', import.meta.url));

describe.skipIf(toolsMissing)('the code of a frame', () => {
  const withGuest = (version: number, output: string) => ({
    name: 'mixed.c',
    output,
    flags: ['-O0', `-gdwarf-${version}`, '-x', 'c++', guest, '-x', 'c'],
  });
  const [four, five] = useFixtures(withGuest(4, 'mixed-4'), withGuest(5, 'mixed-5'));

  it.each([
    ['4', () => four],
    ['5', () => five],
  ] as const)('is told with its language and compiler, in version %s of DWARF', async (_, fixture) => {
    const session = await TestSession.start(fixture().program);
    await session.breakAt({ kind: 'function', name: 'from_guest' });
    await session.engine.begin();
    const stop = await session.stopped();
    const [inner, outer, ...outside] = stop.top!.frames;
    expect(inner).toMatchObject({ function: 'from_guest', unit: { file: guest } });
    expect(inner?.unit?.language).toMatch(/^c\+\+/);
    expect(outer).toMatchObject({ function: 'main', unit: { file: fixture().source } });
    expect(outer?.unit?.language).toMatch(/^c\d+$/);
    for (const frame of [inner, outer]) expect(frame?.unit?.producer).toMatch(/clang version \d+/);
    expect(outside.map(frame => frame.unit)).toEqual(outside.map(() => undefined));
  });

  it('belongs to a module that says which symbols it has', async () => {
    const session = await TestSession.start(five.program);
    await session.breakAt({ kind: 'function', name: 'from_guest' });
    await session.engine.begin();
    const { module } = (await session.stopped()).top!.frames[0]!;
    expect(await session.engine.definesSymbols!(module!, ['main', 'from_guest', 'rt_missing'])).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is found by its symbols, whatever module has them, and those of one file too', async () => {
    const session = await TestSession.start(five.program);
    await session.breakAt({ kind: 'function', name: 'from_guest' });
    await session.engine.begin();
    const stop = await session.stopped();
    const names = ['main', 'from_guest', 'rt_missing', '', 'malloc'];
    const found = await session.engine.symbolAddresses!(names);
    expect(found.map(at => at !== undefined)).toEqual([true, true, false, false, true]);
    expect(await session.engine.symbolAddresses!(names)).toEqual(found);
    const { address } = stop.top!.frames[0]!;
    // A breakpoint is behind the beginning of its function, but not far.
    expect(Number(address.offset - found[1]!.offset)).toBeLessThan(64);
  });
});
