import { describe, expect, it } from 'vitest';
import { outputOf } from '../../test/run-compiled.js';
import type { SymDebug } from '../format/sym-file.js';
import { compileC, compileObjects, type CompileOptions } from './compile-c.js';

const compile = (text: string, options: CompileOptions = {}) =>
  compileC([{ kind: 'c', name: '/made/prog.c', text }], options);

const said = async (text: string): Promise<string[]> =>
  (await compile(text)).diagnostics.map(
    ({ file, line, column, message }) => `${file ?? ''}:${line ?? 0}:${column ?? 0}: ${message}`,
  );

describe('what cannot be compiled', () => {
  it('is told with its place in C', async () => {
    const found = await said(
      [
        'int f(int x) {',
        '  __asm__("nop" : "+r"(x));',
        '  return x; }',
        'long double g(long double x) { return x; }',
        '_Thread_local int own;',
        'int main(void) { return f(own); }',
      ].join('\n'),
    );
    expect(found).toEqual([
      '/made/prog.c:2:3: inline assembly is not supported; write it in an .mvasm file',
      '/made/prog.c:4:1: the floating-point type fp128 is not supported (C: long double)',
      "/made/prog.c:5:1: the variable 'own' is thread-local, which is not supported",
    ]);
  });

  it('is what clang says of it', async () => {
    expect(await said('int main(void) { return x; }')).toEqual([
      "/made/prog.c:1:25: use of undeclared identifier 'x'",
    ]);
    expect(await said('#include "absent.h"\nint main(void) { return 0; }')).toEqual([
      "/made/prog.c:1:10: 'absent.h' file not found",
    ]);
  });

  it('is a function that nobody has', async () => {
    const found = await said('int absent(int); int main(void) { return absent(1); }');
    expect(found.join()).toContain('absent');
  });
});

describe('a program', () => {
  it('runs, compiled by clang as WebAssembly', async () => {
    const made = await compile('#include <stdio.h>\nint main(void) { printf("%d\\n", 6 * 7); return 3; }', {
      clang: 'wasm',
    });
    expect(outputOf(made)).toBe('42\nexit 3\n');
  }, 120_000);

  it('may be made of several sources, headers and assembly', async () => {
    const made = await compileC(
      [
        {
          kind: 'c',
          name: '/made/a.c',
          text: '#include "b.h"\nstatic int own = 1;\nint main(void) { return triple(own + OFFSET); }',
        },
        {
          kind: 'c',
          name: '/made/b.c',
          text: '#include "b.h"\nstatic int own = 3;\nint triple(int x) { return twice(x) + x * own / 3; }',
        },
        {
          kind: 'assembly',
          name: '/made/c.mvasm',
          text: '.export twice\n.text\ntwice:\n  ADD R0, R1, R1\n  RET\n',
        },
      ],
      {
        defines: ['OFFSET=4'],
        readText: file => (file === '/made/b.h' ? 'int twice(int); int triple(int);' : undefined),
      },
    );
    expect(outputOf(made)).toBe('exit 15\n');
  });

  it('may have its own version of what the library has', async () => {
    const made = await compile(
      [
        'void *calloc(unsigned, unsigned); static char pool[8] = "abcdefg"; static int calls;',
        'void *malloc(unsigned size) { calls += size; return pool; }',
        'static int memcmp(int x) { return x; }',
        'int main(void) { char *p = calloc(2, 4); return p == pool ? memcmp(calls + p[0] + p[7]) : 99; }',
      ].join('\n'),
    );
    expect(outputOf(made)).toBe('exit 8\n');
  });

  it('can be compiled to objects that are linked later', async () => {
    const { objects } = await compileObjects([
      { kind: 'c', name: '/made/a.c', text: 'int main(void) { return 1; }' },
    ]);
    expect(objects.map(({ name, dbg }) => [name, dbg?.functions[0]?.name])).toEqual([['a', 'main']]);
  });
});

const source = `struct point { int x; unsigned char y : 3; };
enum colour { red, blue = 5 };
typedef long long wide;
int grid[2][3];
int add(struct point *p, wide w) {
  int sum = p->x + (int)w;
  for (int i = 0; i < 2; i++) {
    int inner = i * 2;
    sum += inner;
  }
  return sum;
}
int main(void) {
  static enum colour kept = blue;
  struct point p = {1, 2};
  return add(&p, 3) + kept;
}
`;

describe('debug information', () => {
  const debugOf = async (options: CompileOptions): Promise<SymDebug> =>
    (await compile(source, options)).sym!.debug!;
  const userFunctions = ({ functions }: SymDebug) => functions.filter(({ line }) => line > 0);

  it('has functions only in grade 1, lines in grade 2, variables in grade 3', async () => {
    for (const debugGrade of [1, 2, 3] as const) {
      const debug = await debugOf({ debugGrade });
      const functions = userFunctions(debug);
      expect(functions.map(({ name, line }) => [name, line])).toEqual([
        ['add', 5],
        ['main', 13],
      ]);
      expect(debug.lines.some(({ line }) => line === 9)).toBe(debugGrade > 1);
      expect(functions.some(({ variables }) => variables.length > 0)).toBe(debugGrade === 3);
      expect(debug.globals.length > 0).toBe(debugGrade === 3);
    }
  });

  it('begins a statement once on each line that has code, in its order', async () => {
    const debug = await debugOf({});
    const statements = debug.lines.filter(({ statement }) => statement).map(({ line }) => line);
    expect(statements).toEqual([6, 7, 8, 9, 7, 11, 15, 16]);
  });

  it('knows types, and variables in the blocks that they are in sight of', async () => {
    const debug = await debugOf({});
    const [add] = userFunctions(debug);
    const typeName = (type: number): string => debug.types[type]!.name;
    expect(add!.variables.map(({ name, type }) => [name, typeName(type)])).toEqual([
      ['p', 'struct point *'],
      ['w', 'wide'],
      ['sum', 'int'],
      ['i', 'int'],
      ['inner', 'int'],
    ]);
    const [, , sum, i, inner] = add!.variables;
    expect(sum!.scope).toEqual({ start: add!.start, end: add!.end });
    expect(inner!.scope.start).toBeGreaterThanOrEqual(i!.scope.start);
    expect(inner!.scope.end).toBeLessThan(i!.scope.end);
    expect(debug.types).toContainEqual(
      expect.objectContaining({
        name: 'struct point',
        size: 8,
        fields: [
          expect.objectContaining({ name: 'x', bitOffset: 0 }),
          expect.objectContaining({ name: 'y', bitOffset: 32, bitSize: 3 }),
        ],
      }),
    );
    expect(debug.globals.map(({ name, type, function: owner }) => [name, typeName(type), owner])).toEqual([
      ['kept', 'enum colour', 'main'],
      ['grid', 'int[2][3]', undefined],
    ]);
  });

  it('follows variables in registers, and says when they are over', async () => {
    const text =
      'int next(int);\nint f(int a, int b) {\n  int c = a * b;\n  int d = next(c);\n  return d + 1;\n}\nint next(int x) { return x; }\nint main(void) { return f(2, 3); }';
    const { sym } = await compile(text, { optimization: '1' });
    const f = sym!.debug!.functions.find(({ name }) => name === 'f')!;
    const a = f.variables.find(({ name }) => name === 'a')!;
    expect(a.locations.map(({ at }) => at.kind)).toContain('register');
    expect(Math.max(...a.locations.map(({ end }) => end))).toBeLessThan(f.end);
  });
});
