// What LLVM's own tools make of a written module: compiled, run, dumped and debugged.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  alignmentOf,
  arrayType,
  double,
  float,
  i1,
  i128,
  i16,
  i64,
  i8,
  intType,
  IrModule,
  ptr,
  sizeOf,
  structLayout,
  structType,
  typeText,
} from '../llvm-ir.js';
import type { Constant, IrType } from '../llvm-ir.js';
import { addOddNames, sampleLine, sampleMd5, sampleProgram, sampleSource } from './sample-program.js';
import { smallestProgram } from './smallest-program.js';
import { build, clang, dwarfdump, lldb, runTool, workFolder } from './tools.js';

const output = '42 equal -7 7.50\n';

describe.skipIf(clang === undefined)('a compiled module', () => {
  const folder = workFolder();

  it('does what its instructions say', async () => {
    const directory = await folder();
    const program = await build(
      directory,
      'plain',
      sampleProgram({ directory, fileName: 'a.src' }).toString(),
    );
    expect(await runTool(program, [])).toEqual({ stdout: output, stderr: '', code: 0 });
  });

  it('does the same when it is optimised', async () => {
    const directory = await folder();
    const module = sampleProgram({ directory, fileName: 'a.src', isOptimized: true });
    const program = await build(directory, 'optimised', module.toString(), ['-O2']);
    expect((await runTool(program, [])).stdout).toBe(output);
  });

  it('may have names of any characters', async () => {
    const directory = await folder();
    const module = sampleProgram({ directory, fileName: 'a.src' });
    addOddNames(module);
    const program = await build(directory, 'odd', module.toString());
    expect((await runTool(program, [])).stdout).toBe(output);
  });
});

describe.skipIf(clang === undefined)('the layout of types', () => {
  const folder = workFolder();
  const inner = structType([i8, i16, intType(24)]);
  const types = [i1, intType(24), intType(48), i128, intType(200), float, double, ptr, inner];
  const struct = structType([i8, arrayType(inner, 3), i1, i128, float, ptr, i8]);
  const packed = structType([i8, i64, inner], { packed: true });

  it.each(['x86_64-linux-gnu', 'aarch64-linux-gnu'])('is the one that LLVM has for %s', async triple => {
    const module = new IrModule({ name: 'layout', triple });
    const expected: number[] = [];
    const add = (type: IrType, indices: string, size: number) => {
      const text = `ptrtoint (ptr getelementptr (${typeText(type)}, ptr null, ${indices}) to i64)`;
      const initial: Constant = { type: i64, text, isConstant: true };
      module.global(`size${expected.length}`, i64, { initial, constant: true, section: '.sizes' });
      expected.push(size);
    };
    for (const type of [...types, struct, packed]) add(type, 'i64 1', sizeOf(type));
    for (const type of [struct, packed, inner])
      for (const [index, offset] of structLayout(type).offsets.entries())
        add(type, `i32 0, i32 ${index}`, offset);
    for (const type of [...types, struct, packed])
      add(structType([i8, type]), 'i32 0, i32 1', alignmentOf(type));
    const file = join(await folder(), `${triple}.ll`);
    await writeFile(file, module.toString());
    const flags = ['-x', 'ir', '-S', '-Wno-override-module', `--target=${triple}`];
    const { stdout, stderr } = await runTool(clang!, [...flags, file, '-o', '-']);
    expect(stderr).toBe('');
    const found = [...stdout.matchAll(/^\s+\.(?:quad|xword)\s+(?:0\+)?(\d+)(?=\s)/gm)].map(([, size]) =>
      Number(size),
    );
    expect(found).toEqual(expected);
  });
});

describe.skipIf(clang === undefined || dwarfdump === undefined)('the DWARF of a compiled module', () => {
  const folder = workFolder();

  const dump = async (fileName: string, dwarfVersion: 4 | 5) => {
    const directory = await folder();
    const module = sampleProgram({ directory, fileName, dwarfVersion });
    const program = await build(directory, `dwarf${dwarfVersion}`, module.toString());
    // Not the program: linkers merge strings in a way that the verifier takes for damage.
    expect((await runTool(dwarfdump!, ['--verify', `${program}.o`])).code).toBe(0);
    const { stdout } = await runTool(dwarfdump!, ['--debug-info', '--debug-line', program]);
    return { stdout, directory };
  };

  it('names types, members, variables and scopes', async () => {
    const { stdout, directory } = await dump('näme "1" 文.src', 5);
    const attributes = [...stdout.matchAll(/DW_AT_name\s+\("(.*)"\)/g)].map(([, name]) => name);
    for (const name of ['tiny8', 'whole', 'Point', 'Node', 'Node@', 'Color', 'green', 'inner', 'answer'])
      expect(attributes).toContain(name);
    expect(stdout).toContain(`DW_AT_comp_dir\t("${directory}")`);
    expect(stdout).toContain('DW_TAG_lexical_block');
    expect(stdout).toContain('DW_AT_main_subprogram\t(true)');
    expect(stdout).toContain('DW_AT_producer\t("a test \\"of ours\\"")');
  });

  it('has the checksums of files in version 5 and none in version 4', async () => {
    const newer = await dump('a.src', 5);
    expect(newer.stdout).toContain(`md5_checksum: ${sampleMd5}`);
    expect(newer.stdout).toMatch(/Compile Unit: .*version = 0x0005/);
    const older = await dump('a.src', 4);
    expect(older.stdout).not.toContain('md5_checksum');
    expect(older.stdout).toMatch(/Compile Unit: .*version = 0x0004/);
  });
});

describe.skipIf(clang === undefined || lldb === undefined)('a compiled module in LLDB', () => {
  const folder = workFolder();

  const debug = async (fileName: string, commands: readonly string[]) => {
    const directory = await folder();
    await writeFile(join(directory, fileName), sampleSource);
    const program = await build(directory, 'debugged', sampleProgram({ directory, fileName }).toString());
    const lines = [...commands, 'kill'].flatMap(command => ['-o', command]);
    const { stdout } = await runTool(lldb!, ['--no-lldbinit', '-b', ...lines, program]);
    return stdout;
  };

  it('stops at a line and shows locals with the names of their types', async () => {
    const line = sampleLine('print');
    const shown = await debug('src 文.txt', [
      `breakpoint set -l ${line}`,
      'run',
      'frame variable -T -f d',
      'frame variable color numbers[2]',
    ]);
    expect(shown).toMatch(new RegExp(`src 文\\.txt:${line}:5`));
    expect(shown).toContain('(tiny8) tiny = -7');
    expect(shown).toMatch(/\(Point\) point = \{\s*\(whole\) x = 30\s*\(whole\) y = 12\s*\}/);
    expect(shown).toContain('(whole) inner = 42');
    expect(shown).toContain('(Color) color = green');
    expect(shown).toMatch(/\(tiny8\) numbers\[2\] = '\\x03'/);
  });

  it('needs no more than the smallest example has', async () => {
    const directory = await folder();
    const program = await build(directory, 'smallest', smallestProgram('small.src', directory));
    expect((await runTool(program, [])).code).toBe(42);
    const commands = ['breakpoint set -f small.src -l 3', 'run', 'frame variable'];
    const lines = commands.flatMap(command => ['-o', command]);
    const { stdout } = await runTool(lldb!, ['--no-lldbinit', '-b', ...lines, '-o', 'kill', program]);
    expect(stdout).toContain('(number) answer = 42');
  });

  it('follows a type that refers to itself', async () => {
    const commands = [
      `breakpoint set -l ${sampleLine('print')}`,
      'run',
      'frame variable -f d node.next->next->value',
    ];
    expect(await debug('a.src', commands)).toContain('(tiny8) node.next->next->value = -7');
  });

  it('shows parameters, and the variables of a block only inside it', async () => {
    const line = sampleLine('sum');
    const commands = [`breakpoint set -l ${line}`, 'run', 'frame variable', 'finish'];
    const shown = await debug('a.src', [
      ...commands,
      `thread until ${sampleLine('return')}`,
      'frame variable -s',
    ]);
    expect(shown).toMatch(/\(whole\) a = 30\s+\(whole\) b = 12/);
    expect(shown).toContain('Return value: (whole) $0 = 42');
    const atReturn = shown.slice(shown.lastIndexOf('frame variable -s'));
    expect(atReturn).toContain('tiny = ');
    expect(atReturn).not.toContain('inner');
  });

  it('knows global variables', async () => {
    const commands = [`breakpoint set -l ${sampleLine('print')}`, 'run', 'target variable answer'];
    expect(await debug('a.src', commands)).toContain('(whole) answer = 42');
  });
});
