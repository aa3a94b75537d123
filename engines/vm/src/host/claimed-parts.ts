// What the traits of an engine promise about its machine, by the names of the machine's optional parts.

import { Failure, type EngineTraits } from '@sonde/engine';

const claimedParts = (traits: EngineTraits): readonly string[] =>
  [
    traits.goto ? 'goto' : undefined,
    traits.restartFrame ? 'restartFrame' : undefined,
    traits.terminateThreads ? 'endTask' : undefined,
    traits.disassembly ? 'disassemble' : undefined,
    traits.singleThread ? 'restrictTo' : undefined,
    traits.memory ? 'memory' : undefined,
    traits.registers ? 'registers' : undefined,
    traits.expressions.has('run') ? 'evaluate' : undefined,
  ].filter(name => name !== undefined);

/** What a machine lacks of what was promised. */
export function missingParts(
  traits: EngineTraits,
  lacks: readonly string[],
  moduleUrl: URL,
): Failure | undefined {
  const missing = claimedParts(traits).filter(name => lacks.includes(name));
  if (missing.length === 0) return undefined;
  const message = `the machine of ${moduleUrl.pathname} lacks ${missing.join(', ')}.`;
  const next = 'Name it in the option `without` of vmEngine, or implement it.';
  return new Failure('internal', 'sonde', message, next);
}
