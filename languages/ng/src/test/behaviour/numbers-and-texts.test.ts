// Numbers and texts: literals, arithmetic, limits, formatting, the functions for texts.

import { fails, prints, runtimeError, typeError } from './behaving.js';

prints('numbers', [
  [
    'have literals of every width',
    'print(1i8, 2u8, 3i16, 4u16, 5i32, 6u32, 7i64, 8u64, 9i128, 10u128);',
    '1, 2, 3, 4, 5, 6, 7, 8, 9, 10',
  ],
  ['may be grouped', 'print(1_000_000, 1_0u8);', '1000000, 10'],
  [
    'show fractions with six digits',
    'print(1.5, 2.25f64, 1e3, 1.5e-3, 1.5f128);',
    '1.500000, 2.250000, 1000.000000, 0.001500, 1.500000',
  ],
  ['round ties to even', 'print(0.0078125f64, 0.0234375f64);', '0.007812, 0.023438'],
  [
    'never show exponents',
    'print(1e20f64, 1e38);',
    '100000000000000000000.000000, 99999996802856924650656260769173209088.000000',
  ],
  [
    'are single precision without a suffix',
    'print(16777217.0, 16777217.0f64);',
    '16777216.000000, 16777217.000000',
  ],
  ['wrap in literals that are too large for their suffix', 'print(300u8);', '44'],
  ['wrap around without a sign', 'print(0u8 - 1u8, 255u8 * 2u8, 0u32 - 1u32);', '255, 254, 4294967295'],
  ['divide towards zero', 'print(7 / 2, (0 - 7) / 2, 7 / (0 - 2));', '3, -3, -3'],
  ['give the remainder the sign of the dividend', 'print(7 % 3, (0 - 7) % 3, 7 % (0 - 3));', '1, -1, 1'],
  ['take the wider type of two', 'print(1u8 + 300, 300 + 1u8, 200u8 * 2, 1i64 + 1);', '301, 301, 400, 2'],
  ['compare across widths', 'print(1 == 1i64, 1u8 < 300, 300 > 1u8);', 'true, true, true'],
  ['keep the type of the value, whatever the annotation', 'val x: u8 = 300; print(x);', '300'],
  ['are negated tightly', 'val x = 3; print(-x + 5, -(x), - 2);', '2, -3, -2'],
  ['have no precedence of operators', 'print(2 * 3 + 4, 10 - 4 - 3, 8 / 4 / 2);', '14, 9, 4'],
  [
    'reach their limits',
    'print(9223372036854775807i64, 18446744073709551615u64);',
    '9223372036854775807, 18446744073709551615',
  ],
]);

fails('numbers', [
  [
    'overflow in addition',
    'print(127i8 + 1i8);',
    runtimeError('Integer overflow in addition (ADD: i8 + i8)'),
  ],
  [
    'overflow in subtraction',
    'print((0 - 2147483647) - 2);',
    runtimeError('Integer overflow in subtraction'),
  ],
  ['overflow in multiplication', 'print(65536 * 65536);', runtimeError('Integer overflow in multiplication')],
  [
    'overflow in negation',
    'val least = (0 - 2147483647) - 1; print(least); print(-least);',
    `-2147483648\n${runtimeError('Integer overflow in negation')}`,
  ],
  ['cannot be divided by zero', 'print(1 / 0);', runtimeError('Division by zero')],
  ['cannot be divided by a zero fraction', 'print(1.0 / 0.0);', runtimeError('Division by zero')],
  ['have no remainder by zero', 'print(5 % 0);', runtimeError('Modulus by zero (MOD: i32 % i32)')],
  [
    'do not mix with fractions',
    'print(1 + 1.5);',
    typeError('Mismatch type on arithmetic operation: i32, f32'),
  ],
  ['have no remainders as fractions', 'print(5.5 % 2.0);', typeError('Invalid type for modulus: f32')],
  ['without a sign are not negated', 'print(-3u8);', typeError('Invalid operand type for negate operation.')],
  [
    'are not compared with texts',
    'print(1 == "1");',
    typeError('Mismatch type on comparison operators: i32, string'),
  ],
  ['must fit', 'print(2147483648);', 'Error: stoi'],
  ['have no half precision', 'print(1.0f16);', 'Parse error: Float16 not supported at 1:13'],
  [
    'are not combined bit by bit',
    'print(1 | 2);',
    typeError('Unsupported operator for primitive types', '1:11'),
  ],
]);

prints('texts', [
  ['are joined', 'print("a" + "b" + "c");', 'abc'],
  ['have escapes', String.raw`print("a\tb\\c\"d\x41\102\z");`, 'a\tb\\c"dABz'],
  ['are compared', 'print("a" == "a", "a" < "b", "b" > "abc");', 'true, true, true'],
  ['are counted in bytes', 'val s = "né"; print(s.size, s.size(), len(s));', '3, 3, 3'],
  ['give bytes', 'print("AB".charAt(1), "A".charAt(0) + 1);', '66, 66'],
  [
    'take anything at the end',
    'print("a".append("b"), "n".append(1), "l".append([1, 2]));',
    'ab, n1, l[1, 2]',
  ],
  ['are split', 'print(split("a,b,,c", ","), split("abc", ""));', '[a, b, , c], [a, b, c]'],
  ['are put together', 'print(join(["a", "b"], "-"), join([], "-"));', 'a-b, '],
  ['are trimmed', String.raw`print(trim(" \t a b \r\n"), trim("  "), "|");`, 'a b, , |'],
  [
    'are searched',
    'print(contains("abc", "bc"), startsWith("abc", "b"), endsWith("abc", "c"));',
    'true, false, true',
  ],
  ['are replaced in', 'print(replace("aaa", "a", "ab"), replace("abc", "", "x"));', 'ababab, abc'],
  ['change case', 'print(toUpper("aB1é"), toLower("ABZ"));', 'AB1é, abz'],
  ['match patterns anywhere', 'print(regexMatch("ab12", "[0-9]+"), regexMatch("ab", "^b"));', 'true, false'],
]);

fails('texts', [
  ['do not take numbers', 'print("a" + 1);', typeError('Mismatch type on arithmetic operation: string, i32')],
  ['are not subtracted', 'print("a" - "b");', runtimeError('Unsupported binary operator')],
  ['have no bytes behind the last', 'print("abc".charAt(3));', runtimeError('Index out of bounds: 3')],
  [
    'have no elements',
    'print("abc"[0]);',
    typeError('Index accessor on non-contiguous sequence type: string'),
  ],
  [
    'are not read from files that do not exist',
    'print(readFile("no-such-folder/no-such-file"));',
    runtimeError('readFile() failed to open: no-such-folder/no-such-file'),
  ],
  [
    'are what is put together',
    'print(join([1, 2], "-"));',
    typeError('Invalid argument types for function: fun (vector<string>, string) -> string', '1:24'),
  ],
]);

prints('truth', [
  ['is shown in words', 'print(true, false, not(true), !false);', 'true, false, false, true'],
  ['of other values', 'print(!0, !"", ![], !1, !"a");', 'true, true, true, false, false'],
  [
    'is what names of types are asked for',
    'print(1 is i32, "a" is string, unit is unit, 1.5 is f64);',
    'true, false, true, false',
  ],
]);

fails('assertions', [
  ['stop the program', 'print("a"); assert(1 == 2); print("b");', `a\n${runtimeError('Assertion Failed')}`],
  ['take one value', 'assert(true, true);', runtimeError('assert supports 1 arg')],
]);
