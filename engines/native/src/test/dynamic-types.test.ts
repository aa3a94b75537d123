// The objects behind base classes: what they are and where they begin, by the tables of methods that they lead to.

import { describe, expect, it } from 'vitest';
import type { RawValue, Stop } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { printedInLldb } from './lldb-script.js';
import { TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('an object behind a base class', () => {
  const plugin = (kind: string) => ({
    name: 'object-plugin.cpp',
    output: kind,
    flags: ['-shared', '-fPIC', `-DKIND=${kind}`],
  });
  const [objects, loader, circle, square] = useFixtures(
    'objects.cpp',
    // Clang describes a class only where its table is, unless it is told otherwise.
    { name: 'object-loader.cpp', flags: ['-O0', '-fstandalone-debug'] },
    plugin('Circle'),
    plugin('Square'),
  );

  /** What pointers lead to: the type of the whole object with its address; undefined for one that is no base class. */
  async function behind(session: TestSession, stop: Stop, names: readonly string[]) {
    const { engine } = session;
    const values = names.map((name): RawValue => {
      const pointer = variable(stop, name);
      const type = engine.types.resolve(pointer.type);
      if (type.kind !== 'pointer') throw new Error(type.kind);
      const address = { space: '', offset: session.uint64(pointer) };
      return { type: type.target, content: { kind: 'deferred' }, place: { kind: 'memory', address } };
    });
    const views = await engine.readViews!(stop.id, values);
    return views.map(({ actual }) => {
      if (actual === undefined) return undefined;
      const { place, type } = actual;
      return { type: engine.types.get(type).name, at: place?.kind === 'memory' ? place.address.offset : 0n };
    });
  }

  const addressOf = (stop: Stop, name: string): bigint => {
    const { place } = variable(stop, name);
    return place?.kind === 'memory' ? place.address.offset : 0n;
  };

  async function stoppedAt(marker: string) {
    const session = await TestSession.start(objects.program);
    await session.breakAtMarker(objects, marker);
    await session.engine.begin();
    return { session, stop: await session.stopped() };
  }

  it('is found from any of them, wherever the base lies in it', async () => {
    const { session, stop } = await stoppedAt('all');
    const expected = {
      first_of_two: ['Two', 'two'],
      second_of_two: ['Two', 'two'],
      first_of_three: ['Three', 'three'],
      second_of_three: ['Three', 'three'],
      of_mixed: ['Mixed', 'mixed'],
      of_left: ['Left', 'left'],
      of_diamond: ['Diamond', 'diamond'],
      left_of_diamond: ['Diamond', 'diamond'],
      right_of_diamond: ['Diamond', 'diamond'],
      of_hidden: ['Hidden', 'hidden'],
    } as const;
    const names = Object.keys(expected);
    const wanted = Object.values(expected).map(([type, name]) => ({ type, at: addressOf(stop, name) }));
    expect(await behind(session, stop, names)).toEqual(wanted);
    // What is known by now is the same when it is asked for again, also in another order.
    expect(await behind(session, stop, names.toReversed())).toEqual(wanted.toReversed());
    expect(await behind(session, stop, ['of_plain'])).toEqual([undefined]);
  });

  it('is none where memory only looks like an object', async () => {
    const { session, stop } = await stoppedAt('all');
    const names = ['rubbish', 'zeros', 'code', 'inside', 'data', 'nowhere'];
    const none = names.map(() => undefined);
    expect(await behind(session, stop, names)).toEqual(none);
    expect(await behind(session, stop, ['first_of_two', ...names])).toEqual([
      { type: 'Two', at: addressOf(stop, 'two') },
      ...none,
    ]);
  });

  it('is what it has become so far while it is made, and what is left of it while it is destroyed', async () => {
    const { session, stop } = await stoppedAt('half');
    expect(await behind(session, stop, ['half'])).toMatchObject([{ type: 'Making' }]);
    const destroyed = await session.move(stop, { kind: 'continue' });
    expect(await behind(session, destroyed, ['half'])).toMatchObject([{ type: 'Making' }]);
    // The table of an object with virtual bases that is being made names no type.
    const made = await session.move(destroyed, { kind: 'continue' });
    expect(await behind(session, made, ['half'])).toEqual([undefined]);
  });

  it('is another one when another one was made in its place', async () => {
    const { session, stop } = await stoppedAt('all');
    expect(await behind(session, stop, ['first_of_two'])).toMatchObject([{ type: 'Two' }]);
    await session.breakAtMarker(objects, 'anew');
    const later = await session.move(stop, { kind: 'continue' });
    const at = addressOf(later, 'two');
    expect(await behind(session, later, ['first_of_two', 'second_of_two'])).toEqual([
      { type: 'Three', at },
      { type: 'Three', at },
    ]);
  });

  it('is not known any more when the library of its class is gone, whatever is loaded there next', async () => {
    const args = [circle.program, square.program, circle.program];
    const session = await TestSession.start(loader.program, { settings: { args } });
    await session.breakAtMarker(loader, 'look');
    await session.engine.begin();
    const found: (string | undefined)[] = [];
    for (let look = 0; look < args.length * 2; look++) {
      const stop = await session.stopped();
      found.push((await behind(session, stop, ['shape']))[0]?.type);
      await session.go(stop, { kind: 'continue' });
    }
    expect(found).toEqual(['Circle', undefined, 'Square', undefined, 'Circle', undefined]);
  });

  it('is asked of LLDB once for each table of methods', async () => {
    const script = `import types
from bridge.dynamic_types import DynamicTypes
from bridge.synthetic import KnownType
asked = []
usual = lldb.SBValue.GetDynamicValue
def counted(value, how):
  asked.append(value)
  return usual(value, how)
lldb.SBValue.GetDynamicValue = counted
names = types.SimpleNamespace(id_of=lambda sb_type: sb_type.GetName())
modules = types.SimpleNamespace(generation=0)
session = types.SimpleNamespace(process=lldb.process, target=lldb.target, types=names, modules=modules)
frame = lldb.thread.GetSelectedFrame()
many = frame.FindVariable("many", lldb.eNoDynamicValues)
first = lldb.target.FindFirstType("First")
found = DynamicTypes(session)
def whole(address):
  make = lambda: lldb.target.CreateValueFromAddress("value", lldb.SBAddress(address, lldb.target), first)
  return found.whole(1, KnownType(first, None, True, False, True), address, make)
answers = [whole(many.GetChildAtIndex(nth).GetValueAsUnsigned()) for nth in range(300)]
kinds = [None if answer is None else answer[0] for answer in answers]
say("kinds", kinds == ["Two", "Three", None] * 100)
say("asked", len(asked))
modules.generation += 1
whole(many.GetChildAtIndex(0).GetValueAsUnsigned())
say("asked", len(asked))
`;
    const lines = await printedInLldb(script, { at: { fixture: objects, marker: 'all' } });
    expect(lines).toEqual(['kinds True', 'asked 3', 'asked 4']);
  });
});
