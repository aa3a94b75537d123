// From a contract of the typed program to a WebAssembly module, and what its functions recorded.

import { endOf, startOf } from '@sonde/front-end';
import type { BuiltModule, FunctionBuilder } from '@sonde/wasm';
import type { TypedContract, TypedFunction, TypedProgram } from '../checker/typed-program.js';
import { moduleExports } from '../host/host-functions.js';
import { emitResult, signatureFor } from './control-flow.js';
import { FunctionContext } from './function-context.js';
import { dataStart, leastRecursiveFrame } from './memory-map.js';
import { ModuleContext, type GeneratorOptions } from './module-context.js';
import { rowFlags, type FunctionRecords } from './records.js';
import { allocate } from './runtime/heap.js';
import { checkStack } from './runtime/limbs.js';
import { signatureOf } from './calls.js';

export interface GeneratedFunction {
  readonly of: TypedFunction;
  readonly built: FunctionBuilder;
  readonly records: FunctionRecords;
}

export interface GeneratedModule {
  readonly module: BuiltModule;
  readonly functions: readonly GeneratedFunction[];
  /** The compiler's own. */
  readonly helpers: readonly FunctionBuilder[];
}

/** The module that is deployed. `sourceMapUrl` is where a browser's developer tools look. */
export function generateContract(
  program: TypedProgram,
  contract: TypedContract,
  options: GeneratorOptions,
  sourceMapUrl?: string,
): GeneratedModule {
  const exported = contract.functions.filter(({ role }) => role !== 'internal' && role !== 'test');
  return generate(program, contract.name, contract.functions, exported, options, sourceMapUrl);
}

/** A module whose exports are tests. */
export function generateTests(
  program: TypedProgram,
  name: string,
  functions: readonly TypedFunction[],
  /** What is called from outside: tests, and what runs before them. */
  called: readonly TypedFunction[],
  options: GeneratorOptions,
): GeneratedModule {
  return generate(program, name, [...new Set([...functions, ...called])], called, options);
}

function generate(
  program: TypedProgram,
  name: string,
  functions: readonly TypedFunction[],
  exported: readonly TypedFunction[],
  options: GeneratorOptions,
  sourceMapUrl?: string,
): GeneratedModule {
  const module = new ModuleContext(name, program.files, options);
  const built = functions.map(of => ({ of, built: module.declare(of, signatureOf(of)) }));
  const generated = built.map(({ of, built: into }) => ({
    of,
    built: into,
    records: generateFunction(module, of, into),
  }));
  module.builder.export(moduleExports.allocate, allocate(module));
  for (const of of exported) {
    const reference = module.function(of).reference;
    module.builder.export(of.mangled, reference);
    if (of.role === 'init') module.builder.export('init', reference);
  }
  module.builder.data(dataStart, module.data.segment());
  if (sourceMapUrl !== undefined) module.builder.sourceMap(sourceMapUrl);
  return { module: module.builder.build(), functions: generated, helpers: module.helpers };
}

function generateFunction(module: ModuleContext, of: TypedFunction, built: FunctionBuilder): FunctionRecords {
  const g = new FunctionContext(module, of, built);
  const { code } = g;
  // Calls that are nested too deeply end before the first statement.
  g.row(startOf(of.at), of.generated ? rowFlags.generated : 0);
  const frame = (): number => Math.max(g.frameSize(), of.recursive ? leastRecursiveFrame : 0);
  code
    .globalGet(module.stackPointer)
    .i32Late(frame)
    .op('i32.sub')
    .tee(g.frame)
    .globalSet(module.stackPointer);
  checkStack(module, code, g.frame);
  g.records.prologueEnd = code.mark();
  for (const parameter of of.parameters) g.live(parameter);
  code.block(signatureFor(of.result), exit => {
    g.exit = exit;
    emitResult(g, of.code);
    if (of.code.type.kind === 'never') code.op('unreachable');
  });
  g.meet();
  g.row(endOf(of.at), rowFlags.statement | rowFlags.epilogue | (of.generated ? rowFlags.generated : 0));
  code.get(g.frame).i32Late(frame).op('i32.add').globalSet(module.stackPointer);
  g.end();
  return g.records;
}
