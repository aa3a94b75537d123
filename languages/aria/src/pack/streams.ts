// The six streams of an Aria program: what 3, 4 and 5 are, how they are shown, and what stddati brings. Aria debug spec 3.3.

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Failure, type LaunchSettings } from '@sonde/engine';
import type { DescriptorInput, ExtraDescriptor } from '@sonde/engine-native';
import type { LanguageStreams } from '@sonde/language';

export const streams: LanguageStreams = {
  output: {
    stddbg: { category: 'console', marker: '[stddbg] ', shows: 'text', descriptor: 3 },
    stddato: { category: 'stdout', marker: '[stddato] ', shows: 'hex', descriptor: 5 },
  },
  input: { stddati: 4 },
};

const stddatiSchema = Type.Union(
  [
    Type.String({ minLength: 1 }),
    Type.Object({ text: Type.String() }, { additionalProperties: false }),
    Type.Object({ bytes: Type.String() }, { additionalProperties: false }),
  ],
  {
    description:
      'What the program reads from stddati: the path of a file, { "text": TEXT } or { "bytes": BASE64 }. Nothing if absent.',
    usedBy: ['run', 'debug'],
    elsewhere: 'Only a program that runs reads it.',
  },
);

export const streamOptions = { stddati: Type.Optional(stddatiSchema) };

/** All three are always there: a runtime that finds one closed takes another file for it. */
export const descriptors: readonly ExtraDescriptor[] = [
  { fd: 3, direction: 'out', stream: 'stddbg' },
  { fd: 4, direction: 'in', stream: 'stddati', input: stddatiOf },
  { fd: 5, direction: 'out', stream: 'stddato' },
];

export async function stddatiOf({
  extra,
  cwd,
}: Pick<LaunchSettings, 'extra' | 'cwd'>): Promise<DescriptorInput> {
  const given = extra['stddati'];
  if (given === undefined) return { data: new Uint8Array(), closed: true };
  if (!Value.Check(stddatiSchema, given))
    throw wrong(
      'it is neither the path of a file nor text nor bytes.',
      'Write a path, { "text": … } or { "bytes": … }.',
    );
  return dataOf(given, cwd);
}

async function dataOf(given: Static<typeof stddatiSchema>, cwd: string): Promise<DescriptorInput> {
  if (typeof given === 'string') return { file: await readable(resolve(cwd, given)) };
  if ('text' in given) return { data: new TextEncoder().encode(given.text), closed: true };
  const data = Buffer.from(given.bytes, 'base64');
  // Node leaves out what is no base64, which would be other bytes than were meant.
  if (data.toString('base64').replace(/=+$/, '') !== given.bytes.replace(/\s+/g, '').replace(/=+$/, ''))
    throw wrong('the bytes are not base64.', 'Write { "text": … } for plain text.');
  return { data, closed: true };
}

async function readable(path: string): Promise<string> {
  try {
    if ((await stat(path)).isDirectory()) throw wrong(`${path} is a folder.`, 'Name a file.');
    await access(path, constants.R_OK);
    return path;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw wrong(`there is no file ${path}.`, 'Check its name.');
    throw wrong(`${path} cannot be read.`, code === 'EACCES' ? 'Check its permissions.' : undefined);
  }
}

const wrong = (why: string, next?: string): Failure =>
  new Failure('bad-arguments', 'user', `the launch option stddati: ${why}`, next);
