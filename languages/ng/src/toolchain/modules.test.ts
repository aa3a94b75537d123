import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '@sonde/engine';
import { afterAll, describe, expect, test } from 'vitest';
import { writeNgo } from './format/ngo-writer.js';
import { compileProgram, loadCompiled, type CompiledProgram, type ReadFile } from './compile.js';
import { SourceProblem } from './source.js';

type Files = Readonly<Record<string, string | Uint8Array>>;

const reading =
  (files: Files): ReadFile =>
  path => {
    const content = files[path];
    return typeof content === 'string' ? Buffer.from(content) : content;
  };

const options = { upstreamCompatible: false };
const compile = (files: Files, path = '/p/main.ng'): CompiledProgram =>
  compileProgram(path, options, undefined, reading(files));
const load = (files: Files, path: string): CompiledProgram =>
  loadCompiled(path, options, undefined, reading(files));

/** A module in its compiled form. */
const compiled = (source: string, path: string): Uint8Array =>
  writeNgo(compile({ [path]: source }, path).modules[0]!.module, {});

function problemOf(work: () => unknown): SourceProblem {
  try {
    work();
  } catch (error) {
    if (error instanceof SourceProblem) return error;
    throw error;
  }
  throw new Error('nothing was wrong with it');
}

const lib = 'module lib exports *; fun f(a: i32) -> i32 { return a; }';

describe('a program', () => {
  test('comes with all that its modules import, itself first', () => {
    const { modules } = compile({
      '/p/main.ng': 'import lib (f); import deep.er (g); f(1); g();',
      '/p/lib.ng': lib,
      '/p/deep/er.ng': 'module deep.er exports *; import after (h); fun g() -> i32 { return h(); }',
      '/p/deep/after.ng': 'module after exports *; import lib (f); fun h() -> i32 { return f(2); }',
    });
    expect(modules.map(({ name, path }) => `${name} ${path}`)).toEqual([
      'main /p/main.ng',
      'lib /p/lib.ng',
      'after /p/deep/after.ng',
      'deep.er /p/deep/er.ng',
    ]);
    expect([...modules[0]!.importedModules]).toEqual([
      ['lib', 1],
      ['deep.er', 3],
    ]);
    // What is not beside the importing module is looked for beside the program.
    expect([...modules[2]!.importedModules]).toEqual([['lib', 1]]);
    for (const { sourceMap, debug } of modules) expect([sourceMap, debug]).not.toContain(undefined);
  });

  test('is called what its module line says', () => {
    const { modules } = compile({ '/p/main.ng': 'module own.main; print(1);' });
    expect(modules[0]).toMatchObject({ name: 'own.main', module: { name: 'own.main' } });
  });

  test('needs no files for what the machine has', () => {
    expect(compile({ '/p/main.ng': 'import std.string (trim); print(trim(" a "));' }).modules).toHaveLength(
      1,
    );
  });

  test('is refused when a module is missing', () => {
    const problem = problemOf(() => compile({ '/p/main.ng': 'print(1);\nimport no.such (f);' }));
    expect(problem.verdict).toBe('Runtime error: Module not found: no/such.ng at 0:0');
    expect(problem.at).toEqual({ line: 2, column: 1 });
    expect(problem.file?.path).toBe('/p/main.ng');
  });

  test('is refused when modules import one another in a circle', () => {
    const problem = problemOf(() =>
      compile({
        '/p/main.ng': 'import one;',
        '/p/one.ng': 'module one exports *; import two;',
        '/p/two.ng': 'module two exports *; import one;',
      }),
    );
    expect(problem.verdict).toBe('Runtime error: Cyclic source module compilation detected: one at 0:0');
    expect(problem.file?.path).toBe('/p/two.ng');
  });

  test('a problem names the module it is in', () => {
    const files = { '/p/main.ng': 'import lib;', '/p/lib.ng': 'module lib exports *;\nval x = 1 + "a";' };
    expect(problemOf(() => compile(files)).file?.path).toBe('/p/lib.ng');
    const later = { '/p/main.ng': 'import lib;', '/p/lib.ng': 'module lib exports *;\nval x = 1 $ 2;' };
    expect(problemOf(() => compile(later)).file?.path).toBe('/p/lib.ng');
  });

  test('that is not there is a failure of its own', () => {
    expect(() => compile({})).toThrow(Failure);
    expect(() => compile({})).toThrow('/p/main.ng');
  });

  test('is given up when nobody waits for it any more', () => {
    const read = reading({ '/p/main.ng': 'print(1);' });
    expect(() => compileProgram('/p/main.ng', options, AbortSignal.abort(), read)).toThrow('cancelled');
  });
});

describe('compiled modules', () => {
  test('stand in for a source that is not there', () => {
    const { modules } = compile({
      '/p/main.ng': 'import lib (f); print(f(1));',
      '/p/lib.ngo': compiled(lib, '/p/lib.ng'),
    });
    expect(modules.map(({ path }) => path)).toEqual(['/p/main.ng', '/p/lib.ngo']);
    expect(modules[0]!.module.imports).toEqual([{ module: 'lib', symbol: 'f' }]);
  });

  test('the source is what counts where both are', () => {
    const { modules } = compile({
      '/p/main.ng': 'import lib (f); print(f(1));',
      '/p/lib.ng': lib,
      '/p/lib.ngo': compiled('module lib exports *; fun other() { }', '/p/lib.ng'),
    });
    expect(modules[1]!.path).toBe('/p/lib.ng');
  });

  test('types and methods of one can be used', () => {
    const types =
      'module lib exports *; type P { x: i32; fun get(self: ref<Self>) -> i32 { return self.x; } } type R = Ok(v: i32) | None;';
    const { modules } = compile({
      '/p/main.ng': 'import lib (*); val p = new P { x: 1 }; print(p.get()); print(Ok(2));',
      '/p/lib.ngo': compiled(types, '/p/lib.ng'),
    });
    expect(modules[0]!.module.functions.map(({ name }) => name)).toEqual(['__start__', 'P.get']);
    expect(modules[0]!.module.types.map(({ name }) => name)).toEqual(['P', 'R']);
  });

  test('one under a wrong name is refused', () => {
    const files = { '/p/main.ng': 'import other (f);', '/p/other.ngo': compiled(lib, '/p/lib.ng') };
    expect(() => compile(files)).toThrow('Bytecode module id mismatch: lib, expected other');
  });
});

describe('a compiled program', () => {
  const files: Files = { '/p/main.ng': 'import lib (f); print(f(1));', '/p/lib.ng': lib };
  const main = writeNgo(compile(files).modules[0]!.module, {});

  test('finds what it imports beside itself, as source or compiled', () => {
    const source = load({ '/q/main.ngo': main, '/q/lib.ng': lib }, '/q/main.ngo');
    expect(source.modules.map(({ path }) => path)).toEqual(['/q/main.ngo', '/q/lib.ng']);
    expect([...source.modules[0]!.importedModules]).toEqual([['lib', 1]]);
    const binary = load({ '/q/main.ngo': main, '/q/lib.ngo': compiled(lib, '/p/lib.ng') }, '/q/main.ngo');
    expect(binary.modules.map(({ path }) => path)).toEqual(['/q/main.ngo', '/q/lib.ngo']);
  });

  test('may lack what it imports, as long as nobody calls it', () => {
    const { modules, problems } = load({ '/q/main.ngo': main }, '/q/main.ngo');
    expect(modules).toHaveLength(1);
    expect(modules[0]!.importedModules.size).toBe(0);
    expect(problems).toEqual([expect.stringContaining('/q/main.ngo imports lib, which cannot be loaded')]);
  });

  test('may import what cannot be compiled, as long as nobody calls it', () => {
    const { modules, problems } = load({ '/q/main.ngo': main, '/q/lib.ng': 'var x' }, '/q/main.ngo');
    expect(modules).toHaveLength(1);
    expect(problems).toEqual([expect.stringContaining('/q/lib.ng')]);
  });

  test('may claim any number of parameters when it is damaged', () => {
    const { module } = compile({ '/p/lib.ng': lib }, '/p/lib.ng').modules[0]!;
    const functions = module.functions.map(f => ({ ...f, numParams: 0x7fffffff }));
    const { modules } = load({ '/q/lib.ngo': writeNgo({ ...module, functions }, {}) }, '/q/lib.ngo');
    expect(modules).toHaveLength(1);
  });

  test('that is no such file says so', () => {
    expect(() => load({ '/q/main.ngo': 'print(1);' }, '/q/main.ngo')).toThrow('Invalid .ngo artifact magic');
  });
});

describe('on a disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ng-modules-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('files are found and read', () => {
    writeFileSync(join(folder, 'main.ng'), 'import lib (f); print(f(1));');
    writeFileSync(join(folder, 'lib.ng'), lib);
    expect(compileProgram(join(folder, 'main.ng'), options).modules).toHaveLength(2);
  });

  test('a folder is no program', () => {
    expect(() => compileProgram(folder, options)).toThrow(Failure);
  });

  test('neither is what never ends, or a pipe that nobody writes to', () => {
    expect(() => compileProgram('/dev/zero', options)).toThrow('/dev/zero is a device, not a file');
    const pipe = join(folder, 'pipe.ng');
    execFileSync('mkfifo', [pipe]);
    expect(() => compileProgram(pipe, options)).toThrow('is a pipe, not a file');
  });
});
