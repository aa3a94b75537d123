// Tells whether a program is the one that was recorded: a hash of its code, whatever folder it lies in.

import { createHash, type Hash } from 'node:crypto';

export function imageHash(code: unknown): string {
  const hash = createHash('sha256');
  add(hash, code);
  return hash.digest('hex');
}

const absolute = /^(?:\/|[A-Za-z]:[\\/]|file:\/\/)/;

function add(hash: Hash, value: unknown): void {
  if (typeof value === 'string') return addText(hash, value);
  if (typeof value !== 'object' || value === null)
    return void hash.update(`${typeof value} ${String(value)};`);
  if (ArrayBuffer.isView(value)) {
    hash.update(`bytes ${value.byteLength};`);
    return void hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }
  if (Array.isArray(value)) {
    hash.update(`list ${value.length};`);
    for (const each of value) add(hash, each);
    return;
  }
  const parts: Iterable<unknown> =
    value instanceof Map ? [...value].flat() : value instanceof Set ? value : entries(value).flat();
  hash.update('parts;');
  for (const each of parts) add(hash, each);
  hash.update('end;');
}

/** A file is the same wherever it lies. */
function addText(hash: Hash, text: string): void {
  const counted = absolute.test(text) ? (text.split(/[\\/]/).at(-1) ?? '') : text;
  hash.update(`text ${counted.length};${counted}`);
}

/** Those that are there, in the order of their names. */
const entries = (object: object): (readonly [string, unknown])[] =>
  Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
