import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mini } from '../pack/mini.js';
import { build, run, written } from '../test/harness.js';

const output = async (source: string): Promise<string> =>
  (await run(written(source), { noDebug: true })).stdout;

describe('the language', () => {
  it.each([
    ['1 + 2 * 3 - 4 / 2', '5'],
    ['(1 + 2) * 3 % 5', '4'],
    ['-7 / 2', '-3'],
    ['-7 % 3', '-1'],
    ['2147483647 + 1', '-2147483648'],
    ['2147483647 * 3', '2147483645'],
    ['-(-5)', '5'],
    ['"a" + 1 + 2', 'a12'],
    ['1 + 2 + "a"', '3a'],
    ['"a" == "a"', '1'],
    ['1 == "1"', '0'],
    ['1 != "1"', '1'],
    ['"abc" < "abd"', '1'],
    ['not 1 == 2', '1'],
    ['not 0 and 0', '0'],
    ['1 or 1 / 0', '1'],
    ['0 and 1 / 0', '0'],
    ['"" or "x"', '1'],
    ['1 < 2 == 1', '1'],
    ['len("häß")', '3'],
    ['"a\\tb\\"c\\\\"', 'a\tb"c\\'],
    ['number(" -12 ")', '-12'],
  ])('%s is %s', async (expression, expected) => {
    expect(await output(`print ${expression};\n`)).toBe(`${expected}\n`);
  });

  it('has blocks, loops, functions that call each other, and shadowing', async () => {
    const source = `
fn even(n) { if n == 0 { return 1; } else if n == 1 { return 0; } else { return odd(n - 1); } }
fn odd(n) { return not even(n); }
let x = 1;
if x { let x = "inner"; print x; }
print x;
print even(10) + "" + odd(10);
fn nothing() { }
print nothing();
let i = 3;
while i { print i; i = i - 1; }
`;
    expect(await output(source)).toBe('inner\n1\n10\n0\n3\n2\n1\n');
  });

  it('unwinds through calls to the innermost handler', async () => {
    const source = `
fn f(n) { if n == 0 { throw "deep"; } f(n - 1); }
try {
  try { f(3); } catch e { print "inner " + e; throw e + "er"; }
} catch e { print "outer " + e; }
try { throw 42; } catch e { print e + 1; }
`;
    expect(await output(source)).toBe('inner deep\nouter deeper\n43\n');
  });

  it('refuses to call into a file that is not in use yet', async () => {
    const program = written(
      'try { helper(); } catch e { print e; }\nuse "lib.mini";\nprint helper();\nuse "lib.mini";\n',
      {
        'lib.mini': 'print "once";\nfn helper() { return 5; }\n',
      },
    );
    expect((await run(program)).stdout).toBe('NotLoaded: the file of helper is not in use yet\nonce\n5\n');
  });
});

describe('mistakes', () => {
  it.each([
    ['let a = ;', 1, 9, 'expected a name, found ;'],
    ['let a = 1', 1, 10, 'expected ;, found the end of the file'],
    ['print b;', 1, 7, 'there is no variable b'],
    ['let a = 1;\nlet a = 2;', 2, 1, 'there is already a variable a here'],
    ['fn f() {}\nfn f() {}', 2, 1, 'there is already a function f'],
    ['fn len(x) {}', 1, 1, 'there is already a function len'],
    ['f(1);', 1, 1, 'there is no function f'],
    ['fn f(a) {}\nf();', 2, 1, 'f takes 1 arguments, not 0'],
    ['len();', 1, 1, 'len takes 1 arguments, not 0'],
    ['if 1 { print 1;', 1, 16, 'expected }, found the end of the file'],
    ['fn f() {', 1, 9, 'expected }, found the end of the file'],
    ['if 1 { fn g() {} }', 1, 8, 'a function inside a block'],
    ['1 = 2;', 1, 1, 'only variables and mem[…] can be assigned to'],
    ['use "nowhere.mini";', 1, 1, 'cannot read nowhere.mini'],
    ['let while = 1;', 1, 5, 'expected a name, found while'],
    ['print 99999999999;', 1, 7, 'this number is too large'],
    ['print "open;', 1, 7, 'a text that does not end'],
    ['let a = 1 ! 2;', 1, 11, 'unexpected "!"'],
    ['spawn len("a");', 1, 1, 'there is no function len'],
    ['print print;', 1, 7, 'expected a name, found print'],
  ])('%j: line %i, column %i, %s', async (source, line, column, message) => {
    const { target, diagnostics } = await build(written(source));
    expect(target).toBeUndefined();
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: 'error',
        message,
        location: expect.objectContaining({ line, column }) as unknown,
        sourceLine: source.split('\n')[line - 1],
      }),
    ]);
  });

  it('are found in the file that has them', async () => {
    const { diagnostics } = await build(written('use "lib.mini";\n', { 'lib.mini': '\nprint nothing;\n' }));
    expect(diagnostics[0]?.location).toMatchObject({ source: { name: 'lib.mini' }, line: 2 });
    expect(diagnostics[0]?.hint).toBe('Declare it: let nothing = 0;');
  });

  it('give the hint about texts for those that do not end, and for nothing else', async () => {
    const first = async (source: string) => (await build(written(source))).diagnostics[0];
    expect(await first('print "abc;\n')).toMatchObject({
      message: 'a text that does not end',
      hint: 'Texts end on their line, with a ".',
    });
    expect(await first('print 1 ? 2;\n')).not.toHaveProperty('hint');
    expect(await first('print 😀;\n')).toMatchObject({ message: 'unexpected "😀"' });
  });

  it('of a program that is not there are plain', async () => {
    const { diagnostics } = await build('/nowhere/at/all.mini');
    expect(diagnostics[0]?.message).toBe(
      '/nowhere/at/all.mini: it does not exist. Check the path of the program.',
    );
  });

  it('too deep for the parser are an answer, not a crash', async () => {
    for (const source of [
      `print ${'('.repeat(100_000)}`,
      `print ${'1 + '.repeat(200_000)}1;`,
      'if 1 {'.repeat(50_000),
    ]) {
      const { diagnostics } = await build(written(source));
      expect(diagnostics.length).toBeLessThanOrEqual(1);
    }
  });

  it('of any kind are answered: examples cut and mixed at random', async () => {
    const folder = fileURLToPath(mini.examples!);
    const tokens = readdirSync(folder)
      .flatMap(name => readFileSync(join(folder, name), 'utf8').match(/\w+|"[^"]*"|\S/g) ?? [])
      .concat(['\u0000', '😀', '"', '\\', '{{', '}}']);
    let seed = 99;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return (seed >> 8) % below;
    };
    let built = 0;
    for (let round = 0; round < 400; round++) {
      const from = random(tokens.length);
      const piece = tokens.slice(from, from + random(40));
      for (let change = random(4); change > 0; change--)
        piece.splice(random(piece.length + 1), random(3), tokens[random(tokens.length)]!);
      const { target, diagnostics } = await build(written(piece.join(' ')));
      expect(target === undefined).toBe(diagnostics.length > 0);
      if (target !== undefined) built++;
    }
    expect(built).toBeLessThan(400);
  });
});
