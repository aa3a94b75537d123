// Compiled programs do what the interpreter says, on all six streams, however they are compiled and whenever the collector runs.

import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builds, examples, expected, interpreted, programs, useCompiler } from './generated-programs.js';
import { runProgram, toolsMissing } from './runtime-programs.js';

const chosenByInput = 'traps.aria';
const sources = [examples, programs].flatMap(folder =>
  readdirSync(folder)
    .filter(name => name.endsWith('.aria') && name !== chosenByInput)
    .map(name => join(folder, name)),
);
const stdin = 'one\ntwo\n';
const stddati = Buffer.from([1, 2, 3, 200]);

describe.skipIf(toolsMissing)('a compiled program', () => {
  const { compile, compileText, folder } = useCompiler();

  for (const path of sources) {
    const name = basename(path);
    it(`does what it should: ${name}`, async () => {
      const truth = expected(await interpreted(path, stdin, stddati));
      for (const build of builds) {
        const program = await compile(path, ...(build === 'release' ? ['--release'] : []));
        for (const env of [{}, { ARIA_GC_STRESS: '1' }]) {
          const outcome = await runProgram(program, { stdin, stddati, env });
          expect({ build, env, ...outcome }).toEqual({ build, env, ...truth });
        }
      }
    });
  }

  it('writes lines of debug sessions with the time of now', async () => {
    const long = 'debug:s = stddbg.createSession("net"); string:t = "0123456789"; till(7, 1) { t += t; }';
    const text = `func:main = int32() { ${long} s.log("info", "up"); s.log("Warn", t); debug:none; none.log("", 1); pass(0); };`;
    const begun = Date.now();
    const { stddbg } = await runProgram(await compileText(text), { stdin, stddati });
    const found = [...stddbg.matchAll(/^\[(.*?Z)\] (.*)$/gm)];
    expect(found.map(([, , rest]) => rest)).toEqual([
      '[INFO] [net] up',
      `[WARN] [net] ${'0123456789'.repeat(128)}`,
      '[] [] 1',
    ]);
    for (const [, time] of found) {
      expect(new Date(time!).toISOString()).toBe(time);
      expect(Date.parse(time!)).toBeGreaterThanOrEqual(begun);
      expect(Date.parse(time!)).toBeLessThanOrEqual(Date.now());
    }
  });

  it('has the arguments that it was started with, also at module level', async () => {
    const path = join(folder(), 'arguments.aria');
    await writeFile(
      path,
      `int64:early = aria.arg_count();
      func:main = int32() {
        println(\`&{early}\`);
        for i in 0...aria.arg_count() { println(aria.arg(i)); }
        println(aria.arg(aria.arg_count()));
        pass(0);
      };`,
    );
    const program = await compile(path);
    for (const args of [[], ['one', '', 'tw\u00f6 words', '-x', 'a'.repeat(5000)]]) {
      const truth = expected(await interpreted(path, '', stddati, args));
      expect(await runProgram(program, { args, stddati })).toEqual(truth);
      expect(truth.stdout).toBe([args.length, ...args, ''].join('\n'));
    }
  });

  it('runs without debug information', async () => {
    const path = join(examples, 'structs.aria');
    const truth = expected(await interpreted(path, stdin, stddati));
    expect(await runProgram(await compile(path, '-g0'), { stdin, stddati })).toEqual(truth);
  });
});

describe.skipIf(toolsMissing)('the end of a compiled program', () => {
  const { compile } = useCompiler();
  const path = join(programs, chosenByInput);
  let debug: string, release: string;
  beforeAll(async () => {
    debug = await compile(path);
    release = await compile(path, '--release');
  });

  const checked = ['pass', 'fail', 'unwrap', 'exit', 'divide', 'index', 'byte', 'step', 'function', 'memory'];
  const checkedInDebugBuilds = ['dangling', 'freed', 'null', 'nothing', 'nowhere', 'twice'];

  it.each([...checked, ...checkedInDebugBuilds])('is the right one: %s', async way => {
    const truth = expected(await interpreted(path, `${way}\n`, stddati));
    expect(truth.stdout).toContain(`way ${way}\n`);
    expect(truth.stdout).not.toContain('no such way');
    const found = [await runProgram(debug, { stdin: `${way}\n`, stddati })];
    if (checked.includes(way)) found.push(await runProgram(release, { stdin: `${way}\n`, stddati }));
    for (const outcome of found) expect(outcome).toEqual(truth);
  });

  it('tells how far outside of wild memory an access was', async () => {
    const { status, stderr } = await runProgram(debug, { stdin: 'outside\n', stddati });
    expect(status).toBe('SIGABRT');
    expect(stderr).toContain('access out of bounds: 8 bytes at offset +16 of an allocation of 16');
  });

  it('is a fault for an access through NULL, also when optimised', async () => {
    const { status, stdout } = await runProgram(release, { stdin: 'null\n', stddati });
    expect(stdout).toBe('way null\n');
    expect(status).toMatch(/^SIG/);
  });
});

describe.skipIf(toolsMissing || process.arch !== 'x64')('machine code that a program writes itself', () => {
  const { compileText } = useCompiler();

  it('runs when it is sealed', async () => {
    // lea rax, [rdi + 1]; ret
    const bytes = [0x48, 0x8d, 0x47, 0x01, 0xc3].map((byte, index) => `code[${index}] = (int8)${byte};`);
    const program = await compileText(`func:main = int32() {
      wildx int8@:code = aria.alloc_exec(16);
      ${bytes.join(' ')}
      aria.seal(code);
      int64:next = aria.call(code, 41);
      aria.free_exec(code);
      pass((int32)next);
    };`);
    expect((await runProgram(program)).status).toBe(42);
  });
});
