import { readModule } from '@sonde/llvm-ir';
import { describe, expect, it } from 'vitest';
import { typed } from '../../test/programs.js';
import { generate } from './generator.js';

const program = `fn pick(flag: bool, n: int) -> int = {
    let twice = (n * 2) ?: 0
    match flag {
        true => {
            let more = (twice + 1) ?: 0
            more
        }
        false => twice
    }
}
let add = fn(k: int) => (k + 1) ?: 0
print(add(pick(true, 4)))
`;

const irOf = (debugInfo: boolean, dwarfVersion: 4 | 5 = 5, text = program): string =>
  generate(typed(text), { source: Buffer.from(text), debugInfo, dwarfVersion, optimised: false });

const functionIn = (ir: string, name: string): string =>
  ir
    .split('\ndefine ')
    .find(part => part.split('\n')[0]!.includes(`@${name}(`))!
    .split('\n}\n')[0]!;

describe('[DEBUGGER-BUILD] a debug build', () => {
  const ir = irOf(true);

  it('has the minimum metadata', () => {
    for (const part of [
      'source_filename = ',
      '!llvm.dbg.cu = ',
      '!llvm.module.flags = ',
      '!DIFile(',
      '!DICompileUnit(',
    ])
      expect(ir).toContain(part);
    expect(ir).toMatch(/!DICompileUnit\(language: DW_LANG_C, .*producer: "osprey"/);
    expect(ir).toMatch(/!\{i32 \d, !"Debug Info Version", i32 3\}/);
    for (const name of ['pick', 'main', 'main.lambda'])
      expect(ir).toMatch(new RegExp(`!DISubprogram\\(name: "${name}"`));
    expect(ir).toContain('"frame-pointer"="all"');
    expect(readModule(ir).unknown).toEqual([]);
  });

  it('has version 4 of DWARF where it is asked for, else 5', () => {
    expect(ir).toContain('!"Dwarf Version", i32 5}');
    expect(irOf(true, 4)).toContain('!"Dwarf Version", i32 4}');
  });

  it('tells of variables by records, not by calls', () => {
    expect(ir).toContain('#dbg_declare(');
    expect(ir).not.toContain('llvm.dbg.declare');
  });

  it('has the room of every variable in the entry block', () => {
    const [entry, ...others] = functionIn(ir, 'osp.pick').split(/\n\n/);
    for (const name of ['flag', 'n', 'twice', 'more']) expect(entry).toContain(`%${name} = alloca`);
    expect(others.join('')).not.toContain('alloca');
  });

  it('numbers parameters, and puts each let into a lexical block of its own', () => {
    expect(ir).toMatch(/!DILocalVariable\(name: "n", arg: 2, /);
    const scopeOf = (name: string): string =>
      new RegExp(`!DILocalVariable\\(name: "${name}", (?:arg: \\d+, )?scope: !(\\d+)`).exec(ir)![1]!;
    for (const name of ['twice', 'more'])
      expect(ir).toMatch(new RegExp(`^!${scopeOf(name)} = .*!DILexicalBlock`, 'm'));
    expect(scopeOf('twice')).not.toBe(scopeOf('more'));
  });
});

describe('[DEBUGGER-SOURCE-MAP] places', () => {
  it('count lines and columns from 1, where statements and arms stand', () => {
    const ir = irOf(true);
    for (const [line, column] of [
      [2, 5],
      [3, 5],
      [5, 13],
      [8, 18],
      [11, 1],
      [12, 1],
    ])
      expect(ir).toContain(`!DILocation(line: ${line}, column: ${column}, `);
    expect(ir).not.toMatch(/!DILocation\(line: [1-9]\d*, column: 0, scope: !\d+\)(?=.*#dbg)/);
  });
});

describe('a release build', () => {
  it('has no debug information', () => {
    expect(irOf(false)).not.toMatch(/!dbg|!DI|#dbg/);
  });

  it('is the same for the same program in the other flavor', () => {
    const ml = 'twice : int -> int\ntwice n = (n * 2) ?: 0\nprint (twice 4)\n';
    const braces = 'fn twice(n: int) -> int = (n * 2) ?: 0\nprint(twice(4))\n';
    const options = {
      source: new Uint8Array(0),
      debugInfo: false,
      dwarfVersion: 5,
      optimised: false,
    } as const;
    const code = (text: string, flavor: 'ml' | 'default') =>
      generate(typed(text, flavor), options).replace(/^source_filename.*\n/, '');
    expect(code(ml, 'ml')).toBe(code(braces, 'default'));
  });
});
