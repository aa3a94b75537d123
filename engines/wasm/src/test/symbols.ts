// Symbols for marked modules: each mark is a statement on a line of its own, in the order of the marks.

import {
  moduleId,
  typeId,
  type FunctionSymbol,
  type LocalSymbol,
  type SymbolData,
  type TypeId,
} from '@sonde/engine';
import { readModule, localTypes } from '@sonde/wasm';
import type { MarkedModule } from './harness.js';

export const types = {
  int: typeId(1),
  double: typeId(2),
  long: typeId(3),
  byte: typeId(4),
  pair: typeId(5),
} as const;

export const source = { name: 'marked.txt', path: '/marked/marked.txt' };

/** Locals are variables by the names of the name section; those without a name are none. */
export function symbolsOf(marked: MarkedModule): SymbolData {
  const read = readModule(marked.bytes);
  if (!read.ok) throw read.problem;
  const { module } = read;
  const id = moduleId('marked');
  const functions = module.functions.map((body): FunctionSymbol => {
    const parameters = module.types[body.type]!.params.length;
    const all = localTypes(module, body);
    const locals = all.flatMap((type, slot): LocalSymbol[] => {
      const name = module.names.locals.get(body.index)?.get(slot);
      return name === undefined
        ? []
        : [{ name, slot, type: typeOf(type), parameter: slot < parameters, from: body.start, to: body.end }];
    });
    return {
      name: module.names.functions.get(body.index) ?? `f${body.index}`,
      source: 0,
      module: id,
      start: body.start,
      end: body.end,
      locals,
    };
  });
  const lines = Object.values(marked.at)
    .map((address, nth) => ({ address, source: 0, line: nth + 1, column: 1, statement: true }))
    .sort((a, b) => a.address - b.address);
  return {
    modules: [{ id, name: 'marked', start: 0, end: marked.bytes.length }],
    sources: [source],
    functions,
    lines,
    globals: [],
    types: [
      [types.int, { kind: 'integer', name: 'int', size: 4, signed: true }],
      [types.double, { kind: 'float', name: 'double', size: 8 }],
      [types.long, { kind: 'integer', name: 'long', size: 8, signed: true }],
      [types.byte, { kind: 'integer', name: 'byte', size: 1, signed: false }],
    ],
  };
}

/** The line of a mark. */
export const lineOf = (marked: MarkedModule, name: string): number =>
  Object.keys(marked.at).indexOf(name) + 1;

const typeOf = (type: string): TypeId =>
  type === 'f64' ? types.double : type === 'i64' ? types.long : types.int;
