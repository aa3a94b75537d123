// What a stop shows: stacks, scopes, values, memory, disassembly; and what can be changed.

import { address, frameId, scalar, threadId } from '@sonde/engine';
import { plain } from '@sonde/engine-vm/driver';
import { describe, expect, it } from 'vitest';
import { types } from '../runtime/values.js';
import { example, load, written } from './harness.js';

describe('the state at a stop', () => {
  it('pages a stack of 100,000 calls, each with its own variables', async () => {
    const m = await load(example('deep'));
    await m.breakAt('bottom');
    const stop = await m.driver.begin();
    expect(stop.top?.total).toBe(100_002);
    const { engine } = m.driver;
    const middle = await engine.stack(stop.id, stop.focus, 50_000, 3);
    expect(middle.frames.map(f => f.function)).toEqual(['down', 'down', 'down']);
    expect(middle.frames[0]?.location?.line).toBe(m.line('deeper'));
    expect(await m.driver.variables(middle.frames[0])).toMatchObject({ Arguments: { n: 50_000 } });
    const bottom = await engine.stack(stop.id, stop.focus, 100_001, 10);
    expect(bottom.frames.map(f => [f.function, f.location?.line])).toEqual([['(main)', m.line('call')]]);
    expect((await engine.stack(stop.id, stop.focus, 200_000, 10)).frames).toEqual([]);
  });

  it('shows variables only where they live, by the place of each frame', async () => {
    const m = await load(
      written(`
fn inner() { return 1; // #inner
}
fn outer(p) {
  let before = p;
  if p > 0 {
    let inside = 10;
    inner(); // #call
  }
  let later = 5; // #later
  return before + later;
}
outer(7);
`),
    );
    await m.breakAt('inner');
    await m.breakAt('later');
    const stop = await m.driver.begin();
    const { frames } = await m.driver.engine.stack(stop.id, stop.focus, 0, 3);
    expect(await m.driver.variables(frames[1])).toMatchObject({
      Arguments: { p: 7 },
      Locals: { before: 7, inside: 10 },
    });
    const { id } = frames[1]!;
    await m.driver.continue();
    expect(m.driver.top.id).toBe(id);
    const after = await m.driver.variables();
    expect(after['Locals']).toEqual({ before: 7 });
  });

  it('gives names for expressions, and none that are out of sight', async () => {
    const m = await load(example('tour'));
    await m.breakAt('step');
    const stop = await m.driver.begin();
    const names = await m.driver.engine.names(stop.id, m.driver.top.id);
    expect([...names.all()].map(n => n.name)).toEqual(['steps', 'n', 'from', 'total', 'longest', 'first']);
    const everywhere = await m.driver.engine.names(stop.id, undefined);
    expect([...everywhere.all()].map(n => n.name)).toEqual(['total', 'longest', 'first']);
  });

  it('refuses reads of an older stop, and of frames that have returned', async () => {
    const m = await load(example('tour'));
    await m.breakAt('journey');
    const stop = await m.driver.begin();
    const { id } = m.driver.top;
    await m.driver.step('out');
    await expect(m.driver.engine.scopes(stop.id, id)).rejects.toThrow('earlier stop');
    await expect(m.driver.engine.scopes(m.driver.stop.id, id)).rejects.toThrow('has returned');
    await expect(m.driver.engine.scopes(m.driver.stop.id, frameId('x'))).rejects.toThrow('no frame');
    await expect(m.driver.engine.stack(m.driver.stop.id, threadId(99), 0, 1)).rejects.toThrow('no thread');
    const [gone] = await m.driver.engine.readPlaces(m.driver.stop.id, [
      { place: { kind: 'slot', frame: id, slot: 0 }, type: types.value },
    ]);
    expect(plain(gone!)).toBe('<the call has returned>');
  });

  it('writes variables and answers with what it read back', async () => {
    const m = await load(example('tour'));
    await m.breakAt('step');
    const stop = await m.driver.begin();
    const { engine } = m.driver;
    const n = { kind: 'slot', frame: m.driver.top.id, slot: 1 } as const;
    expect(plain(await engine.write(stop.id, n, scalar(types.int, 2n)))).toBe(2);
    expect(plain(await engine.write(stop.id, n, scalar(types.text, 'two')))).toBe('two');
    expect(await m.driver.variables()).toMatchObject({ Locals: { n: 'two' } });
    await expect(engine.write(stop.id, n, scalar(types.int, 2n ** 40n))).rejects.toThrow('does not fit');
    const total = { kind: 'global', index: 0 } as const;
    expect(plain(await engine.write(stop.id, total, scalar(types.int, 100)))).toBe(100);
    await engine.write(stop.id, n, scalar(types.int, 1n));
    await m.driver.engine.changeBreakpoints([], [(await m.breakAt('step')).id]);
  });

  it('shows a text of 100 million characters by its beginning', async () => {
    const m = await load(written('let long = repeat("0123456789", 10000000);\nprint "made"; // #made\n'));
    await m.breakAt('made');
    const stop = await m.driver.begin();
    expect(await m.driver.variables()).toMatchObject({ Globals: { long: '01234567… (100000000)' } });
    const [whole] = await m.driver.engine.readPlaces(stop.id, [
      { place: { kind: 'global', index: 0 }, type: types.value, whole: true },
    ]);
    expect(whole?.content.kind === 'scalar' && String(whole.content.value).length).toBe(100_000_000);
  });

  it('reads and writes 10 million bytes of memory in parts', async () => {
    const m = await load(
      written('size(10000000);\nmem[9999999] = 7;\nprint "made"; // #made\nprint mem[5];\n'),
    );
    await m.breakAt('made');
    const stop = await m.driver.begin();
    const { engine } = m.driver;
    const scope = (await engine.scopes(stop.id, m.driver.top.id)).find(s => s.kind === 'memory');
    const [memory] = scope?.variables ?? [];
    expect(memory).toMatchObject({
      name: 'memory',
      value: { content: { kind: 'deferred' }, place: { kind: 'memory', size: 10_000_000 } },
    });
    expect(engine.types.get(memory!.value.type)).toMatchObject({ kind: 'array', count: 10_000_000 });
    const reads = await engine.readMemory(stop.id, [
      { address: address(9_999_998n, 'memory'), size: 4 },
      { address: address(9_999_998n), size: 2 },
      { address: address(20_000_000n), size: 2 },
      { address: address(0n, 'code'), size: 2 },
    ]);
    expect(reads.map(r => [...r.bytes])).toEqual([[0, 7], [0, 7], [], []]);
    expect(reads[0]?.why).toContain('ends');
    expect(reads[3]?.why).toContain('code');
    expect(await engine.writeMemory(stop.id, address(5n), Uint8Array.of(42, 43))).toBe(2);
    await expect(engine.writeMemory(stop.id, address(20_000_000n), Uint8Array.of(1))).rejects.toThrow(
      'beyond',
    );
    await m.driver.move({ kind: 'continue' });
    await m.driver.finish();
    expect(m.driver.output()).toBe('made\n42\n');
  });

  it('disassembles in both directions', async () => {
    const m = await load(example('tour'));
    await m.breakAt('call');
    await m.driver.begin();
    const at = m.driver.top.address;
    const all = await m.driver.engine.disassemble!(undefined, at, -3, 6);
    expect(all.map(i => Number(i.address.offset - at.offset))).toEqual([-3, -2, -1, 0, 1, 2]);
    expect(all[3]).toMatchObject({ symbol: '(main)', location: { line: m.line('call') } });
    expect(all[3]?.text).toMatch(/^global /);
    expect((await m.driver.engine.disassemble!(undefined, address(0n, 'code'), -5, 7)).length).toBe(2);
    expect(await m.driver.engine.disassemble!(undefined, address(100_000n, 'code'), 0, 7)).toEqual([]);
  });

  it('says where variables were declared', async () => {
    const source = `let global = 1;
fn f(first, second) {
  let local = first;
  try { throw local; } catch problem {
    let local = 2;
    print problem; // #here
  }
}
f(1, 2);
`;
    const m = await load(written(source));
    await m.breakAt('here');
    const stop = await m.driver.begin();
    const scopes = await m.driver.engine.scopes(stop.id, m.driver.top.id);
    const declared = scopes.flatMap(s =>
      s.variables.map(v => [v.name, v.declared?.line, v.declared?.column]),
    );
    expect(declared).toEqual([
      ['first', 2, 6],
      ['second', 2, 13],
      ['problem', 4, 30],
      ['local', 5, 9],
      ['global', 1, 5],
      ['memory', undefined, undefined],
    ]);
    const place = scopes[0]!.variables[0]!.declared!;
    expect(place.source.path).toBe(m.driver.top.location!.source.path);
  });

  it('is over with the last thread that is ended', async () => {
    const m = await load(example('tasks'));
    await m.breakAt('join');
    await m.driver.begin();
    const threads = await m.driver.engine.threads();
    expect(threads.length).toBeGreaterThan(1);
    await expect(m.driver.engine.terminateThreads!([threads[0]!.id, threadId(77)])).rejects.toThrow(
      'no thread 77',
    );
    // Refused as a whole: nobody was ended.
    expect(await m.driver.engine.threads()).toHaveLength(threads.length);
    await m.driver.engine.terminateThreads!(threads.flatMap(t => [t.id, t.id]));
    expect(await m.driver.finish()).toBe(0);
    const ended = m.driver.events.filter(e => e.kind === 'thread' && e.change === 'exited');
    expect(ended).toHaveLength(threads.length);
    expect(m.driver.output()).toBe('');
  });

  it('goes on elsewhere when the thread that stopped is ended', async () => {
    const m = await load(
      written('fn f() {\n  print "never"; // #here\n}\njoin(spawn f());\nprint "main";\n'),
    );
    await m.breakAt('here');
    await m.driver.begin();
    await m.driver.engine.terminateThreads!([m.driver.stop.focus]);
    await m.driver.move({ kind: 'continue' }, { thread: threadId(1) });
    expect(await m.driver.finish()).toBe(0);
    expect(m.driver.output()).toBe('main\n');
  });

  it('lists threads, also while they run, and ends single ones', async () => {
    const m = await load(
      written('fn spin() { while 1 { } }\nlet t = spawn spin();\njoin(t); // #join\nprint "free";\n'),
    );
    await m.breakAt('join');
    const stop = await m.driver.begin();
    const threads = await m.driver.engine.threads();
    expect(threads.map(t => [t.name, t.state])).toEqual([
      ['main', 'stopped'],
      ['spin (task 2)', 'stopped'],
    ]);
    expect((await m.driver.engine.stack(stop.id, threads[1]!.id, 0, 5)).frames[0]?.function).toBe('spin');
    await m.driver.engine.terminateThreads!([threads[1]!.id]);
    await expect(m.driver.engine.stack(stop.id, threads[1]!.id, 0, 5)).rejects.toThrow('no thread 2');
    await m.driver.move({ kind: 'continue' });
    expect(await m.driver.finish()).toBe(0);
    expect(m.driver.output()).toBe('free\n');
  });
});
