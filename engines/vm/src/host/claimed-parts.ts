// What the traits of an engine promise about its machine, by the names of the machine's optional parts.

import type { EngineTraits } from '@sonde/engine';

export const claimedParts = (traits: EngineTraits): readonly string[] =>
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
