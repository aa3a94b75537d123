import { nameScope, typeId, type VisibleName } from '@sonde/engine';
import { describe, expect, test } from 'vitest';
import { showInstruction } from '../format/disassemble.js';
import { instructionsOf } from '../format/instructions.js';
import { link } from '../linker/link.js';
import type { ProgramImage } from '../../runtime/image.js';
import { compileProgram } from '../compile.js';
import { parseExpression } from '../parser/parser.js';
import { SourceProblem } from '../source.js';
import { compileFragment, type CompiledFragment } from './fragment.js';

const source = `import lib (twice);
type P { x: i32; y: i32; fun sum(self: ref<Self>) -> i32 { return self.x; } fun bare(n: i32) -> i32 { return x; } }
type R = Ok(v: i32) | None;
fun add(a: i32, b: i32) -> i32 { return a + b; }
fun inc(a: i32) -> i32 { return a + 1; }
fun<T> pick(a: T) -> T { return a; }
fun<T> same(a: T) -> T { return a; }
val total = 10;
val p = new P { x: 1, y: 2 };
print(pick(1), same(1), same("a"), twice(total));`;

const files: Readonly<Record<string, string>> = {
  '/main.ng': source,
  '/lib.ng': 'module lib exports *; val own = 1; fun twice(n: i32) -> i32 { return n + n; }',
};

const image: ProgramImage = link(
  compileProgram('/main.ng', { upstreamCompatible: false }, undefined, path => {
    const text = files[path];
    return text === undefined ? undefined : Buffer.from(text);
  }).modules,
  { upstreamCompatible: false },
).image;

const any = typeId(0);
const slot = (name: string, at: number): VisibleName => ({
  name,
  type: any,
  place: { kind: 'slot', slot: at },
  kind: 'local',
});
const global = (name: string, index: number): VisibleName => ({
  name,
  type: any,
  place: { kind: 'global', index },
  kind: 'global',
});
const names = [
  slot('count', 0),
  slot('xs', 1),
  slot('r', 2),
  slot('f', 3),
  global('total', 0),
  global('p', 1),
];

function compile(text: string, visible = names, module = 0): CompiledFragment {
  const scope = nameScope(visible);
  return compileFragment(parseExpression(text), {
    image,
    module,
    lookup: name => scope.lookup(name),
    names: () => [...scope.all()].map(({ name }) => name),
  });
}

function shown(code: Uint8Array | undefined, { strings, module }: CompiledFragment): readonly string[] {
  const own = image.modules[module]!.module;
  const withMore = { ...own, strings: [...own.strings, ...strings] };
  return [...instructionsOf(code ?? new Uint8Array())].map(instruction =>
    showInstruction(instruction, withMore),
  );
}

const codeOf = (text: string, visible?: readonly VisibleName[]): readonly string[] => {
  const fragment = compile(text, visible === undefined ? undefined : [...visible]);
  return shown(fragment.code, fragment);
};

const placeOf = (text: string, visible?: readonly VisibleName[]): readonly string[] | undefined => {
  const fragment = compile(text, visible === undefined ? undefined : [...visible]);
  return fragment.place === undefined ? undefined : shown(fragment.place, fragment);
};

function problemOf(text: string): SourceProblem {
  try {
    compile(text);
  } catch (error) {
    if (error instanceof SourceProblem) return error;
    throw error;
  }
  throw new Error('nothing was wrong with it');
}

describe('an expression', () => {
  test('reads locals and globals', () => {
    expect(codeOf('count + total')).toEqual(['LOAD_LOCAL 0', 'LOAD_GLOBAL 0', 'ADD', 'RETURN']);
  });

  test('numbers globals over all modules, as the machine does for expressions', () => {
    const base = image.modules[1]!.globalBase;
    expect(base).toBeGreaterThan(0);
    const fragment = compile('own', [global('own', base)], 1);
    expect(shown(fragment.code, fragment)).toEqual([`LOAD_GLOBAL ${base}`, 'RETURN']);
  });

  test('calls functions of the module, of other modules and of the machine', () => {
    expect(codeOf('add(1, count)')).toEqual(['PUSH_I32 1', 'LOAD_LOCAL 0', 'CALL add/2', 'RETURN']);
    expect(codeOf('twice(1)')).toEqual(['PUSH_I32 1', 'CALL_IMPORT lib.twice/1', 'RETURN']);
    expect(codeOf('lib.twice(1)')).toEqual(['PUSH_I32 1', 'CALL_IMPORT lib.twice/1', 'RETURN']);
    expect(codeOf('len("abc")')).toEqual(['LOAD_STR "abc"', 'NATIVE_CALL len/1', 'RETURN']);
    expect(codeOf('count |> inc')).toEqual(['LOAD_LOCAL 0', 'CALL inc/1', 'RETURN']);
  });

  test('calls instances of generic functions when it is clear which', () => {
    expect(codeOf('pick(1)')).toEqual(['PUSH_I32 1', 'CALL pick<i32>/1', 'RETURN']);
    expect(codeOf('same<string>("b")')).toEqual(['LOAD_STR "b"', 'CALL same<string>/1', 'RETURN']);
    expect(problemOf('same(1)').text).toMatch('same is generic');
    expect(problemOf('same(1)').hint).toBe('Write same<i32> or same<string>.');
  });

  test('makes records and variants, asks members and methods', () => {
    expect(codeOf('new P { x: 1 }')).toEqual(['PUSH_I32 1', 'PUSH_UNIT', 'NEW_OBJECT P/2', 'RETURN']);
    expect(codeOf('Ok(1)')).toEqual(['PUSH_I32 1', 'CONSTRUCT_TAGGED R.Ok/1', 'RETURN']);
    expect(codeOf('p.sum()')).toEqual(['LOAD_GLOBAL 1', 'INVOKE_MEMBER sum/0', 'RETURN']);
    expect(codeOf('p.x')).toEqual(['LOAD_GLOBAL 1', 'INVOKE_MEMBER x/0', 'RETURN']);
  });

  test('goes over sequences and takes parts of them', () => {
    expect(codeOf('[inc(xs)...]')).toEqual(['LOAD_LOCAL 1', 'FOLD_MAP_CALL inc', 'RETURN']);
    expect(codeOf('add(0, xs...)')).toEqual(['PUSH_I32 0', 'LOAD_LOCAL 1', 'FOLD_LEFT_CALL add', 'RETURN']);
    expect(codeOf('xs[1..]')).toEqual([
      'LOAD_LOCAL 1',
      'PUSH_I32 1',
      'PUSH_I32 2147483647',
      'SLICE_RANGE',
      'RETURN',
    ]);
  });

  test('never uses a slot of the program for itself', () => {
    expect(codeOf('add(...(1, 2))')).toEqual(['PUSH_I32 1', 'PUSH_I32 2', 'CALL add/2', 'RETURN']);
    expect(problemOf('add(...xs)').text).toMatch('spread call arguments');
  });

  test('sees the fields of a receiver that nobody wrote', () => {
    const self: VisibleName = { ...slot('self', 0), type: image.typeIds.get('P')! };
    expect(codeOf('y', [self])).toEqual(['LOAD_LOCAL 0', 'GET_PROPERTY 1', 'RETURN']);
    expect(placeOf('y', [self])).toEqual(['MAKE_LOCAL_REF 0', 'MAKE_PROPERTY_REF 1', 'RETURN']);
    expect(codeOf('sum()', [self])).toEqual(['LOAD_LOCAL 0', 'INVOKE_MEMBER sum/0', 'RETURN']);
  });

  test('uses each text once, behind those of the module', () => {
    const { strings } = compile('"new" == "new"');
    expect(strings).toEqual(['new']);
  });
});

describe('a place', () => {
  test('is what a name, a member, an element or a reference stands for', () => {
    expect(placeOf('count')).toEqual(['MAKE_LOCAL_REF 0', 'RETURN']);
    expect(placeOf('total')).toEqual(['MAKE_GLOBAL_REF 0', 'RETURN']);
    expect(placeOf('p.x')).toEqual(['MAKE_GLOBAL_REF 1', 'MAKE_PROPERTY_STR_REF x', 'RETURN']);
    expect(placeOf('xs[count]')).toEqual(['MAKE_LOCAL_REF 1', 'LOAD_LOCAL 0', 'MAKE_INDEX_REF', 'RETURN']);
    expect(placeOf('*r')).toEqual(['LOAD_LOCAL 2', 'RETURN']);
    expect(placeOf('(*r).y')).toEqual(['LOAD_LOCAL 2', 'MAKE_PROPERTY_STR_REF y', 'RETURN']);
  });

  test.each(['1', 'count + 1', 'p.sum()', 'add(1, 2)', 'add(1, 2).x', 'xs[0..1]', 'lib.twice(1)'])(
    '%s is none',
    text => {
      expect(placeOf(text)).toBeUndefined();
    },
  );
});

describe('whether it changes something', () => {
  test.each([
    'count := 1',
    'p.x := 1',
    'xs[0] := 1',
    '*r := 1',
    'move count',
    'print(1)',
    '1 |> print',
    'add(1, total := 2)',
  ])('%s does', text => {
    expect(compile(text).changes).toBe(true);
  });

  test.each(['count', 'add(1, 2)', 'p.sum()', 'new P { x: 1 }', '[inc(xs)...]'])(
    '%s does not say so',
    text => {
      expect(compile(text).changes).toBe(false);
    },
  );

  test('an assignment writes and keeps the value', () => {
    // Through a reference: the machine checks what a debugger stores that way.
    expect(codeOf('count := 1')).toEqual(['MAKE_LOCAL_REF 0', 'PUSH_I32 1', 'STORE_REF', 'RETURN']);
    expect(codeOf('p.x := 1')).toEqual([
      'MAKE_GLOBAL_REF 1',
      'MAKE_PROPERTY_STR_REF x',
      'PUSH_I32 1',
      'STORE_REF',
      'RETURN',
    ]);
  });
});

describe('what is wrong with it', () => {
  test.each([
    ['1 + cuont', 'Unknown identifier: cuont', 5, 'Did you mean count?'],
    ['ad(1, 2)', 'Unknown function: ad', 1, 'Did you mean add?'],
    ['zebra', 'Unknown identifier: zebra', 1, 'Nothing here is called zebra.'],
    ['totl := 1', 'Unknown assignment target: totl', 1, 'Did you mean total?'],
  ])('%s', (text, message, column, hint) => {
    const problem = problemOf(text);
    expect(problem.text).toBe(message);
    expect(problem.at.column).toBe(column);
    expect(problem.hint).toBe(hint);
  });

  test('too few arguments', () => {
    expect(problemOf('add(1)').text).toBe('add takes 2 arguments, not 1');
  });
});
