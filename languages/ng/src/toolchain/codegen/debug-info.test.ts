import { describe, expect, test } from 'vitest';
import { disassemble } from '../format/disassemble.js';
import type { DebugFunction } from '../format/debug-info.js';
import type { Generated } from './generate.js';
import { compileText, type TextOptions } from '../../test/codegen/compile-text.js';

/** Lines, so that a test can name them. */
const text = (...lines: readonly string[]): string => lines.join('\n');

const functionNamed = ({ debug }: Generated, name: string): DebugFunction =>
  debug.functions.find(found => found.name === name)!;

/** `line:column` of every statement, with the instruction it begins with. */
function statementsOf(compiled: Generated, name = '__start__'): readonly string[] {
  const { start, end } = functionNamed(compiled, name);
  const { sourceMap, debug, module } = compiled;
  return sourceMap.entries.flatMap(({ bytecodeAddress, sourceLine, sourceColumn }, at) => {
    if (!debug.statements[at]!.statement || bytecodeAddress < start || bytecodeAddress >= end) return [];
    return [`${sourceLine}:${sourceColumn + 1} ${disassemble(module, bytecodeAddress)!.text}`];
  });
}

/** The source that an instruction comes from, as a debugger finds it: the last entry at or before it. */
function placeOf(compiled: Generated, instruction: string): string {
  const { module, sourceMap, debug } = compiled;
  const size = module.functions.reduce((sum, { code }) => sum + code.length, 0);
  for (let address = 0; address < size;) {
    const shown = disassemble(module, address)!;
    if (shown.text === instruction) {
      const at = sourceMap.entries.findLastIndex(({ bytecodeAddress }) => bytecodeAddress <= address);
      const { sourceLine, sourceColumn } = sourceMap.entries[at]!;
      const { endLine, endColumn } = debug.statements[at]!;
      return `${sourceLine}:${sourceColumn + 1}-${endLine}:${endColumn}`;
    }
    address += shown.size;
  }
  throw new Error(`there is no ${instruction}`);
}

/** `name@slot from–to` in offsets of the function. */
function localsOf(compiled: Generated, name = '__start__'): readonly string[] {
  const { locals, start } = functionNamed(compiled, name);
  return locals.map(local => `${local.name}@${local.slot} ${local.from - start}–${local.to - start}`);
}

describe('statements', () => {
  test('globals and statements of a module, each where it is written', () => {
    const compiled = compileText(text('print(1);', 'val x =', '  2;', 'x := 3;'));
    expect(statementsOf(compiled)).toEqual(['2:1 PUSH_I32 2', '1:1 PUSH_I32 1', '4:1 PUSH_I32 3']);
  });

  test('val, expression, return, next, and the heads of if, loop and switch', () => {
    const compiled = compileText(
      text(
        'type R = Ok(v: i32) | None;',
        'fun f(r: R, n: i32) -> i32 {',
        '  val a = n;',
        '  if (a == 1) {',
        '    print(a);',
        '  } else {',
        '    next r, 1;',
        '  }',
        '  loop i = 0,',
        '       k = 1 {',
        '    next i, k;',
        '  }',
        '  switch (r) {',
        '    case Ok(v) {',
        '      return v;',
        '    }',
        '    otherwise { ; }',
        '  }',
        '}',
      ),
    );
    expect(statementsOf(compiled, 'f')).toEqual([
      '3:3 LOAD_LOCAL 1',
      '4:3 LOAD_LOCAL 2',
      '5:5 LOAD_LOCAL 2',
      '7:5 LOAD_LOCAL 0',
      '9:3 PUSH_I32 0',
      '11:5 LOAD_LOCAL 3',
      '13:3 LOAD_LOCAL 0',
      '15:7 LOAD_LOCAL 5',
    ]);
  });

  test('the head of an if ends with its condition', () => {
    const { debug, sourceMap } = compileText(text('if (true) {', '  print(1);', '}'));
    const head = sourceMap.entries.findIndex(({ bytecodeAddress }) => bytecodeAddress === 0);
    expect(debug.statements[head]).toEqual({ statement: true, endLine: 1, endColumn: 9 });
  });

  test('the code behind the last statement of a function is none, and lies at its closing brace', () => {
    const compiled = compileText(text('fun f() {', '  print(1);', '}'));
    expect(statementsOf(compiled, 'f')).toEqual(['2:3 PUSH_I32 1']);
    expect(compiled.sourceMap.entries.at(-1)).toMatchObject({ sourceLine: 3, sourceColumn: 0 });
  });

  test('a function in one line', () => {
    expect(statementsOf(compileText('fun f(a) => a;'), 'f')).toEqual(['1:10 LOAD_LOCAL 0']);
  });

  test('a method of a trait is several functions, and its line has as many places', () => {
    const compiled = compileText(
      text(
        'trait Show {',
        '  fun show(self: ref<Self>) -> i32 {',
        '    return 1;',
        '  }',
        '}',
        'type A { }',
        'type B { }',
        'impl Show for A { }',
        'impl Show for B { }',
      ),
    );
    expect(compiled.debug.functions.map(({ name }) => name)).toEqual([
      '__start__',
      'A.Show::show',
      'A.show',
      'B.Show::show',
      'B.show',
    ]);
    expect(compiled.sourceMap.entries.filter(({ sourceLine }) => sourceLine === 3)).toHaveLength(4);
  });

  test('entries are in the order of addresses, and each has its part in the second block', () => {
    const { sourceMap, debug } = compileText('fun f(a) { return a + 1; } print(f(1), f(f(2)));');
    const addresses = sourceMap.entries.map(({ bytecodeAddress }) => bytecodeAddress);
    expect(addresses).toEqual(addresses.toSorted((a, b) => a - b));
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(debug.statements).toHaveLength(sourceMap.entries.length);
  });
});

describe('parts of statements', () => {
  const compiled = compileText(
    text(
      'fun f(a, b) {',
      '  return a + (b /',
      '    a);',
      '}',
      'val xs = [1];',
      'print(f(xs[',
      '  0], 2), xs.size());',
    ),
  );

  test('an operator that fails is found at its own operands', () => {
    expect(placeOf(compiled, 'DIV')).toBe('2:15-3:6');
    expect(placeOf(compiled, 'ADD')).toBe('2:10-3:7');
  });

  test('so are calls, elements and members', () => {
    expect(placeOf(compiled, 'GET_INDEX')).toBe('6:9-7:5');
    expect(placeOf(compiled, 'CALL f/2')).toBe('6:7-7:9');
    expect(placeOf(compiled, 'INVOKE_MEMBER size/0')).toBe('7:11-7:20');
  });

  test('an argument that is left out belongs to the declaration', () => {
    const defaults = compileText(text('fun f(a = 1 / 0) => a;', 'f();'));
    expect(placeOf(defaults, 'DIV')).toBe('1:11-1:16');
    expect(placeOf(defaults, 'CALL f/1')).toBe('2:1-2:4');
  });
});

describe('functions and variables', () => {
  test('functions by the names that people write, with their ranges', () => {
    const compiled = compileText(
      'type A { fun m(self: ref<Self>) => 1; } fun f() => 2; fun g(x: i32) -> i32 = native;',
    );
    const sizes = compiled.module.functions.map(({ code }) => code.length);
    let start = 0;
    const ranges = sizes.map(size => ({ start, end: (start += size) }));
    expect(compiled.debug.functions).toMatchObject([
      { name: '__start__', index: 0, ...ranges[0], artificial: false },
      { name: 'A.m', index: 1, ...ranges[1], artificial: false },
      { name: 'f', index: 2, ...ranges[2], artificial: false },
      { name: 'g', index: 3, ...ranges[3], artificial: true },
    ]);
  });

  test('parameters live as long as the function, locals from their first value to the end of the block', () => {
    const compiled = compileText('fun f(n) { val a = n; { val b = 2; print(b); } { val c = 3; } return a; }');
    // a is stored at 3..6 and dropped at 6; b likewise at 12 and 15.
    expect(localsOf(compiled, 'f')).toEqual(['n@0 0–36', 'a@1 7–36', 'b@2 16–23']);
  });

  test('one that hides another comes behind it', () => {
    const compiled = compileText('fun f(x) { { val x = 2; print(x); } }');
    expect(functionNamed(compiled, 'f').locals.map(({ name, slot }) => `${name}@${slot}`)).toEqual([
      'x@0',
      'x@1',
    ]);
  });

  test('names of loops and cases live inside them', () => {
    const compiled = compileText(
      text(
        'type R = Ok(v: i32) | Err(v: i32);',
        'fun f(r: R) {',
        '  loop i = 0 { print(i); }',
        '  switch (r) { case Ok(v) { print(v); } case Err(v) { print(v); } }',
        '}',
      ),
    );
    const locals = functionNamed(compiled, 'f').locals;
    expect(locals.map(({ name, slot }) => `${name}@${slot}`)).toEqual(['r@0', 'i@1', 'v@2', 'v@3']);
    const [first, second] = locals.filter(({ name }) => name === 'v');
    expect(first!.to).toBeLessThan(second!.from);
  });

  test('a receiver that nobody wrote is there too', () => {
    const compiled = compileText('type P { x: i32; fun get(n: i32) => x; }');
    expect(functionNamed(compiled, 'P.get').locals).toMatchObject([
      { name: 'self', slot: 0, type: 'P', parameter: true },
      { name: 'n', slot: 1, type: 'i32', parameter: true },
    ]);
  });

  test('Self is the type that the method belongs to', () => {
    const compiled = compileText('type P { fun get(self: ref<Self>) => 1; }');
    expect(functionNamed(compiled, 'P.get').locals).toMatchObject([{ name: 'self', type: 'ref<P>' }]);
  });

  test('globals by name and number', () => {
    const { debug } = compileText('val a = 1; val (b, ...c) = (1, 2); fun f() { val d = 1; }');
    expect(debug.globals).toMatchObject([
      { name: 'a', index: 0, type: 'i32' },
      { name: 'b', index: 1 },
      { name: 'c', index: 2 },
    ]);
  });

  test('slots that the original shares have both names', () => {
    const compatible: TextOptions = { upstreamCompatible: true };
    const compiled = compileText('fun f() { val x = 1; { val x = 2; val y = 3; print(x); } }', compatible);
    expect(functionNamed(compiled, 'f').locals.map(({ name, slot }) => `${name}@${slot}`)).toEqual([
      'x@0',
      'x@1',
      'y@1',
    ]);
  });

  test('where the module comes from', () => {
    const { debug, sourceMap, module } = compileText('print(1);');
    expect(debug).toMatchObject({
      compileUnitName: 'main',
      sourcePath: '/main.ng',
      sourceHash: module.sourceHash,
    });
    expect(sourceMap.compileUnitName).toBe('main');
    expect(new Set(sourceMap.entries.map(({ sourceFile }) => sourceFile))).toEqual(new Set(['/main.ng']));
  });

  test('a body that another module brings along is found in that module', () => {
    const libraries = {
      lib: text('module lib exports *;', 'trait Show {', '  fun show(self: ref<Self>) => 1;', '}'),
    };
    const compiled = compileText('import lib (Show); type T { } impl Show for T { }', { libraries });
    expect(compiled.sourceMap.entries).toMatchObject([
      { sourceFile: '/lib.ng', sourceLine: 3 },
      { sourceFile: '/lib.ng', sourceLine: 3 },
    ]);
  });
});
