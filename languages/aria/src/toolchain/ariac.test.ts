import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nativeTools } from '@sonde/engine-native';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findClang, runtimeObjects } from '@sonde/native-compiler';
import { ariac } from '../test/generated-programs.js';
import { ariaCompiler } from './own-compiler.js';
import { runAriac } from './ariac.js';
import { build } from '../pack/build.js';

const { clang } = await nativeTools();
if (clang.found === undefined) process.stderr.write(`\nTESTS OF ARIAC ARE SKIPPED: ${clang.problem ?? ''}\n`);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-ariac-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function source(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const execute = promisify(execFile);

describe('ariac', () => {
  it('tells how it is used', async () => {
    const { status, printed } = await ariac('--help');
    expect(status).toBe(0);
    for (const option of ['-o', '--release', '--emit-llvm', '-c', '-g0', '--check'])
      expect(printed).toContain(option);
  });

  it.each([
    [[], 'name the file to compile'],
    [['a.aria', 'b.aria'], 'one file'],
    [['--wrong', 'a.aria'], 'unknown option --wrong'],
    [['a.aria', '-o'], '-o needs'],
    [['-c', 'a.aria', '-o', '-'], 'only --emit-llvm'],
    [['a.aria', '-l'], '-l needs the name of a library'],
    [['a.aria', '-L'], '-L needs the name of a folder'],
    [['a.aria', '-Wl,-rpath,here,-o,there'], 'unknown option -Wl,-rpath,here,-o,there'],
  ])('refuses wrong usage: %j', async (args, message) => {
    const { status, said } = await ariac(...args);
    expect(status).toBe(2);
    expect(said).toContain(message);
  });

  it('names a file that does not exist', async () => {
    const { status, said } = await ariac(join(folder, 'nowhere.aria'));
    expect(status).toBe(1);
    expect(said).toContain('nowhere.aria does not exist');
  });

  it('shows mistakes with their place and the line they are in', async () => {
    const path = await source('wrong.aria', 'func:main = int32() {\n\tint32:x = "text";\n\tpass(y);\n};\n');
    const { status, said } = await ariac('--check', path);
    expect(status).toBe(1);
    expect(said).toContain(
      `${path}:2:12: error: expected int32, found string\n2 | \tint32:x = "text";\n    \t          ^^^^^^\n`,
    );
    expect(said).toContain(`${path}:3:6: error: there is no y here`);
  });

  it('uses colours on a terminal, and none when NO_COLOR is set', async () => {
    const path = await source('coloured.aria', 'func:main = int32() { pass(y); };');
    const say = async (): Promise<string> => {
      let said = '';
      const stderr = { isTTY: true, write: (text: string) => (said += text) };
      await runAriac(['--check', path], { stdout: stderr, stderr });
      return said;
    };
    const { NO_COLOR: before, TERM: terminal } = process.env;
    try {
      process.env['TERM'] = 'xterm';
      delete process.env['NO_COLOR'];
      expect(await say()).toContain('\u001b[31merror:');
      process.env['NO_COLOR'] = '1';
      expect(await say()).not.toContain('\u001b');
    } finally {
      if (before === undefined) delete process.env['NO_COLOR'];
      else process.env['NO_COLOR'] = before;
      if (terminal === undefined) delete process.env['TERM'];
      else process.env['TERM'] = terminal;
    }
  });

  it('prints LLVM IR', async () => {
    const path = await source('printed.aria', 'func:main = int32() { pass(3); };');
    const { status, printed } = await ariac('--emit-llvm', path, '-o', '-');
    expect(status).toBe(0);
    expect(printed).toContain('define i32 @main()');
  });

  it('never writes over the source', async () => {
    const path = await source('kept.aria', 'func:main = int32() { pass(3); };');
    const { status, said } = await ariac(path, '-o', path);
    expect(status).toBe(1);
    expect(said).toContain('the place of the source');
    expect(await readFile(path, 'utf8')).toContain('pass(3)');
  });

  it.each([
    ['in a folder that does not exist', 'nowhere/result', 'nowhere does not exist'],
    ['that is a folder', '.', 'it is a folder'],
    ['inside of a file', 'kept-apart.aria/result', 'a part of its path is not a folder'],
  ])('refuses a place for the result %s, for every kind of result', async (_, place, reason) => {
    const path = await source('kept-apart.aria', 'func:main = int32() { pass(3); };');
    for (const kind of [[], ['-c'], ['--emit-llvm']]) {
      const { status, said } = await ariac(...kind, path, '-o', join(folder, place));
      expect(status).toBe(1);
      expect(said).toContain(`${join(folder, place)} cannot be written: `);
      expect(said).toContain(reason);
      expect(said).not.toContain('report');
    }
  });

  it('refuses extern functions that the compiled program has itself', async () => {
    const path = await source(
      'taken.aria',
      'extern { func:__aria_exit = void(int32:n); } func:main = void() { };',
    );
    const { status, said } = await ariac(path, '-o', join(folder, 'taken'));
    expect(status).toBe(1);
    expect(said).toContain('taken.aria:1:15: error: names that begin with __aria_ are the runtime’s own');
    expect(said).toContain('1 | extern {');
  });

  it('refuses jit functions that load others', async () => {
    const path = await source(
      'nested.aria',
      'jit func:a = int64(int64:n) { func<int64(int64)>:f = jit_load(a); pass(f(n)); };\nfunc:main = void() { };',
    );
    const { status, said } = await ariac(path, '-o', join(folder, 'nested'));
    expect(status).toBe(1);
    expect(said).toContain('nested.aria:1:54: error: a jit function cannot load others');
    expect(said).toContain('1 | jit func:a = ');
  });
});

describe.skipIf(clang.found === undefined)('ariac with clang', () => {
  it('writes an object file', async () => {
    const path = await source('object.aria', 'func:main = int32() { pass(3); };');
    const output = join(folder, 'object.o');
    expect(await ariac('-c', path, '-o', output)).toMatchObject({ status: 0, said: '' });
    expect((await readFile(output)).subarray(1, 4).toString()).toBe('ELF');
  });

  it('tells warnings of programs that it compiles', async () => {
    const path = await source('warned.aria', 'func:main = void() { wild int32:x = 1; x++; };');
    const { status, said } = await ariac('-c', path, '-o', join(folder, 'warned.o'));
    expect(status).toBe(0);
    expect(said).toContain('warning: x is never freed');
  });

  it('blames the program for extern functions that no library has', async () => {
    const path = await source(
      'missing.aria',
      'extern {\n  func:nowhere_at_all = int32(int32:n);\n}\nfunc:main = int32() { pass(nowhere_at_all(1)); };',
    );
    const { status, said } = await ariac(path, '-o', join(folder, 'missing'));
    expect(status).toBe(1);
    expect(said).toContain(
      `${path}:2:8: error: no library has the extern function nowhere_at_all\n` +
        '2 |   func:nowhere_at_all = int32(int32:n);\n' +
        '           ^^^^^^^^^^^^^^\n',
    );
    expect(said).not.toContain("Sonde's");
  });

  it('links with object files and libraries, wherever they stand among its arguments', async () => {
    const path = await source(
      'linked.aria',
      'extern { func:twice = int32(int32:n); }\nfunc:main = int32() { pass(twice(21)); };\n',
    );
    const made = join(folder, 'linked');
    const [object, archive, shared] = ['twice.o', 'libtwice.a', 'libtwice.so'].map(name =>
      join(folder, name),
    );
    const code = await source('twice.c', 'int twice(int n) { return 2 * n; }\n');
    await execute(clang.found!.path, ['-c', '-fPIC', code, '-o', object!]);
    // Part of the package that has the linker.
    await execute('ar', ['rcs', archive!, object!]);
    await execute(clang.found!.path, ['-shared', object!, '-o', shared!]);
    const ways = [
      [object!, path],
      [path, archive!],
      [path, shared!],
      [path, '-L', folder, '-l', 'twice', `-Wl,-rpath,${folder}`],
      [`-L${folder}`, '-l:libtwice.a', path],
    ];
    for (const way of ways) {
      expect(await ariac(...way, '-o', made)).toMatchObject({ status: 0, said: '' });
      await expect(execute(made)).rejects.toMatchObject({ code: 42 });
    }
    const { status, said } = await ariac(path, join(folder, 'absent.o'), '-o', made);
    expect(status).toBe(1);
    expect(said).toContain('absent.o does not exist');
  });

  it('takes nothing else as a link option of a launch', async () => {
    const program = await source('redirected.aria', 'func:main = int32() { pass(0); };');
    const elsewhere = join(folder, 'elsewhere');
    for (const option of [`-o${elsewhere}`, `-Wl,-o,${elsewhere}`, '@options', 'more.c', '-fplugin=x.so']) {
      const request = {
        ...{ program, cwd: folder, debugInfo: true, extra: { linkOptions: [option] } },
        ...{ signal: new AbortController().signal, progress: () => undefined },
      };
      await expect(build(request)).rejects.toMatchObject({
        blame: 'user',
        message: `${option} is nothing to link with.`,
      });
    }
    await expect(stat(elsewhere)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('tells what to do when the cache cannot be written', async () => {
    const request = {
      clang: await findClang(ariaCompiler),
      signal: new AbortController().signal,
      progress: () => undefined,
      environment: { XDG_CACHE_HOME: await source('not-a-folder', '') },
    };
    await expect(runtimeObjects(ariaCompiler, request)).rejects.toMatchObject({
      blame: 'environment',
      next: expect.stringContaining('XDG_CACHE_HOME') as string,
    });
  });

  it('compiles the runtime once, also when two builds want it at the same time', async () => {
    const cache = await mkdtemp(join(folder, 'cache-'));
    const told: string[] = [];
    const request = {
      clang: await findClang(ariaCompiler),
      signal: new AbortController().signal,
      progress: (message: string) => void told.push(message),
      environment: { XDG_CACHE_HOME: cache },
    };
    const both = await Promise.all([
      runtimeObjects(ariaCompiler, request),
      runtimeObjects(ariaCompiler, request),
    ]);
    expect(both[0]).toEqual(both[1]);
    expect(both[0].length).toBeGreaterThan(10);
    for (const object of both[0]) expect((await stat(object)).size).toBeGreaterThan(0);
    const compilations = told.length;
    expect(await runtimeObjects(ariaCompiler, request)).toEqual(both[0]);
    expect(told).toHaveLength(compilations);
  }, 120_000);
});
