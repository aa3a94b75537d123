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
  const said = async (languages: readonly string[] = []): Promise<string> =>
    (
      await printedInLldb(
        `sys.dont_write_bytecode = True\nsys.path.insert(0, ${JSON.stringify(folder)})\n` +
          `from started import start\nstart.run(3, ${JSON.stringify(cache)}, ${JSON.stringify(languages)})`,
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

  it('runs the packages of languages first, from the same file', async () => {
    const languages = await Promise.all(
      ['one', 'two'].map(async name => {
        const place = join(folder, name, 'bridge');
        await mkdir(join(place, 'inner'), { recursive: true });
        await writeFile(join(place, '__init__.py'), 'from .inner import more\n');
        await writeFile(
          join(place, 'inner', '__init__.py'),
          'import started\nmore = started.__dict__.setdefault("told", [])\n' +
            `more.append(${JSON.stringify(name)})\n`,
        );
        return place;
      }),
    );
    await source('main.py', 'import started\ndef run(d): print("said:", *started.told)\n');
    expect(await said(languages)).toBe('one two');
    expect(await readdir(cache)).toHaveLength(1);
    const before = await stat(await cached());
    expect(await said(languages)).toBe('one two');
    expect((await stat(await cached())).ino).toBe(before.ino);
    await writeFile(join(languages[1]!, '__init__.py'), 'import started\nstarted.told.append("new")\n');
    expect(await said(languages)).toBe('one new');
  });

  it('runs the package of a language that is told of later, and says what is wrong with one then', async () => {
    const place = join(folder, 'late');
    await mkdir(place);
    await writeFile(join(place, '__init__.py'), 'print("said: late")\n');
    await source(
      'main.py',
      `from . import start
def run(d):
    start.load(${JSON.stringify(place)})
    start.load(${JSON.stringify(place)})
    try: start.load(${JSON.stringify(join(folder, 'nowhere'))})
    except OSError as error: print("said:", error.strerror)
`,
    );
    expect(await said([join(folder, 'nowhere')])).toBe('late\nNo such file or directory');
  });

  it('goes on where nothing can be kept', async () => {
    await writeFile(cache, 'a file in the way');
    expect(await said()).toContain('one! 3');
  });
});
