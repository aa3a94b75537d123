// Files that are cut off, changed or something else: each is read or refused with a FormatProblem, and nothing else happens.

import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { crcOf, readHxe } from './hxe-file.js';
import { FormatProblem } from './format-problem.js';
import { readDbg } from './dbg-file.js';
import { readHxo } from './hxo-file.js';
import { readSym } from './sym-reader.js';
import { sampleFiles } from '../../test/toolchain/sample-files.js';
import { seededRandom } from '@sonde/testkit/seeded-random';

const files = sampleFiles();
const program = {
  symName: 'a.sym',
  hxeName: 'a.hxe',
  crc: crcOf(files.hxe),
  code: readHxe(files.hxe).code,
};
const readers: Readonly<Record<keyof typeof files, (bytes: Uint8Array) => unknown>> = {
  hxe: readHxe,
  hxo: readHxo,
  dbg: bytes => readDbg(bytes, 'a'),
  sym: bytes => readSym(bytes, program),
  upstreamDbg: bytes => readDbg(bytes, 'a'),
  upstreamSym: bytes => readSym(bytes, program),
};
const kinds = Object.keys(files) as (keyof typeof files)[];

function outcome(kind: keyof typeof files, bytes: Uint8Array): 'read' | 'refused' {
  try {
    readers[kind](bytes);
    return 'read';
  } catch (error) {
    if (!(error instanceof FormatProblem)) throw error;
    // Thousands of times: what vitest notes of each would take longer than the reading.
    if (!/^this is not a usable \.\w+ file: .+ \(.+\)\.$/s.test(error.message)) throw error;
    return 'refused';
  }
}

describe.each(kinds)('%s', kind => {
  const whole = files[kind];

  test('is read when it is whole', () => {
    expect(outcome(kind, whole)).toBe('read');
  });

  test('is refused wherever it is cut off', () => {
    const read: number[] = [];
    for (let length = 0; length < whole.length - 1; length++)
      if (outcome(kind, whole.subarray(0, length)) === 'read') read.push(length);
    expect(read).toEqual([]);
  });

  test('with a changed byte is read or refused', () => {
    const random = seededRandom(19);
    let refused = 0;
    for (let round = 0; round < 2000; round++) {
      const changed = whole.slice();
      const at = random(changed.length);
      changed[at] = changed[at]! ^ (1 + random(255));
      if (outcome(kind, changed) === 'refused') refused++;
    }
    expect(refused).toBeGreaterThan(500);
  });

  test('is refused when it is a file of another kind', () => {
    for (const other of kinds)
      if (!sameReader(kind, other)) expect(outcome(kind, files[other]), other).toBe('refused');
    for (const text of ['', 'null', '[]', '5', '"x"', '{}', '{"version":1}', '\u007fELF\u0002\u0001\u0001\0'])
      expect(outcome(kind, new TextEncoder().encode(text)), text).toBe('refused');
    expect(outcome(kind, Uint8Array.of(0xff, 0xfe, 0xfd, 0xfc, 0, 0))).toBe('refused');
  });
});

const sameReader = (one: string, other: string): boolean =>
  one.toLowerCase().replace('upstream', '') === other.toLowerCase().replace('upstream', '');

test('a .hxe with a right checksum and wrong fields is read or refused', () => {
  const random = seededRandom(7);
  let read = 0;
  for (let round = 0; round < 2000; round++) {
    const changed = files.hxe.slice();
    for (let count = random(3); count >= 0; count--) changed[4 + random(changed.length - 4)] = random(256);
    const header = changed[5] === 1 ? 0x20 : 0x60;
    const sum = crc32(changed.subarray(header), crc32(changed.subarray(0, 0x1c)));
    new DataView(changed.buffer).setUint32(0x1c, sum);
    if (outcome('hxe', changed) === 'read') read++;
  }
  expect(read).toBeGreaterThan(200);
});

test('JSON with other values in its place is read or refused', () => {
  const random = seededRandom(3);
  const strange = [null, -1, 1e300, 0.5, '', 'x', [], {}, true, 4294967295, '__proto__', [[[]]]];
  for (const kind of kinds.filter(each => each !== 'hxe'))
    for (let round = 0; round < 500; round++) {
      const value = JSON.parse(new TextDecoder().decode(files[kind])) as Record<string, unknown>;
      let at: Record<string, unknown> = value;
      for (;;) {
        const keys = Object.keys(at);
        const key = keys[random(keys.length)];
        if (key === undefined) break;
        const next = at[key];
        if (typeof next === 'object' && next !== null && random(4) > 0) at = next as Record<string, unknown>;
        else {
          at[key] = strange[random(strange.length)];
          break;
        }
      }
      outcome(kind, new TextEncoder().encode(JSON.stringify(value)));
    }
});

test('types that contain themselves are refused, pointers to themselves are not', () => {
  const dbg = JSON.parse(new TextDecoder().decode(files.dbg)) as { types: unknown[] };
  const withTypes = (...types: unknown[]): Uint8Array =>
    new TextEncoder().encode(JSON.stringify({ ...dbg, types: [...dbg.types, ...types] }));
  const next = dbg.types.length;
  const typedef = (target: number): unknown => ({ name: 't', kind: 'typedef', target });
  const node = (type: number): unknown => ({
    name: 'n',
    kind: 'struct',
    size: 4,
    fields: [{ name: 'next', type, bitOffset: 0 }],
  });
  expect(outcome('dbg', withTypes(typedef(next)))).toBe('refused');
  expect(outcome('dbg', withTypes(typedef(next + 1), typedef(next)))).toBe('refused');
  expect(outcome('dbg', withTypes(node(next)))).toBe('refused');
  expect(
    outcome('dbg', withTypes(node(next + 1), { name: 'n *', kind: 'pointer', size: 4, target: next })),
  ).toBe('read');
  const deep = Array.from({ length: 20_000 }, (_, index) => typedef(next + index + 1));
  expect(outcome('dbg', withTypes(...deep, { name: 'int', kind: 'integer', signed: true, size: 4 }))).toBe(
    'refused',
  );
});
