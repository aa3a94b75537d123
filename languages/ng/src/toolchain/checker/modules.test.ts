import { describe, expect, it } from 'vitest';
import { checked, problemOf, verdictOf } from '../../test/checker/checking.js';
import { typeText } from './types.js';
import { typeFromText } from './type-from-text.js';

const error = (text: string) => `Type check error: ${text}`;

const lib = `module lib exports *;
  type P { x: i32; fun get(self: ref<Self>) -> i32 { return self.x; } }
  type R = Ok(v: i32) | Err(m: string);
  trait Show { fun show(self: ref<Self>) -> string; }
  impl Show for P { fun show(self: ref<Self>) -> string { return "p"; } }
  val start = 41;
  fun add(a: i32, b: i32) -> i32 { return a + b; }
  fun pick<T>(a: T, b: T) -> T { return first(a, b); }
  fun first<T>(a: T, b: T) -> T { return a; }
`;

describe('imports', () => {
  it.each([
    ['import lib (*); val x: i32 = add(start, 1);', 'ok'],
    ['import lib (add); add("a", 1);', error('Invalid argument types for function: fun (i32, i32) -> i32')],
    ['import lib (add); print(start);', error('Unknown type for object: start')],
    ['import lib (*); val p = new P { x: 1 }; val x: i32 = p.get(); val s: string = p.show();', 'ok'],
    ['import lib (*); val p: ref<Show> = new P { x: 1 };', 'ok'],
    ['import lib (*); val r: R = Ok(1); switch (r) { case Ok(v) { } case Err(m) { } }', 'ok'],
    ['import lib (*); val x: string = pick("a", "b");', 'ok'],
    ['import lib; lib.add("not looked at");', 'ok'],
    ['import lib as l; val x: i32 = l.add(1, 2);', error('Value Define Type Mismatch: [untyped] to i32')],
    ['import lib (nothing); nothing(1, 2);', 'ok'],
    ['import lib (*); fun f(p: ref<P>) -> i32 { return p.x; }', error('Unknown type: P')],
    ['import unknown (*); anything(1); print(more);', 'ok'],
    ['import unknown (f); f(1); g(2);', error('Unknown type for object: g')],
    [
      'import std.string (trim); trim(1);',
      error('Invalid argument types for function: fun (string) -> string'),
    ],
    ['import lib (*); fun trim(xs: vector<i32>) -> i32 { return xs[0]; } val x: i32 = trim([1]);', 'ok'],
    ['import std.prelude (*); nothing;', error('Unknown type for object: nothing')],
  ])('%s: %s', (text, verdict) => {
    expect(verdictOf(text, { lib })).toBe(verdict);
  });

  it('bring instances of generic functions along', () => {
    const { instances } = checked('import lib (pick); print(pick(1, 2));', { lib });
    expect(instances.map(({ shownName, module }) => [shownName, module])).toEqual([
      ['pick<i32>', 'lib'],
      ['first<i32>', 'lib'],
    ]);
  });

  it('report two impls of the same trait', () => {
    const other = `module other exports *; import lib (P, Show);
      impl Show for P { fun show(self: ref<Self>) -> string { return "other"; } }`;
    const modules = { lib, other };
    expect(verdictOf('import lib (*); import other (*);', modules)).toBe(
      error("Duplicate impl for trait 'Show' and type 'P' from modules 'lib' and 'other'"),
    );
    expect(verdictOf('import lib (*); import other (*); use impl lib::Show for P;', modules)).toBe('ok');
  });
});

describe('exports', () => {
  it('are what is declared, with `*` or by name', () => {
    const all = checked('', { lib }).imports.get('lib')!;
    expect([...all.exports]).toEqual(['P', 'R', 'Show', 'start', 'add', 'pick', 'first']);
    expect(all.exportTypes.get('add')).toBe('fun (i32, i32) -> i32');
    expect(all.exportTypes.get('R')).toBe('R = Err(string) | Ok(i32)');
    expect(all.exportTypes.get('pick')).toBe('pick<T>');
    expect(all.exportTypes.get('trim')).toBe('fun (string) -> string');
    const { interface: some } = checked(
      'export fun f() -> i32 { return 1; } fun g() -> i32 { return 2; } export val x = 1;',
    );
    expect([...some.exports]).toEqual(['f', 'x']);
    expect([...some.exportTypes]).toEqual([
      ['f', 'fun () -> i32'],
      ['x', 'i32'],
    ]);
  });
});

describe('types of compiled modules', () => {
  it.each([
    'i32',
    'vector<ref<i32>>',
    'fun (i32, i32 = default) -> string',
    'fun (fun (i32) -> i32, (i32, string)) -> span<u8>',
    'array<i32, 3>',
    'Range<i64>',
    'P',
    'R = Close()',
    '[untyped]',
  ])('are read back from %s', text => {
    expect(typeText(typeFromText(text))).toBe(text);
  });

  it.each(['fun (', 'fun (i32 -> ', 'x = y(', 'pick<T>', '<<<>', ''])('are unknown for %j', text => {
    expect(typeFromText(text).kind).toBe('untyped');
  });
});

describe('a mistake in the body of an imported generic function', () => {
  it('is in the file of that function', () => {
    const text = 'module lib exports *;\nfun f<T>(x: T) -> T {\n  return x + "a";\n}';
    const problem = problemOf('import lib (*);\nf(1);', { lib: text });
    expect(problem.text).toBe('Mismatch type on arithmetic operation: i32, string');
    expect(problem.file?.module).toBe('lib');
    expect(problem.at).toEqual({ line: 3, column: 10 });
  });

  it('is in the program when only the call is wrong', () => {
    const problem = problemOf('import lib (*);\nadd("a", 1);', { lib });
    expect(problem.file?.module).toBe('program');
    expect(problem.at).toEqual({ line: 2, column: 1 });
  });
});
