import { describe, expect, test } from 'vitest';
import { NgoFailure } from './ngo-failure.js';
import { readNgo } from './ngo-reader.js';
import { writeNgo } from './ngo-writer.js';
import { assemble, emptyModule, fullModule, functionOf } from '../../test/format/sample-modules.js';

const u32 = (value: number): number[] => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
const text = (value: string): number[] => [...u32(value.length), ...Buffer.from(value, 'latin1')];

/** The module of a program that prints what its function `id` answers, byte by byte. */
const identity = Uint8Array.from([
  ...[0x4e, 0x47, 0x4f, 0x00],
  ...[...u32(2), ...u32(2), ...u32(2)],
  ...text('01.id'),
  ...text('0123456789abcdef'),
  ...[...u32(2), 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
  ...u32(0),
  ...u32(0),
  ...u32(2),
  ...[...text('__start__'), ...u32(0), ...u32(0), 0, ...u32(16)],
  ...[0x05, 1, 0, 0, 0, 0x2f, 1, 0, 1, 0, 0x47, 1, 0, 0x0e, 0x01, 0x31],
  ...[...text('id'), ...u32(1), ...u32(1), 0, ...u32(4)],
  ...[0x11, 0, 0, 0x31],
  ...[...u32(0), ...u32(0), ...u32(0), ...u32(0), ...u32(0), ...u32(0)],
]);

const identityModule = {
  ...emptyModule,
  name: '01.id',
  sourceHash: '0123456789abcdef',
  constants: [0n, 1n],
  functions: [
    functionOf(
      '__start__',
      assemble(['PUSH_I32', 1], ['CALL', 1, 1], ['PRINT', 1], ['POP'], ['PUSH_UNIT'], ['RETURN']),
    ),
    functionOf('id', assemble(['LOAD_LOCAL', 0], ['RETURN']), 1),
  ],
};

const failureOf = (bytes: Uint8Array): NgoFailure => {
  try {
    readNgo(bytes, 'x.ngo');
  } catch (error) {
    if (error instanceof NgoFailure) return error;
    throw error;
  }
  throw new Error('it was read');
};

const changed = (at: number, ...bytes: number[]): Uint8Array => {
  const copy = identity.slice();
  copy.set(bytes, at);
  return copy;
};

describe('a compiled module', () => {
  test('is laid out byte for byte', () => {
    expect(identity.length).toBe(166);
    expect([...writeNgo(identityModule)]).toEqual([...identity]);
  });

  test('is read field by field', () => {
    expect(readNgo(identity, 'id.ngo')).toEqual({ module: identityModule, problems: [] });
  });

  test('comes back the same with something in every table', () => {
    const bytes = writeNgo(fullModule);
    const { module } = readNgo(bytes, 'full.ngo');
    expect(module).toEqual(fullModule);
    expect(Object.is(module.floatConstants[1], -0)).toBe(true);
    expect(writeNgo(module)).toEqual(bytes);
  });

  test('has its maps in the order of the bytes of their keys, whatever the order they were made in', () => {
    const reversed = { ...fullModule, exportTypes: new Map([...fullModule.exportTypes].reverse()) };
    expect(writeNgo(reversed)).toEqual(writeNgo(fullModule));
    const { module } = readNgo(writeNgo(fullModule), 'full.ngo');
    expect([...module.exportTypes.keys()]).toEqual(['a', 'zebra', 'ärmel']);
  });

  test('may stand in the middle of a larger buffer', () => {
    const larger = Uint8Array.from([1, 2, 3, ...identity, 4]);
    expect(readNgo(larger.subarray(3, -1), 'id.ngo').module).toEqual(identityModule);
  });
});

describe('a file that cannot be read', () => {
  test.each([
    [new Uint8Array(0), 'Truncated .ngo artifact while reading magic', 0, 'The file is empty.'],
    [Buffer.from('NG'), 'Truncated .ngo artifact while reading magic', 0, /text file/],
    [Buffer.from('print(1);\n'), 'Invalid .ngo artifact magic: x.ngo', 0, /text file/],
    [Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), 'Invalid .ngo artifact magic: x.ngo', 0, /ELF/],
    [Buffer.from('NGVX\x01\0\0\0', 'latin1'), 'Invalid .ngo artifact magic: x.ngo', 0, /later NG/],
    [Buffer.from('NGSM\0\0\0\0', 'latin1'), 'Invalid .ngo artifact magic: x.ngo', 0, /source map without/],
    [Buffer.from([0x90, 0, 1, 2, 3]), 'Invalid .ngo artifact magic: x.ngo', 0, undefined],
    [changed(4, 3), 'Unsupported .ngo format version: 3', 4, undefined],
    [changed(8, 1), 'Unsupported .ngo ABI version: 1', 8, undefined],
    [changed(12, 0, 1), 'Unsupported .ngo metadata schema version: 256', 12, undefined],
    [identity.subarray(0, 14), 'Truncated .ngo artifact while reading metadataSchemaVersion', 12, undefined],
    [identity.subarray(0, 22), 'Truncated .ngo artifact while reading module.name', 20, undefined],
    [changed(16, 0, 0, 0, 5), '.ngo string too large while reading module.name', 16, undefined],
    [changed(45, 0, 0, 0x11), '.ngo vector too large while reading constants', 45, undefined],
    [changed(45, 200), 'Truncated .ngo artifact while reading constants', 45, undefined],
    [changed(99, 0, 0, 0, 9), '.ngo function code too large while reading functions[0]', 99, undefined],
    [identity.subarray(0, 110), 'Truncated .ngo artifact while reading functions[0].code', 103, undefined],
    [changed(142 + 8, 0xff, 0xff, 0xff, 0xff), '.ngo exports too large', 150, undefined],
    [
      changed(142 + 12, 0xff, 0xff, 0xff, 0xff),
      '.ngo map too large while reading exportTypeReprs',
      154,
      undefined,
    ],
  ])('%#: says what the original says, and where', (bytes, upstream, offset, next) => {
    const failure = failureOf(bytes);
    expect(failure.upstream).toBe(upstream);
    expect(failure.offset).toBe(offset);
    expect(failure.message).toContain(`${upstream} (at byte ${offset} of ${bytes.length}: `);
    expect([failure.code, failure.blame]).toEqual(['unreadable', 'user']);
    if (next === undefined) expect(failure.next).toBeUndefined();
    else expect(failure.next).toMatch(next);
  });

  test('is one that holds another module than was asked for', () => {
    expect(readNgo(identity, 'x.ngo', '01.id').module.name).toBe('01.id');
    expect(() => readNgo(identity, 'x.ngo', 'other')).toThrow(
      'Bytecode module id mismatch: 01.id, expected other (at byte 16 of 166: ',
    );
  });

  test('says how much was expected', () => {
    expect(failureOf(identity.subarray(0, 110)).text).toBe(
      'Truncated .ngo artifact while reading functions[0].code (at byte 103 of 110: 16 bytes were expected, 7 are left).',
    );
  });
});
