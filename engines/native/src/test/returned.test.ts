// What functions returned in registers, where LLDB does not know how to read it.

import { describe, expect, it } from 'vitest';
import type { RawValue } from '@sonde/engine';
import { toolsMissing, useFixtures } from './fixtures.js';
import { bytesOf, reasonOf, TestSession } from './session.js';

describe.skipIf(toolsMissing)('what functions return', () => {
  const [returned] = useFixtures('returned.c');

  it('has every member where it belongs', async () => {
    const session = await TestSession.start(returned.program);
    const expected: readonly (readonly [string, (bytes: Buffer) => readonly number[], readonly number[]])[] =
      [
        ['numbers', bytes => [bytes.readInt8(0), bytes.readInt32LE(4)], [1, -2]],
        ['wide', bytes => [bytes.readInt16LE(0), Number(bytes.readBigInt64LE(8))], [3, -4]],
        ['real-last', bytes => [bytes.readInt8(0), bytes.readDoubleLE(8)], [5, 6.5]],
        ['real-first', bytes => [bytes.readDoubleLE(0), bytes.readInt8(8)], [7.5, 8]],
        ['shared-word', bytes => [bytes.readFloatLE(0), bytes.readInt8(4)], [9.5, 10]],
        ['nested', nested, [11, -12, 13, 14]],
        ['full', bytes => [bytes.readInt32LE(0), bytes.readInt32LE(4)], [15, 16]],
        ['enumeration', bytes => [bytes.readInt32LE(0)], [-5]],
        ['huge', bytes => [Number(bytes.readBigInt64LE(0)), Number(bytes.readBigInt64LE(8))], [17, 64]],
      ];
    for (const [marker] of expected) await session.breakAtMarker(returned, marker);
    await session.engine.begin();
    let stop = await session.stopped();
    for (const [marker, read, values] of expected) {
      const out = await session.step(stop, 'out');
      const reason = reasonOf(out);
      const value: RawValue | undefined = reason.kind === 'step' ? reason.returned : undefined;
      expect([marker, value === undefined ? [] : read(bytesOf(value))]).toEqual([marker, values]);
      if (marker !== 'huge') stop = await session.move(out, { kind: 'continue' });
    }
  });
});

const nested = (bytes: Buffer): readonly number[] => [
  bytes.readInt8(0),
  bytes.readInt16LE(2),
  bytes.readInt32LE(4),
  bytes.readInt32LE(8),
];
