import { expect, test } from 'vitest';
import { disassembleFunction } from '../format/disassemble.js';
import type { LoadedModule } from '../linker/loaded-module.js';
import { compileProgram } from '../compile.js';

const compile = (
  files: Readonly<Record<string, string>>,
  upstreamCompatible = false,
): readonly LoadedModule[] =>
  compileProgram('/main.ng', { upstreamCompatible }, undefined, path => {
    const text = files[path.slice(1)];
    return text === undefined ? undefined : Buffer.from(text);
  }).modules;

const main = (text: string, upstreamCompatible = false): LoadedModule =>
  compile({ 'main.ng': text }, upstreamCompatible)[0]!;

const shownFunctions = ({ debug }: LoadedModule): readonly string[] =>
  debug!.functions.map(({ name }) => name);

test('a generic function has code for each of the types it is used with', () => {
  const program = main(
    'fun<T> pick(a: T, b: T) -> T {\n return a; }\nprint(pick(1, 2), pick("a", "b"), pick(3, 4));',
  );
  expect(shownFunctions(program)).toEqual(['__start__', 'pick<i32>', 'pick<string>']);
  expect(program.module.functions.map(({ name }) => name).slice(1)).toEqual([
    '$NG2:v11:F4:main4:pick1:13:i32',
    '$NG2:v11:F4:main4:pick1:16:string',
  ]);
  expect(disassembleFunction(program.module, 0)).toMatch(
    /CALL pick<i32>\/2[^]*CALL pick<string>\/2[^]*CALL pick<i32>\/2/,
  );
  const places = program.sourceMap!.entries.filter(({ sourceLine }) => sourceLine === 2);
  expect(places.filter((_, at) => program.debug!.statements[at] !== undefined)).toHaveLength(2);
});

test('instances that instances need follow them', () => {
  const program = main(
    'fun<T> inner(a: T) -> T { return a; } fun<T> outer(a: T) -> T { return inner(a); } print(outer(1));',
  );
  expect(shownFunctions(program)).toEqual(['__start__', 'outer<i32>', 'inner<i32>']);
});

test('a local of an instance has the type it has there', () => {
  const program = main('fun<T> wrap(a: T) -> T { val b = a; return b; } print(wrap("x"));');
  const [, wrap] = program.debug!.functions;
  expect(wrap!.locals).toMatchObject([
    { name: 'a', type: 'string' },
    { name: 'b', type: 'string' },
  ]);
});

test('a generic function of another module has its code here, and its lines there', () => {
  const [program] = compile({
    'main.ng': 'import lib (pick);\nprint(pick(1));',
    'lib.ng':
      'module lib exports *;\nfun helper(n: i32) -> i32 { return n; }\nfun<T> pick(a: T) -> T { helper(1); return a; }',
  });
  expect(shownFunctions(program!)).toEqual(['__start__', 'pick<i32>']);
  expect(disassembleFunction(program!.module, 1)).toMatch('CALL_IMPORT lib.helper/1');
  expect(program!.sourceMap!.entries.at(-1)).toMatchObject({ sourceFile: '/lib.ng', sourceLine: 3 });
});

test('and, or of truth values need no conversion', () => {
  expect(
    disassembleFunction(main('fun f(a: bool, b: bool) -> bool { return a && b; }').module, 1),
  ).not.toMatch('NOT');
});
