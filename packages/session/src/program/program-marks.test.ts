import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { marksIn } from './program-marks.js';

describe('marks of compilers in a program', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-marks-'));
    return () => rm(folder, { recursive: true });
  });

  const file = async (name: string, bytes: Buffer): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  };

  it('are found wherever they stand, also where two pieces of the file meet', async () => {
    for (const at of [0, 5, (1 << 20) - 4, (1 << 20) - 1, 1 << 20, (3 << 20) - 5]) {
      const bytes = Buffer.alloc(3 << 20);
      bytes.write('hello', at);
      const path = await file('meets', bytes);
      expect([...(await marksIn(path, ['hello', 'nobody']))], String(at)).toEqual(['hello']);
    }
  });

  it('are none in a file that is empty, or cannot be read', async () => {
    expect(await marksIn(await file('empty', Buffer.alloc(0)), ['x'])).toEqual(new Set());
    expect(await marksIn(join(folder, 'nowhere'), ['x'])).toEqual(new Set());
    expect(await marksIn(folder, ['x'])).toEqual(new Set());
    expect(await marksIn(await file('some', Buffer.from('some')), [])).toEqual(new Set());
  });
});
