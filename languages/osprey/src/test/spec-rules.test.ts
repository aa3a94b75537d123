// The rules of the debugger spec that are about the compiler, sentence by sentence.

import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { debugOptions, dwarfVersion } from '@sonde/engine-native/toolchain';
import { buildOptions } from '@sonde/native-compiler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minimumMetadata } from '../toolchain/conformance/minimum-metadata.js';
import { generate } from '../toolchain/generator/generator.js';
import { ospreyCompiler } from '../toolchain/own-compiler.js';
import { toolsMissing } from './built.js';
import { typed } from './programs.js';
import { osprey } from './ran-command.js';

const program = `fn add(a: int, b: int) -> int = {
    let sum = (a + b) ?: 0
    sum
}
\tlet answer = add(40, 2)
`;

const irOf = (debugInfo: boolean, version: 4 | 5 = 5): string =>
  generate(typed(program), {
    ...{ source: Buffer.from(program), debugInfo, dwarfVersion: version, optimised: false },
  });

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-osprey-rules-'));
  path = join(folder, 'rules.osp');
  await writeFile(path, program);
});
afterAll(() => rm(folder, { recursive: true }));

const clang = { path: '/usr/bin/clang-22' };

describe('[DEBUGGER-BUILD]', () => {
  it.skipIf(toolsMissing)('--debug is accepted by --llvm, --compile, and --run', async () => {
    expect((await osprey(path, '--debug', '--llvm')).status).toBe(0);
    expect((await osprey(path, '--debug', '--compile', '-o', join(folder, 'debugged'))).status).toBe(0);
    expect((await osprey(path, '--debug', '--run')).status).toBe(0);
  });

  it.skipIf(toolsMissing)('native debug builds emit LLVM debug metadata that lowers to DWARF', async () => {
    const [debugged, released] = [join(folder, 'dwarf'), join(folder, 'released')];
    await osprey(path, '--debug', '--compile', '-o', debugged);
    await osprey(path, '--compile', '-o', released);
    expect(readFileSync(debugged).includes(path.split('/').at(-1)!)).toBe(true);
    expect(readFileSync(debugged).includes('.debug_info')).toBe(true);
    expect(readFileSync(released).includes(path)).toBe(false);
  });

  it('native debug builds pass debugger-friendly driver flags (-g, no omitted frame pointer where supported)', () => {
    const options = buildOptions(ospreyCompiler, clang, false, {});
    expect(options).toEqual(expect.arrayContaining(['-g', '-fno-omit-frame-pointer']));
    expect(irOf(true)).toContain('"frame-pointer"="all"');
  });

  it('native debug builds default to no optimization (-O0) unless an explicit debug optimization override is supplied', () => {
    expect(buildOptions(ospreyCompiler, clang, false, {})).toContain('-O0');
    const chosen = buildOptions(ospreyCompiler, clang, false, { OSPREY_DEBUG_OPT: '-O1' });
    expect(chosen).toContain('-O1');
    expect(chosen).not.toContain('-O0');
  });

  it('non-debug builds keep their release-oriented defaults', () => {
    expect(buildOptions(ospreyCompiler, clang, true, { OSPREY_DEBUG_OPT: '-O0' })).toEqual(['-O2']);
    expect(buildOptions(ospreyCompiler, clang, true, { OSPREY_OPT: '-O3' })).toEqual(['-O3']);
    expect(irOf(false)).not.toMatch(/!dbg|!DI|#dbg/);
  });

  it('--debug --target=wasm32 is rejected until WebAssembly debug information is specified and tested', async () => {
    const { status, stderr } = await osprey(path, '--debug', '--compile', '--target=wasm32');
    expect([status, stderr.split('\n')[0]]).toEqual([
      2,
      'error: --debug is currently supported only for --target=native',
    ]);
  });

  it('the emitted DWARF version is platform-aware: 4 on macOS, 5 elsewhere', () => {
    expect((['darwin', 'linux', 'win32'] as const).map(platform => dwarfVersion(platform))).toEqual([
      4, 5, 5,
    ]);
    expect(irOf(true, dwarfVersion('darwin'))).toContain('!"Dwarf Version", i32 4}');
    const mac = debugOptions({ compiler: 'clang', variable: 'NONE', platform: 'darwin', env: {} });
    expect(mac).toContain('-gdwarf-4');
  });

  it('until a registered DWARF language code for Osprey exists, DW_LANG_C is the interim choice', () => {
    expect(irOf(true)).toMatch(/!DICompileUnit\(language: DW_LANG_C, .*producer: "osprey/);
    expect(irOf(true)).not.toContain('DW_LNAME');
  });

  it('minimum emitted metadata: each of the list, and none of it in a release build', () => {
    const found = minimumMetadata(irOf(true), ['add']);
    expect(found.filter(entry => !entry.found)).toEqual([]);
    expect(found).toHaveLength(7);
    const released = minimumMetadata(irOf(false), ['add']).filter(entry => entry.found);
    expect(released.map(({ what }) => what)).toEqual(['source_filename']);
  });
});

describe('[DEBUGGER-SOURCE-MAP]', () => {
  it('Osprey AST positions use 1-based lines and 0-based columns', async () => {
    const { stdout } = await osprey(path, '--ast');
    const [first, last] = JSON.parse(stdout) as [{ at: string }, { at: string }];
    expect(first.at).toMatch(/^1:0-/);
    expect(last.at).toMatch(/^5:1-/);
  });

  it('emitted lines and columns are 1-based: the 0-based AST column is converted with column + 1', () => {
    const ir = irOf(true);
    expect(ir).toContain('!DILocation(line: 5, column: 2, ');
    expect(ir).toContain('!DILocation(line: 2, column: 5, ');
  });
});

describe('[DEBUGGER-REUSE]', () => {
  it('debug-build policy is editor- and language-neutral: every compiler gets the same, but for its variable', () => {
    const other = { ...ospreyCompiler, language: 'Another', debugVariable: 'ANOTHER_OPT' };
    expect(buildOptions(other, clang, false, {})).toEqual(buildOptions(ospreyCompiler, clang, false, {}));
    const shared = debugOptions({ compiler: clang.path, variable: 'ANOTHER_OPT', env: {} });
    expect(buildOptions(other, clang, false, {})).toEqual(shared);
  });
});
