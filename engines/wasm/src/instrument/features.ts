// What cannot be instrumented, refused by name.

import { Failure } from '@sonde/engine';
import { instructionsOf, type WasmModule } from '@sonde/wasm';
import { ownModule } from './sites.js';

const refusedInstructions: Readonly<Record<string, string>> = {
  return_call: 'tail calls',
  return_call_indirect: 'tail calls',
  try: 'exceptions',
  try_table: 'exceptions',
  throw: 'exceptions',
  throw_ref: 'exceptions',
};

/** Throws a Failure that names the feature. */
export function checkFeatures(module: WasmModule): void {
  const refuse = (feature: string): never => {
    throw new Failure('not-supported', 'user', `the module uses ${feature}, which cannot be debugged here.`);
  };
  if (module.imports.some(each => each.module === ownModule))
    throw new Failure(
      'bad-arguments',
      'user',
      `the module imports from '${ownModule}': it is instrumented already.`,
    );
  const imported = module.imports.flatMap(({ thing }) => (thing.kind === 'memory' ? [thing.type] : []));
  if ([...module.memories, ...imported].some(({ shared }) => shared === true)) refuse('shared memory');
  for (const body of module.functions)
    for (const { name } of instructionsOf(module, body)) {
      const feature = refusedInstructions[name];
      if (feature !== undefined) refuse(feature);
    }
}
