// The bridge's modules come out of one file, which is only a cache: it is made again whenever it is not as it should be.

import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { nativeTools } from '../native.js';
import { printedInLldb } from './lldb-script.js';

const { missing } = await nativeTools();
const start = fileURLToPath(new URL('../../bridge/start.py', import.meta.url));

describe.skipIf(missing !== undefined)('the start of the bridge', () => {
  let folder = '';
  let cache = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-start-'));
    cache = join(folder, 'cache');
    await mkdir(join(folder, 'started', 'inner'), { recursive: true });
    await copyFile(start, join(folder, 'started', 'start.py'));
    await source('__init__.py', '');
    await source(
      'main.py',
      'from .inner import words\ndef run(d): print("said:", words.said(), d, __file__)\n',
    );
    await source('inner/__init__.py', 'ending = "!"\n');
    await source('inner/words.py', 'from . import ending\ndef said(): return "one" + ending\n');
    return () => rm(folder, { recursive: true });
  });

  const source = (name: string, text: string): Promise<void> =>
    writeFile(join(folder, 'started', name), text);
  const said = async (): Promise<string> =>
    (
      await printedInLldb(
        `sys.dont_write_bytecode = True\nsys.path.insert(0, ${JSON.stringify(folder)})\n` +
          `from started import start\nstart.run(3, ${JSON.stringify(cache)})`,
      )
    ).join('\n');
  const cached = async (): Promise<string> => join(cache, (await readdir(cache))[0]!);

  it('keeps what it compiled, and takes it from there', async () => {
    const expected = `one! 3 ${join(folder, 'started', 'main.py')}`;
    expect(await said()).toContain(expected);
    expect(await readdir(cache)).toHaveLength(1);
    // Made again it would be another file.
    const before = await stat(await cached());
    expect(await said()).toContain(expected);
    expect((await stat(await cached())).ino).toBe(before.ino);
  });

  it('notices a module that has changed, and one that is new', async () => {
    await said();
    await source(
      'inner/words.py',
      'from . import ending\nfrom .. import more\ndef said(): return more.two + ending\n',
    );
    await source('more.py', 'two = "two"\n');
    expect(await said()).toContain('two! 3');
    expect(await readdir(cache)).toHaveLength(1);
  });

  it('makes a file again that is cut off, damaged or empty', async () => {
    await said();
    const file = await cached();
    const whole = await readFile(file);
    await truncate(file, whole.length >> 1);
    expect(await said()).toContain('one! 3');
    const damaged = Buffer.from(whole);
    damaged[whole.length >> 1]! ^= 0xff;
    await writeFile(file, damaged);
    expect(await said()).toContain('one! 3');
    await writeFile(file, '');
    expect(await said()).toContain('one! 3');
    expect(await readFile(file)).toEqual(whole);
  });

  it('goes on where nothing can be kept', async () => {
    await writeFile(cache, 'a file in the way');
    expect(await said()).toContain('one! 3');
  });
});
