// Recordings as bytes: lines of text, the first with the format and its version, the last with a checksum of all before.
//
// docs/formats/vm-recording.md describes it.

import { createHash } from 'node:crypto';
import { Failure } from '@sonde/engine';
import type { RecordedRun } from './recorded-run.js';

const magic = 'sonde-vm-recording';
export const recordingVersion = 2;

/** Entries of a list that share a line. */
const entriesPerLine = 5_000;

type Header = Pick<
  RecordedRun,
  'image' | 'args' | 'executable' | 'memoryLimit' | 'seed' | 'children' | 'last' | 'hash' | 'exit'
>;
const lists = ['writes', 'lines', 'clock', 'files', 'edits', 'moments', 'proofs'] as const;
type List = (typeof lists)[number];

/** Line by line, each with its end. */
export function* encodeRecording(run: RecordedRun): Generator<string> {
  const hash = createHash('sha256');
  for (const line of linesOf(run)) {
    hash.update(line);
    yield line;
  }
  yield `end ${hash.digest('hex')}\n`;
}

function* linesOf(run: RecordedRun): Generator<string> {
  const { image, args, executable, memoryLimit, seed, children, last, hash, exit } = run;
  const header: Header = {
    image,
    args,
    ...(executable === undefined ? {} : { executable }),
    memoryLimit,
    seed,
    children,
    last,
    hash,
    exit,
  };
  yield `${magic} ${recordingVersion}\n`;
  yield `${JSON.stringify(header)}\n`;
  for (const list of lists)
    for (let at = 0; at < run[list].length; at += entriesPerLine)
      yield `${list} ${JSON.stringify(run[list].slice(at, at + entriesPerLine), tagged)}\n`;
}

/** Throws a Failure that names what is wrong with it. */
export function decodeRecording(data: Uint8Array): RecordedRun {
  const text = new TextDecoder().decode(data);
  const [found, version = '?'] = text.slice(0, Math.max(0, text.indexOf('\n'))).split(' ');
  if (found !== magic) throw unusable('this is not a recording of a virtual machine.');
  if (version !== String(recordingVersion))
    throw unusable(
      `it has version ${version} of the format, not ${recordingVersion}.`,
      'Record the program again, or use the version of Sonde that wrote it.',
    );
  const end = text.lastIndexOf('end ');
  if (end < 1 || text[end - 1] !== '\n' || !text.endsWith('\n')) throw unusable('it is cut off.');
  if (text.slice(end) !== `end ${createHash('sha256').update(text.slice(0, end)).digest('hex')}\n`)
    throw unusable('it is damaged: its checksum does not fit.');
  return parsed(text.slice(0, end).split('\n').slice(1, -1));
}

function parsed([header = '', ...lines]: readonly string[]): RecordedRun {
  const found: Record<List, unknown[]> = {
    writes: [],
    lines: [],
    clock: [],
    files: [],
    edits: [],
    moments: [],
    proofs: [],
  };
  for (const line of lines) {
    const space = line.indexOf(' ');
    const list = found[line.slice(0, space) as List] as unknown[] | undefined;
    if (list === undefined) throw unusable(`it has a part that nobody knows: ${line.slice(0, 20)}.`);
    for (const each of JSON.parse(line.slice(space + 1), untagged) as unknown[]) list.push(each);
  }
  return { ...(JSON.parse(header) as Header), ...(found as unknown as Pick<RecordedRun, List>) };
}

/** JSON has no undefined in lists, no large integers, no infinity and no bytes; some bytes make JSON of themselves before one sees them. */
function tagged(this: unknown, key: string, made: unknown): unknown {
  const given = (this as Readonly<Record<string, unknown>>)[key];
  const value = given instanceof Uint8Array ? given : made;
  if (value === undefined) return { $: 'absent' };
  if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', is: String(value) };
  if (typeof value === 'bigint') return { $: 'integer', is: String(value) };
  if (value instanceof Uint8Array) return { $: 'bytes', is: Buffer.from(value).toString('base64') };
  return value;
}

function untagged(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$' in value)) return value;
  const { $: kind, is } = value as { readonly $: unknown; readonly is?: unknown };
  if (kind === 'absent') return undefined;
  if (kind === 'number') return Number(is);
  if (kind === 'integer') return BigInt(String(is));
  if (kind === 'bytes') return new Uint8Array(Buffer.from(String(is), 'base64'));
  return value;
}

const unusable = (why: string, next = 'Record the program again.'): Failure =>
  new Failure('bad-arguments', 'user', `The recording cannot be used: ${why}`, next);

export const otherProgram = (): Failure =>
  unusable(
    'it was made of another program, or of another version of this one.',
    'Replay it with the sources that it was made of.',
  );
