// Modules that tell their locals before chosen instructions, for tests of debug information. It knows offsets, and nothing else.

import {
  bytesOf,
  instructionsOf,
  localTypes,
  readModule,
  sectionIds,
  typeCodes,
  writeExport,
  writeFunctionType,
  writeImport,
  writeInstruction,
  writeSections,
  type FunctionType,
  type Renumber,
  type WrittenSection,
} from '@sonde/wasm';

/** Hears an offset and the locals of the function. */
export type Trace = (offset: number, locals: readonly (number | bigint)[]) => void;

export const traceModule = 'trace';

export interface TracedModule {
  readonly bytes: Uint8Array;
  imports(trace: Trace): Readonly<Record<string, unknown>>;
}

export function traced(wasm: Uint8Array, offsets: ReadonlySet<number>): TracedModule {
  const read = readModule(wasm);
  if (!read.ok) throw read.problem;
  const { module } = read;
  const types: FunctionType[] = [...module.types];
  const names = new Map<string, { readonly name: string; readonly type: number; readonly nth: number }>();
  const importFor = (locals: FunctionType['params']): number => {
    const key = locals.join();
    const known = names.get(key);
    if (known !== undefined) return known.nth;
    const type = types.push({ params: ['i32', ...locals], results: [] }) - 1;
    names.set(key, { name: `t${names.size}`, type, nth: names.size });
    return names.size - 1;
  };
  const before = module.imports.filter(({ thing }) => thing.kind === 'function').length;
  // All imports of traces are known before code is written, because they move the indices of all other functions.
  for (const body of module.functions) importFor(localTypes(module, body));
  const added = names.size;
  const renumber: Renumber = (space, index) =>
    space === 'function' && index >= before ? index + added : index;
  const bodies = module.functions.map(body =>
    bytesOf(writer => {
      const locals = localTypes(module, body);
      writer.vector(body.locals, ({ count, type }) => {
        writer.unsigned(count);
        writer.byte(typeCodes[type]);
      });
      for (const instruction of instructionsOf(module, body)) {
        if (offsets.has(instruction.offset)) {
          writer.byte(0x41);
          writer.signed(instruction.offset);
          for (const index of locals.keys()) {
            writer.byte(0x20);
            writer.unsigned(index);
          }
          writer.byte(0x10);
          writer.unsigned(before + importFor(locals));
        }
        writeInstruction(writer, instruction, wasm, renumber);
      }
    }),
  );
  const replaced: WrittenSection[] = [
    {
      id: sectionIds.type,
      bytes: bytesOf(writer => writer.vector(types, type => writeFunctionType(writer, type))),
    },
    {
      id: sectionIds.import,
      bytes: bytesOf(writer =>
        writer.vector(
          [
            ...module.imports,
            ...[...names.values()].map(({ name, type }) => ({
              module: traceModule,
              name,
              thing: { kind: 'function' as const, type },
            })),
          ],
          each => writeImport(writer, each),
        ),
      ),
    },
    {
      id: sectionIds.export,
      bytes: bytesOf(writer =>
        writer.vector(module.exports, each =>
          writeExport(
            writer,
            each.kind === 'function' ? { ...each, index: renumber('function', each.index) } : each,
          ),
        ),
      ),
    },
    { id: sectionIds.code, bytes: bytesOf(writer => writer.vector(bodies, body => writer.sized(body))) },
  ];
  const kept = module.sections
    .filter(({ id }) => id !== sectionIds.custom && !replaced.some(section => section.id === id))
    .map(({ id, start, end }) => ({ id, bytes: wasm.slice(start, end) }));
  return {
    bytes: writeSections([...replaced, ...kept]).bytes,
    imports: trace =>
      Object.fromEntries(
        [...names.values()].map(({ name }) => [
          name,
          (offset: number, ...locals: readonly (number | bigint)[]) => trace(offset, locals),
        ]),
      ),
  };
}
