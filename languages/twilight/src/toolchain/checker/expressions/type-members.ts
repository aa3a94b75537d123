// What is named by a type and a name: variants, MAX and MIN, constants of impls.

import type { Span } from '@sonde/front-end';
import type { PathTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { folded } from '../items/constants.js';
import { checkAs } from './check-expressions.js';
import { detachedBody } from '../items/functions.js';
import { CheckMistake } from '../mistake.js';
import { resolvePath } from '../items/resolve-paths.js';
import { definedType, enumType, resolveType } from '../type-rules/resolve-types.js';
import { inferredArguments } from '../type-rules/generics.js';
import { implsFor } from '../type-rules/traits.js';
import { highest, lowest } from '../type-rules/type-facts.js';
import { constant } from '../typed-make.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { EnumType, Type, Variant } from '../types.js';

/** The enum and the variant that a path names; type arguments come from what is expected. */
export function variantNamed(
  body: Body,
  path: PathTree,
  expected: Type | undefined,
):
  | {
      readonly type: EnumType | undefined;
      readonly family: string;
      readonly name: string;
      readonly variant: Variant | undefined;
    }
  | undefined {
  const { segments } = path;
  const name = segments.at(-1)!.text;
  const owner = segments.length === 2 ? segments[0]!.text : undefined;
  const known: Readonly<Record<string, string>> = {
    Some: 'Option',
    None: 'Option',
    Ok: 'Result',
    Err: 'Result',
  };
  if (Object.hasOwn(known, name) && (segments.length === 1 || owner === known[name])) {
    if (body.environment.scope.find(segments[0]!.text) !== undefined) return undefined;
    const family = known[name]!;
    const type = expected?.kind === 'enum' && expected.family === family.toLowerCase() ? expected : undefined;
    return { type, family, name, variant: type?.variants.find(one => one.name === name) };
  }
  if (segments.length < 2) return variantAsShown(body, name, expected);
  const type = typeNamed(
    body,
    { segments: segments.slice(0, -1), ...(path.generics && { generics: path.generics }), at: path.at },
    expected,
  );
  if (type?.kind !== 'enum') return undefined;
  const variant = type.variants.find(one => one.name === name);
  return variant === undefined ? undefined : { type, family: type.name, name, variant };
}

/** At a debugger a variant may be written as values are shown, without its enum, where nothing else has that name. */
function variantAsShown(
  body: Body,
  name: string,
  expected: Type | undefined,
): ReturnType<typeof variantNamed> {
  if (body.checker.options.atDebugger !== true || expected?.kind !== 'enum') return undefined;
  if (body.find(name) !== undefined || body.environment.scope.find(name) !== undefined) return undefined;
  const variant = expected.variants.find(one => one.name === name);
  return variant && { type: expected, family: expected.name, name, variant };
}

/** A type by its path, where it is one; of a generic one without arguments the expected one, if it is of that kind. */
export function typeNamed(body: Body, path: PathTree, expected: Type | undefined): Type | undefined {
  const { checker, environment } = body;
  const [first] = path.segments;
  const isName = path.segments.length === 1;
  if (
    isName &&
    (environment.parameters.has(first!.text) || (first!.text === 'Self' && environment.self !== undefined))
  )
    return resolveType(checker, { kind: 'named', path, args: [], at: path.at }, environment);
  const found = resolvePath(checker, { segments: path.segments, at: path.at }, environment.scope);
  if (found === undefined) {
    if (
      !isName ||
      !/^(?:[ui]\d+|bool|string|address|hash256|Address|Hash256|timestamp|blocknumber|vector|map|Option|Result)$/.test(
        first!.text,
      )
    )
      return undefined;
    if (/^(?:vector|map|Option|Result)$/.test(first!.text) && path.generics === undefined) return undefined;
    return resolveType(checker, { kind: 'named', path, args: path.generics ?? [], at: path.at }, environment);
  }
  if (found.kind !== 'struct' && found.kind !== 'enum' && found.kind !== 'alias') return undefined;
  const args = path.generics?.map(arg => resolveType(checker, arg, environment));
  if (args !== undefined || found.tree.generics.length === 0 || found.kind === 'alias')
    return definedType(checker, found, args ?? [], path.at);
  return inferredArguments(found, expected);
}

/** `Tier::Basic`, `None`: a value without parts. */
export function unitVariant(
  body: Body,
  path: PathTree,
  expected: Type | undefined,
): TypedExpression | undefined {
  const found = variantNamed(body, path, expected);
  if (found === undefined) return unitStruct(body, path, expected);
  const { type, variant, name } = found;
  if (type === undefined || variant === undefined)
    throw new CheckMistake(
      path.at,
      name === 'None' ? 'the type of this None is not known' : `${name} takes a value`,
      name === 'None' ? 'Declare the type: val x: Option<u64> = None.' : `Write ${name}(…).`,
    );
  if (variant.shape !== 'unit')
    throw new CheckMistake(
      path.at,
      `${name} takes values`,
      variant.shape === 'tuple' ? `Write ${name}(…).` : `Write ${name} { … }.`,
    );
  return { kind: 'variant', type, variant, fields: [], at: path.at };
}

function unitStruct(body: Body, path: PathTree, expected: Type | undefined): TypedExpression | undefined {
  const found = resolvePath(body.checker, path, body.environment.scope);
  if (found?.kind !== 'struct' || found.tree.shape !== 'unit') return undefined;
  const type = typeNamed(body, path, expected);
  return type === undefined ? undefined : { kind: 'product', fields: [], type, at: path.at };
}

/** `u64::MAX`, `Rate::LIMIT` */
export function associatedConstant(body: Body, path: PathTree): TypedExpression | undefined {
  const name = path.segments.at(-1)!.text;
  if (path.segments.length < 2) return undefined;
  const type = typeNamed(body, { ...path, segments: path.segments.slice(0, -1) }, undefined);
  if (type === undefined) return undefined;
  if (type.kind === 'int' && name === 'MAX') return constant(highest(type), type, path.at);
  if (type.kind === 'int' && name === 'MIN') return constant(lowest(type), type, path.at);
  return implConstant(body, type, name, path.at);
}

function implConstant(body: Body, type: Type, name: string, at: Span): TypedExpression | undefined {
  for (const { impl, parameters } of implsFor(body.checker, type)) {
    const tree = impl.tree.consts.find(one => one.name.text === name);
    if (tree === undefined) continue;
    const environment = { scope: impl.scope, parameters, self: type };
    const valueType = resolveType(body.checker, tree.type, environment);
    const inner = detachedBody(body.checker, impl.scope, valueType, environment);
    return { ...inner.within(tree.at, () => folded(checkAs(inner, tree.value, valueType))), at };
  }
  return undefined;
}

export { enumType };
