// The custom section `name`: broken parts of it are left out, as engines do.

import { ByteReader } from '../bytes/byte-reader.js';
import type { ModuleNames } from '../module-data.js';
import { ModuleProblem } from '../problem.js';

type NameMap = Map<number, string>;

export const noNames: ModuleNames = { functions: new Map(), locals: new Map(), globals: new Map() };

export function readNames(bytes: Uint8Array): ModuleNames {
  const reader = new ByteReader(bytes);
  const functions: NameMap = new Map();
  const globals: NameMap = new Map();
  const locals = new Map<number, NameMap>();
  let module: string | undefined;
  try {
    while (!reader.done) {
      const id = reader.byte('a part of the names');
      const part = reader.part(reader.u32('the size of the names'), 'the names');
      if (id === 0) module = part.name('the name of the module');
      if (id === 1) readInto(part, functions);
      if (id === 7) readInto(part, globals);
      if (id === 2)
        part.vector('functions with names of locals', () => {
          const names: NameMap = new Map();
          locals.set(part.u32('the index of a function'), names);
          readInto(part, names);
        });
    }
  } catch (problem) {
    if (!(problem instanceof ModuleProblem)) throw problem;
  }
  return { functions, locals, globals, ...(module === undefined ? {} : { module }) };
}

function readInto(reader: ByteReader, names: NameMap): void {
  reader.vector('names', () => {
    const index = reader.u32('the index of a name');
    names.set(index, reader.name('a name'));
  });
}
