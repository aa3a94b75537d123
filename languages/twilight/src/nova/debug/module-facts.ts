// What a module says about itself: names and types of functions, locals and globals, and where instructions begin.

import { instructionsOf, type ValueType, type WasmModule } from '@sonde/wasm';

const imported = ({ imports }: WasmModule, kind: 'function' | 'global'): number =>
  imports.filter(({ thing }) => thing.kind === kind).length;

/** The index of a global that is exported by this name. */
export const exportedGlobal = ({ exports }: WasmModule, name: string): number | undefined =>
  exports.find(each => each.kind === 'global' && each.name === name)?.index;

export function functionName(module: WasmModule, index: number): string {
  const exported = module.exports.find(each => each.kind === 'function' && each.index === index);
  return exported?.name ?? module.names.functions.get(index) ?? `function ${index}`;
}

/** The index of the function whose code is at an offset. */
export const functionAt = (module: WasmModule, offset: number): number | undefined =>
  module.functions.find(({ code, end }) => offset >= code && offset < end)?.index;

export interface NamedNumber {
  readonly index: number;
  readonly name: string | undefined;
  readonly type: ValueType;
}

/** Parameters first. */
export function localsOf(module: WasmModule, index: number): readonly NamedNumber[] {
  const body = module.functions[index - imported(module, 'function')];
  if (body === undefined) return [];
  const names = module.names.locals.get(index);
  const types = [
    ...(module.types[body.type]?.params ?? []),
    ...body.locals.flatMap(({ count, type }) => Array.from({ length: count }, () => type)),
  ];
  return types.map((type, local) => ({ index: local, name: names?.get(local), type }));
}

/** Of the module itself and imported ones. */
export function globalsOf(module: WasmModule): readonly (NamedNumber & { readonly mutable: boolean })[] {
  const types = [
    ...module.imports.flatMap(({ thing }) => (thing.kind === 'global' ? [thing.type] : [])),
    ...module.globals.map(({ type }) => type),
  ];
  return types.map(({ type, mutable }, index) => ({
    index,
    name:
      module.exports.find(each => each.kind === 'global' && each.index === index)?.name ??
      module.names.globals.get(index),
    type,
    mutable,
  }));
}

const starts = new WeakMap<WasmModule, ReadonlySet<number>>();

/** Offsets at which instructions begin. */
export function instructionStarts(module: WasmModule): ReadonlySet<number> {
  const known = starts.get(module);
  if (known !== undefined) return known;
  const found = new Set<number>();
  for (const body of module.functions)
    for (const { offset } of instructionsOf(module, body)) found.add(offset);
  starts.set(module, found);
  return found;
}
