import { describe, expect, it } from 'vitest';
import { OutputReader, OutputWriter } from './output-ring.js';
import { newSharedBuffer, ringCapacity, sharedMemory } from './shared-memory.js';

const ring = () => {
  const shared = sharedMemory(newSharedBuffer());
  return { writer: new OutputWriter(shared), reader: new OutputReader(shared) };
};
const texts = (reader: OutputReader) => reader.drain().map(r => [r.header, r.data] as const);

describe('the output ring', () => {
  it('joins neighbours of one stream and keeps the order of streams', () => {
    const { writer, reader } = ring();
    for (const [stream, text] of [
      ['stdout', 'a'],
      ['stdout', 'b'],
      ['stderr', 'c'],
      ['stdout', 'd'],
      ['stdout', ''],
    ] as const)
      expect(writer.write(stream, text)).toBe(true);
    expect(texts(reader)).toEqual([
      ['stdout', 'ab'],
      ['stderr', 'c'],
      ['stdout', 'd'],
    ]);
    expect(texts(reader)).toEqual([]);
  });

  it('tells the host once until it came', () => {
    const { writer, reader } = ring();
    expect(writer.mustTell()).toBe(false);
    writer.write('stdout', 'a');
    expect(writer.mustTell()).toBe(true);
    writer.write('stdout', 'b');
    expect(writer.mustTell()).toBe(false);
    reader.drain();
    expect(writer.mustTell()).toBe(false);
    writer.write('stdout', 'c');
    expect(writer.mustTell()).toBe(true);
  });

  it('refuses when it is full, and has room again only for what was taken', () => {
    const { writer, reader } = ring();
    const line = 'x'.repeat(999);
    let written = 0;
    while (writer.write('stdout', line)) written++;
    expect(written).toBeGreaterThan(250);
    const records = reader.drain();
    expect(writer.write('stdout', line)).toBe(false);
    // Taken out of order: room comes only with the first.
    records.at(-1)!.taken();
    expect(writer.write('stdout', line)).toBe(false);
    records[0]!.taken();
    expect(writer.write('stdout', line)).toBe(true);
  });

  it('passes a text of many times its size whole, cut between characters only', () => {
    const { writer, reader } = ring();
    const text = 'aé€😀'.repeat(ringCapacity / 2);
    expect(writer.write('stdout', text)).toBe(true);
    expect(writer.settled).toBe(false);
    expect(writer.write('stdout', 'next')).toBe(false);
    let received = '';
    while (!writer.settled) {
      for (const record of reader.drain()) {
        received += String(record.data);
        record.taken();
      }
      writer.pump();
    }
    for (const record of reader.drain()) received += String(record.data);
    expect(received).toBe(text);
  });

  it('passes bytes that are no text as they are, in order with the text', () => {
    const { writer, reader } = ring();
    const bytes = Uint8Array.of(0xc3, 0x28, 0xff);
    writer.write('stdout', 'a');
    expect(writer.writeBytes('stdout', bytes)).toBe(true);
    bytes.fill(0);
    writer.writeBytes('stdout', Uint8Array.of(1));
    writer.writeBytes('stdout', new Uint8Array(0));
    writer.write('stdout', 'b');
    expect(texts(reader)).toEqual([
      ['stdout', 'a'],
      ['stdout', Uint8Array.of(0xc3, 0x28, 0xff, 1)],
      ['stdout', 'b'],
    ]);
  });

  it('passes bytes of many times its size, and refuses more meanwhile', () => {
    const { writer, reader } = ring();
    // Nothing but continuation bytes: there is no good place to cut.
    expect(writer.writeBytes('stdout', new Uint8Array(ringCapacity * 3).fill(0x80))).toBe(true);
    expect(writer.writeBytes('stdout', Uint8Array.of(1))).toBe(false);
    let received = 0;
    do {
      writer.pump();
      for (const record of reader.drain()) {
        received += record.data.length;
        record.taken();
      }
    } while (!writer.settled);
    expect(received).toBe(ringCapacity * 3);
  });

  it('keeps a byte order mark, and replaces half a surrogate pair', () => {
    const { writer, reader } = ring();
    writer.write('stdout', '\uFEFFa\uD800b');
    expect(texts(reader)).toEqual([['stdout', '\uFEFFa\uFFFDb']]);
  });
});
