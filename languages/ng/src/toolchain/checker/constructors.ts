// Constructors of tagged values: `Ok(1)`, `Empty()`.

import type { Call } from './calls.js';
import { inferTypes } from './inference.js';
import { instantiate } from './instantiate.js';
import { typesMatch } from './matching.js';
import { typeOf } from './expressions.js';
import { failAt } from './problems.js';
import { resolveType } from './resolve-type.js';
import { withoutArguments, typeText, type Type, type UnionType } from './types.js';
import { operandContext, type Context } from './unit-state.js';
import { genericUnionWith, unionWith, variantOf } from './variants.js';
import { openTypes } from './where.js';

/** Undefined when no visible union has a variant of this name. */
export function constructorType(call: Call, name: string, context: Context): Type | undefined {
  const union = unionWith(name, context.scope);
  const generic = genericUnionWith(name, context.scope);
  if (generic !== undefined && (union === undefined || union.typeArguments.length > 0))
    return genericConstructor(call, name, generic, union, context);
  if (union === undefined) return undefined;
  return plainConstructor(call, name, union, givenTypes(call, context));
}

const givenTypes = ({ args }: Call, context: Context): Type[] =>
  args.map(arg => typeOf(arg, operandContext(context)));

function plainConstructor(call: Call, name: string, union: UnionType, given: readonly Type[]): Type {
  const variant = union.variants.get(name);
  if (variant === undefined) return failAt(`Payload type mismatch for variant ${name}`, call.node);
  checkArity(call, name, variant.payload.length);
  for (const [index, wanted] of variant.payload.entries()) {
    const type = given[index];
    const arg = call.args[index];
    if (type === undefined || arg === undefined || type.kind === 'untyped' || typesMatch(wanted, type))
      continue;
    failAt(
      `Payload type mismatch for variant ${name} at argument ${index + 1}: ${typeText(type)} to ${typeText(wanted)}`,
      arg,
    );
  }
  return variantOf(union, name, variant);
}

function checkArity({ node, args }: Call, name: string, wanted: number): void {
  if (args.length === wanted) return;
  failAt(
    `Invalid payload arity for variant ${name}: expected ${wanted} argument(s), got ${args.length}`,
    node,
  );
}

/** The types of the payload decide which instance of the union it is; without payload the surroundings do. */
function genericConstructor(
  call: Call,
  name: string,
  { generic, declaration }: NonNullable<ReturnType<typeof genericUnionWith>>,
  visible: UnionType | undefined,
  context: Context,
): Type {
  const open = openTypes(generic.declaration.generics);
  const scope = generic.scope.inner();
  for (const [parameter, type] of open) scope.declare(parameter, type);
  const wanted = declaration.payload.map(({ type }) => resolveType(type, scope, context.state));
  const given = givenTypes(call, context);
  checkArity(call, name, wanted.length);

  const types = inferredArguments(open, wanted, given, call);
  if (types !== undefined) {
    const union = instantiate(generic, types, context.state, call.node);
    const variant = union.kind === 'union' ? union.variants.get(name) : undefined;
    if (union.kind === 'union' && variant !== undefined) return variantOf(union, name, variant);
    return failAt(`Invalid instantiated tagged union type: ${typeText(union)}`, call.node);
  }
  const expected = expectedUnion(generic.name, context) ?? visible;
  const variant = expected?.variants.get(name);
  if (expected === undefined || variant === undefined || call.args.length > 0)
    return failAt(`Payload type mismatch for variant ${name}`, call.node);
  return variantOf(expected, name, variant);
}

function inferredArguments(
  open: ReadonlyMap<string, Type>,
  wanted: readonly Type[],
  given: readonly Type[],
  call: Call,
): readonly Type[] | undefined {
  const found = new Map<string, Type>();
  for (const [index, pattern] of wanted.entries()) {
    const actual = given[index];
    if (actual === undefined) return undefined;
    const bindings = new Map<string, Type>();
    inferTypes(pattern, actual, bindings, call.args[index] ?? call.node);
    if (bindings.size === 0 && !typesMatch(pattern, actual)) return undefined;
    for (const [name, type] of bindings) {
      const known = found.get(name);
      if (!open.has(name) || (known !== undefined && !typesMatch(known, type))) return undefined;
      found.set(name, type);
    }
  }
  const types = [...open.keys()].map(name => found.get(name));
  return types.every(type => type !== undefined) ? types : undefined;
}

function expectedUnion(name: string, { expected }: Context): UnionType | undefined {
  if (expected?.kind !== 'union') return undefined;
  return withoutArguments(expected.name) === name ? expected : undefined;
}
