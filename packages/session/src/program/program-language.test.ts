import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '@sonde/engine';
import type { Language } from '@sonde/language';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kindOfBytes, programFileKind } from './program-file.js';
import { chooseLanguage } from './program-language.js';

const language = (id: string, takes?: 'executables'): Language =>
  ({
    id,
    name: id,
    extensions: [`.${id}`],
    ...(takes === undefined ? {} : { native: { takesExecutables: true } }),
  }) as unknown as Language;

const languages = [
  { ...language('one'), projectFile: 'one.toml' },
  language('two', 'executables'),
  {
    ...language('three', 'executables'),
    native: { takesExecutables: true, recognises: { marks: ['three was here'] } },
  },
];

/** The beginning of an ELF file of this type; in the other byte order where asked. */
function elf(type: number, bigEndian = false): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write(`\x7fELF\x02${bigEndian ? '\x02' : '\x01'}`, 'latin1');
  if (bigEndian) bytes.writeUInt16BE(type, 16);
  else bytes.writeUInt16LE(type, 16);
  return bytes;
}

function machO(fileType: number): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.writeUInt32LE(0xfeedfacf, 0);
  bytes.writeUInt32LE(fileType, 12);
  return bytes;
}

let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sonde-kind-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function written(name: string, bytes: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const chosen = async (path: string, more: { language?: string; fallback?: string } = {}): Promise<string> => {
  const named = more.language === undefined ? {} : { language: more.language };
  try {
    return (await chooseLanguage({ program: path, path, ...named }, languages, more.fallback)).id;
  } catch (error) {
    if (error instanceof Failure && error.blame === 'user') return error.text.replaceAll(path, 'FILE');
    throw error;
  }
};

describe('a folder', () => {
  it('with the file of a project is in the language that knows such projects; so is the file', async () => {
    const file = written('one.toml', '');
    expect(await chosen(folder)).toBe('one');
    expect(await chosen(file)).toBe('one');
    expect(await chosen(file, { language: 'two' })).toBe('two');
  });

  it('without one is refused', async () => {
    expect(await chosen(folder)).toContain('is a folder');
    expect(await chosen(folder, { fallback: 'one' })).toContain('is a folder');
  });
});

describe('a finished program', () => {
  it('is in the language whose compiler left its mark, whichever adapter is asked', async () => {
    const marked = written('marked', Buffer.concat([elf(2), Buffer.from('by three was here')]));
    expect(await chosen(marked)).toBe('three');
    expect(await chosen(marked, { fallback: 'two' })).toBe('three');
    expect(await chosen(marked, { language: 'two' })).toBe('two');
  });

  it('without a mark is in the language of the adapter, if that takes such programs', async () => {
    const plain = written('plain', elf(2));
    expect(await chosen(plain)).toBe('two');
    expect(await chosen(plain, { fallback: 'three' })).toBe('three');
    expect(await chosen(plain, { fallback: 'one' })).toBe('two');
  });
});

describe('what a file is', () => {
  it.each([
    [elf(2), 'executable'],
    [elf(3), 'executable'],
    [elf(4), 'core'],
    [elf(4, true), 'core'],
    [elf(1), 'object'],
    [machO(2), 'executable'],
    [machO(4), 'core'],
    [Buffer.from('cafebabe000000020000000000000000000000000000', 'hex'), 'executable'],
    // Compiled Java.
    [Buffer.from('cafebabe000000410000000000000000000000000000', 'hex'), 'other'],
    [Buffer.from('MZ'.padEnd(64, '\0'), 'latin1'), 'executable'],
    [Buffer.from('MDMP'.padEnd(64, '\0'), 'latin1'), 'core'],
    [Buffer.from('print 1;'), 'other'],
    [Buffer.from('\x7fEL', 'latin1'), 'other'],
    [Buffer.alloc(0), 'empty'],
  ] as const)('is told by its first bytes (%#): %s', (bytes, kind) => {
    expect(kindOfBytes(Buffer.from(bytes))).toBe(kind);
  });

  it('is told where there is no file of bytes, too', async () => {
    expect(await programFileKind(folder)).toBe('folder');
    expect(await programFileKind(join(folder, 'none'))).toBe('missing');
    expect(await programFileKind(join(written('file', 'x'), 'inside'))).toBe('missing');
    expect(await programFileKind('/dev/null')).toBe('special');
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await programFileKind(pipe)).toBe('special');
  });
});

describe('the language of a program', () => {
  it('is told by the name, or by what is in the file', async () => {
    expect(await chosen(written('a.one', 'x'))).toBe('one');
    expect(await chosen(written('a.out', elf(2)))).toBe('two');
    expect(await chosen(written('a.out', elf(2)), { language: 'three' })).toBe('three');
  });

  it('may be fixed before; an executable then goes to who takes any', async () => {
    expect(await chosen(written('a.txt', 'x'), { fallback: 'one' })).toBe('one');
    expect(await chosen(written('a.out', elf(3)), { fallback: 'one' })).toBe('two');
    expect(await chosen(written('a.out', elf(3)), { fallback: 'three' })).toBe('three');
  });

  it('cannot be told of what is no program: it says what that is', async () => {
    mkdirSync(join(folder, 'inner'));
    expect(await chosen(join(folder, 'none'))).toBe(
      'there is no file FILE. Check the name and the current folder.',
    );
    expect(await chosen(join(folder, 'inner'))).toBe('FILE is a folder. Name the program in it.');
    expect(await chosen(written('empty', ''))).toContain('FILE is empty.');
    expect(await chosen(written('text', 'x'))).toContain('nothing tells which language FILE is in');
    expect(await chosen(written('part.o', elf(1)))).toContain('FILE is an object file');
  });

  it('is not asked of a core file, which cannot run in any', async () => {
    for (const more of [{}, { language: 'two' }, { fallback: 'one' }])
      expect(await chosen(written('core', elf(4)), more)).toMatch(
        /^FILE is a core file: .* It cannot run\. Look at it with `sonde attach --core FILE`/,
      );
  });
});
