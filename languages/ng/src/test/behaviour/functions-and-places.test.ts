// Functions, loops, names and their order, references, moves.

import { describe, expect, it } from 'vitest';
import { fails, outcome, prints, runtimeError, typeError } from './behaving.js';

prints('functions', [
  ['need no types', 'fun add(a, b) => a + b; print(add("x", "y"));', 'xy'],
  [
    'fill in defaults',
    'fun f(a: i32, b: i32 = 2, c: string = "z") { print(a, b, c); } f(1); f(1, 5, "q");',
    '1, 2, z\n1, 5, q',
  ],
  [
    'evaluate defaults at each call',
    'fun g() -> i32 { print("g"); return 7; } fun f(a: i32 = g()) { print(a); } f(); f(1);',
    'g\n7\n1',
  ],
  ['give unit without a return', 'fun f() { } print(f());', 'unit'],
  ['may be an expression', 'fun f(x: i32) -> i32 = x * 2; print(f(4));', '8'],
  [
    'may call one another',
    `fun even(n: i32) -> bool { if (n == 0) { return true; } return odd(n - 1); }
     fun odd(n: i32) -> bool { if (n == 0) { return false; } return even(n - 1); }
     print(even(10), odd(4));`,
    'true, false',
  ],
  [
    'evaluate arguments from the left',
    'fun t(x: i32) -> i32 { print(x); return x; } print(t(1) - t(2));',
    '1\n2\n-1',
  ],
  [
    'begin again with next',
    'fun sum(n: i32, acc: i32) -> i32 { if (n == 0) { return acc; } next n - 1, acc + n; } print(sum(1000, 0));',
    '500500',
  ],
  ['return wider numbers', 'fun f(x: i32) -> i64 => x; print(f(3));', '3'],
  ['run main behind the top level', 'fun main() { print("main"); } print("top");', 'top\nmain'],
]);

prints('the top level', [
  [
    'has its values before its statements',
    'print("a"); fun f() -> i32 { print("f"); return 1; } val x = f(); print(x);',
    'f\na\n1',
  ],
  ['is left by return', 'print("a"); return; print("b");', 'a'],
  ['may be changed by functions', 'val n = 0; fun inc() { n := n + 1; } inc(); inc(); print(n);', '2'],
  ['may be hidden in a block', 'val x = 1; { val x = 2; print(x); } print(x);', '2\n1'],
]);

prints('loops', [
  ['run once without next', 'loop { print("once"); }', 'once'],
  ['go on with next', 'loop i = 0, acc = 0 { if (i < 5) { next i + 1, acc + i; } print(acc); }', '10'],
  [
    'nest',
    'loop i = 0 { if (i < 2) { loop j = 0 { if (j < 2) { print(i, j); next j + 1; } } next i + 1; } }',
    '0, 0\n0, 1\n1, 0\n1, 1',
  ],
  [
    'are left by return',
    'fun f() -> i32 { loop i = 0 { if (i > 5) { return i; } next i + 1; } } print(f());',
    '6',
  ],
]);

fails('functions', [
  [
    'take so many arguments',
    'fun f(a: i32, b: i32) -> i32 => a; print(f(1));',
    typeError('Invalid argument types for function: fun (i32, i32) -> i32', '1:46'),
  ],
  [
    'take these types',
    'fun f(a: u8) -> u8 => a; print(f(5));',
    typeError('Invalid argument types for function: fun (u8) -> u8', '1:36'),
  ],
  [
    'learn their types from the first call',
    'fun f(x) { print(x); }\nf(1);\nf("a");',
    typeError('Invalid argument types for function: fun (i32) -> [untyped]', '3:7'),
  ],
  [
    'return what they declare',
    'fun f() -> i32 { return "a"; }',
    typeError('Return Type Mismatch: string to i32', '1:1'),
  ],
  ['return something', 'fun f() -> i32 { }', typeError('Return Type Mismatch: unit to i32', '1:1')],
  [
    'return one type',
    'fun f(x: i32) { if (x > 0) { return 1; } return "a"; }',
    typeError('Mismatched return types in compound statement: i32, string', '1:17'),
  ],
  [
    'return one type from both branches',
    'fun f(x: i32) { if (x > 0) { return 1; } else { return "a"; } }',
    typeError('Mismatched return types in if-else branches: i32, string'),
  ],
  ['are not values', 'fun f() { } print(f);', runtimeError('Unknown identifier: f')],
  ['must exist', 'print(nowhere(1));', typeError('Unknown type for object: nowhere')],
  [
    'do not see later values',
    'fun f() -> i32 => later; val later = 5;',
    typeError('Unknown type for object: later'),
  ],
  ['do not see later types', 'fun f(p: ref<P>) { } type P { x: i32; }', typeError('Unknown type: P')],
  [
    'have defaults of their types',
    'fun f(a: i32 = "x") { }',
    typeError('Invalid default value for type: i32'),
  ],
  [
    'want values for what has no default',
    'fun f(a: i32 = 1, b: i32) { } f(5);',
    runtimeError('Missing argument and no default value for param b'),
  ],
]);

fails('statements', [
  [
    'test truth values',
    'val a = 3;\nif (a + 1) { }',
    typeError('Condition expression must be boolean: a+1', '2:9'),
  ],
  [
    'go on with so many values',
    'loop i = 0 { if (i < 3) { next i + 1, 2; } }',
    typeError('Next statement argument count mismatch: 2 to 1', '1:32'),
  ],
  [
    'go on with these types',
    'loop i = 0 { if (i < 3) { next "a"; } }',
    typeError('Next statement argument type mismatch: string to i32', '1:32'),
  ],
  ['declare matching types', 'val x: string = 5;', typeError('Value Define Type Mismatch: i32 to string')],
  [
    'assign matching types',
    'val x = 1;\nx := "a";',
    typeError('Invalid assignment type: string to i32', '2:6'),
  ],
  ['name known types', 'val x: Nowhere = 5;', typeError('Unknown type: Nowhere')],
]);

prints('references', [
  ['reach values', 'val x = 1; val r = ref x; *r := 5; print(x, *r);', '5, 5'],
  ['reach fields', 'type P { x: i32; } val p = new P { x: 1 }; val r = ref p.x; *r := 4; print(p.x);', '4'],
  ['are passed', 'fun set(r: ref<i32>, v: i32) { *r := v; } val x = 1; set(ref x, 9); print(x);', '9'],
  ['outlive their function', 'fun f() -> ref<i32> { val x = 5; return ref x; } val r = f(); print(*r);', '5'],
  [
    'swap',
    'fun swap<T>(a: ref<T>, b: ref<T>) { val t = move *a; *a := move *b; *b := move t; } val x = 1; val y = 2; swap(ref x, ref y); print(x, y);',
    '2, 1',
  ],
  ['let go of moved values', 'val s = "a"; val t = move s; s := "b"; print(s, t);', 'b, a'],
]);

fails('references', [
  ['reach places only', 'val r = ref 5;', typeError('Reference operator requires an lvalue.')],
  [
    'do not reach references',
    'val x = 1; val r = ref x; val s = ref r;',
    typeError('Reference operator cannot take a reference value.'),
  ],
  [
    'are followed only when they are',
    'val x = 5; print(*x);',
    typeError('Cannot dereference non-reference type: i32'),
  ],
  [
    'keep from moving',
    'val x = 5; val r = ref x;\nval y = move x;',
    typeError('Cannot move borrowed place: x conflicts with active ref x', '2:14'),
  ],
  [
    'keep from assigning',
    'val x = 5; val r = ref x;\nx := 6;',
    typeError('Cannot assign borrowed place: x conflicts with active ref x', '2:6'),
  ],
]);

fails('moved values', [
  ['are gone', 'val x = 5; val y = move x;\nprint(x);', typeError('Use after move: x', '2:8')],
  [
    'are gone if they may be',
    'val x = 5; if (x > 1) { val y = move x; }\nprint(x);',
    typeError('Use after move: x', '2:8'),
  ],
  [
    'are gone as fields',
    'type P { x: i32; } val p = new P { x: 1 }; val y = move p.x;\nprint(p.x);',
    typeError('Use after move: p.x', '2:9'),
  ],
  [
    'are missed when the program runs, too',
    'val s = "a"; fun f() -> string { return move s; } print(f()); print(f());',
    `a\n${runtimeError('Use after move')}`,
  ],
]);

describe('what the original has no code for', () => {
  it.each(['1 != 2', '1 <= 2', '2 >= 1', 'true && true', 'false || true'])('works here: %s', async text => {
    expect(await outcome(`print(${text});`, false)).toEqual({ stdout: 'true\n', code: 0 });
    expect(await outcome(`print(${text});`, true)).toEqual({
      stdout: 'Runtime error: Binary op not implemented at 0:0\n',
      code: 255,
    });
  });
});
