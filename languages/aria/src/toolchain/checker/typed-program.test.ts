import { describe, expect, it } from 'vitest';
import { functionOf, inMain, lastInitial, programOf, statementsOf } from './checked-text.js';
import type { Expression } from './typed-program.js';

const types = `const P = struct { x: int32, y: int32, func:len = int32(self) { pass(self.x); }; };
const E = enum { A, B = 4, C };
func:f = int32(int32:n) { pass(n); };
func:show = void(int32$:r) { r = 1; };
async func:later = int64() { pass(1); };
jit func:quick = int64(int64:n) { pass(n); };
extern { func:abs = int32(int32:n); }
`;

/** The kinds of an expression from outside in, along its first parts. */
function kinds(expression: Expression): string {
  const inner =
    'operand' in expression
      ? expression.operand
      : 'pointer' in expression
        ? expression.pointer
        : 'object' in expression
          ? expression.object
          : 'place' in expression
            ? expression.place
            : 'future' in expression
              ? expression.future
              : 'array' in expression
                ? expression.array
                : 'value' in expression && typeof expression.value === 'object'
                  ? expression.value
                  : undefined;
  const name = expression.kind;
  return inner === undefined ? name : `${name} ${kinds(inner)}`;
}

const initial = (statements: string): Expression => lastInitial(inMain(statements, types));

describe('what the language does by itself is a node', () => {
  it.each([
    ['int32:a = f(1);', 'unwrap call', 'int32'],
    ['result<int32>:a = f(1);', 'call', 'result<int32>'],
    ['int32:a = f(1) ? 0;', 'unwrap-or call', 'int32'],
    ['int32:a = f(1) ?? 0;', 'unwrap-or call', 'int32'],
    ['int32:a = f(1).val;', 'result-part call', 'int32'],
    ['tbb8:a = f(1).err;', 'result-part call', 'tbb8'],
    ['int32:a = abs(-1);', 'call', 'int32'],
    ['wild int64:w = 1;', 'wild-new integer', 'wild_ptr<int64>'],
    ['wild int64:w = 1; int64:a = w;', 'dereference variable', 'int64'],
    ['wild int64:w = 1; wild int64@:p = @w;', 'variable', 'wild_ptr<int64>'],
    ['wild int64:w = 1; wild int64@:p = w;', 'variable', 'wild_ptr<int64>'],
    ['wild int8[4]:b; int8:a = b[1];', 'element dereference variable', 'int8'],
    ['wild int8[4]:b; wild int8@:p = @b[1];', 'address element dereference variable', 'wild_ptr<int8>'],
    ['wild int64@:p = aria.alloc<int64>(2); int64:a = p[1];', 'dereference offset variable', 'int64'],
    ['gc P:g = P{ x: 1 };', 'gc-new struct-literal', 'gc_ptr<P>'],
    ['gc P:g;', 'gc-new', 'gc_ptr<P>'],
    ['gc P:g; gc P:h = g;', 'variable', 'gc_ptr<P>'],
    ['gc P:g; P:h = g;', 'dereference variable', 'P'],
    ['gc P:g; int32:a = g.x;', 'field dereference variable', 'int32'],
    ['gc P:g; P@:p = #g;', 'pin variable', 'P@'],
    ['P:p; P@:q = @p; int32:a = q->x;', 'field dereference variable', 'int32'],
    ['P:p; int32$:r = p.x;', 'address field variable', 'int32$'],
    ['int32:x; int32$:r = x; int32:a = r;', 'dereference variable', 'int32'],
    ['P@:p = NULL; int32:a = p?.x ?? 1;', 'unwrap-or safe-member variable', 'int32'],
    ['int64:a = await later();', 'unwrap await spawn', 'int64'],
    ['future<int64>:a = spawn later();', 'spawn', 'future<int64>'],
    ['func<int32(int32)>:a = f;', 'function', 'func<int32(int32)>'],
    ['wildx func<int64(int64)>:a = jit_load(quick);', 'builtin', 'func<int64(int64)>'],
    ['wildx int8@:a = aria.alloc_exec(16);', 'builtin', 'int8@'],
    ['tbb8:a = ERR;', 'integer', 'tbb8'],
    ['E:a = E.B;', 'integer', 'E'],
    ['int64:a = len([1, 2, 3]);', 'integer', 'int64'],
    ['byte:a = "abc"[1];', 'string-byte', 'byte'],
    ['string:a = "b" + "c";', 'concatenate', 'string'],
    ['tbb8:a = 1 <=> 2;', 'compare', 'tbb8'],
    ['int32[2][3]:a;int32[2]:b = a[2];', 'element variable', 'int32[2]'],
  ])('%s', (statements, shape, type) => {
    const expression = initial(statements);
    expect(kinds(expression)).toBe(shape);
    expect(expression.type.name).toBe(type);
  });

  it('literals have the type that is wanted', () => {
    const sum = initial('int16:n = 3; int16:a = 1 + n;');
    expect(sum).toMatchObject({ kind: 'binary', left: { kind: 'integer', type: { name: 'int16' } } });
    expect(initial('flt32:a = 1;')).toMatchObject({ kind: 'float', value: 1, type: { name: 'flt32' } });
    expect(initial('int8:a = 0xff;')).toMatchObject({ value: -1n });
    expect(initial('int8:a = -128;')).toMatchObject({ kind: 'integer', value: -128n });
    expect(initial('uint64:a = 18446744073709551615;')).toMatchObject({ value: 18446744073709551615n });
  });

  it.each([
    // Where a value is given.
    ['int8:n = 3; int64:a = n;', 'convert variable', 'int64'],
    ['uint8:n = 3; int16:a = n;', 'convert variable', 'int16'],
    ['flt32:n = 1.5; flt64:a = n;', 'convert variable', 'flt64'],
    ['int64:a = f(1);', 'convert unwrap call', 'int64'],
    ['int64:a = f(1) ? 2;', 'convert unwrap-or call', 'int64'],
    ['int64:n = 1; int32:a = f(n) ? 0;', 'unwrap-or call', 'int32'],
    ['int32:n = 1; wild int64:w = n;', 'wild-new convert variable', 'wild_ptr<int64>'],
    ['int32:n = 1; int64$:r = wide; int64:a = r = n;', 'assign convert variable', 'int64'],
  ])('a number becomes what is wanted: %s', (statements, shape, type) => {
    const expression = lastInitial(inMain(statements, `${types}int64:wide = 0;`));
    expect(kinds(expression)).toBe(shape);
    expect(expression.type.name).toBe(type);
  });

  it.each([
    ['int8:m = 1; int64:n = 2; int64:a = m + n;', 'int64'],
    ['int64:n = 2; int8:m = 1; int64:a = n + m;', 'int64'],
    ['uint8:m = 1; int32:n = 2; int32:a = m * n;', 'int32'],
    ['flt32:m = 1.5; flt64:n = 2; flt64:a = m / n;', 'flt64'],
    ['int8:m = 1; int64:n = 2; bool:a = m < n;', 'int64'],
    ['int8:m = 1; int32:a = m + 300;', 'int32'],
    ['int8:m = 1; int32:a = 300 - m;', 'int32'],
    ['int8:m = 1; int8:a = m + 100;', 'int8'],
    ['int8:m = 1; int64:n = 2; int8:a = m << n;', 'int8'],
    ['int32:n = 40; int64:a = 1 << n;', 'int64'],
  ])('two numbers meet in the wider type: %s', (statements, type) => {
    const found = initial(statements);
    const whole = found.kind === 'convert' ? found.operand : found;
    if (whole.kind !== 'binary' && whole.kind !== 'compare') throw new Error(whole.kind);
    expect([whole.left.type.name, whole.right.type.name]).toEqual([type, type]);
  });

  it('a loop counts in the widest type of its bounds', () => {
    const [, , loop] = statementsOf(inMain('int32:m = 1; int64:n = 2; for i in m..n { println(i); }'));
    expect(loop).toMatchObject({ counter: { type: { name: 'int64' } }, from: { kind: 'convert' } });
  });

  it('a session of the debug stream is its name', () => {
    expect(initial('debug:a = stddbg.createSession("net");')).toMatchObject({
      kind: 'struct-literal',
      type: { name: 'debug' },
      fields: [{ index: 0, value: { kind: 'string' } }],
    });
    const own = programOf(
      'const S = struct { log: debug };\nfunc:main = void() { S:s; s.log.log("a", 1); };',
    );
    expect([...own.structs.keys()]).toEqual(['debug', 'S']);
    expect(functionOf(own, 'main').body?.statements.at(-1)).toMatchObject({
      expression: { kind: 'builtin', name: 'debug.log', arguments: { length: 3 } },
    });
  });

  it('a struct of the program may be called debug', () => {
    const own = 'const debug = struct { x: int8, func:log = int8(self) { pass(self.x); }; };\n';
    expect(lastInitial(inMain('debug:d; int8:a = d.log();', own)).kind).toBe('unwrap');
  });

  it('a method takes its receiver by reference, borrowed when it may move', () => {
    const call = (statements: string) => initial(`${statements} result<int32>:a = p.len();`);
    expect(call('P:p;')).toMatchObject({
      kind: 'call',
      arguments: [{ kind: 'address', borrowed: false, type: { name: 'P$' } }],
    });
    expect(call('gc P:p;')).toMatchObject({ arguments: [{ borrowed: true }] });
  });

  it('an await knows what it waits for as it is written', () => {
    expect(initial('result<int64>:a = await later( );')).toMatchObject({ kind: 'await', what: 'later( )' });
  });
});

describe('the typed program', () => {
  it('has functions with parameters, locals and a tree of scopes', () => {
    const program = programOf(
      `func:main = int32() { int32:a = 1; { int32:b = a; for i in 0..3 { int32:a = b; println(a); } } pass(a); };`,
    );
    const main = functionOf(program, 'main');
    expect(main.locals.map(({ name, role, scope }) => [name, role, scope])).toEqual([
      ['a', 'local', 1],
      ['b', 'local', 2],
      ['i', 'counter', 3],
      ['a', 'local', 4],
    ]);
    expect(main.scopes.map(({ id, parent }) => [id, parent])).toEqual([
      [0, undefined],
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 3],
    ]);
    expect(new Set(main.locals.map(({ id }) => id)).size).toBe(4);
    expect(main).toMatchObject({ async: false, jit: false, extern: false, fallsOffEnd: false });
  });

  it('has structs in an order in which each follows those it holds, and methods with their owner', () => {
    const program = programOf(
      `const A = struct { b: B[2], c: C@, func:get = int32(self) { pass(1); }; };
const B = struct { c: C };
const C = struct { x: int8, a: gc A };
func:main = void() { };`,
    );
    expect([...program.structs.keys()]).toEqual(['C', 'B', 'A']);
    expect(program.structs.get('A')?.fields.map(({ type }) => type.name)).toEqual(['B[2]', 'C@']);
    expect(functionOf(program, 'A.get')).toMatchObject({ owner: 'A', name: 'get', hasSelf: true });
    expect(program.structs.get('A')?.methods).toEqual([functionOf(program, 'A.get')]);
  });

  it('folds what must be known: lengths, members, patterns', () => {
    const program = programOf(
      `const int32:m = 3;
const int32:n = 2 * m;
const E = enum { A = n, B };
const S = struct { cells: int8[n + 1] };
func:main = void() { const int64:local = 4; int8[local]:x; pick (x[0]) { (m..n) { }, ('a') { } } };`,
    );
    expect(program.enums.get('E')?.members.map(({ value }) => value)).toEqual([6n, 7n]);
    expect(program.structs.get('S')?.fields[0]?.type.name).toBe('int8[7]');
    const main = functionOf(program, 'main');
    expect(main.locals[1]?.type.name).toBe('int8[4]');
    expect(main.body?.statements.at(-1)).toMatchObject({
      cases: [
        { patterns: [{ kind: 'range', low: { value: 3n }, high: { value: 6n } }] },
        { patterns: [{ value: { value: 97n } }] },
      ],
    });
  });

  it('has the module level as a function that declares the globals', () => {
    const program = programOf('int32:a = 1;\nif (a > 0) { int32:b = a; println(b); }\na = 2;');
    expect(program.main).toBeUndefined();
    expect(program.globals.map(({ name, role }) => [name, role])).toEqual([['a', 'global']]);
    expect(program.moduleInit?.locals.map(({ name }) => name)).toEqual(['b']);
    expect(program.moduleInit?.body?.statements.map(({ kind }) => kind)).toEqual([
      'declare',
      'if',
      'expression',
    ]);
  });

  it('has jumps that name the loop or the case they mean', () => {
    const [outer] = statementsOf(
      inMain('out: while (true) { for (;;) { pick (1) { (1) { fall(x); }, x:(!) { break(out); } } } }'),
    );
    expect(outer).toMatchObject({
      kind: 'while',
      label: 'out',
      loop: 0,
      body: {
        statements: [
          {
            kind: 'for',
            loop: 1,
            body: {
              statements: [
                {
                  pick: 0,
                  cases: [
                    { body: { statements: [{ kind: 'fall', pick: 0, case: 1 }] } },
                    { body: { statements: [{ kind: 'break', loop: 0 }] } },
                  ],
                },
              ],
            },
          },
        ],
      },
    });
  });

  it('has the place of every statement', () => {
    const statements = statementsOf(
      'func:main = int32() {\n  int32:a = 1;\n  a = a +\n    2;\n  pass(a);\n};',
    );
    expect(statements.map(({ at }) => [at.line, at.column, at.endLine])).toEqual([
      [2, 3, 2],
      [3, 3, 4],
      [5, 3, 5],
    ]);
  });

  it('reads byte and uint8 as one type', () => {
    expect(initial('byte:b = 1; uint8[2]:a = [b, 2]; byte[2]:c = a;').type.name).toBe('uint8[2]');
  });
});
