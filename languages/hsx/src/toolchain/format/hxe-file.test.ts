import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fromF16, toF16 } from './f16.js';
import { allowsMultipleInstances, noHxeMetadata, type HxeImage } from './hxe.js';
import { readHxe, writeHxe } from './hxe-file.js';

const image: HxeImage = {
  version: 2,
  flags: 2,
  entry: 0,
  code: Uint32Array.of(0x25000000),
  rodata: Uint8Array.of(1, 2, 3),
  bssSize: 8,
  capabilities: 5,
  appName: 'app',
  metadata: noHxeMetadata,
};

test('what is written is read again as it was', () => {
  const metadata = {
    values: [
      {
        group: 1,
        id: 2,
        flags: 3,
        auth: 1,
        init: 0x3c00,
        epsilon: 1,
        min: 2,
        max: 3,
        persistKey: 0x1234,
        name: 'speed',
        unit: 'm/s',
        groupName: 'drive',
      },
      {
        group: 1,
        id: 3,
        flags: 0,
        auth: 0,
        init: 0,
        epsilon: 0,
        min: 0,
        max: 0,
        persistKey: 0,
        name: 'speed',
      },
    ],
    commands: [{ group: 1, id: 1, flags: 2, auth: 0, handler: 4, reserved: 7, name: 'go', help: 'goes ä' }],
    mailboxes: [
      {
        target: 'app:x',
        capacity: 64,
        mode: 3,
        ownerPid: 2,
        bindings: [{ pid: 2, flags: 1 }],
        raw: { target: 'app:x', capacity: 64, mode_mask: 3, owner_pid: 2, bindings: [{ flags: 1, pid: 2 }] },
      },
    ],
  };
  expect(readHxe(writeHxe({ ...image, metadata }))).toEqual({ ...image, metadata });
  expect(readHxe(writeHxe({ ...image, version: 1, appName: '' }))).toEqual({
    ...image,
    version: 1,
    appName: '',
  });
});

test('names are cut to 31 ASCII characters; the checksum does not see them', () => {
  const written = writeHxe({ ...image, appName: `é${'n'.repeat(40)}` });
  expect(readHxe(written).appName).toBe('n'.repeat(30));
  written[0x20] = 0x4d;
  expect(readHxe(written).appName).toBe(`M${'n'.repeat(29)}`);
});

test('a program of version 1 may run twice', () => {
  expect(allowsMultipleInstances({ ...image, version: 1, flags: 0 })).toBe(true);
  expect(allowsMultipleInstances({ ...image, flags: 0 })).toBe(false);
});

/** A section of a type of one's own choice behind code and data. */
function withSection(type: number, count: number, payload: Uint8Array): Uint8Array {
  const bare = writeHxe(image);
  const bytes = new Uint8Array(bare.length + 16 + payload.length);
  bytes.set(bare);
  const view = new DataView(bytes.buffer);
  view.setUint32(0x40, bare.length);
  view.setUint32(0x44, 1);
  [type, bare.length + 16, payload.length, count].forEach((field, place) =>
    view.setUint32(bare.length + place * 4, field),
  );
  bytes.set(payload, bare.length + 16);
  view.setUint32(0x1c, crc32(bytes.subarray(0x60), crc32(bytes.subarray(0, 0x1c))));
  return bytes;
}

describe('sections', () => {
  test('mailboxes in the binary form of early files are read', () => {
    const payload = new Uint8Array(16 + 6);
    const view = new DataView(payload.buffer);
    view.setUint32(0, 16);
    view.setUint16(4, 96);
    view.setUint16(6, 3);
    payload.set(new TextEncoder().encode('app:x\0'), 16);
    expect(readHxe(withSection(3, 1, payload)).metadata.mailboxes).toMatchObject([
      { target: 'app:x', capacity: 96, mode: 3 },
    ]);
  });

  test('mailboxes as a bare list are read', () => {
    const payload = new TextEncoder().encode('[{"name":"shared:t","mode":"RDWR|FANOUT"}]');
    expect(readHxe(withSection(3, 1, payload)).metadata.mailboxes).toMatchObject([
      { target: 'shared:t', mode: 11 },
    ]);
  });

  test('sections of unknown types are left to others', () => {
    expect(readHxe(withSection(9, 5, Uint8Array.of(1))).metadata).toEqual(noHxeMetadata);
  });

  test.each([
    ['more entries than bytes', withSection(1, 0xffffffff, new Uint8Array(40))],
    ['a text that does not end', withSection(1, 1, new Uint8Array(20).fill(0xff))],
    ['a mailbox without a name', withSection(3, 1, new TextEncoder().encode('[{}]'))],
  ])('%s is refused', (_, bytes) => {
    expect(() => readHxe(bytes)).toThrow(/not a usable \.hxe file/);
  });
});

test('numbers of 16 bits: all of them there and back, and rounding to the nearest even one', () => {
  for (let bits = 0; bits < 0x10000; bits++) {
    const value = fromF16(bits);
    if (Number.isNaN(value)) continue;
    if (toF16(value) !== bits) expect(toF16(value), String(value)).toBe(bits);
  }
  expect([1 + 2 ** -11, 1 + 3 * 2 ** -11, 65519, 65520, 2 ** -25, 2 ** -24 * 1.5, NaN].map(toF16)).toEqual([
    0x3c00, 0x3c02, 0x7bff, 0x7c00, 0, 2, 0x7e00,
  ]);
});
