// Which expressions the VM thread can evaluate itself.

import {
  asFailure,
  operationsOf,
  type CompiledExpression,
  type EngineTraits,
  type TypeTable,
} from '@sonde/engine';
import { compileToJavaScript } from '@sonde/lens/javascript';

export function runsInThread(
  { pure, program }: CompiledExpression,
  types: TypeTable,
  thread: { readonly traits: Pick<EngineTraits, 'expressions'>; readonly variablesInMemory: boolean },
): boolean {
  if (!pure || ![...operationsOf(program)].every(operation => thread.traits.expressions.has(operation)))
    return false;
  try {
    compileToJavaScript(program, { types, memory: thread.variablesInMemory });
    return true;
  } catch (error) {
    if (asFailure(error).code === 'not-supported') return false;
    throw error;
  }
}
