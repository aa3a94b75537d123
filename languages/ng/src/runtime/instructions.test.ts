import { expect, test } from 'vitest';
import { opcodes } from '../toolchain/format/opcodes.js';
import type { NgoType } from '../toolchain/format/ngo.js';
import { instructionTable } from './instruction-table.js';
import { opcodesInLoop } from './interpreter.js';
import { shown } from '../test/runtime/bench-machine.js';

const types: readonly NgoType[] = [
  { name: 'P', properties: ['x', 'y'], derivedTraits: ['Clone'], variants: [] },
  {
    name: 'R',
    properties: [],
    derivedTraits: [],
    variants: [
      { name: 'Ok', payloadFields: ['v'] },
      { name: 'Err', payloadFields: ['m', 'n'] },
    ],
  },
];

const functions = `
fun twice/1
LOAD_LOCAL 0
PUSH_I32 2
MUL
RETURN
fun small/1
LOAD_LOCAL 0
PUSH_I32 3
LT
RETURN
fun minus/2
LOAD_LOCAL 0
LOAD_LOCAL 1
SUB
RETURN
fun P.sum/1
LOAD_LOCAL 0
INVOKE_MEMBER "x" 0
LOAD_LOCAL 0
INVOKE_MEMBER "y" 0
ADD
RETURN
method P.Show::show/1
LOAD_STR "shown"
RETURN
`;

const threeItems = 'PUSH_I32 1\nPUSH_I32 2\nPUSH_I32 5\nNEW_ARRAY 3';
const pair = 'PUSH_I32 4\nLOAD_STR "t"\nNEW_TUPLE 2';
const point = 'PUSH_I32 3\nPUSH_I32 4\nNEW_OBJECT "P" 2';
const ok = 'PUSH_I32 9\nCONSTRUCT_TAGGED R 0 1';

/** Per instruction: programs, and what is on the stack behind them. */
const cases: Readonly<Record<string, readonly (readonly [code: string, result: string])[]>> = {
  NOP: [['NOP\nPUSH_I32 1', '1']],
  PUSH_UNIT: [['PUSH_UNIT', 'unit']],
  PUSH_BOOL: [
    ['PUSH_BOOL 1', 'true'],
    ['PUSH_BOOL 0', 'false'],
  ],
  PUSH_I8: [['PUSH_I8 -128', '-128']],
  PUSH_I16: [['PUSH_I16 -300', '-300']],
  PUSH_I32: [['PUSH_I32 -2147483648', '-2147483648']],
  PUSH_I64: [['PUSH_I64 -9223372036854775808', '-9223372036854775808']],
  PUSH_U8: [['PUSH_U8 255', '255']],
  PUSH_U16: [['PUSH_U16 65535', '65535']],
  PUSH_U32: [['PUSH_U32 4294967295', '4294967295']],
  PUSH_U64: [['PUSH_U64 18446744073709551615', '18446744073709551615']],
  PUSH_F32: [['PUSH_F32 0.1', '0.100000']],
  PUSH_F64: [['PUSH_F64 0.0078125', '0.007812']],
  PUSH_STR: [['PUSH_STR', 'Runtime error: Unknown opcode: 13 at ip=0 at 0:0']],
  POP: [['PUSH_I32 1\nPUSH_I32 2\nPOP', '1']],
  DUP: [['PUSH_I32 3\nDUP\nADD', '6']],
  LOAD_PARAM: [['PUSH_I32 3\nSTORE_LOCAL 4\nPOP\nLOAD_PARAM 4', '3']],
  LOAD_LOCAL: [['LOAD_LOCAL 300', 'unit']],
  STORE_LOCAL: [['PUSH_I32 3\nSTORE_LOCAL 300\nLOAD_LOCAL 300\nADD', '6']],
  LOAD_GLOBAL: [['LOAD_GLOBAL 7', 'unit']],
  STORE_GLOBAL: [['PUSH_I32 3\nSTORE_GLOBAL 7\nLOAD_GLOBAL 7\nADD', '6']],
  MAKE_LOCAL_REF: [['PUSH_I32 1\nSTORE_LOCAL 0\nPOP\nMAKE_LOCAL_REF 0\nLOAD_REF', '1']],
  MAKE_GLOBAL_REF: [['PUSH_I32 1\nSTORE_GLOBAL 0\nPOP\nMAKE_GLOBAL_REF 0\nLOAD_REF', '1']],
  MAKE_PROPERTY_REF: [
    [`${point}\nMAKE_PROPERTY_REF 1\nLOAD_REF`, '4'],
    [`${point}\nMAKE_PROPERTY_REF 2`, 'Runtime error: Property reference is not slot-backed at 0:0'],
  ],
  MAKE_PROPERTY_STR_REF: [
    [`${point}\nMAKE_PROPERTY_STR_REF "y"\nLOAD_REF`, '4'],
    [`${point}\nMAKE_PROPERTY_STR_REF "z"`, 'Runtime error: Property reference is not slot-backed: z at 0:0'],
  ],
  MAKE_INDEX_REF: [
    [`${threeItems}\nPUSH_I32 2\nMAKE_INDEX_REF\nLOAD_REF`, '5'],
    [
      `${threeItems}\nPUSH_I32 3\nMAKE_INDEX_REF`,
      'Runtime error: Array index reference is not slot-backed at 0:0',
    ],
    [
      `${pair}\nPUSH_I32 -1\nMAKE_INDEX_REF`,
      'Runtime error: Tuple index reference is not slot-backed at 0:0',
    ],
    [
      'PUSH_I32 1\nPUSH_I32 1\nMAKE_INDEX_REF',
      'Runtime error: Cannot reference index on non-indexable value at 0:0',
    ],
  ],
  MAKE_TRAIT_REF: [
    [`${point}\nMAKE_TRAIT_REF "Show"\nINVOKE_MEMBER "show" 0`, 'shown'],
    [`${point}\nMAKE_TRAIT_REF "Show"`, '{ x: 3, y: 4 }'],
    ['PUSH_I32 1\nMAKE_TRAIT_REF "Show"', 'Runtime error: Trait object requires a reference value at 0:0'],
  ],
  LOAD_REF: [
    [`${point}\nLOAD_REF`, '{ x: 3, y: 4 }'],
    ['PUSH_I32 1\nLOAD_REF', 'Runtime error: Cannot dereference non-reference value at 0:0'],
  ],
  STORE_REF: [
    ['MAKE_LOCAL_REF 0\nPUSH_I32 6\nSTORE_REF\nLOAD_LOCAL 0\nADD', '12'],
    ['PUSH_I32 1\nPUSH_I32 1\nSTORE_REF', 'Runtime error: Cannot assign through non-reference value at 0:0'],
  ],
  MOVE_LOCAL: [
    ['PUSH_I32 1\nSTORE_LOCAL 0\nPOP\nMOVE_LOCAL 0', '1'],
    ['PUSH_I32 1\nSTORE_LOCAL 0\nPOP\nMOVE_LOCAL 0\nPOP\nLOAD_LOCAL 0', '<moved>'],
    ['MOVE_LOCAL 0\nMOVE_LOCAL 0', 'Runtime error: Use after move at 0:0'],
  ],
  MOVE_GLOBAL: [['PUSH_I32 1\nSTORE_GLOBAL 0\nPOP\nMOVE_GLOBAL 0\nPOP\nLOAD_GLOBAL 0', '<moved>']],
  MOVE_REF: [
    ['PUSH_I32 1\nSTORE_LOCAL 0\nPOP\nMAKE_LOCAL_REF 0\nMOVE_REF\nPOP\nLOAD_LOCAL 0', '<moved>'],
    ['MOVE_LOCAL 0\nMAKE_LOCAL_REF 0\nLOAD_REF', 'Runtime error: Use after move at 0:0'],
    ['PUSH_I32 1\nMOVE_REF', 'Runtime error: Cannot move from non-reference value at 0:0'],
  ],
  LOAD_CONST: [
    ['LOAD_CONST 1', '77'],
    ['LOAD_CONST 2', 'Runtime error: VM error: LOAD_CONST index out of bounds at 0:0'],
  ],
  LOAD_STR: [
    ['LOAD_STR "abc"', 'abc'],
    ['LOAD_STR 999', 'Runtime error: VM error: LOAD_STR index out of bounds at 0:0'],
  ],
  ADD: [
    ['PUSH_I32 1\nPUSH_I32 2\nADD', '3'],
    [
      'PUSH_I32 2147483647\nPUSH_I32 1\nADD',
      'Runtime error: Integer overflow in addition (ADD: i32 + i32) at 0:0',
    ],
    ['LOAD_STR "a"\nLOAD_STR "b"\nADD', 'ab'],
    ['PUSH_BOOL 1\nPUSH_BOOL 1\nADD', 'Runtime error: Unsupported binary operator (ADD: Bool + Bool) at 0:0'],
    ['ADD', 'Runtime error: Stack underflow at 0:0'],
  ],
  SUB: [
    ['PUSH_I32 1\nPUSH_I32 2\nSUB', '-1'],
    ['PUSH_I32 -2147483648\nPUSH_I32 1\nSUB', 'Runtime error: Integer overflow in subtraction at 0:0'],
  ],
  MUL: [
    ['PUSH_I32 -3\nPUSH_I32 0\nMUL', '0'],
    ['PUSH_I32 65536\nPUSH_I32 65536\nMUL', 'Runtime error: Integer overflow in multiplication at 0:0'],
  ],
  DIV: [
    ['PUSH_I32 -7\nPUSH_I32 2\nDIV', '-3'],
    ['PUSH_I32 1\nPUSH_I32 0\nDIV', 'Runtime error: Division by zero at 0:0'],
    ['PUSH_I32 -2147483648\nPUSH_I32 -1\nDIV', 'Runtime error: Integer overflow in division at 0:0'],
  ],
  MOD: [
    ['PUSH_I32 -7\nPUSH_I32 2\nMOD', '-1'],
    ['PUSH_I32 -4\nPUSH_I32 2\nMOD', '0'],
    ['PUSH_I32 1\nPUSH_I32 0\nMOD', 'Runtime error: Modulus by zero (MOD: i32 % i32) at 0:0'],
    [
      'PUSH_F32 1\nPUSH_F32 1\nMOD',
      'Runtime error: floating point not support modulus operation (MOD: f32 % f32) at 0:0',
    ],
  ],
  NEG: [
    ['PUSH_I32 0\nNEG', '0'],
    ['PUSH_F32 1\nNEG', '-1.000000'],
    ['PUSH_U8 1\nNEG', 'Runtime error: Cannot negate unsigned integers at 0:0'],
    ['PUSH_I8 -128\nNEG', 'Runtime error: Integer overflow in negation at 0:0'],
    ['PUSH_UNIT\nNEG', 'Runtime error: Cannot negate a non-number at 0:0'],
  ],
  EQ: [
    ['PUSH_I32 1\nPUSH_I64 1\nEQ', 'true'],
    [`${threeItems}\n${threeItems}\nEQ`, 'true'],
    [`${ok}\n${ok}\nEQ`, 'true'],
    [`${point}\nLOAD_REF\n${point}\nLOAD_REF\nEQ`, 'true'],
    [`${point}\n${point}\nEQ`, 'false'],
  ],
  LT: [
    ['LOAD_STR "a"\nLOAD_STR "b"\nLT', 'true'],
    [`${threeItems}\n${threeItems}\nLT`, 'Runtime error: Unsupported binary operator at 0:0'],
  ],
  GT: [['PUSH_I32 1\nPUSH_U8 2\nGT', 'false']],
  NOT: [['PUSH_I32 0\nNOT', 'true']],
  INSTANCE_OF: [
    ['PUSH_I32 1\nINSTANCE_OF "i32"', 'true'],
    ['LOAD_STR "a"\nINSTANCE_OF "string"', 'false'],
    [`${point}\nINSTANCE_OF "P"`, 'true'],
  ],
  JUMP: [
    ['PUSH_I32 1\nJUMP over\nPUSH_I32 2\nADD\nover:', '1'],
    ['JUMP 9999', 'Runtime error: VM error: JUMP target out of bounds at 0:0'],
    ['JUMP -1', 'Runtime error: VM error: JUMP target out of bounds at 0:0'],
  ],
  JUMP_IF_FALSE: [
    ['PUSH_I32 1\nPUSH_BOOL 0\nJUMP_IF_FALSE over\nPUSH_I32 2\nADD\nover:', '1'],
    ['PUSH_I32 1\nPUSH_BOOL 1\nJUMP_IF_FALSE over\nPUSH_I32 2\nADD\nover:', '3'],
    ['PUSH_BOOL 1\nJUMP_IF_FALSE 999', 'Runtime error: VM error: JUMP_IF_FALSE target out of bounds at 0:0'],
  ],
  CALL: [
    ['PUSH_I32 4\nCALL twice 1', '8'],
    ['CALL 99 0', 'Runtime error: VM error: CALL function index out of bounds at 0:0'],
  ],
  CALL_IMPORT: [
    ['LOAD_STR "abc"\nCALL_IMPORT 0 1', '3'],
    ['CALL_IMPORT 1 0', 'Runtime error: Module not found: elsewhere at 0:0'],
    ['CALL_IMPORT 9 0', 'Runtime error: VM error: CALL_IMPORT index out of bounds at 0:0'],
  ],
  RETURN: [['PUSH_I32 5\nCALL small 1', 'false']],
  NEW_OBJECT: [
    [point, 'ref(stack)'],
    [`PUSH_I32 1\nNEW_OBJECT "Ok" 1\nLOAD_REF`, 'Ok(1)'],
    [`PUSH_I32 1\nPUSH_I32 2\nNEW_OBJECT "P<i32>" 2\nLOAD_REF`, '{ x: 1, y: 2 }'],
    ['NEW_OBJECT "Q" 0', 'Runtime error: Unknown type for new object: Q at 0:0'],
  ],
  GET_PROPERTY: [
    [`${point}\nGET_PROPERTY 1`, '4'],
    [`${point}\nGET_PROPERTY 2`, 'Runtime error: Field index out of bounds: 2 at 0:0'],
    ['PUSH_I32 1\nGET_PROPERTY 0', 'Runtime error: Cannot get property from non-object at 0:0'],
  ],
  SET_PROPERTY: [[`${point}\nPUSH_I32 8\nSET_PROPERTY 0`, '{ x: 8, y: 4 }']],
  GET_PROPERTY_STR: [
    [`${point}\nGET_PROPERTY_STR "x"`, '3'],
    [`${pair}\nGET_PROPERTY_STR "size"`, '2'],
    [`${pair}\nGET_PROPERTY_STR "1"`, 't'],
    [`${pair}\nGET_PROPERTY_STR "2"`, 'Runtime error: Tuple has no property: 2 at 0:0'],
    [`${point}\nGET_PROPERTY_STR "q"`, 'Runtime error: Property not found: q at 0:0'],
  ],
  SET_PROPERTY_STR: [[`${point}\nPUSH_I32 8\nSET_PROPERTY_STR "x"`, '8']],
  NEW_ARRAY: [[threeItems, '[1, 2, 5]']],
  GET_INDEX: [
    [`${threeItems}\nPUSH_I32 1\nGET_INDEX`, '2'],
    [`${threeItems}\nPUSH_U8 1\nGET_INDEX`, '2'],
    [`${pair}\nPUSH_I32 1\nGET_INDEX`, 't'],
    [`${threeItems}\nPUSH_I32 1\nNATIVE_CALL "__ng_from_end" 1\nGET_INDEX`, '5'],
    ['PUSH_I32 5\nPUSH_I32 1\nMAKE_RANGE 1\nPUSH_I32 1\nGET_INDEX', '4'],
    [`${threeItems}\nPUSH_I32 3\nGET_INDEX`, 'Runtime error: Index out of bounds: 3 at 0:0'],
    [`${threeItems}\nPUSH_I32 -1\nGET_INDEX`, 'Runtime error: Index out of bounds: -1 at 0:0'],
    ['LOAD_STR "abc"\nPUSH_I32 1\nGET_INDEX', 'Runtime error: Not index-accessible at 0:0'],
  ],
  SET_INDEX: [
    [`${threeItems}\nPUSH_I32 1\nPUSH_I32 7\nSET_INDEX`, '7'],
    [`${threeItems}\nPUSH_I32 9\nPUSH_I32 7\nSET_INDEX`, 'Runtime error: Index out of bounds: 9 at 0:0'],
  ],
  NEW_TUPLE: [[pair, '(4, t)']],
  GET_TUPLE_ITEM: [
    [`${pair}\nPUSH_I32 0\nGET_TUPLE_ITEM`, '4'],
    [`${pair}\nPUSH_I32 5\nGET_TUPLE_ITEM`, 'unit'],
    ['PUSH_I32 1\nPUSH_I32 0\nGET_TUPLE_ITEM', 'Runtime error: Not a tuple at 0:0'],
  ],
  INVOKE_MEMBER: [
    [`${point}\nINVOKE_MEMBER "sum" 0`, '7'],
    [`${point}\nINVOKE_MEMBER "y" 0`, '4'],
    [`${point}\nINVOKE_MEMBER "clone" 0`, '{ x: 3, y: 4 }'],
    [`${ok}\nINVOKE_MEMBER "v" 0`, '9'],
    [`${ok}\nINVOKE_MEMBER "tag" 0`, 'Ok'],
    [`${ok}\nINVOKE_MEMBER "index" 0`, '0'],
    [`${pair}\nINVOKE_MEMBER "1" 0`, 't'],
    [`${threeItems}\nINVOKE_MEMBER "size" 0`, '3'],
    [
      `${threeItems}\nPUSH_I32 4\nINVOKE_MEMBER "get" 1`,
      'Runtime error: Array.get index out of bounds: 4 at 0:0',
    ],
    ['LOAD_STR "abc"\nPUSH_I32 1\nINVOKE_MEMBER "charAt" 1', '98'],
    ['LOAD_STR "abc"\nPUSH_BOOL 1\nINVOKE_MEMBER "append" 1', 'abctrue'],
    ['PUSH_I32 1\nINVOKE_MEMBER "foo" 0', 'Runtime error: Not implemented i32#foo at 0:0'],
  ],
  NEW_TUPLE_SPREAD: [[`PUSH_I32 0\n${pair}\nNEW_TUPLE_SPREAD 0 1`, '(0, 4, t)']],
  NEW_ARRAY_SPREAD: [
    [
      `${threeItems}\nPUSH_I32 0\nPUSH_I32 0\nPUSH_I32 2\nMAKE_RANGE 0\nNEW_ARRAY_SPREAD 1 0 1`,
      '[1, 2, 5, 0, 0, 1]',
    ],
    ['PUSH_I32 1\nNEW_ARRAY_SPREAD 1', 'Runtime error: Not implemented i32#size at 0:0'],
  ],
  GET_TUPLE_REST: [
    [`${pair}\nPUSH_I32 1\nGET_TUPLE_REST`, '(t)'],
    [`${pair}\nPUSH_I32 7\nGET_TUPLE_REST`, '()'],
  ],
  FOLD_MAP_CALL: [[`${threeItems}\nFOLD_MAP_CALL twice`, '[2, 4, 10]']],
  FOLD_FILTER_CALL: [[`${threeItems}\nFOLD_FILTER_CALL small`, '[1, 2]']],
  FOLD_LEFT_CALL: [[`PUSH_I32 10\n${threeItems}\nFOLD_LEFT_CALL minus`, '2']],
  FOLD_RIGHT_CALL: [[`${threeItems}\nPUSH_I32 10\nFOLD_RIGHT_CALL minus`, '-6']],
  MAKE_RANGE: [
    ['PUSH_I32 0\nPUSH_I32 3\nMAKE_RANGE 0', 'Range(0, 1, 2)'],
    ['PUSH_I32 2\nPUSH_I32 0\nMAKE_RANGE 1', 'Range(2, 1, 0)'],
  ],
  SLICE_RANGE: [
    [`${threeItems}\nPUSH_I32 1\nPUSH_I32 2147483647\nSLICE_RANGE`, 'span[2, 5]'],
    [`${threeItems}\nPUSH_I32 -4\nPUSH_I32 2\nSLICE_RANGE`, 'span[1, 2]'],
    [`${pair}\nPUSH_I32 1\nPUSH_I32 9\nSLICE_RANGE`, '(t)'],
  ],
  NATIVE_CALL: [
    ['LOAD_STR "a b"\nNATIVE_CALL "toUpper" 1', 'A B'],
    ['NATIVE_CALL "nothing" 0', 'Runtime error: Native function not registered: nothing at 0:0'],
  ],
  PRINT: [['PUSH_I32 1\nLOAD_STR "x"\nPRINT 2', '1, x\nunit']],
  ASSERT: [
    ['PUSH_BOOL 1\nASSERT', 'unit'],
    ['PUSH_BOOL 0\nASSERT', 'Runtime error: Assertion Failed at 0:0'],
  ],
  LSHIFT: [
    [`${threeItems}\nPUSH_I32 6\nLSHIFT`, '[1, 2, 5, 6]'],
    ['PUSH_U8 129\nPUSH_I32 1\nLSHIFT', '2'],
    [
      'PUSH_I32 1\nPUSH_I32 32\nLSHIFT',
      'Runtime error: Shift count out of range: 32 (i32 has 32 bits) at 0:0',
    ],
  ],
  RSHIFT: [['PUSH_I32 -8\nPUSH_I32 1\nRSHIFT', '-4']],
  WRAP_NEWTYPE: [
    ['PUSH_I32 3\nWRAP_NEWTYPE "Meters"', '3'],
    ['PUSH_I32 3\nWRAP_NEWTYPE "Meters"\nPUSH_I32 4\nWRAP_NEWTYPE "Meters"\nADD', '7'],
    [
      'PUSH_I32 3\nWRAP_NEWTYPE "Meters"\nPUSH_I32 4\nADD',
      'Runtime error: Unsupported binary operator (ADD: Meters + i32) at 0:0',
    ],
  ],
  UNWRAP_NEWTYPE: [
    ['PUSH_I32 3\nWRAP_NEWTYPE "Meters"\nUNWRAP_NEWTYPE\nPUSH_I32 1\nADD', '4'],
    ['PUSH_I32 3\nUNWRAP_NEWTYPE', 'Runtime error: Cannot unwrap non-newtype value at 0:0'],
  ],
  CONSTRUCT_TAGGED: [
    [ok, 'Ok(9)'],
    ['CONSTRUCT_TAGGED 7 0 0', 'Runtime error: VM error: CONSTRUCT_TAGGED type index out of bounds at 0:0'],
    [
      'CONSTRUCT_TAGGED R 7 0',
      'Runtime error: VM error: CONSTRUCT_TAGGED variant index out of bounds at 0:0',
    ],
  ],
  GET_TAG: [[`LOAD_STR "e"\nPUSH_I32 1\nCONSTRUCT_TAGGED R 1 2\nGET_TAG`, '1']],
  GET_PAYLOAD: [
    [`${ok}\nGET_PAYLOAD 0`, '9'],
    [`${ok}\nGET_PAYLOAD 1`, 'Runtime error: GET_PAYLOAD: index out of bounds at 0:0'],
    ['PUSH_I32 1\nGET_PAYLOAD 0', 'Runtime error: GET_PAYLOAD: not a tagged value at 0:0'],
  ],
  SWITCH_TAG: [
    [`${ok}\nSWITCH_TAG 1→no 0→yes\nno:\nPOP\nPUSH_I32 1\nJUMP end\nyes:\nPOP\nPUSH_I32 2\nend:`, '2'],
    [`${ok}\nSWITCH_TAG 1→no *→rest\nno:\nPOP\nPUSH_I32 1\nJUMP end\nrest:\nPOP\nPUSH_I32 3\nend:`, '3'],
    [`${ok}\nSWITCH_TAG 1→no\nno:`, 'Runtime error: SWITCH_TAG: no matching case for tag 0 at 0:0'],
    ['PUSH_I32 1\nSWITCH_TAG 1→no\nno:', 'Runtime error: SWITCH_TAG: not a tagged value at 0:0'],
  ],
  DEBUG_BREAK: [['DEBUG_BREAK\nPUSH_I32 1', '1']],
  HALT: [['HALT', 'Runtime error: Unknown opcode: 255 at ip=0 at 0:0']],
};

const tables = {
  types,
  constants: [0n, 77n],
  imports: [
    { module: 'std.prelude', symbol: 'len' },
    { module: 'elsewhere', symbol: 'f' },
  ],
};

test('every instruction has its case', () => {
  expect(Object.keys(cases).sort()).toEqual(opcodes.map(({ name }) => name).sort());
});

test.each(opcodes.map(({ name }) => name))('%s', name => {
  for (const [code, result] of cases[name] ?? []) expect(shown(code, functions, tables), code).toBe(result);
});

test('the loop and the table have the numbers of the instruction set, each once', () => {
  const unknown = ['PUSH_STR', 'HALT'];
  for (const { code, name } of opcodes) {
    const inLoop = Object.hasOwn(opcodesInLoop, name);
    if (inLoop) expect(opcodesInLoop[name], name).toBe(code);
    const both = name === 'GET_INDEX';
    const inTable = instructionTable[code] !== undefined;
    expect([inLoop, inTable], name).toEqual(
      unknown.includes(name) ? [false, false] : both ? [true, true] : [inLoop, !inLoop],
    );
  }
});

test('numbers are not shifted where the original does not', () => {
  expect(shown('PUSH_I32 1\nPUSH_I32 1\nLSHIFT', '', { upstreamCompatible: true })).toBe(
    'Runtime error: Unsupported binary operator at 0:0',
  );
});
