import { expect, test } from 'vitest';
import { heap } from './heap.js';
import { bench, BenchHost, output, toEnd } from '../test/runtime/bench-machine.js';

const types = [
  { name: 'P', properties: ['x', 'inner'], derivedTraits: [], variants: [] },
  { name: 'Q', properties: ['c'], derivedTraits: [], variants: [] },
];
const array = (...items: number[]): string =>
  `${items.map(item => `PUSH_I32 ${item}`).join('\n')}\nNEW_ARRAY ${items.length}`;
const set = (slot: number): string => `STORE_LOCAL ${slot}\nPOP`;
const print = (slot: number): string => `LOAD_LOCAL ${slot}\nPRINT 1\nPOP`;
const assign = (slot: number, index: number, value: number): string =>
  `MAKE_LOCAL_REF ${slot}\nPUSH_I32 ${index}\nMAKE_INDEX_REF\nPUSH_I32 ${value}\nSTORE_REF\nPOP`;
const nested = `${array(1, 2)}\n${array(3)}\nNEW_ARRAY 2`;

test('a copy of an array keeps what it had when the original is written', () => {
  const source = `${array(1, 2)}\n${set(0)}\nLOAD_LOCAL 0\n${set(1)}\n${assign(0, 0, 9)}\n${print(0)}\n${print(1)}`;
  expect(output(source)).toBe('[9, 2]\n[1, 2]\n');
});

test('writing deep inside a copy leaves the original alone', () => {
  const source = `${nested}\n${set(0)}\nLOAD_LOCAL 0\n${set(1)}
MAKE_LOCAL_REF 1\nPUSH_I32 0\nMAKE_INDEX_REF\nPUSH_I32 1\nMAKE_INDEX_REF\nPUSH_I32 7\nSTORE_REF\nPOP
${print(0)}\n${print(1)}`;
  expect(output(source)).toBe('[[1, 2], [3]]\n[[1, 7], [3]]\n');
});

test('a value put into an array is a copy', () => {
  const source = `${array(1)}\n${set(0)}\nLOAD_LOCAL 0\nNEW_ARRAY 1\n${set(1)}\n${assign(0, 0, 5)}\n${print(1)}`;
  expect(output(source)).toBe('[[1]]\n');
});

test('a reference to an element sees what is written there, and writes there', () => {
  const source = `${array(1, 2)}\n${set(0)}\nMAKE_LOCAL_REF 0\nPUSH_I32 1\nMAKE_INDEX_REF\n${set(1)}
${assign(0, 1, 5)}\nLOAD_LOCAL 1\nLOAD_REF\nPRINT 1\nPOP
LOAD_LOCAL 1\nPUSH_I32 6\nSTORE_REF\nPOP\n${print(0)}`;
  expect(output(source)).toBe('5\n[1, 6]\n');
});

test('a reference deep inside keeps to its array when that is copied in between', () => {
  // r points at a[0][0]; b is a copy of a made afterwards, so that writing through r must not reach it.
  const source = `${nested}\n${set(0)}
MAKE_LOCAL_REF 0\nPUSH_I32 0\nMAKE_INDEX_REF\nPUSH_I32 0\nMAKE_INDEX_REF\n${set(1)}
LOAD_LOCAL 0\n${set(2)}
LOAD_LOCAL 1\nPUSH_I32 8\nSTORE_REF\nPOP\n${print(0)}\n${print(2)}
MAKE_LOCAL_REF 2\nPUSH_I32 0\nMAKE_INDEX_REF\nPUSH_I32 0\nMAKE_INDEX_REF\nPUSH_I32 4\nSTORE_REF\nPOP
${print(0)}\nLOAD_LOCAL 1\nLOAD_REF\nPRINT 1\nPOP`;
  expect(output(source)).toBe('[[8, 2], [3]]\n[[1, 2], [3]]\n[[8, 2], [3]]\n8\n');
});

test('an assignment whose right side takes a copy of the whole changes only the original', () => {
  // a[0][0] := keep(a), where keep stores its argument in a global.
  const source = `${nested}\n${set(0)}
MAKE_LOCAL_REF 0\nPUSH_I32 0\nMAKE_INDEX_REF\nPUSH_I32 0\nMAKE_INDEX_REF\nLOAD_LOCAL 0\nCALL keep 1\nSTORE_REF\nPOP
${print(0)}\nLOAD_GLOBAL 0\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN
fun keep/1\nLOAD_LOCAL 0\nSTORE_GLOBAL 0\nPOP\nPUSH_I32 77\nRETURN`;
  expect(output(source)).toBe('[[77, 2], [3]]\n[[1, 2], [3]]\n');
});

test('a reference to a variable sees what is assigned later, one into its old value does not', () => {
  const source = `${array(1)}\n${set(0)}\nMAKE_LOCAL_REF 0\n${set(1)}
MAKE_LOCAL_REF 0\nPUSH_I32 0\nMAKE_INDEX_REF\n${set(2)}
${array(5)}\n${set(0)}\nLOAD_LOCAL 1\nLOAD_REF\nPRINT 1\nPOP\nLOAD_LOCAL 2\nLOAD_REF\nPRINT 1\nPOP`;
  expect(output(source)).toBe('[5]\n1\n');
});

test('records on the heap are shared, and copied out by value', () => {
  const source = `PUSH_I32 1\nPUSH_I32 2\nNEW_OBJECT "Q" 1\nNEW_OBJECT "P" 2\n${set(0)}\nLOAD_LOCAL 0\n${set(1)}
LOAD_LOCAL 0\nLOAD_REF\n${set(2)}
LOAD_LOCAL 1\nMAKE_PROPERTY_STR_REF "x"\nPUSH_I32 9\nSTORE_REF\nPOP
LOAD_LOCAL 0\nINVOKE_MEMBER "x" 0\nPRINT 1\nPOP\nLOAD_LOCAL 2\nINVOKE_MEMBER "x" 0\nPRINT 1\nPOP
LOAD_LOCAL 2\nINVOKE_MEMBER "inner" 0\nMAKE_PROPERTY_STR_REF "c"\nPUSH_I32 8\nSTORE_REF\nPOP
LOAD_LOCAL 0\nINVOKE_MEMBER "inner" 0\nINVOKE_MEMBER "c" 0\nPRINT 1\nPOP`;
  expect(output(source, { types })).toBe('9\n1\n8\n');
});

test('a reference to a local outlives its function', () => {
  const source = `CALL make 0\n${set(0)}\nLOAD_LOCAL 0\nLOAD_REF\nPRINT 1\nPOP
LOAD_LOCAL 0\nPUSH_I32 0\nMAKE_INDEX_REF\nPUSH_I32 3\nSTORE_REF\nPOP\nLOAD_LOCAL 0\nLOAD_REF\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN
fun make/0\n${array(1, 2)}\n${set(0)}\nMAKE_LOCAL_REF 0\nRETURN`;
  expect(output(source)).toBe('[1, 2]\n[3, 2]\n');
});

test('references that lead in a circle are an error, not a hang', () => {
  const source = `MAKE_LOCAL_REF 0\n${set(0)}\nLOAD_LOCAL 0\nINVOKE_MEMBER "x" 0`;
  expect(output(source)).toBe('Runtime error: References lead in a circle at 0:0\n');
});

test('empty texts at the beginning of a list leave no comma', () => {
  expect(output('LOAD_STR ""\nLOAD_STR "a"\nLOAD_STR ""\nNEW_ARRAY 3\nPRINT 1')).toBe('[a, ]\n');
});

/** Bytes that values took in a loop over an array of this size; copies of the whole in each turn would show. */
function bytesTaken(size: number, body: string): number {
  const source = `PUSH_I32 0\nPUSH_I32 ${size}\nMAKE_RANGE 0\nNEW_ARRAY_SPREAD 1\n${set(0)}\nPUSH_I32 0\n${set(1)}
again:\nLOAD_LOCAL 1\nPUSH_I32 ${size}\nLT\nJUMP_IF_FALSE over\n${body}
LOAD_LOCAL 1\nPUSH_I32 1\nADD\n${set(1)}\nJUMP again\nover:\nPUSH_UNIT\nRETURN
fun first/1\nLOAD_LOCAL 0\nPUSH_I32 0\nGET_INDEX\nRETURN`;
  const host = new BenchHost();
  // Nobody looks what is alive, so that all is counted.
  host.memoryLimit = 2 ** 50;
  const { machine } = bench(source, {}, host);
  expect(toEnd(machine)).toBe(0);
  return heap.used;
}

test.each([
  [
    'reads and writes elements',
    'MAKE_LOCAL_REF 0\nLOAD_LOCAL 1\nMAKE_INDEX_REF\nLOAD_LOCAL 0\nLOAD_LOCAL 1\nGET_INDEX\nSTORE_REF\nPOP',
  ],
  [
    'passes the array to a function',
    'MAKE_LOCAL_REF 0\nLOAD_LOCAL 1\nMAKE_INDEX_REF\nLOAD_LOCAL 0\nCALL first 1\nSTORE_REF\nPOP',
  ],
  ['appends to a variable', 'LOAD_LOCAL 0\nPUSH_I32 1\nLSHIFT\nSTORE_LOCAL 0\nPOP'],
  ['appends to what it moved', 'MOVE_LOCAL 0\nPUSH_I32 1\nLSHIFT\nSTORE_LOCAL 0\nPOP'],
])('a loop that %s does not copy the array each time', (_, body) => {
  const size = 3_000;
  expect(bytesTaken(size, body)).toBeLessThan(1_000 * size);
});

test('an array that was appended to does not show in its copies', () => {
  const source = `${array(1)}\n${set(0)}\nLOAD_LOCAL 0\n${set(1)}\nLOAD_LOCAL 0\nPUSH_I32 2\nLSHIFT\n${set(0)}
LOAD_LOCAL 0\nPUSH_I32 3\nLSHIFT\n${set(0)}\nLOAD_LOCAL 0\nPUSH_I32 4\nLSHIFT\n${set(2)}\n${print(0)}\n${print(1)}\n${print(2)}`;
  expect(output(source)).toBe('[1, 2, 3]\n[1]\n[1, 2, 3, 4]\n');
});
