// Modules, constants, and texts that are no programs.

import { describe, expect, it } from 'vitest';
import { fails, outcome, parseError, prints, runtimeError, typeError } from './behaving.js';

const common = {
  'common.ng':
    'module common exports *; fun twice(x: i32) -> i32 => x * 2; fun broken(x: i32) -> i32 => 1 / x;',
};

prints('modules', [
  ['give all names', 'import common (*); print(twice(4));', '8', common],
  ['give some names', 'import common (twice); print(twice(5));', '10', common],
  ['keep their names', 'import common; print(common.twice(6));', '12', common],
  ['have other names', 'import common as s; print(s.twice(7));', '14', common],
  [
    'give types',
    'import kinds (*); val p = new P { x: 3 }; print(p.dbl());',
    '6',
    {
      'kinds.ng': 'module kinds exports *; type P { x: i32; fun dbl(self: ref<Self>) -> i32 => self.x * 2; }',
    },
  ],
  [
    'fill in defaults only for themselves',
    'import filling (*); both(); show(3);',
    '1, 5\n3, unit',
    {
      'filling.ng':
        'module filling exports *; fun show(a: i32, b: i32 = 5) { print(a, b); } fun both() { show(1); }',
    },
  ],
  ['of natives are there already', 'import std.string (toUpper); print(toUpper("a"), len("abc"));', 'A, 3'],
  [
    'have lists',
    `import std.list (*); val xs = listof("a", "b"); pushBack(ref xs, "c"); append(ref xs, "d");
     print(xs.size(), xs.get(3), get(ref xs, 0)); print([...xs]);`,
    '4, d, a\n[a, b, c, d]',
  ],
]);

fails('modules', [
  ['must be there', 'import nowhere (*);', runtimeError('Module not found: nowhere.ng')],
  [
    'give only what is asked for',
    'import common (twice); print(broken(1));',
    typeError('Unknown type for object: broken'),
    common,
  ],
  [
    'may have mistakes',
    'import common (*); print("a"); print(broken(0));',
    `a\n${runtimeError('Division by zero')}`,
    common,
  ],
  [
    'are named as their files',
    'import common (*);',
    parseError('Invalid module name for module: other, expected: common', '1:14'),
    { 'common.ng': 'module other exports *;' },
  ],
  [
    'are read before their importers',
    'import common (*); nonsense();',
    typeError('Return Type Mismatch: string to i32', '1:26'),
    { 'common.ng': 'module common exports *; fun f() -> i32 => "a";' },
  ],
  [
    'give types too late for signatures',
    'import kinds (*); fun f(p: ref<P>) { }',
    typeError('Unknown type: P'),
    { 'kinds.ng': 'module kinds exports *; type P { x: i32; }' },
  ],
  [
    'have lists that end',
    'import std.list (*); val xs = listof(1); print(xs.get(4));',
    runtimeError('Assertion Failed'),
  ],
]);

describe('a module with a state of its own', () => {
  const state = { 'state.ng': 'module state exports *; val n = 41; fun get() -> i32 => n; print("state");' };
  const program = 'import state (*); val mine = 7; print(get());';

  it('is initialised before it is used', async () => {
    expect(await outcome(program, false, state)).toEqual({ stdout: 'state\n41\n', code: 0 });
  });

  it('is not in the original, which takes the importer’s', async () => {
    expect(await outcome(program, true, state)).toEqual({ stdout: '7\n', code: 0 });
  });
});

prints('constants', [
  ['choose', 'const if (true) { print("a"); } else { print("b"); }', 'a'],
  [
    'ask about types',
    'fun f<T>(x: T) { const if (is_ref<T>) { print("ref"); } else { print("value"); } } val n = 1; f(n); f(ref n);',
    'value\nref',
  ],
  [
    'are specialised',
    'const is_text<T>: bool = false; const<> is_text<string>: bool = true; const if (is_text<string>) { print("text"); } const if (!is_text<i32>) { print("number"); }',
    'text\nnumber',
  ],
  [
    'count tuples',
    'const if (tuple_size<(i32, bool)> == 2) { print("two"); } const if (is_tuple<i32>) { print("no"); } else { print("yes"); }',
    'two\nyes',
  ],
  [
    'are computed',
    'const fun fact(n: i32) -> i32 { if (n == 0) { return 1; } return n * fact(n - 1); } const if (fact(5) == 120) { print("120"); } print(fact(4));',
    '120\n24',
  ],
]);

fails('constants', [
  [
    'are conditions',
    'const fun big(n: i32) -> bool => n > 10; fun f<const N: i32>() -> unit where big(N) { }\nf<4>();',
    typeError('Where predicate is not satisfied: big(N)', '2:7'),
  ],
]);

const nonsense: readonly (readonly [string, string, string])[] = [
  ['a missing semicolon', 'val x = 1\nprint(x);', parseError('Unexpected token print', '2:1')],
  ['a missing parenthesis', 'print((1 + 2);', parseError('Unexpected token ;', '1:14')],
  ['a missing brace', 'fun f() { print(1);', parseError('Unexpected end of file', '0:0')],
  ['a missing value', 'val x = ;', parseError('Unexpected primary expression: ;', '1:9')],
  [
    '`=` for an assignment',
    'val x = 1;\nx = 2;',
    parseError('Invalid use of binding operator `=` in expression.', '2:3'),
  ],
  [
    'a place that is none',
    '1 := 2;',
    parseError('Unexpected expression, expect identifier to assign', '1:3'),
  ],
  ['a dot and nothing', 'val p = 5;\nprint(p.);', parseError("Expect identifier after '.'", '2:9')],
  ['operators without a space', 'val x = 3; print(x*-1);', 'Error: Unknown operator: *-'],
  ['a reserved word', 'val class = 1;', 'Error: You are using a reserved token: class'],
  ['a loop that does not exist', 'while (true) { }', 'Error: You are using a reserved token: while'],
];
fails('nonsense is refused', nonsense);
