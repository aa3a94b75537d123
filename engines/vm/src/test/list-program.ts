// Programs for the list machine, with the symbols that a debugger needs.

import { moduleId, type Target } from '@sonde/engine';
import { anyType, listType, numbersType, type ListImage, type Operation } from './list-machine.js';

export interface ListFunction {
  readonly name: string;
  readonly parameters: number;
  readonly locals?: number;
  readonly code: readonly Operation[];
}

export const source = { name: 'lists.txt', path: '/programs/lists.txt' };

/** A program; the first function is its top level. `line` marks where lines begin, and thereby statements. */
export function listProgram(
  functions: readonly ListFunction[],
  options: { readonly globals?: readonly string[]; readonly foldTakesTime?: boolean } = {},
): Target {
  const operations: Operation[] = [];
  const module = moduleId('m');
  const placed = functions.map(({ name, parameters, locals = parameters, code }) => {
    const start = operations.length;
    // Jumps count from the start of their function.
    for (const operation of code)
      operations.push(operation[0] === 'jump' ? ['jump', operation[1] + start] : operation);
    return { name, start, end: operations.length, parameters, locals };
  });
  const fold = operations.length + 1;
  const lines = operations.flatMap(([name, line], address) =>
    name === 'line' ? [{ address, source: 0, line, column: 1, statement: true }] : [],
  );
  const image: ListImage = {
    operations,
    functions: placed,
    globals: options.globals?.length ?? 0,
    fold,
    foldTakesTime: options.foldTakesTime ?? true,
  };
  return {
    program: source.path,
    temporary: [],
    image: {
      code: image,
      loaded: [module],
      symbols: {
        modules: [{ id: module, name: 'lists', start: 0, end: fold + 1 }],
        sources: [source],
        functions: [
          ...placed.map(({ name, start, end, parameters, locals }) => ({
            name,
            source: 0,
            module,
            start,
            end,
            locals: Array.from({ length: locals }, (_, slot) => ({
              name: String.fromCharCode(97 + slot),
              slot,
              type: slot === 1 ? numbersType : anyType,
              parameter: slot < parameters,
              from: start,
              to: end,
            })),
          })),
          { name: 'map', source: 0, module, start: fold - 1, end: fold + 1, locals: [], artificial: true },
        ],
        lines,
        globals: (options.globals ?? []).map((name, index) => ({ name, index, type: anyType })),
        types: [
          [anyType, { kind: 'dynamic', name: 'any' }],
          [listType, { kind: 'object', name: 'list' }],
          [numbersType, { kind: 'object', name: 'numbers' }],
        ],
      },
    },
  };
}
