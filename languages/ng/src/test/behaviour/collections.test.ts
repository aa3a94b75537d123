// Arrays, tuples, ranges, spans; maps, filters and folds over them.

import { fails, prints, runtimeError, typeError } from './behaving.js';

prints('arrays', [
  ['are shown', 'print([1, 2], [], [[1], []], ["a"]);', '[1, 2], [], [[1], []], [a]'],
  ['are copied', 'val a = [1, 2]; val b = a; b[0] := 9; print(a, b);', '[1, 2], [9, 2]'],
  [
    'are copied for functions',
    'fun change(x: vector<i32>) { x[0] := 9; print(x); } val a = [1]; change(a); print(a);',
    '[9]\n[1]',
  ],
  ['grow into new ones', 'val a = [1]; val b = a << 2; print(a, b, b.size());', '[1], [1, 2], 2'],
  ['are counted from both ends', 'val a = [1, 2, 3]; print(a[0], a[^1], a.get(1));', '1, 3, 2'],
  ['nest', 'val m = [[1, 2], [3, 4]]; m[0][1] := 9; print(m, m[1][0]);', '[[1, 9], [3, 4]], 3'],
  ['are spread', 'val a = [1, 2]; print([0, ...a, ...(5..7)]);', '[0, 1, 2, 5, 6]'],
  ['are turned round', 'print(reverse([1, 2, 3]), len([4, 5]));', '[3, 2, 1], 2'],
  ['are taken apart', 'val [a, b] = [1, 2, 3]; print(a, b);', '1, 2'],
  ['lend their elements', 'val a = [1, 2]; val r = ref a[1]; *r := 7; print(a);', '[1, 7]'],
]);

fails('arrays', [
  ['have no element behind the last', 'val a = [1]; print(a[1]);', runtimeError('Index out of bounds: 1')],
  ['have no element before the first', 'val a = [1]; print(a[-1]);', runtimeError('Index out of bounds: -1')],
  [
    'have no element that far from the end',
    'val a = [1]; print(a[^2]);',
    runtimeError('Index out of bounds: ^2'),
  ],
  ['hold one type', 'print([1, "a"]);', typeError('Mismatched element type in array literal: i32, string')],
  [
    'grow by their own type',
    'val a = [1]; a := a << "x";',
    typeError('Invalid element type for array push: string', '1:24'),
  ],
  ['are not compared', 'print([1] == [1]);', typeError('Unsupported operator for vector types', '1:14')],
  [
    'keep their type',
    'val a = [1]; a[0] := "x";',
    typeError('Invalid value type for vector assignment: string'),
  ],
  [
    'of a fixed length have that length',
    'val a: array<i32, 3> = [1, 2];',
    typeError('Array literal length mismatch: expected 3, got 2', '1:30'),
  ],
]);

prints('slices and ranges', [
  [
    'are spans of arrays',
    'val a = [1, 2, 3, 4]; print(a[1..3], a[..2], a[2..], a[1..=2], a[^2..]);',
    'span[2, 3], span[1, 2], span[3, 4], span[2, 3], span[3, 4]',
  ],
  ['stay inside', 'val a = [1, 2]; print(a[1..99], a[7..9], a[2..1]);', 'span[2], span[], span[]'],
  ['of spans', 'val s = [1, 2, 3][0..3]; print(s[1..], s.size(), s[0]);', 'span[2, 3], 3, 1'],
  [
    'run up and down',
    'print(0..3, 0..=3, 3..0, 1..1);',
    'Range(0, 1, 2), Range(0, 1, 2, 3), Range(3, 2, 1), Range()',
  ],
  ['know their size', 'val r = 2..5; print(r.size(), r[1], r.get(2), [...r]);', '3, 3, 4, [2, 3, 4]'],
  ['of a tuple are tuples', 'val t = (1, "a", true); print(t[1..], t[0..2]);', '(a, true), (1, a)'],
]);

fails('slices and ranges', [
  ['end where they end', 'val r = 0..3; print(r[5]);', runtimeError('Index out of bounds: 5')],
  ['begin inside', 'val a = [1]; print(a[^4..]);', runtimeError('slice range from-end bound out of range')],
  [
    'have two ends',
    'print(1..);',
    typeError('Open range expressions are only supported inside index access', '1:10'),
  ],
]);

prints('tuples', [
  ['hold anything', 'val t = (1, "a", [2]); print(t, t.0, t[1], t.size);', '(1, a, [2]), 1, a, 3'],
  ['are taken apart', 'val (a, ...rest) = (1, "b", true); print(a, rest);', '1, (b, true)'],
  ['are spread', 'val t = (1, "a"); print(...t); print((0, ...t));', '1, a\n(0, 1, a)'],
  [
    'are spread into arguments',
    'fun f(a: i32, b: string) { print(b, a); } val t = (1, "x"); f(...t);',
    'x, 1',
  ],
  ['are changed', 'val t = (1, "a"); t.0 := 5; t[1] := "z"; print(t);', '(5, z)'],
  ['of one', 'print((1,));', '(1)'],
  ['read 1.0 as a fraction', 'val t = (1, (2, 3)); print(t.1.0);', '(2, 3)'],
]);

fails('tuples', [
  [
    'have so many items',
    'val t = (1, 2); print(t.5);',
    typeError('Tuple element index out of range: 5', '1:25'),
  ],
  [
    'take apart into no more',
    'val (a, b, c) = (1, 2);',
    typeError('Too many bindings in tuple unpack: 3 to 2'),
  ],
  ['are not numbers', 'val (a, b) = 5;', typeError('Value Binding Type Mismatch: i32 to tuple')],
]);

const functions = `
fun inc(x: i32) -> i32 => x + 1;
fun even(x: i32) -> bool => (x % 2) == 0;
fun sub(a: i32, b: i32) -> i32 => a - b;
val xs = [1, 2, 3, 4];
val none: vector<i32> = [];
val few = 1..4;
`;

prints('folds', [
  [
    'map',
    `${functions} print([inc(xs)...], [inc(few)...], [0, inc(xs)...]);`,
    '[2, 3, 4, 5], [2, 3, 4], [0, 2, 3, 4, 5]',
  ],
  ['filter', `${functions} print([even(xs)?...], [even(few)?...]);`, '[2, 4], [2]'],
  ['from the right', `${functions} print(sub(xs..., 0), sub(few..., 10));`, '-2, -8'],
  ['from the left', `${functions} print(sub(0, xs...), sub(0, few...));`, '-10, -6'],
  ['nothing', `${functions} print([inc(none)...], sub(7, none...), sub(none..., 7));`, '[], 7, 7'],
  ['pipe', `${functions} print(1 |> inc |> inc, 9 |> sub(2), " a " |> trim |> toUpper);`, '3, 7, A'],
]);

fails('folds', [
  [
    'end with a mistake of theirs',
    'fun bad(x: i32) -> i32 => 6 / x; val xs = [2, 0]; print("a"); print([bad(xs)...]);',
    `a\n${runtimeError('Division by zero')}`,
  ],
  [
    'filter by truth values',
    `${functions}print([inc(xs)?...]);`,
    typeError('Filter fold expression must return bool', '8:19'),
  ],
  [
    'keep the type of the result',
    'fun f(a: i32, b: i32) -> string => "x"; val xs = [1]; print(f(xs..., 0));',
    typeError('Fold operator return type must match accumulator type: string to i32', '1:72'),
  ],
  [
    'go over a name',
    'fun inc(x: i32) -> i32 => x + 1; print([inc([1, 2])...]);',
    typeError('Map/filter fold driver must be a single sequence identifier', '1:55'),
  ],
  [
    'do not call natives',
    'val xs = ["a"]; print([toUpper(xs)...]);',
    runtimeError('ORGASM map/filter fold only supports local functions: toUpper'),
  ],
]);
