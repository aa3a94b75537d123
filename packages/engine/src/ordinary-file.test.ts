import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOrdinary, readOrdinary, readOrdinarySync } from './ordinary-file.js';

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-ordinary-'));
  writeFileSync(at('text'), 'some text');
  symlinkSync(at('text'), at('link'));
  execFileSync('mkfifo', [at('pipe')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ['at once', async (path: string, largest?: number) => readOrdinarySync(path, largest)],
  ['later', (path: string, largest?: number) => readOrdinary(path, largest)],
] as const)('reading %s', (_, read) => {
  it('takes files, also through links', async () => {
    expect(String(await read(at('text')))).toBe('some text');
    expect(String(await read(at('link')))).toBe('some text');
  });

  it.each([
    ['pipe', 'is a pipe, not a file'],
    ['.', 'is a folder, not a file'],
    ['/dev/zero', 'is a device, not a file'],
  ])('refuses %s before it is opened', async (name, why) => {
    const path = name.startsWith('/') ? name : at(name);
    await expect(read(path)).rejects.toMatchObject({ code: 'unreadable', message: `${path} ${why}.` });
  });

  it('refuses what is too large, also where its size says nothing', async () => {
    await expect(read(at('text'), 3)).rejects.toThrow('is larger than');
    await expect(read('/proc/self/status', 3)).rejects.toThrow('is larger than');
  });

  it('passes on what the system says of a file that is not there', async () => {
    await expect(read(at('none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

it('an opened file is read from its beginning', async () => {
  const file = await openOrdinary(at('text'));
  try {
    expect(await file.readFile('utf8')).toBe('some text');
  } finally {
    await file.close();
  }
});
