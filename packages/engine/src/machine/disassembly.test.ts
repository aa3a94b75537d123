import { expect, it } from 'vitest';
import { moduleId, SymbolIndex } from '../engine.js';
import { listingFrom, type MachineInstruction } from './disassembly.js';

const module = moduleId('m');
const range = (name: string, start: number, end: number) => ({
  ...{ name, source: 0, module, start, end, locals: [] },
});
const symbols = new SymbolIndex({
  modules: [{ id: module, name: 'm', start: 0, end: 24 }],
  sources: [{ name: 'a.x', path: '/a.x' }],
  functions: [range('twice', 0, 8), range('main', 8, 24)],
  lines: [],
  globals: [],
  types: [],
});
const targets: Readonly<Record<number, number>> = { 8: 0, 12: 16, 16: 96 };
const disassemble = (address: number): MachineInstruction => {
  const target = targets[address];
  return { size: 4, ...(target === undefined ? { text: 'RET' } : { text: `GO ${target}`, target }) };
};

it('names the function to which an instruction goes, and where in it', () => {
  const texts = listingFrom(disassemble, symbols, 8, 0, 4).map(({ text }) => text);
  expect(texts).toEqual(['GO 0 <twice>', 'GO 16 <main+0x8>', 'GO 96', 'RET']);
});
