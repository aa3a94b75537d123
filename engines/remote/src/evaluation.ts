// What the far side evaluates and runs by itself, at a stop of the engine.

import type { Engine, StopId } from '@sonde/engine';
import type { Inspector } from './inspector.js';
import type { RemoteMachine } from './remote-machine.js';

type Check = (stop: StopId) => void;

/** Undefined where it evaluates nothing. */
export function evaluatorOf(
  machine: RemoteMachine,
  inspector: Inspector,
  check: Check,
): NonNullable<Engine['evaluateText']> | undefined {
  const evaluate = machine.evaluate?.bind(machine);
  if (evaluate === undefined) return undefined;
  return async (stop, frame, text, _signal, effects = 'any') => {
    check(stop);
    const found = frame === undefined ? undefined : await inspector.find(frame);
    const value = await evaluate(found, text, effects);
    if (effects !== 'none') inspector.forget();
    return value;
  };
}

/** Undefined where it runs no code of the language's compiler. */
export function codeRunnerOf(
  machine: RemoteMachine,
  inspector: Inspector,
  check: Check,
): NonNullable<Engine['runCode']> | undefined {
  const run = machine.runCode?.bind(machine);
  if (run === undefined) return undefined;
  return async (stop, frame, code, effects, _signal, type) => {
    check(stop);
    const found = frame === undefined ? undefined : await inspector.find(frame);
    const value = await run(found, code, type, effects);
    if (effects) inspector.forget();
    return value;
  };
}
