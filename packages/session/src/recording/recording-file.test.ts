// Recordings as files: what comes back, and how files are refused that are none, or not whole.

import { expect, it } from 'vitest';
import { decodeRecording, encodeRecording, type Recording } from './recording-file.js';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

const recording: Recording = {
  language: 'x',
  program: '/home/someone/p.x',
  cwd: '/home/someone',
  args: ['-v', 'ä'],
  options: { trace: 3 },
  image: { code: new Uint8Array([1, 2, 3]), names: new Map([['main', 7n]]) },
  log: text('what happened '.repeat(1000)),
  sources: [
    { path: '/home/someone/p.x', text: text('print 1\n') },
    { path: '/home/someone/empty.x', text: text('') },
  ],
};

const written = await encodeRecording(recording);
const read = (bytes: Uint8Array) => decodeRecording(bytes, 'run.sonde');

/** The header is changed, and all that follows stays. */
function withHeader(change: (header: Record<string, never>) => object): Buffer {
  const length = written.readUInt32LE(12);
  const header = JSON.parse(written.toString('utf8', 16, 16 + length)) as Record<string, never>;
  const next = Buffer.from(JSON.stringify(change(header)));
  const prefix = Buffer.from(written.subarray(0, 16));
  prefix.writeUInt32LE(next.length, 12);
  return Buffer.concat([prefix, next, written.subarray(16 + length)]);
}

it('brings back what was written, smaller', async () => {
  const back = await read(written);
  expect(back).toEqual({
    ...recording,
    log: Buffer.from(recording.log),
    sources: recording.sources.map(source => ({ ...source, text: Buffer.from(source.text) })),
  });
  expect(written.length).toBeLessThan(recording.log.length);
});

it('refuses what is no recording', async () => {
  await expect(read(text('#!/bin/sh\nrm -rf everything\n'))).rejects.toThrow(
    'run.sonde is no recording of Sonde.',
  );
  await expect(read(text(''))).rejects.toThrow('is cut off');
});

it('refuses one of another version', async () => {
  const other = Buffer.from(written);
  other.writeUInt32LE(9, 8);
  await expect(read(other)).rejects.toMatchObject({
    message: 'run.sonde has version 9 of the format, and this Sonde reads version 1.',
    next: 'Open it with a newer Sonde.',
  });
});

it('refuses one that is cut off, wherever', async () => {
  for (let length = 0; length < written.length; length += 7)
    await expect(read(written.subarray(0, length))).rejects.toThrow('run.sonde is cut off');
  await expect(read(Buffer.concat([written, text('more')]))).rejects.toThrow('4 bytes follow its end');
});

it('refuses one that was changed on the way', async () => {
  const flipped = Buffer.from(written);
  flipped[flipped.length - 3]! ^= 1;
  await expect(read(flipped)).rejects.toThrow('the checksum of its log does not fit');
  const header = Buffer.from(written);
  header[16] = 0;
  await expect(read(header)).rejects.toThrow('its header is no JSON');
});

it('unpacks no more than a part says, and no part that is too large', async () => {
  type Parts = { readonly parts: readonly { readonly kind: string }[] };
  const withLog = (change: object) =>
    withHeader(header => ({
      ...header,
      parts: (header as unknown as Parts).parts.map(part =>
        part.kind === 'log' ? { ...part, ...change } : part,
      ),
    }));
  await expect(read(withLog({ size: 100 }))).rejects.toThrow('its log cannot be unpacked to 100 bytes');
  await expect(read(withLog({ size: 20_000 }))).rejects.toThrow('has not the size that it says');
  await expect(read(withLog({ size: 2 ** 40 }))).rejects.toThrow('header.parts[3].size must be at most');
  const huge = Buffer.from(written);
  huge.writeUInt32LE(0xffff_ffff, 12);
  await expect(read(huge)).rejects.toThrow('its header would have 4294967295 bytes');
});

it('refuses one without a program, with two logs, or with a source from nowhere', async () => {
  type Part = { kind: string; path?: string };
  const change = (edit: (part: Part) => Part) =>
    withHeader(header => ({ ...header, parts: (header as unknown as { parts: Part[] }).parts.map(edit) }));
  const image = (part: Part): Part => (part.kind === 'image' ? { ...part, kind: 'log' } : part);
  await expect(read(change(image))).rejects.toThrow('it has two parts "log"');
  const withoutPath = (part: Part): Part => JSON.parse(JSON.stringify({ ...part, path: undefined })) as Part;
  await expect(read(change(withoutPath))).rejects.toThrow('a source in it has no path');
  await expect(read(withHeader(header => ({ ...header, parts: [] })))).rejects.toThrow(
    'bytes follow its end',
  );
  await expect(read(withHeader(header => ({ ...header, language: undefined })))).rejects.toThrow(
    'header.language is required',
  );
});

it('says so when a program cannot be written', async () => {
  await expect(encodeRecording({ ...recording, image: { run: () => 1 } })).rejects.toThrow(
    'what this language builds cannot be written into a recording',
  );
});
