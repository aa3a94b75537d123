// Compiled programs as files: a line `<magic> <version> <SHA-256 of the rest>`, then one line of JSON.

import { createHash } from 'node:crypto';
import { Failure } from '@sonde/engine';

export interface ImageFormat {
  /** One word that names the format. */
  readonly magic: string;
  readonly version: number;
}

export function encodeImage({ magic, version }: ImageFormat, data: unknown): string {
  const body = JSON.stringify(data);
  return `${magic} ${version} ${checksum(body)}\n${body}\n`;
}

/** Throws a Failure that says what is wrong. What passes was written by `encodeImage` and is whole. */
export function decodeImage({ magic, version }: ImageFormat, text: string): unknown {
  const [header = '', body = ''] = text.split('\n');
  const [name, found = '?', sum] = header.split(' ');
  if (name !== magic) throw unusable('this is not a compiled program.');
  if (found !== String(version)) throw unusable(`it has version ${found} of the format, not ${version}.`);
  if (sum !== checksum(body)) throw unusable('it is damaged: its checksum does not fit.');
  return JSON.parse(body) as unknown;
}

const unusable = (why: string): Failure =>
  new Failure('build-failed', 'user', why, 'Build it again from its source.');

const checksum = (body: string): string => createHash('sha256').update(body).digest('hex');
