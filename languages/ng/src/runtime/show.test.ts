import { expect, test } from 'vitest';
import { fixedDecimal } from './decimal.js';
import { shown } from '../test/runtime/bench-machine.js';

test.each([
  [0, '0.000000'],
  [-0, '-0.000000'],
  [0.5, '0.500000'],
  [0.0078125, '0.007812'],
  [0.0234375, '0.023438'],
  [-2.5e-7, '-0.000000'],
  [1e300, `${BigInt(1e300).toString()}.000000`],
  [123456.789, '123456.789000'],
  [5e-324, '0.000000'],
  [Infinity, 'inf'],
  [-Infinity, '-inf'],
  [NaN, '-nan'],
])('%d is written %s', (value, text) => {
  expect(fixedDecimal(value)).toBe(text);
});

test('numbers of 32 bits keep their own precision', () => {
  expect(shown('PUSH_F32 16777216\nPUSH_F32 1\nADD')).toBe('16777216.000000');
  expect(shown('PUSH_F64 16777216\nPUSH_F64 1\nADD')).toBe('16777217.000000');
});

test.each([
  // The wider operand decides for + and *, the left one otherwise.
  ['PUSH_U8 250\nPUSH_I32 10\nADD\nINSTANCE_OF "i32"', 'true'],
  ['PUSH_U8 1\nPUSH_I32 300\nSUB', '213'],
  ['PUSH_I32 300\nPUSH_U8 1\nSUB', '299'],
  ['PUSH_U8 200\nPUSH_U8 100\nADD', '44'],
  ['PUSH_U64 0\nPUSH_U64 1\nSUB', '18446744073709551615'],
  [
    'PUSH_I64 9223372036854775807\nPUSH_I64 1\nADD',
    'Runtime error: Integer overflow in addition (ADD: i64 + i64) at 0:0',
  ],
  ['PUSH_I8 100\nPUSH_I8 100\nMUL', 'Runtime error: Integer overflow in multiplication at 0:0'],
  [
    'PUSH_I32 -2147483648\nPUSH_I32 -1\nMOD',
    'Runtime error: Integer overflow in modulus (MOD: i32 % i32) at 0:0',
  ],
  ['PUSH_F32 1\nPUSH_F32 0\nDIV', 'Runtime error: Division by zero at 0:0'],
  ['PUSH_I32 1\nPUSH_F32 0.5\nADD', '1'],
  ['PUSH_F64 0.5\nPUSH_I32 1\nADD', '1.500000'],
  ['LOAD_STR "n: "\nPUSH_I32 5\nADD', 'n: 5'],
  ['PUSH_I32 5\nLOAD_STR "n: "\nADD', 'n: 5'],
  ['PUSH_I32 -1\nPUSH_U64 18446744073709551615\nEQ', 'true'],
  ['PUSH_BOOL 1\nPUSH_I32 1\nEQ', 'Runtime error: Not a buffered numeral cell at 0:0'],
  ['LOAD_STR "1"\nPUSH_I32 1\nEQ', 'false'],
  ['PUSH_UNIT\nPUSH_UNIT\nEQ', 'true'],
])('%s gives %s', (code, result) => {
  expect(shown(code)).toBe(result);
});

test.each([
  ['split', 'LOAD_STR "a,b,"\nLOAD_STR ","\nNATIVE_CALL "split" 2', '[a, b, ]'],
  ['split without delimiter', 'LOAD_STR "abc"\nLOAD_STR ""\nNATIVE_CALL "split" 2', '[a, b, c]'],
  ['join', 'PUSH_I32 1\nPUSH_I32 2\nNEW_ARRAY 2\nLOAD_STR "-"\nNATIVE_CALL "join" 2', '1-2'],
  ['trim', 'LOAD_STR "  a b  "\nNATIVE_CALL "trim" 1', 'a b'],
  ['contains', 'LOAD_STR "abc"\nLOAD_STR "bc"\nNATIVE_CALL "contains" 2', 'true'],
  ['replace', 'LOAD_STR "aXbX"\nLOAD_STR "X"\nLOAD_STR "$&"\nNATIVE_CALL "replace" 3', 'a$&b$&'],
  ['startsWith', 'LOAD_STR "abc"\nLOAD_STR "b"\nNATIVE_CALL "startsWith" 2', 'false'],
  ['endsWith', 'LOAD_STR "abc"\nLOAD_STR "c"\nNATIVE_CALL "endsWith" 2', 'true'],
  ['toLower', 'LOAD_STR "ABC"\nNATIVE_CALL "toLower" 1', 'abc'],
  ['regexMatch', 'LOAD_STR "a1"\nLOAD_STR "[0-9]$"\nNATIVE_CALL "regexMatch" 2', 'true'],
  ['reverse', 'PUSH_I32 1\nPUSH_I32 2\nNEW_ARRAY 2\nNATIVE_CALL "reverse" 1', '[2, 1]'],
  [
    'len of the wrong thing',
    'PUSH_I32 1\nNATIVE_CALL "len" 1',
    'Runtime error: len() requires an array or string at argument 1 at 0:0',
  ],
  [
    'a file that is not there',
    'LOAD_STR "/nowhere/x"\nNATIVE_CALL "readFile" 1',
    'Runtime error: readFile() failed to open: /nowhere/x at 0:0',
  ],
  [
    'memory',
    'PUSH_I32 8\nNATIVE_CALL "nativeMalloc" 1\nNATIVE_CALL "nativeFree" 1\nPOP\nNATIVE_CALL "nativeOutstandingAllocations" 0',
    '0',
  ],
])('native %s', (_, code, result) => {
  expect(shown(code)).toBe(result);
});
