import { describe, expect, it } from 'vitest';
import { sampleModule } from '../test/sample-module.js';
import { readModule } from './read-module.js';
import { webAssembly } from '../web-assembly.js';

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const problemOf = (bytes: readonly number[] | Uint8Array) => {
  const found = readModule(new Uint8Array(bytes));
  return found.ok ? undefined : { kind: found.problem.kind, text: found.problem.message };
};

/** A function without parameters, with this code behind the count of its locals. */
const withCode = (...code: number[]): number[] => [
  ...header,
  ...[1, 4, 1, 0x60, 0, 0],
  ...[3, 2, 1, 0],
  ...[10, code.length + 4, 1, code.length + 2, 0, ...code, 0x0b],
];

describe('readModule', () => {
  it('tells what is wrong, and where', () => {
    expect(problemOf([])).toEqual({
      kind: 'malformed',
      text: 'this is no WebAssembly module: it does not begin with \\0asm (at offset 0x0)',
    });
    expect(problemOf([...header.slice(0, 4), 9, 0, 0, 0])?.text).toContain('not of version 1');
    expect(problemOf([...header, 1, 100])?.text).toBe(
      'section 1 is said to have 100 bytes, and 0 are left (at offset 0xa)',
    );
    expect(problemOf([...header, 1, 5, 0xff, 0xff, 0xff, 0xff, 0x0f])?.text).toContain(
      'there are said to be 4294967295 types',
    );
    expect(problemOf(withCode(0x27))?.text).toBe('there is no instruction 0x27 (at offset 0x17)');
    expect(problemOf(withCode(0x02, 0x40))?.text).toContain('is not closed');
    expect(problemOf(withCode(0x0b, 0x01))?.text).toContain('ends before its last byte');
  });

  it('refuses by name what it does not read', () => {
    expect(problemOf(withCode(0xfb, 0x00))).toEqual({
      kind: 'unsupported',
      text: 'the module uses garbage collection, which is not supported here (at offset 0x17)',
    });
    expect(problemOf([...header, 5, 3, 1, 4, 0])?.text).toContain('64-bit memory');
    expect(problemOf(withCode(0x28, 0x42, 0, 0))?.text).toContain('several memories');
    expect(problemOf([0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0])?.text).toContain('the component model');
  });

  it('knows how long vector and atomic instructions are', () => {
    // v128.const, i8x16.shuffle, a lane, a load of one lane; atomic.fence, i32.atomic.load.
    const vector = [
      0xfd,
      12,
      ...Array<number>(16).fill(0),
      0xfd,
      13,
      ...Array<number>(16).fill(1),
      0xfd,
      21,
      3,
    ];
    expect(problemOf(withCode(...vector, 0xfd, 84, 0, 0, 1, 0xfe, 3, 0, 0xfe, 0x10, 2, 0))).toBeUndefined();
  });

  it('never rejects a module that V8 takes, whatever byte is changed or cut off, and never throws', () => {
    const { bytes } = sampleModule();
    expect(readModule(bytes).ok).toBe(true);
    const wrong: string[] = [];
    const refused = new Set<string>();
    const check = (candidate: Uint8Array, label: string): void => {
      const found = readModule(candidate);
      if (found.ok) return;
      if (found.problem.kind === 'unsupported') refused.add(found.problem.what);
      else if (webAssembly.validate(candidate)) wrong.push(`${label}: ${found.problem.message}`);
      if (found.problem.offset > candidate.length) wrong.push(`${label}: outside of the module`);
    };
    for (let length = 0; length < bytes.length; length++) check(bytes.slice(0, length), `${length} bytes`);
    for (let at = 0; at < bytes.length; at++)
      for (const flip of [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff]) {
        const changed = bytes.slice();
        changed[at]! ^= flip;
        check(changed, `byte ${at} ^ ${flip}`);
      }
    expect(wrong).toEqual([]);
    expect(refused.size).toBeGreaterThan(0);
  });
});
