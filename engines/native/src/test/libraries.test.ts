// What languages tell the bridge: types of a library that it does not know are shown and followed by what it is told.
// Own process: what the bridge is told of languages holds for every LLDB that a process starts.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RawValue } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { intOf, TestSession, variable } from './session.js';

const bridge = new URL('../../fixtures/told/', import.meta.url);

describe.skipIf(toolsMissing)('a library', () => {
  const [told] = useFixtures('told.c');

  async function stopped(engine: { readonly bridge?: URL }) {
    const session = await TestSession.start(told.program, { engine });
    await session.breakAtMarker(told, 'stop');
    await session.engine.begin();
    const stop = await session.stopped();
    const evaluate = (text: string): Promise<RawValue> =>
      session.engine.evaluateText!(stop.id, stop.top!.frames[0]!.id, text, undefined, 'none');
    const nameOf = (name: string): string => session.engine.types.get(variable(stop, name).type).name;
    const view = async (name: string) =>
      (await session.engine.readViews!(stop.id, [variable(stop, name)]))[0]!;
    const locals = stop.top!.scopes!.find(scope => scope.kind === 'locals')!.variables.map(item => item.name);
    return { session, stop, evaluate, nameOf, view, locals };
  }

  it('that nobody tells of is shown by its fields', async () => {
    const { evaluate, nameOf, view, locals } = await stopped({});
    expect([nameOf('chain'), nameOf('of_the_compiler')]).toEqual(['chain', 'int']);
    expect(await view('chain')).toEqual({});
    expect(locals).toContain('of_the_compiler');
    await expect(evaluate('*box')).rejects.toThrow('indirection requires pointer operand');
  });

  it('is shown and followed by what its language tells', async () => {
    const { session, stop, evaluate, nameOf, view, locals } = await stopped({ bridge });
    expect([nameOf('chain'), nameOf('box')]).toEqual(['chain of numbers', 'box']);
    const { synthetic } = await view('chain');
    expect(synthetic).toMatchObject({ count: 3 });
    const [, second] = await session.engine.readSynthetic!(stop.id, synthetic!.key, 0, 3);
    const { place, type } = second!.value;
    const [read] = await session.engine.readPlaces(stop.id, [{ place: place!, type }]);
    expect(intOf(read!)).toBe(2);
    expect(await view('row')).toMatchObject({ summary: '"tic<9>tac"', elements: { count: 7 } });
    expect(intOf(await evaluate('*box'))).toBe(7);
    await expect(evaluate('*empty')).rejects.toThrow('empty holds no value');
    expect(locals).not.toContain('of_the_compiler');
  });

  it('told of by a package that cannot be run keeps a session from starting, and says why', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sonde-told-'));
    await writeFile(
      join(folder, '__init__.py'),
      'from bridge.libraries import Library\nLibrary(nonsense=1)\n',
    );
    const broken = { bridge: pathToFileURL(`${folder}/`) };
    await expect(TestSession.start(told.program, { engine: broken })).rejects.toThrow(
      'nobody asks a library for nonsense',
    );
    await rm(folder, { recursive: true });
  });
});
