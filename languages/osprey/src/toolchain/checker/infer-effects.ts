// Effects, fibers and channels.

import type { EffectName, ExpressionTree, HandlerArmTree } from '../syntax/tree.js';
import { solveArithmetic } from './arithmetic.js';
import { infer } from './infer-expressions.js';
import type { Inference } from './inference.js';
import { substitute } from './instantiate.js';
import { mentionsResume } from './resume-search.js';
import type { Effect, TypedExpression, TypedHandlerArm, TypedLambda } from './typed-program.js';
import {
  channelOf,
  fiberOf,
  isNamed,
  unitType,
  type Labels,
  type Row,
  type Type,
  type TypeVariable,
} from './types.js';

type Tree<Kind extends ExpressionTree['kind']> = Extract<ExpressionTree, { readonly kind: Kind }>;

export function inferSpawn(inference: Inference, tree: Tree<'spawn'>): TypedExpression {
  const lambda = apart(inference, 'spawn', tree.body, inference.row);
  return { kind: 'spawn', lambda, type: fiberOf(lambda.code.type), at: tree.at };
}

/** A body without parameters that runs elsewhere. */
function apart(inference: Inference, kind: 'spawn' | 'handled', tree: ExpressionTree, row: Row): TypedLambda {
  const body = inference.newBody(kind);
  const arm = inference.arm;
  inference.arm = undefined;
  const code = inference.inBody(body, row, () => infer(inference, tree));
  inference.arm = arm;
  return { body, parameters: [], code, at: tree.at };
}

export function inferAwait(inference: Inference, tree: Tree<'await'>): TypedExpression {
  const fiber = infer(inference, tree.fiber);
  const type = inference.fresh();
  inference.expect(fiberOf(type), fiber.type, tree.fiber.at);
  return { kind: 'await', fiber, type, at: tree.at };
}

export function inferSend(inference: Inference, tree: Tree<'send'>): TypedExpression {
  const channel = infer(inference, tree.channel);
  const value = infer(inference, tree.value);
  const element = inference.fresh();
  inference.expect(channelOf(element), channel.type, tree.channel.at);
  inference.expect(element, value.type, tree.value.at);
  solveArithmetic(inference);
  if (isNamed(value.type, 'Result'))
    inference.error(tree.value.at, 'a Result cannot be sent', 'Open it with match or ?: first.');
  return { kind: 'send', channel, value, type: unitType, at: tree.at };
}

export function inferRecv(inference: Inference, tree: Tree<'recv'>): TypedExpression {
  const channel = infer(inference, tree.channel);
  const type = inference.fresh();
  inference.expect(channelOf(type), channel.type, tree.channel.at);
  return { kind: 'recv', channel, type, at: tree.at };
}

export function inferPerform(inference: Inference, tree: Tree<'perform'>): TypedExpression {
  const { at } = tree;
  const args = tree.args.map(argument => infer(inference, argument));
  const effect = effectNamed(inference, tree.effect);
  const operation = effect?.operations.find(({ name }) => name === tree.operation.text);
  if (effect === undefined) return inference.nothing(at);
  if (operation === undefined) {
    inference.error(
      tree.operation.at,
      `the effect \`${effect.name}\` has no operation \`${tree.operation.text}\``,
    );
    return inference.nothing(at);
  }
  inference.observer?.means(tree.operation.at, { kind: 'operation', effect, operation });
  const wanted = operation.parameters.length;
  if (args.length !== wanted)
    inference.error(
      at,
      `\`${effect.name}.${operation.name}\` takes ${wanted} argument${wanted === 1 ? '' : 's'}, not ${args.length}`,
    );
  args.forEach(({ type, at: place }, nth) => {
    const parameter = operation.parameters[nth];
    if (parameter !== undefined) inference.expect(parameter, type, place);
  });
  inference.attempt(
    at,
    () =>
      `unhandled effect operation \`${effect.name}.${operation.name}\`: nothing around this handles or declares it`,
    () => inference.unifier.unifyRows(inference.unifier.openRow(labelOf(effect)), inference.row),
    'Add a matching `handle`, or declare the effect behind the result of the function: !Name.',
  );
  return { kind: 'perform', effect, operation, args, type: operation.result, at };
}

/** With types of its own for this use, where it is generic. */
function effectNamed(inference: Inference, name: EffectName): Effect | undefined {
  const effect = inference.effects.get(name.text);
  if (effect === undefined) {
    inference.error(name.at, `unknown effect \`${name.text}\``);
    return undefined;
  }
  inference.observer?.means(name.at, { kind: 'effect', effect });
  const parameters = inference.effectArguments(effect, name);
  if (parameters.length === 0) return effect;
  const put = new Map(
    effect.parameters.map((parameter, nth) => [parameter as TypeVariable, parameters[nth]!]),
  );
  const operations = effect.operations.map(operation => ({
    ...operation,
    parameters: operation.parameters.map(parameter => substitute(parameter, put)),
    result: substitute(operation.result, put),
  }));
  return { ...effect, parameters, operations };
}

const labelOf = ({ name, parameters }: Effect): Labels => new Map([[name, parameters]]);

/** Arms stand outside of what they handle: what they perform themselves goes further out. */
export function inferHandle(inference: Inference, tree: Tree<'handle'>): TypedExpression {
  const effect = effectNamed(inference, tree.effect);
  if (effect === undefined) return inference.nothing(tree.at);
  const type = inference.fresh();
  const rest = inference.unifier.freshRow();
  rest.bound = inference.row;
  const inside: Row = { labels: labelOf(effect), tail: rest };
  if (tree.isStatic && !effect.isStatic)
    inference.error(
      tree.effect.at,
      `the effect \`${effect.name}\` is not static`,
      'Write handle without static.',
    );
  const resumes = tree.arms.some(({ body }) => mentionsResume(body));
  const handled = resumes ? apart(inference, 'handled', tree.body, inside) : undefined;
  const direct = resumes ? undefined : inRow(inference, inside, () => infer(inference, tree.body));
  inference.expect(type, (handled?.code ?? direct!).type, tree.body.at);
  const arms = tree.arms.flatMap(arm => inferHandlerArm(inference, arm, effect, type) ?? []);
  const missing = effect.operations.filter(({ name }) => !arms.some(arm => arm.operation.name === name));
  if (missing.length > 0 && arms.length === tree.arms.length) {
    const names = missing.map(({ name }) => `\`${effect.name}.${name}\``).join(', ');
    inference.error(tree.effect.at, `this handler has no arm for ${names}`);
  }
  return { kind: 'handle', effect, arms, handled, direct, type, at: tree.at };
}

function inRow<T>(inference: Inference, row: Row, read: () => T): T {
  const outer = inference.row;
  inference.row = row;
  try {
    return read();
  } finally {
    inference.row = outer;
  }
}

function inferHandlerArm(
  inference: Inference,
  tree: HandlerArmTree,
  effect: Effect,
  whole: Type,
): TypedHandlerArm | undefined {
  const { at } = tree;
  const operation = effect.operations.find(({ name }) => name === tree.operation.text);
  if (operation === undefined) {
    inference.error(
      tree.operation.at,
      `the effect \`${effect.name}\` has no operation \`${tree.operation.text}\``,
    );
    return undefined;
  }
  inference.observer?.means(tree.operation.at, { kind: 'operation', effect, operation });
  if (tree.parameters.length !== operation.parameters.length)
    inference.error(
      tree.operation.at,
      `\`${effect.name}.${operation.name}\` has ${operation.parameters.length} parameters, not ${tree.parameters.length}`,
    );
  const resumes = mentionsResume(tree.body);
  const body = inference.newBody('arm');
  const outer = inference.arm;
  inference.arm = { operation, whole, resumes };
  const made = inference.inBody(body, inference.row, () => {
    const parameters = tree.parameters.map(({ text, at: place }, nth) =>
      inference.declare(inference.variable(text, operation.parameters[nth] ?? inference.fresh(), place)),
    );
    const code = infer(inference, tree.body);
    // The value of an arm for its effect alone is not looked at.
    const wanted = resumes ? whole : operation.result;
    if (resumes || !isNamed(operation.result, 'Unit')) inference.expect(wanted, code.type, tree.body.at);
    return { parameters, code };
  });
  inference.arm = outer;
  return { operation, ...made, body, resumes, at };
}

export function inferResume(inference: Inference, tree: Tree<'resume'>): TypedExpression {
  const { at } = tree;
  const value = tree.value === undefined ? undefined : infer(inference, tree.value);
  const { arm } = inference;
  if (arm === undefined) {
    inference.error(at, 'resume stands only in the arm of a handler');
    return inference.nothing(at);
  }
  if (value === undefined) inference.expect(arm.operation.result, unitType, at);
  else inference.expect(arm.operation.result, value.type, value.at);
  return { kind: 'resume', value, type: arm.whole, at };
}
