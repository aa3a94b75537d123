// Matches: what patterns say of their subject, and what they bind.

import type { ExpressionTree, MatchArmTree, Name, PatternTree } from '../syntax/tree.js';
import { solveArithmetic } from './arithmetic.js';
import { variantFields } from './fields.js';
import { infer } from './infer-expressions.js';
import type { Inference } from './inference.js';
import type { TypedArm, TypedExpression, TypedPattern, Variable } from './typed-program.js';
import {
  anonymousName,
  boolType,
  floatType,
  intType,
  isNamed,
  listOf,
  prune,
  resultOf,
  stringType,
  typeName,
  type Type,
} from './types.js';

export function inferMatch(
  inference: Inference,
  tree: Extract<ExpressionTree, { readonly kind: 'match' }>,
  expected?: Type,
): TypedExpression {
  const subject = infer(inference, tree.subject);
  solveArithmetic(inference);
  const type = inference.fresh();
  const arms = tree.arms.map((arm): TypedArm =>
    inference.scoped(() => {
      const pattern = inferPattern(inference, arm.pattern, subject.type, placeOf(arm, tree.subject));
      const body = infer(inference, arm.body, expected);
      solveArithmetic(inference);
      inference.expect(type, body.type, arm.body.at);
      return { pattern, body, at: arm.at };
    }),
  );
  if (arms.length === 0) inference.error(tree.at, 'this match has no arms');
  inference.matches.push({ subject: subject.type, arms, at: tree.at });
  return { kind: 'match', subject, arms, type, at: tree.at };
}

/** Both arms of an `if` have patterns that nobody wrote: what they find wrong is wrong with the condition. */
const placeOf = ({ pattern, body }: MatchArmTree, subject: ExpressionTree): PatternTree['at'] =>
  pattern.at === body.at ? subject.at : pattern.at;

function inferPattern(
  inference: Inference,
  tree: PatternTree,
  subject: Type,
  at: PatternTree['at'] = tree.at,
): TypedPattern {
  switch (tree.kind) {
    case 'wildcard':
      return { kind: 'any', at };
    case 'binding': {
      if (tree.type !== undefined) inference.expect(inference.resolve(tree.type), subject, tree.at);
      return { kind: 'bind', variable: bound(inference, tree.name, subject), at };
    }
    case 'literal': {
      const type = literalType(tree.value);
      inference.expect(subject, type, at);
      return { kind: 'literal', value: tree.value, type, at };
    }
    case 'list': {
      const element = inference.fresh();
      inference.expect(subject, listOf(element), at);
      const items = tree.items.map(item => inferPattern(inference, item, element));
      const rest = tree.rest && bound(inference, tree.rest, subject);
      return { kind: 'list', type: subject, items, rest, at };
    }
    case 'fields': {
      solveArithmetic(inference);
      const [only, more] = tree.names;
      // Of a Result the value or the message can be picked out.
      if (
        isNamed(subject, 'Result') &&
        only !== undefined &&
        more === undefined &&
        /^(?:value|message)$/.test(only.text)
      ) {
        const named = { kind: 'variant', name: only, named: [only], at: tree.at } as const;
        return inferOutcome(inference, named, subject, only.text === 'value' ? 'success' : 'error');
      }
      const fields = tree.names.map(name => {
        const type = inference.fresh();
        inference.attempt(
          name.at,
          () => `what is matched has no field \`${name.text}\``,
          () => inference.unifier.needField(subject, name.text, { type, at: name.at }),
        );
        return { name: name.text, variable: bound(inference, name, type) };
      });
      return { kind: 'fields', type: subject, fields, at };
    }
    case 'tuple':
      return inferTuple(inference, tree, subject);
    case 'parts': {
      const args = tree.parts.map(() => inference.fresh());
      const name = anonymousName(tree.parts.map((_, nth) => `$${nth}`));
      inference.expect(subject, { kind: 'named', name, args }, at);
      const parts = tree.parts.map((part, nth) => inferPattern(inference, part, args[nth]!));
      return { kind: 'parts', type: subject, parts, at };
    }
    case 'variant':
      return inferVariant(inference, tree, subject);
  }
}

/** The payload of a type that has one constructor, with parts that have no names. */
function inferTuple(
  inference: Inference,
  tree: Extract<PatternTree, { readonly kind: 'tuple' }>,
  subject: Type,
): TypedPattern {
  const whole = prune(subject);
  const [only, more] = (whole.kind === 'named' && inference.types.get(whole.name)?.variants) || [];
  if (only === undefined || more !== undefined || !only.positional) {
    inference.error(
      tree.at,
      `(${tree.parts.map(() => '_').join(', ')}) does not fit a value of type ${typeName(subject)}`,
      'It takes apart types with one constructor, such as type Pair = Pair(int, string).',
    );
    return { kind: 'any', at: tree.at };
  }
  const name = { text: only.name, at: tree.at };
  return inferVariant(inference, { kind: 'variant', name, parts: tree.parts, at: tree.at }, subject);
}

const bound = (inference: Inference, name: Name, type: Type): Variable =>
  inference.declare(inference.variable(name.text, type, name.at));

function literalType(value: bigint | number | string | boolean): Type {
  if (typeof value === 'bigint') return intType;
  if (typeof value === 'number') return floatType;
  return typeof value === 'string' ? stringType : boolType;
}

type VariantPattern = Extract<PatternTree, { readonly kind: 'variant' }>;

function inferVariant(inference: Inference, tree: VariantPattern, subject: Type): TypedPattern {
  const { name, at } = tree;
  const variant = inference.variants.get(name.text);
  if (variant === undefined && (name.text === 'Success' || name.text === 'Error'))
    return inferOutcome(inference, tree, subject, name.text === 'Success' ? 'success' : 'error');
  if (variant === undefined) {
    inference.error(name.at, `unknown constructor \`${name.text}\``);
    return { kind: 'any', at };
  }
  inference.observer?.means(name.at, { kind: 'constructor', variant });
  const args = variant.type.parameters.map(() => inference.fresh());
  inference.expect(subject, { kind: 'named', name: variant.type.name, args }, at);
  const fields = variantFields(variant, args);
  if ('named' in tree) {
    const parts = tree.named.flatMap(field => {
      const place = fields.find(candidate => candidate.name === field.text);
      if (place === undefined) {
        inference.error(field.at, `\`${name.text}\` has no field \`${field.text}\``);
        bound(inference, field, inference.fresh());
        return [];
      }
      const variable = bound(inference, field, place.type);
      return [{ nth: place.nth, pattern: { kind: 'bind', variable, at: field.at } as const }];
    });
    return { kind: 'variant', variant, type: subject, parts, at };
  }
  if (tree.parts.length !== fields.length && !(tree.parts.length === 0 && variant.fields.length === 0))
    inference.error(at, `\`${name.text}\` has ${fields.length} parts, not ${tree.parts.length}`);
  const parts = tree.parts.map((part, nth) => ({
    nth,
    pattern: inferPattern(inference, part, fields[nth]?.type ?? inference.fresh()),
  }));
  return { kind: 'variant', variant, type: subject, parts, at };
}

/** `Success` and `Error` bind by role, whatever the name is; by name only `value` and `message` exist. */
function inferOutcome(
  inference: Inference,
  tree: VariantPattern,
  subject: Type,
  kind: 'success' | 'error',
): TypedPattern {
  const { at } = tree;
  solveArithmetic(inference);
  const whole = prune(subject);
  let value: Type = whole;
  if (whole.kind === 'variable') {
    value = inference.fresh();
    inference.expect(subject, resultOf(value, inference.fresh()), at);
    solveArithmetic(inference);
  } else if (whole.kind === 'named' && whole.name === 'Result') value = whole.args[0]!;
  const type = kind === 'success' ? value : stringType;
  return { kind, type: subject, part: outcomePart(inference, tree, kind, type), at };
}

function outcomePart(
  inference: Inference,
  tree: VariantPattern,
  kind: 'success' | 'error',
  type: Type,
): TypedPattern {
  const { name, at } = tree;
  if ('named' in tree) {
    const role = kind === 'success' ? 'value' : 'message';
    const [field, more] = tree.named;
    if (field === undefined) return { kind: 'any', at };
    if (field.text !== role) inference.error(field.at, `\`${name.text}\` has only the field \`${role}\``);
    if (more !== undefined) inference.error(more.at, `\`${name.text}\` has only the field \`${role}\``);
    return { kind: 'bind', variable: bound(inference, field, type), at: field.at };
  }
  const [part, more] = tree.parts;
  if (more !== undefined) inference.error(more.at, `\`${name.text}\` has one part`);
  return part === undefined ? { kind: 'any', at } : inferPattern(inference, part, type);
}
