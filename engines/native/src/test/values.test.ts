// Values of a real program: types described once, bytes, places, writing, evaluating.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  address,
  typeId,
  type RawValue,
  type Stop,
  type TextEffects,
  type TypeDescription,
} from '@sonde/engine';
import { toolsMissing, useFixtures, type Fixture } from './fixtures.js';
import { bytesOf, intOf, TestSession, variable } from './session.js';

describe.skipIf(toolsMissing)('values of a native program', () => {
  const optimisedWell = { name: 'optimised.c', flags: ['-O2'] };
  const [tour, deep, optimised] = useFixtures('tour.c', 'deep.c', optimisedWell);

  async function stoppedAt(fixture: Fixture, marker: string): Promise<readonly [TestSession, Stop]> {
    const session = await TestSession.start(fixture.program);
    await session.breakAtMarker(fixture, marker, { temporary: true });
    await session.engine.begin();
    return [session, await session.stopped()];
  }

  const typeOf = (session: TestSession, value: RawValue): TypeDescription =>
    session.engine.types.resolve(value.type);

  it('describes a struct with bit fields, an unnamed union, pointers, arrays and enums', async () => {
    const [session, stop] = await stoppedAt(tour, 'print');
    const { types } = session.engine;
    const m = variable(stop, 'm');
    const type = typeOf(session, m);
    if (type.kind !== 'struct') throw new Error(type.kind);
    const field = (name: string) => type.fields.find(item => item.name === name)!;
    expect(type.fields.map(item => item.name)).toEqual([
      ...['letter', 'low', 'high', '', 'at', 'next', 'text', 'numbers', 'colour', 'yes'],
    ]);
    expect(field('low')).toMatchObject({ bitOffset: 8, bitSize: 3 });
    expect(field('high')).toMatchObject({ bitOffset: 11, bitSize: 5 });
    expect(field('')).toMatchObject({ role: 'anonymous' });
    expect(types.resolve(field('').type)).toMatchObject({
      kind: 'union',
      fields: [{ name: 'whole' }, { name: 'part' }],
    });
    expect(types.get(field('at').type)).toMatchObject({ kind: 'alias', name: 'point' });
    const next = types.get(field('next').type);
    expect(next.kind === 'pointer' && types.get(next.target)).toBe(types.get(m.type));
    expect(types.get(field('numbers').type)).toMatchObject({ kind: 'array', count: 3, size: 24 });
    expect(types.get(field('colour').type)).toMatchObject({
      kind: 'enum',
      enumerators: [
        { name: 'RED', value: 0n },
        { name: 'GREEN', value: 5n },
        { name: 'BLUE', value: 6n },
      ],
    });
    expect(types.get(field('yes').type)).toMatchObject({ kind: 'boolean', size: 1 });
    expect(types.resolve(field('letter').type)).toMatchObject({ kind: 'character', size: 1, signed: true });
    const text = types.get(field('text').type);
    expect(text.kind === 'pointer' && types.resolve(text.target).kind).toBe('character');
    expect(bytesOf(m)[0]).toBe('A'.charCodeAt(0));
    expect(bytesOf(m).length).toBe(type.size);
  });

  it('takes the place of a huge array, and reads none of it', async () => {
    const [session, stop] = await stoppedAt(tour, 'print');
    const frame = stop.top!.frames[0]!.id;
    const { place } = variable(stop, 'm');
    const huge = await session.engine.evaluateText!(stop.id, frame, '*(int(*)[2000000000])&m');
    expect(huge).toMatchObject({ content: { kind: 'deferred' }, place });
    const type = typeOf(session, huge);
    expect(type.kind === 'array' && type.count).toBe(2_000_000_000);
    await expect(
      session.engine.evaluateText!(stop.id, frame, '*(int(*)[2000000000])0'),
    ).rejects.toMatchObject({ blame: 'user', message: 'it leads to memory that cannot be read.' });
  });

  it('gives a variable-length array its length', async () => {
    const [session, stop] = await stoppedAt(tour, 'loop');
    const sized = variable(stop, 'sized');
    expect(typeOf(session, sized)).toMatchObject({ kind: 'array', count: 3, size: 12, name: 'int[3]' });
    expect(intOf(sized)).toBe(11);
  });

  it('lists the innermost block first and tells a hidden variable apart', async () => {
    const [session, stop] = await stoppedAt(tour, 'inner');
    const inner = await session.step(stop, 'over');
    const locals = inner.top!.scopes!.find(scope => scope.kind === 'locals')!;
    const totals = locals.variables.filter(item => item.name.startsWith('total'));
    expect(totals.map(item => [item.name, intOf(item.value)])).toEqual([
      ['total', 99],
      [`total @ tour.c:${tour.line('entry') + 1}`, 90],
    ]);
  });

  it('has the variables of the file, and registers that are read when asked for', async () => {
    const [session, stop] = await stoppedAt(tour, 'return');
    const scope = (kind: string) => stop.top!.scopes!.find(item => item.kind === kind)!;
    expect(
      scope('globals')
        .variables.map(item => item.name)
        .sort(),
    ).toEqual(['counter', 'shared_total']);
    const registers = scope('registers');
    expect(registers.expensive).toBe(true);
    const pc = registers.variables.find(item => item.name === 'rip' || item.name === 'pc')!.value;
    expect(pc.content.kind).toBe('deferred');
    const [read] = await session.engine.readPlaces(stop.id, [{ place: pc.place!, type: pc.type }]);
    expect(session.uint64(read!)).toBe(stop.top!.frames[0]!.address.offset);
  });

  it('reads the variables of the file with a stop from when somebody looks at one', async () => {
    const [session, stop] = await stoppedAt(tour, 'loop');
    const stopAfter = async (steps: number, from: Stop): Promise<Stop> =>
      steps === 0 ? from : stopAfter(steps - 1, await session.step(from, 'over'));
    // What is the same in every stop is known by now.
    const unread = await stopAfter(6, stop);
    const counter = variable(unread, 'counter');
    expect([counter.content.kind, variable(unread, 'shared_total').content.kind]).toEqual([
      'deferred',
      'deferred',
    ]);
    const [read] = await session.engine.readPlaces(unread.id, [
      { place: counter.place!, type: counter.type },
    ]);
    expect(intOf(read!)).toBe(7);
    const after = await session.step(unread, 'over');
    expect(['counter', 'shared_total'].map(name => intOf(variable(after, name)))).toEqual([7, 40]);
  });

  it('writes memory, bit fields and registers, and answers with what is there then', async () => {
    const [session, stop] = await stoppedAt(tour, 'return');
    const { engine } = session;
    const result = variable(stop, 'result');
    const four = { type: result.type, content: { kind: 'scalar', value: 1234n } } as const;
    expect(intOf(await engine.write(stop.id, result.place!, four))).toBe(1234);

    const caller = await engine.scopes(stop.id, stop.top!.frames[1]!.id);
    const m = caller.flatMap(scope => [...scope.variables]).find(item => item.name === 'm')!.value;
    const at = m.place!;
    if (at.kind !== 'memory') throw new Error(at.kind);
    const bits = {
      kind: 'memory',
      address: address(at.address.offset + 1n),
      bits: { offset: 0, size: 3 },
    } as const;
    const three = Buffer.from([2, 0, 0, 0]);
    await engine.write(stop.id, bits, { type: result.type, content: { kind: 'bytes', bytes: three } });
    const [memory] = await engine.readMemory(stop.id, [{ address: address(at.address.offset), size: 2 }]);
    // The neighbouring field (-3 in five bits) keeps its bits.
    expect([...memory!.bytes]).toEqual(['A'.charCodeAt(0), (0b11101 << 3) | 2]);

    const scratch = { kind: 'register', frame: stop.top!.frames[0]!.id, name: 'rcx' } as const;
    const eight = Buffer.alloc(8);
    eight.writeBigUInt64LE(77n);
    const written = await engine.write(stop.id, scratch, {
      type: typeId(1),
      content: { kind: 'bytes', bytes: eight },
    });
    expect(session.uint64(written)).toBe(77n);

    const out = await session.step(stop, 'out');
    const reason = out.threads[0]!.reasons[0]!;
    expect(reason.kind === 'step' && intOf(reason.returned!)).toBe(1234);
  });

  it('reads many ranges at once and stops each at its first hole', async () => {
    const [session, stop] = await stoppedAt(tour, 'return');
    const result = variable(stop, 'counter').place!;
    if (result.kind !== 'memory') throw new Error(result.kind);
    const reads = await session.engine.readMemory(stop.id, [
      { address: result.address, size: 4 },
      { address: address(0), size: 16 },
      { address: result.address, size: 1 << 20 },
    ]);
    expect(Buffer.from(reads[0]!.bytes).readInt32LE(0)).toBe(7);
    expect(reads[0]!.why).toBeUndefined();
    expect(reads[1]).toMatchObject({ why: 'nothing readable is mapped at 0x0' });
    expect(reads[2]!.bytes.length).toBeGreaterThan(0);
    expect(reads[2]!.why).toMatch(/^nothing readable is mapped at 0x[0-9a-f]+000$/);
    expect(await session.engine.writeMemory(stop.id, result.address, Buffer.from([9, 0, 0, 0]))).toBe(4);
    await expect(session.engine.writeMemory(stop.id, address(0), Buffer.from([1]))).rejects.toMatchObject({
      code: 'unreadable',
    });
  });

  it('leaves a large value in memory', async () => {
    const [session, stop] = await stoppedAt(deep, 'down');
    const large = variable(stop, 'large');
    expect(large.content).toEqual({ kind: 'deferred' });
    expect(typeOf(session, large)).toMatchObject({ kind: 'array', count: 1_000_000 });
    const [whole] = await session.engine.readPlaces(stop.id, [
      { place: large.place!, type: large.type, whole: true },
    ]);
    expect(bytesOf(whole!).readInt32LE(4 * 999_999)).toBe(999_999);
  });

  it('pages a deep stack and knows its length only at its end', async () => {
    const [session, stop] = await stoppedAt(deep, 'bottom');
    expect(stop.top?.frames.length).toBe(20);
    expect(stop.top?.total).toBeUndefined();
    const page = await session.engine.stack(stop.id, stop.focus, 10, 5);
    expect(page.frames.map(frame => frame.function)).toEqual(Array(5).fill('down'));
    const ids = new Set([...stop.top!.frames, ...page.frames].map(frame => frame.id));
    expect(ids.size).toBe(20);
    const end = await session.engine.stack(stop.id, stop.focus, 4_995, 1_000);
    expect(end.frames.map(frame => frame.function)).toContain('main');
    expect(end.total).toBe(4_995 + end.frames.length);
    expect(await session.engine.stack(stop.id, stop.focus, 100_000, 10)).toEqual({
      frames: [],
      total: end.total,
    });
  });

  it('reads a variable in a register by its slot', async () => {
    const [session, stop] = await stoppedAt(optimised, 'mix');
    const held = ['a', 'b', 'gone', 'kept'].map(name => variable(stop, name));
    expect(held.map(intOf)).toEqual([1, 5, 3, 6]);
    expect(held.map(value => value.place?.kind)).toEqual(Array(4).fill('slot'));
    const wanted = held.map(value => ({ place: value.place!, type: value.type }));
    expect(await session.engine.readPlaces(stop.id, wanted)).toEqual(held);
  });

  it('marks inlined functions', async () => {
    const [, stop] = await stoppedAt(optimised, 'inlined');
    expect(stop.top?.frames.slice(0, 2).map(({ function: name, inlined }) => [name, inlined])).toEqual([
      ['inlined', true],
      ['main', undefined],
    ]);
    expect(stop.top?.frames[0]?.id).not.toBe(stop.top?.frames[1]?.id);
  });

  it('evaluates text: paths with their place, calls, mistakes with their reason', async () => {
    const [session, stop] = await stoppedAt(tour, 'print');
    const frame = stop.top!.frames[0]!.id;
    const evaluate = (text: string, effects: TextEffects = 'any') =>
      session.engine.evaluateText!(stop.id, frame, text, undefined, effects);
    const y = await evaluate('m.at.y');
    expect(intOf(y)).toBe(2);
    expect(y.place?.kind).toBe('memory');
    expect(intOf(await evaluate('twice(21) + total'))).toBe(132);
    expect(bytesOf(await evaluate('(double)total / 4')).readDoubleLE(0)).toBe(22.5);
    expect(intOf(await evaluate('total = 17'))).toBe(17);
    expect(intOf(await evaluate('total', 'none'))).toBe(17);
    expect(intOf(await evaluate('m.numbers[1] > 1 ? total * 2 : 0', 'none'))).toBe(34);
    await expect(evaluate('nosuch + 1')).rejects.toMatchObject({
      code: 'bad-expression',
      message: "use of undeclared identifier 'nosuch' (column 1).",
    });
    await expect(evaluate('total = 5', 'none')).rejects.toMatchObject({ code: 'bad-expression' });
    await expect(evaluate('total++', 'none')).rejects.toMatchObject({ code: 'bad-expression' });
    await expect(evaluate('twice(1)', 'none')).rejects.toThrow('this would run code of the program;');
    // What a watch is written for.
    expect(intOf(await evaluate('twice(21)', 'calls'))).toBe(42);
    await expect(evaluate('total = twice(5)', 'calls')).rejects.toThrow('this would change the program;');
    await expect(evaluate('*(int *)0')).rejects.toThrow('it leads to memory that cannot be read.');
    await expect(evaluate('for (;;);', 'none')).rejects.toMatchObject({ code: 'deadline' });
    await expect(evaluate('')).rejects.toMatchObject({ code: 'bad-expression' });
    expect(intOf(await evaluate('total'))).toBe(17);
    expect((await evaluate('(void)0')).content.kind).toBe('unavailable');
  });

  it('knows the names in sight, inner before outer', async () => {
    const [session, stop] = await stoppedAt(tour, 'inner');
    const names = await session.engine.names(stop.id, stop.top!.frames[0]!.id);
    expect(names.lookup('argc')).toMatchObject({ kind: 'parameter', place: { kind: 'named', name: 'argc' } });
    expect(names.lookup('total')).toMatchObject({ kind: 'local' });
    expect(names.lookup('counter')).toMatchObject({ kind: 'global' });
    expect(names.lookup('nosuch')).toBeUndefined();
  });

  it('disassembles forwards and backwards from an instruction', async () => {
    const [session, stop] = await stoppedAt(tour, 'return');
    const from = stop.top!.frames[0]!.address;
    const found = await session.engine.disassemble!(stop.id, from, -4, 8);
    expect(found.length).toBe(8);
    expect(found[4]?.address).toEqual(from);
    expect(found[4]?.location?.line).toBe(tour.line('return'));
    found.slice(1).forEach((instruction, index) => {
      const previous = found[index]!;
      expect(instruction.address.offset).toBe(previous.address.offset + BigInt(previous.size));
    });
  });

  it('disassembles backwards over the beginning of a function, and over gaps between functions', async () => {
    const [session, stop] = await stoppedAt(tour, 'entry');
    const from = stop.top!.frames[0]!.address;
    const found = await session.engine.disassemble!(stop.id, from, -50, 51);
    expect(found.length).toBe(51);
    expect(found.at(-1)?.address).toEqual(from);
    const functions = new Set(found.map(({ symbol }) => symbol));
    expect([...functions].slice(-2)).toEqual(['frame_dummy', 'main']);
    expect(functions.size).toBeGreaterThan(3);
    found.slice(1).forEach((instruction, index) => {
      const end = found[index]!.address.offset + BigInt(found[index]!.size);
      expect(instruction.address.offset).toBeGreaterThanOrEqual(end);
    });
  });

  it('lists modules and sources', async () => {
    const [session, stop] = await stoppedAt(tour, 'return');
    const modules = await session.engine.modules!();
    const own = modules.find(module => module.path === tour.program)!;
    const pc = stop.top!.frames[0]!.address.offset;
    expect(own.isUserCode).toBe(true);
    expect(own.range!.start.offset <= pc && pc < own.range!.end.offset).toBe(true);
    const md5 = createHash('md5').update(readFileSync(tour.source)).digest('hex');
    expect(await session.engine.loadedSources!()).toContainEqual({ name: 'tour.c', path: tour.source, md5 });
    expect(own.extra).toMatchObject({ uuid: expect.stringMatching(/^[0-9A-F-]+$/) as string });
    expect(own.extra!['debugInfoBytes']).toBeGreaterThan(0);
  });
});
