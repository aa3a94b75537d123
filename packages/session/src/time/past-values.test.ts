import { address, frameId, TypeTable, type Place, type RawValue } from '@sonde/engine';
import { expect, it } from 'vitest';
import { pastTexts, wholePlace } from './past-values.js';

const types = new TypeTable();
const word = types.add({ kind: 'integer', name: 'u32', size: 4, signed: false });
const byte = types.add({ kind: 'integer', name: 'i8', size: 1, signed: true });
const pointer = types.add({ kind: 'pointer', name: 'byte *', size: 4, target: byte });
const node = types.add({
  kind: 'struct',
  name: 'node',
  size: 8,
  fields: [
    { name: 'next', type: pointer, bitOffset: 0 },
    { name: 'value', type: word, bitOffset: 32 },
  ],
});

const memory: Place = { kind: 'memory', address: address(64) };
const slot: Place = { kind: 'slot', frame: frameId('1'), slot: 0 };
/** As an engine gives it that compares bytes. */
const bytes = (place: Place, ...all: number[]): RawValue => ({
  type: word,
  place,
  content: { kind: 'bytes', bytes: Uint8Array.from(all) },
});
const shown = async (type: typeof word, ...values: RawValue[]): Promise<readonly string[]> => {
  const past = values.map((value, step) => ({ at: { branch: 0, step, edit: 0 }, value }));
  const texts = await pastTexts(past, type, types, async ({ type: as, content, place }) => {
    expect(place).toBeUndefined();
    return `${types.get(as).name} ${content.kind === 'bytes' ? [...content.bytes].join('.') : ''}`;
  });
  return texts.map(({ value, parts }) => (parts === true ? `${value} with parts` : value));
};

it('asks for as many bytes of memory as the value has', () => {
  expect(wholePlace(memory, byte, types)).toEqual({ ...memory, size: 1 });
  expect(wholePlace(memory, node, types)).toEqual({ ...memory, size: 8 });
  for (const place of [slot, { ...memory, size: 2 }, { ...memory, bits: { offset: 1, size: 2 } }])
    expect(wholePlace(place, node, types)).toBe(place);
});

it('shows past values as the type that was asked about, and a wider local by its lowest bytes', async () => {
  expect(await shown(byte, bytes(memory, 254), bytes(slot, 253, 255, 255, 255))).toEqual([
    'i8 254',
    'i8 253',
  ]);
  // Other bytes than those that were asked about stay what they are.
  expect(await shown(byte, bytes(memory, 1, 2, 3, 4))).toEqual(['u32 1.2.3.4']);
});

it('does not read in the present what a pointer of the past led to', async () => {
  expect(
    await shown(pointer, bytes(slot, 0, 0, 0, 0), bytes(slot, 16, 1, 0, 0), bytes(slot, 32, 0, 0, 0)),
  ).toEqual(['byte * 0.0.0.0', '0x110 with parts', 'byte * 32.0.0.0']);
  const both = [1, 2].map(last => bytes(memory, 4, 0, 0, 0, last, 0, 0, 0));
  expect(await shown(node, ...both)).toEqual(['node with parts', 'node 4.0.0.0.2.0.0.0']);
});
