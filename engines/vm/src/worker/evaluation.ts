// Runs code of a language's own compiler on the machine: for a person who asks at a stop, and for conditions on the way.
//
// `Machine.evaluate` does not come back before the code is done. Its budget keeps it from hanging, and the machine looks
// now and then whether anybody still wants the result (`MachineHost.interrupted`).

import { Failure, notSupported } from '@sonde/engine';
import type { EvaluateAnswer, EvaluateRequest, Machine } from '../machine.js';
import type { World } from './world.js';

/** Instructions for a person who waits: about a second, on a slow machine some more. */
const patientBudget = 50_000_000;
/** Instructions for a condition or a log message, which may run at every turn of a loop. */
const hastyBudget = 1_000_000;

type Where = Pick<EvaluateRequest, 'code' | 'task' | 'frame'>;

export class Evaluation {
  constructor(
    private readonly machine: Machine,
    private readonly world: World,
  ) {}

  /** For a person at a stop. */
  ask(where: Where, effects: boolean): EvaluateAnswer {
    return this.#evaluate({ ...where, effects, budget: patientBudget });
  }

  /** For a breakpoint: whoever watches must not change what is watched. */
  judge(where: Where): EvaluateAnswer {
    return this.#evaluate({ ...where, effects: false, budget: hastyBudget });
  }

  #evaluate(request: EvaluateRequest): EvaluateAnswer {
    const { machine, world } = this;
    if (machine.evaluate === undefined) throw notSupported('evaluating code of the machine');
    world.evaluate(request.effects ? 'changing' : 'looking');
    try {
      return machine.evaluate(request);
    } catch (error) {
      // A place that is gone, such as a variable of a call that has returned.
      if (error instanceof RangeError) throw new Failure('bad-expression', 'program', error.message);
      throw error;
    } finally {
      world.evaluate(false);
    }
  }
}
