import { expect, test } from 'vitest';
import { output } from '../test/runtime/bench-machine.js';

const types = [
  { name: 'D', properties: ['n'], derivedTraits: [], variants: [] },
  { name: 'U', properties: [], derivedTraits: [], variants: [{ name: 'V', payloadFields: ['d'] }] },
];
const drop = 'method D.Drop::drop/1\nLOAD_STR "drop"\nLOAD_LOCAL 0\nINVOKE_MEMBER "n" 0\nPRINT 2\nRETURN';
const made = (n: number): string => `PUSH_I32 ${n}\nNEW_OBJECT "D" 1\nLOAD_REF`;
const end = `LOAD_STR "end"\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN`;
const run = (source: string): string[] => output(`${source}\n${drop}`, { types }).trim().split('\n');

test('locals hear of the end of their function, the last first', () => {
  expect(
    run(
      `CALL f 0\nPOP\n${end}\nfun f/0\n${made(1)}\nSTORE_LOCAL 0\nPOP\n${made(2)}\nSTORE_LOCAL 1\nPOP\nPUSH_UNIT\nRETURN`,
    ),
  ).toEqual(['drop, 2', 'drop, 1', 'end']);
});

test('what is overwritten hears of it at once', () => {
  expect(run(`${made(1)}\nSTORE_GLOBAL 0\nPOP\n${made(2)}\nSTORE_GLOBAL 0\nPOP\n${end}`)).toEqual([
    'drop, 1',
    'end',
  ]);
});

test('what is moved away or returned lives on', () => {
  const source = `CALL f 0\nSTORE_GLOBAL 0\nPOP\nCALL g 0\nSTORE_GLOBAL 1\nPOP\n${end}
fun f/0\n${made(1)}\nSTORE_LOCAL 0\nPOP\nMOVE_LOCAL 0\nRETURN
fun g/0\n${made(2)}\nSTORE_LOCAL 0\nPOP\nLOAD_LOCAL 0\nRETURN`;
  expect(run(source)).toEqual(['end']);
});

test('a copy that a function gets is not told', () => {
  const source = `${made(1)}\nSTORE_GLOBAL 0\nPOP\nLOAD_GLOBAL 0\nCALL f 1\nPOP\n${end}\nfun f/1\nPUSH_UNIT\nRETURN`;
  expect(run(source)).toEqual(['end']);
});

test('parts end with the whole', () => {
  const source = `CALL f 0\nPOP\n${end}\nfun f/0\n${made(1)}\n${made(2)}\nNEW_ARRAY 2\nCONSTRUCT_TAGGED U 0 1\nSTORE_LOCAL 0\nPOP\nPUSH_UNIT\nRETURN`;
  expect(run(source)).toEqual(['drop, 1', 'drop, 2', 'end']);
});

test('records on the heap are told when the program collects and nothing leads to them', () => {
  const source = `PUSH_I32 1\nNEW_OBJECT "D" 1\nSTORE_LOCAL 0\nPOP\nPUSH_I32 2\nNEW_OBJECT "D" 1\nPOP
NATIVE_CALL "gcFree" 0\nPOP\n${end}`;
  expect(run(source)).toEqual(['drop, 2', 'end']);
});

test('memory outside goes back with its owner, once', () => {
  const count = 'NATIVE_CALL "nativeOutstandingAllocations" 0\nPRINT 1\nPOP';
  const source = `CALL f 0\nPOP\n${count}\n${end}
fun f/0\nPUSH_I32 8\nNATIVE_CALL "nativeMalloc" 1\nSTORE_LOCAL 0\nPOP\n${count}\nLOAD_LOCAL 0\nCALL g 1\nPOP\n${count}\nPUSH_UNIT\nRETURN
fun g/1\nPUSH_UNIT\nRETURN`;
  expect(run(source)).toEqual(['1', '1', '0', 'end']);
});
