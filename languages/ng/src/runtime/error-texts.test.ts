// What the machine says when code asks for what cannot be, where no test of an instruction says it already.

import { expect, test } from 'vitest';
import { codeOf } from '../toolchain/format/opcodes.js';
import { shown } from '../test/runtime/bench-machine.js';

const types = [
  { name: 'Odd', properties: [], derivedTraits: [], variants: [] },
  { name: 'R', properties: [], derivedTraits: [], variants: [{ name: 'Ok', payloadFields: [] }] },
];

const rest = `
fun twice/1\nLOAD_LOCAL 0\nPUSH_I32 2\nMUL\nRETURN
method Odd.size/1\nPUSH_I32 -1\nRETURN`;

const raw = (...bytes: readonly number[]): string => bytes.map(byte => `0x${byte.toString(16)}`).join('\n');

/** SWITCH_TAG with one case, whose target is behind the code. */
const switchTo = (tag: number): string =>
  raw(codeOf('SWITCH_TAG'), 1, 0, tag & 0xff, tag >> 8, 0xff, 0xff, 0, 0);

const array = 'PUSH_I32 1\nNEW_ARRAY 1';

const refused: readonly (readonly [code: string, text: string])[] = [
  ['NEW_OBJECT "Odd" 0\nFOLD_MAP_CALL twice', 'Sequence size cannot be negative'],
  [`${array}\nINVOKE_MEMBER "get" 0`, 'Array.get expects one index argument'],
  [`${array}\nPUSH_I32 1\nINVOKE_MEMBER "get" 1`, 'Array.get index out of bounds: 1'],
  ['LOAD_STR "a"\nINVOKE_MEMBER "charAt" 0', 'String.charAt() requires an index argument'],
  ['LOAD_STR "a"\nINVOKE_MEMBER "append" 0', 'String.append() requires a value argument'],
  ['PUSH_F64 1\nPUSH_F64 2\nMAKE_RANGE 0', 'Range bound is not an integral numeric cell'],
  [`${array}\nPUSH_I32 0\nNATIVE_CALL "__ng_from_end" 1\nGET_INDEX`, 'From-end index must be positive: 0'],
  ['DUP', 'VM error: DUP on empty stack'],
  ['PUSH_I32 1\nPUSH_I32 2\nSET_PROPERTY 0', 'Cannot set property on non-object'],
  ['PUSH_I32 1\nPUSH_I32 2\nSET_PROPERTY_STR "x"', 'Cannot set property on non-object'],
  [switchTo(0), 'VM error: SWITCH_TAG on empty stack'],
  [`CONSTRUCT_TAGGED R 0 0\n${switchTo(0)}`, 'VM error: SWITCH_TAG case target out of bounds'],
  [`CONSTRUCT_TAGGED R 0 0\n${switchTo(0xffff)}`, 'VM error: SWITCH_TAG default target out of bounds'],
  [`CONSTRUCT_TAGGED R 0 0\n${switchTo(7)}`, 'SWITCH_TAG: no matching case for tag 0'],
  [`${array}\n${raw(codeOf('FOLD_MAP_CALL'), 99, 0)}`, 'VM error: fold function index out of bounds'],
  [raw(codeOf('GET_PROPERTY_STR'), 99, 0), 'VM error: GET_PROPERTY_STR string index out of bounds'],
  [
    'LOAD_STR "/no/such/folder/x"\nLOAD_STR "a"\nNATIVE_CALL "writeFile" 2',
    'writeFile() failed to open: /no/such/folder/x',
  ],
  ['LOAD_STR "/no/such/file"\nNATIVE_CALL "readFile" 1', 'readFile() failed to open: /no/such/file'],
  ['PUSH_I32 -1\nNATIVE_CALL "nativeMalloc" 1', 'nativeMalloc() requires a non-negative allocation size'],
  [`${array}\n${array}\nNATIVE_CALL "reverse" 2`, 'reverse() accepts at most 1 argument(s)'],
  ['LOAD_STR "a"\nNATIVE_CALL "contains" 1', 'contains() requires at least 2 argument(s)'],
  ['LOAD_STR "a"\nPUSH_I32 1\nNATIVE_CALL "contains" 2', 'contains() requires a string at argument 2'],
];

test.each(refused.map(([code, text]) => ({ code, text })))('$text', ({ code, text }) => {
  expect(shown(code, rest, { types })).toBe(`Runtime error: ${text} at 0:0`);
});

test('a pattern that is none is refused with the reason', () => {
  const code = 'LOAD_STR "a"\nLOAD_STR "("\nNATIVE_CALL "regexMatch" 2';
  expect(shown(code)).toMatch(/^Runtime error: regexMatch\(\) invalid regex: .+ at 0:0$/);
});

test('a function that its module does not have is refused', () => {
  const imports = [{ module: 'other', symbol: 'gone' }];
  const others = new Map([['other', 'PUSH_UNIT\nRETURN']]);
  expect(shown('CALL_IMPORT 0 0', '', { imports, others })).toBe(
    'Runtime error: Function gone not found in module other at 0:0',
  );
});
