// Modules with a source map only, with nothing at all, and with damaged debug information.

import { dirname, join } from 'node:path';
import { runBuiltIn } from '@sonde/built-in-clang';
import { writeSourceMap } from '@sonde/wasm';
import { describe, expect, it } from 'vitest';
import {
  built,
  compiled,
  dwarfOf,
  library,
  lineOf,
  moduleOf,
  Session,
  sourcePath,
  written,
} from './harness.js';

const source = `
int memory[16];
int fill(int count, int by) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    memory[i] = i * by; // #fill
    sum += memory[i];
  }
  return sum; // #sum
}
`;

const withDwarf = (): Promise<Uint8Array> => compiled(source, '-O0', '-g', ...library('fill'));
const call = { function: 'fill', functionArgs: [5, 3] };

/** The same code with nothing that tells of the source but names of functions. */
async function stripped(): Promise<Uint8Array> {
  const files = new Map([['/m.wasm', await withDwarf()]]);
  const run = await runBuiltIn('llvm', ['objcopy', '--strip-debug', '/m.wasm', '/o.wasm'], files);
  const made = run.file('/o.wasm');
  if (made === undefined) throw new Error(run.errors);
  return made;
}

/** A map with what the line table says. */
async function sourceMap(sourcesContent?: readonly string[]): Promise<string> {
  const { lines, sources } = dwarfOf(moduleOf(await withDwarf()));
  return writeSourceMap({
    sources: sources.map(() => 'program.c'),
    ...(sourcesContent === undefined ? {} : { sourcesContent }),
    entries: lines.map(({ address, source: from, line, column }) => ({
      offset: address,
      source: from,
      line,
      column: Math.max(1, column),
    })),
  });
}

const fill = lineOf(source, 'fill');

describe('a module with a source map only', () => {
  it('stops at lines of the source, with the locals of WebAssembly', async () => {
    const program = written(await stripped(), { 'program.wasm.map': await sourceMap(), 'program.c': source });
    const session = await Session.load(program, call);
    const { driver } = session;
    await session.breakAt(join(dirname(program), 'program.c'), 'fill');
    await driver.begin();
    expect([driver.line, driver.top.function, driver.top.location?.source.name]).toEqual([
      fill,
      'fill',
      'program.c',
    ]);
    await driver.step('over');
    expect(driver.line).toBe(fill + 1);
    const scopes = await driver.variables();
    expect(Object.keys(scopes)).toEqual(
      expect.arrayContaining(['WebAssembly locals', 'WebAssembly globals', 'Memory']),
    );
    const [count, by] = Object.values(scopes['WebAssembly locals']!);
    expect([count, by]).toEqual([
      [5, 0, 0, 0],
      [3, 0, 0, 0],
    ]);
    await driver.continue();
    expect(driver.line).toBe(fill);
  });

  it('carries its sources along, which are shown where there is no file', async () => {
    const program = written(await stripped(), { 'program.wasm.map': await sourceMap([source]) });
    const { driver } = await Session.load(program, call);
    await driver.break({ kind: 'function', name: 'fill' });
    await driver.begin();
    const shown = driver.top.location!.source;
    expect([shown.name, shown.path]).toEqual(['program.c', undefined]);
    expect(await driver.engine.sourceText!(shown)).toBe(source);
  });

  it('is found by its section too, and told of when it is broken', async () => {
    const name = new TextEncoder().encode('sourceMappingURL');
    const url = new TextEncoder().encode('other.map');
    const contents = [name.length, ...name, url.length, ...url];
    const module = new Uint8Array([...(await stripped()), 0, contents.length, ...contents]);
    const program = written(module, { 'other.map': await sourceMap(), 'program.c': source });
    const session = await Session.load(program, call);
    await session.breakAt(join(dirname(program), 'program.c'), 'fill');
    await session.driver.begin();
    expect(session.driver.line).toBe(fill);
    for (const [files, said] of [
      [{}, /^warning: its source map other\.map is not there/],
      [{ 'other.map': '{' }, /^warning: .*other\.map: the source map is not JSON/],
    ] as const) {
      const { target, diagnostics } = await built(written(module, files), call);
      expect(target).toBeDefined();
      expect(diagnostics.map(({ severity, message }) => `${severity}: ${message}`).join()).toMatch(said);
    }
  });
});

describe('a module with nothing', () => {
  it('has functions by their names, disassembly and raw locals', async () => {
    const session = await Session.load(written(await stripped()), call);
    const { driver } = session;
    await driver.break({ kind: 'function', name: 'fill' });
    await driver.begin();
    expect([driver.top.function, driver.top.location]).toEqual(['fill', undefined]);
    const listed = await driver.engine.disassemble!(driver.stop.id, driver.top.address, 0, 3);
    expect(listed.map(({ text }) => text.trim())).toHaveLength(3);
    await driver.step('over', 'instruction');
    const { 'WebAssembly locals': locals } = await driver.variables();
    expect(Object.values(locals!)[0]).toEqual([5, 0, 0, 0]);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
    expect(driver.output()).toBe('fill(5, 3) = 30\n');
  });
});

describe('a module with damaged debug information', () => {
  it('runs all the same, and says what is left out', async () => {
    const module = (await withDwarf()).slice();
    const { customs } = moduleOf(module);
    const { start, bytes } = customs.find(({ name }) => name === '.debug_abbrev')!;
    module.fill(0xff, start, start + bytes.length);
    const program = written(module, { 'program.c': source });
    const { diagnostics } = await built(program, call);
    expect(diagnostics.map(({ severity, message }) => `${severity}: ${message}`).join()).toMatch(
      /^warning: .*left out: .*\.debug_abbrev, at offset 0x/,
    );
    const { code, stdout } = await (await Session.load(program, call)).run();
    expect([code, stdout]).toEqual([0, 'fill(5, 3) = 30\n']);
  });
});

describe('sources', () => {
  it('are found beside the module when the compiler had them elsewhere', async () => {
    const program = written(await withDwarf(), { 'program.c': source });
    const session = await Session.load(program, call);
    await session.driver.break({ kind: 'function', name: 'fill' });
    await session.driver.begin();
    expect(session.driver.top.location?.source.path).toBe(join(dirname(program), 'program.c'));
    expect(sourcePath).not.toBe(join(dirname(program), 'program.c'));
    expect(await session.driver.variables()).toMatchObject({
      Arguments: { count: [5, 0, 0, 0], by: [3, 0, 0, 0] },
    });
  });
});
