// Conditions of breakpoints: modules of WebAssembly that decide in the thread of the contract, checked before it loads them.

import type { PieceKind, ProbeHandler } from '@sonde/engine-wasm';
import { readModule, webAssembly, type FunctionType, type ValueType, type WasmModule } from '@sonde/wasm';
import { globalsOf, functionAt, localsOf } from './module-facts.js';

/** docs/formats/nova-debug.md describes them. */
const names = {
  module: 'sonde',
  stop: 'stop',
  memory: 'memory',
  hits: 'hits',
  log: 'log',
  handler: 'condition',
} as const;

/** As locals cross to another module: floats as their bits, vectors as two halves. */
const crossing: Readonly<Partial<Record<ValueType, readonly ValueType[]>>> = {
  f32: ['i32'],
  f64: ['i64'],
  v128: ['i64', 'i64'],
};

/** What is wrong with a condition for a breakpoint at an offset; undefined when it can be used. */
export function conditionProblem(
  contract: WasmModule,
  offset: number,
  { module: bytes, counter, log }: ProbeHandler,
): string | undefined {
  const read = readModule(bytes);
  if (!read.ok || !webAssembly.validate(bytes)) return 'the condition is no module of WebAssembly.';
  const { module } = read;
  const index = functionAt(contract, offset);
  if (index === undefined) return 'no function has code there.';
  if (module.start !== undefined) return 'the condition has a start function.';
  const locals = localsOf(contract, index).flatMap(({ type }) => crossing[type] ?? [type]);
  const wanted: FunctionType = { params: ['i32', 'i64', ...locals], results: locals };
  const globals = new Map(globalsOf(contract).map(global => [`global${global.index}`, global]));
  for (const { module: from, name, thing } of module.imports) {
    const unknown = `the condition imports ${from}.${name}, which is not there or of another type.`;
    if (from !== names.module) return unknown;
    if (name === names.stop && thing.kind === 'function' && sameType(module.types[thing.type], wanted))
      continue;
    if (name === names.log && log !== undefined && thing.kind === 'function') {
      if (sameType(module.types[thing.type], logType(log.pieces))) continue;
      return unknown;
    }
    if (name === names.hits && counter !== undefined && thing.kind === 'global') {
      if (thing.type.type === 'i64' && thing.type.mutable) continue;
      return unknown;
    }
    if (
      name === names.memory &&
      thing.kind === 'memory' &&
      thing.type.min === 0 &&
      thing.type.max === undefined
    )
      continue;
    const global = globals.get(name);
    const isGlobal =
      thing.kind === 'global' && thing.type.type === global?.type && thing.type.mutable === global.mutable;
    if (!isGlobal) return unknown;
  }
  const handler = module.exports.find(({ kind, name }) => kind === 'function' && name === names.handler);
  const imported = module.imports.filter(({ thing }) => thing.kind === 'function').length;
  const body = module.functions[(handler?.index ?? -1) - imported];
  const type = body && module.types[body.type];
  return sameType(type, wanted)
    ? undefined
    : `the condition exports no function '${names.handler}' of the right type.`;
}

/** Of memory its address and its length come, of a text only where it begins. */
const logType = (pieces: readonly PieceKind[]): FunctionType => ({
  params: pieces.flatMap((piece): readonly ValueType[] => (piece === 'memory' ? ['i64', 'i64'] : ['i64'])),
  results: ['i32'],
});

const sameType = (a: FunctionType | undefined, b: FunctionType): boolean =>
  a !== undefined && a.params.join() === b.params.join() && a.results.join() === b.results.join();
