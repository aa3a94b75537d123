// Effects: an arm without resume answers the perform; one with resume stands between the body and what comes behind it.

import type { Effect, Operation, TypedExpression } from '../../toolchain/checker/typed-program.js';
import { typeName } from '../../toolchain/checker/types.js';
import { called, captured, evaluate, type Activation } from './evaluate.js';
import { Stopped, type Computation, type Handler, type Region } from './fibers.js';
import type { Value } from './values.js';

export function* perform(
  { effect, operation }: TypedExpression & { readonly kind: 'perform' },
  args: readonly Value[],
  here: Activation,
): Computation {
  for (let handler = here.handlers; handler !== undefined; handler = handler.outer)
    if (sameEffect(handler.effect, effect)) return yield* handler.perform(operation, args, here.number);
  throw new Stopped(1, `unhandled effect: ${effect.name}.${operation.name}`);
}

/** Generic functions are not written once for each use of types here: what is open in one of them may be anything. */
function sameEffect(one: Effect, other: Effect): boolean {
  const isOpen = (text: string): boolean => /\bt\d+\b/.test(text);
  return (
    one.name === other.name &&
    one.parameters.every((parameter, nth) => {
      const [a, b] = [typeName(parameter), typeName(other.parameters[nth]!)];
      return a === b || isOpen(a) || isOpen(b);
    })
  );
}

let regions = 0;

export function* handle(node: TypedExpression & { readonly kind: 'handle' }, here: Activation): Computation {
  const region: Region = { id: ++regions, pending: [] };
  const armName = ({ name }: Operation): string => `${node.effect.name}.${name}`;
  const environments = new Map(node.arms.map(arm => [arm, captured(arm, here)]));
  const handler: Handler = {
    effect: node.effect,
    outer: here.handlers,
    *perform(operation, args, caller) {
      const arm = node.arms.find(candidate => candidate.operation.nth === operation.nth)!;
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
  return yield* drive(body.next(undefined));

  /** Runs the body up to its next operation, or that of a fiber; its arm then stands for the rest. */
  function* drive(first: ReturnType<Computation['next']>): Computation {
    for (let next = first; ;) {
      if (next.done === true) return next.value;
      const request = next.value;
      if (request.ask === 'wait') {
        const { until } = request;
        yield { ask: 'wait', until: () => until() || region.pending.length > 0 };
        const other = until() ? undefined : region.pending.shift();
        if (other === undefined) {
          next = body.next(undefined);
          continue;
        }
        const waiting = next;
        return yield* answered(other.operation, other.args, value => {
          other.resume(value);
          return drive(waiting);
        });
      }
      if (request.region !== region) {
        next = body.next(yield request);
        continue;
      }
      return yield* answered(request.operation, request.args, value => drive(body.next(value)));
    }
  }

  function answered(
    operation: Operation,
    args: readonly Value[],
    goOn: (value: Value) => Computation,
  ): Computation {
    const arm = node.arms.find(candidate => candidate.operation.nth === operation.nth)!;
    let resumed = false;
    const resume = (value: Value): Computation => {
      if (resumed)
        throw new Stopped(1, 'fatal: continuation already resumed (multi-shot resume is not supported)');
      resumed = true;
      return goOn(value);
    };
    return called(arm, environments.get(arm)!, args, here, armName(operation), resume);
  }
}
