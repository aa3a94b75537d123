// Results, strings, enums and futures, as bytes that a test wrote.

import { unavailable } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { FakeProgram } from '../../test/fake-program.js';

const at = 0x1000n;

describe('a result', () => {
  const made = () => {
    const program = new FakeProgram();
    const tbb8 = program.alias('tbb8', program.integer('signed char', 8));
    const tbb16 = program.alias('tbb16', program.integer('short', 16));
    return { program, tbb8, tbb16 };
  };

  it('is Ok with its value first, or Error with its code first', async () => {
    const { program, tbb8, tbb16 } = made();
    const type = program.struct('result<tbb16>', { err: tbb8, val: tbb16 });
    program.write(at, Uint8Array.of(0, 0, 42, 0)).write(at + 16n, Uint8Array.of(7, 0, 0, 0x80));
    const ok = await program.show(type, at);
    expect([ok.text, await program.lines(ok)]).toEqual(['Ok(42)', ['val = 42', 'err = 0']]);
    const error = await program.show(type, at + 16n);
    expect([error.text, await program.lines(error)]).toEqual([
      'Error(7)',
      ['err = 7', 'val = ERR (sentinel)'],
    ]);
    expect([ok.structured, error.structured]).toEqual([
      { kind: 'result', ok: true, label: 'Ok', text: '42' },
      { kind: 'result', ok: false, label: 'Error', text: '7' },
    ]);
  });

  it('shows what its parts show: a sticky error, a result within', async () => {
    const { program, tbb8, tbb16 } = made();
    const inner = program.struct('result<tbb16>', { err: tbb8, val: tbb16 });
    const outer = program.struct('result<result<tbb16>>', { err: tbb8, val: inner });
    program.write(at, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80));
    expect(await program.text(outer, at)).toBe('Ok(Ok(ERR (sentinel)))');
    program.write(at + 32n, Uint8Array.of(0x80));
    expect(await program.text(inner, at + 32n)).toBe('Error(ERR (sentinel))');
  });

  it('of nothing has only its code', async () => {
    const { program, tbb8 } = made();
    const type = program.struct('result<void>', { err: tbb8 });
    program.write(at, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 5));
    expect(await program.text(type, at)).toBe('Ok()');
    expect(await program.text(type, at + 8n)).toBe('Error(5)');
  });

  it('says why when it cannot be read', async () => {
    const { program, tbb8 } = made();
    const type = program.struct('result<void>', { err: tbb8 });
    expect(await program.text(type, 0xbad000n)).toBe('<unreadable: not mapped>');
    expect((await program.showValue(unavailable(type, 'optimized out'))).text).toBe('<optimized out>');
  });

  it('is only what has its fields', async () => {
    const { program, tbb8 } = made();
    const other = program.struct('result<thing>', { err: tbb8, other: tbb8 });
    program.write(at, Uint8Array.of(1, 2));
    expect(await program.text(other, at)).toBe('{err: 1, other: 2}');
  });
});

describe('a string', () => {
  const made = (data: bigint, length: bigint) => {
    const program = new FakeProgram().words(at, data, length);
    const char = program.types.add({ kind: 'character', name: 'char', size: 1, signed: true });
    const int64 = program.alias('int64', program.integer('long', 64));
    const type = program.struct('string', { data: program.pointer(char), length: int64 });
    return { program, type };
  };

  it('is as many bytes as it says, whatever they are', async () => {
    const { program, type } = made(0x2000n, 7n);
    program.write(0x2000n, 'a\0b"\xff\xc3\xa9not this');
    expect(await program.text(type, at)).toBe('"a\\0b\\"\\xffé"');
  });

  it('of no bytes is empty, wherever it is', async () => {
    for (const data of [0n, 0x2000n, 0xdeadn]) {
      const { program, type } = made(data, 0n);
      expect(await program.text(type, at)).toBe('""');
    }
  });

  it.each([
    [0n, 5n, '<no string: a length of 5, at NULL>'],
    [0x2000n, -1n, '<no string: a length of -1, at 0x2000>'],
    [0x2000n, 1n << 62n, '<no string: a length of 4611686018427387904, at 0x2000>'],
    [0xdead000n, 5n, '<unreadable: not mapped>'],
  ])('at %i of length %i is refused: %s', async (data, length, text) => {
    const { program, type } = made(data, length);
    expect(await program.text(type, at)).toBe(text);
  });

  it('that is long is cut, and one that runs out of memory shows what there is', async () => {
    const { program, type } = made(0x2000n, 100_000n);
    program.write(0x2000n, 'x'.repeat(4096));
    expect(await program.text(type, at)).toMatch(/^"x{100,}…" \(100000\)$/);
    expect(await program.text(type, at, { limit: 20 })).toMatch(/^"x+…" \(100000\)$/);
  });
});

describe('an enum', () => {
  it('is the name, or the number that has none', async () => {
    const program = new FakeProgram().write(at, Uint8Array.of(4, 0, 0, 0, 9, 0, 0, 0));
    const underlying = program.alias('int32', program.integer('int', 32));
    const enumerators = [
      { name: 'red', value: 0n },
      { name: 'green', value: 4n },
    ];
    const type = program.types.add({ kind: 'enum', name: 'Colour', size: 4, underlying, enumerators });
    expect(await program.text(type, at)).toBe('green');
    expect(await program.text(type, at + 4n)).toBe('9');
    expect(await program.text(type, at + 4n, { hex: true })).toBe('0x00000009');
  });
});

describe('a future', () => {
  const made = (state: bigint) => {
    const program = new FakeProgram().words(at, 0x2000n).words(0x2000n, state, 0x3000n, 0x3010n, 0x3100n);
    program.write(0x3000n, 'fetch\0').write(0x3010n, 'sleep(10)\0').write(0x3100n, Uint8Array.of(0, 42));
    const int8 = program.integer('signed char', 8);
    const text = program.pointer(int8);
    const result = program.struct('result<int8>', { err: int8, val: int8 });
    const frame = program.struct('CoroutineFrame<int8>', {
      state: program.integer('long', 64),
      name: text,
      awaiting: text,
      promise: program.pointer(result),
    });
    return { program, type: program.alias('future<int8>', program.pointer(frame)) };
  };

  it.each([
    [0n, 'fetch: ready'],
    [1n, 'fetch: running'],
    [2n, 'fetch: suspended, awaits sleep(10)'],
    [3n, 'fetch: done, Ok(42)'],
    [77n, '<no coroutine at 0x2000: its state would be 77>'],
  ])('in state %i is %s', async (state, text) => {
    const { program, type } = made(state);
    expect(await program.text(type, at)).toBe(text);
  });

  it('has what came of it, and its frame', async () => {
    const { program, type } = made(3n);
    expect((await program.lines(await program.show(type, at)))[0]).toBe('result = Ok(42)');
    const early = made(2n);
    const names = (await early.program.expand(await early.program.show(early.type, at))).map(c => c.name);
    expect(names).toEqual(['[frame]']);
  });

  it('may be NULL, or lead nowhere', async () => {
    const { program, type } = made(0n);
    program.words(at + 64n, 0n, 0xdead000n);
    expect(await program.text(type, at + 64n)).toBe('NULL');
    expect(await program.text(type, at + 72n)).toBe('<no coroutine at 0xdead000: it cannot be read>');
  });
});
