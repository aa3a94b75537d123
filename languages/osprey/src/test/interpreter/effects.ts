// Effects: an arm without resume answers the perform; one with resume stands between the body and what comes behind it.

import type { Operation, TypedExpression } from '../../toolchain/checker/typed-program.js';
import { called, captured, evaluate, type Activation } from './evaluate.js';
import { Stopped, type Computation, type Handler, type Region } from './fibers.js';
import type { Value } from './values.js';

export function* perform(
  { effect, operation }: TypedExpression & { readonly kind: 'perform' },
  args: readonly Value[],
  here: Activation,
): Computation {
  for (let handler = here.handlers; handler !== undefined; handler = handler.outer)
    if (handler.effect === effect) return yield* handler.perform(operation, args, here.number);
  throw new Stopped(1, `unhandled effect: ${effect.name}.${operation.name}`);
}

let regions = 0;

export function* handle(node: TypedExpression & { readonly kind: 'handle' }, here: Activation): Computation {
  const region: Region = { id: ++regions };
  const armName = ({ name }: Operation): string => `${node.effect.name}.${name}`;
  const environments = new Map(node.arms.map(arm => [arm, captured(arm, here)]));
  const handler: Handler = {
    effect: node.effect,
    outer: here.handlers,
    *perform(operation, args, caller) {
      const arm = node.arms.find(candidate => candidate.operation === operation)!;
      if (arm.resumes) return yield { ask: 'operation', region, operation, args };
      return yield* called(
        arm,
        environments.get(arm)!,
        args,
        { ...here, number: caller },
        armName(operation),
      );
    },
  };
  const inside: Activation = { ...here, handlers: handler };
  if (node.handled === undefined) return yield* evaluate(node.direct!, inside);
  const body = called(node.handled, captured(node.handled, here), [], inside, `${here.frame}.handled`);
  return yield* drive(body, undefined);

  /** Runs the body up to its next operation, whose arm then stands for the rest. */
  function* drive(computation: Computation, given: Value): Computation {
    for (let next = computation.next(given); ;) {
      if (next.done === true) return next.value;
      const request = next.value;
      if (request.ask !== 'operation' || request.region !== region) {
        next = computation.next(yield request);
        continue;
      }
      const arm = node.arms.find(candidate => candidate.operation === request.operation)!;
      let resumed = false;
      const resume = (value: Value): Computation => {
        if (resumed)
          throw new Stopped(1, 'fatal: continuation already resumed (multi-shot resume is not supported)');
        resumed = true;
        return drive(computation, value);
      };
      return yield* called(
        arm,
        environments.get(arm)!,
        request.args,
        here,
        armName(request.operation),
        resume,
      );
    }
  }
}
