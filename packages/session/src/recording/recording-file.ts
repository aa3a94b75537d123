// Recordings as files (docs/formats/recording.md): a header, then the program, its sources and the log of the run, compressed.
//
// A file may come from anywhere. Nothing in it is believed before its length, its checksum and its shape were checked, and
// nothing is unpacked to more than it says and than is allowed.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { Type, type Static } from '@sinclair/typebox';
import { findProblem } from '@sonde/dap';
import { Failure } from '@sonde/engine';

export const recordingExtension = '.sonde';

const magic = Buffer.from('SONDEREC', 'latin1');
/** Also raised when what compilers hand to machines changes its shape. */
const version = 1;
const prefixBytes = 16;

const megabyte = 1024 * 1024;
/** More than a run of some hours logs. */
const largestPart = 512 * megabyte;
export const largestRecording = 1024 * megabyte;
const largestHeader = 4 * megabyte;
const mostParts = 10_000;

const count = Type.Integer({ minimum: 0, maximum: largestPart });

const headerSchema = Type.Object({
  language: Type.String({ minLength: 1, maxLength: 100 }),
  program: Type.String({ minLength: 1, maxLength: 10_000 }),
  cwd: Type.String({ maxLength: 10_000 }),
  args: Type.Array(Type.String()),
  /** Launch options of the language. */
  options: Type.Record(Type.String(), Type.Unknown()),
  parts: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('image'), Type.Literal('log'), Type.Literal('source')]),
      /** Of a source, when the program was built. */
      path: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
      size: count,
      stored: count,
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
    { maxItems: mostParts },
  ),
});

type Header = Static<typeof headerSchema>;
type Part = Header['parts'][number];

export interface RecordedSource {
  /** When the program was built. */
  readonly path: string;
  readonly text: Uint8Array;
}

export interface Recording extends Readonly<Omit<Header, 'parts'>> {
  /** What the language's build made, for its machine. */
  readonly image: unknown;
  readonly log: Uint8Array;
  readonly sources: readonly RecordedSource[];
}

/** Whether a file begins as one. */
export const looksRecorded = (begin: Uint8Array): boolean => magic.equals(begin.subarray(0, magic.length));

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Fast enough for hundreds of megabytes; logs of runs repeat themselves. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export async function encodeRecording({ image, log, sources, ...about }: Recording): Promise<Buffer> {
  const contents: readonly (Pick<Part, 'kind' | 'path'> & { readonly bytes: Uint8Array })[] = [
    { kind: 'image', bytes: imageBytes(image) },
    ...sources.map(({ path, text }) => ({ kind: 'source' as const, path, bytes: text })),
    { kind: 'log', bytes: log },
  ];
  const parts: Part[] = [];
  const stored: Buffer[] = [];
  for (const { bytes, ...named } of contents) {
    if (bytes.length > largestPart) throw tooLarge();
    const packed = await compress(bytes, quality);
    stored.push(packed);
    parts.push({ ...named, size: bytes.length, stored: packed.length, sha256: digest(packed) });
  }
  const header = Buffer.from(JSON.stringify({ ...about, parts } satisfies Header));
  const prefix = Buffer.alloc(prefixBytes);
  magic.copy(prefix);
  prefix.writeUInt32LE(version, 8);
  prefix.writeUInt32LE(header.length, 12);
  return Buffer.concat([prefix, header, ...stored]);
}

function imageBytes(image: unknown): Buffer {
  try {
    return serialize(image);
  } catch (error) {
    throw new Failure(
      'not-supported',
      'sonde',
      'what this language builds cannot be written into a recording.',
      undefined,
      { cause: error },
    );
  }
}

/** What is wrong with a file is said by the name that it has for people. */
export async function decodeRecording(file: Uint8Array, name: string): Promise<Recording> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const { header, begin } = readHeader(bytes, name);
  const { parts, ...about } = header;
  const end = parts.reduce((sum, part) => sum + part.stored, begin);
  if (bytes.length < end)
    throw unusable(name, `is cut off: it has ${bytes.length} of ${end} bytes.`, 'Copy it again, as a whole.');
  if (bytes.length > end) throw damaged(name, `${bytes.length - end} bytes follow its end`);
  const sources: RecordedSource[] = [];
  const found: { image?: Buffer; log?: Buffer } = {};
  let at = begin;
  let total = 0;
  for (const part of parts) {
    const stored = bytes.subarray(at, at + part.stored);
    at += part.stored;
    total += part.size;
    if (total > largestRecording) throw damaged(name, 'it would unpack to more than a gigabyte');
    if (digest(stored) !== part.sha256) throw damaged(name, `the checksum of its ${part.kind} does not fit`);
    const whole = await unpack(stored, part, name);
    if (part.kind === 'source') {
      if (part.path === undefined) throw damaged(name, 'a source in it has no path');
      sources.push({ path: part.path, text: whole });
    } else if (found[part.kind] !== undefined) throw damaged(name, `it has two parts "${part.kind}"`);
    else found[part.kind] = whole;
  }
  const { image, log } = found;
  if (image === undefined || log === undefined)
    throw damaged(name, 'the program or the log of its run is missing');
  return { ...about, image: readImage(image, name), log, sources };
}

function readHeader(bytes: Buffer, name: string): { readonly header: Header; readonly begin: number } {
  const isOurs = bytes.subarray(0, magic.length).equals(magic);
  if (!isOurs)
    throw bytes.length < magic.length && magic.subarray(0, bytes.length).equals(bytes)
      ? unusable(name, 'is cut off before its header.', 'Copy it again, as a whole.')
      : unusable(name, 'is no recording of Sonde.', 'Make one with: sonde record PROGRAM -o run.sonde');
  if (bytes.length < prefixBytes)
    throw unusable(name, 'is cut off before its header.', 'Copy it again, as a whole.');
  const found = bytes.readUInt32LE(8);
  if (found !== version)
    throw unusable(
      name,
      `has version ${found} of the format, and this Sonde reads version ${version}.`,
      found > version ? 'Open it with a newer Sonde.' : 'Record the run again.',
    );
  const length = bytes.readUInt32LE(12);
  if (length > largestHeader) throw damaged(name, `its header would have ${length} bytes`);
  const begin = prefixBytes + length;
  if (bytes.length < begin)
    throw unusable(name, 'is cut off within its header.', 'Copy it again, as a whole.');
  let header: unknown;
  try {
    header = JSON.parse(bytes.toString('utf8', prefixBytes, begin));
  } catch (error) {
    throw damaged(name, 'its header is no JSON', error);
  }
  const problem = findProblem(headerSchema, header, 'header');
  if (problem !== undefined) throw damaged(name, problem);
  return { header: header as Header, begin };
}

async function unpack(stored: Buffer, { kind, size }: Part, name: string): Promise<Buffer> {
  try {
    const whole = await decompress(stored, { maxOutputLength: Math.max(1, size) });
    if (whole.length === size) return whole;
  } catch (error) {
    throw damaged(name, `its ${kind} cannot be unpacked to ${size} bytes`, error);
  }
  throw damaged(name, `its ${kind} has not the size that it says`);
}

function readImage(bytes: Buffer, name: string): unknown {
  try {
    return deserialize(bytes);
  } catch (error) {
    throw damaged(name, 'the program in it cannot be read', error);
  }
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const unusable = (name: string, why: string, next: string, cause?: unknown): Failure =>
  new Failure('unreadable', 'user', `${name} ${why}`, next, { cause });

const damaged = (name: string, why: string, cause?: unknown): Failure =>
  unusable(name, `is damaged: ${why}.`, 'Copy it again, or record the run again.', cause);

export const tooLarge = (): Failure =>
  new Failure(
    'no-resources',
    'environment',
    `the recording has more than ${largestPart / megabyte} megabytes.`,
    'Record a shorter run.',
  );
