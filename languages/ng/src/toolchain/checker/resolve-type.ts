// Written types and what they mean.

import type { Node, TypeNode } from '../ast.js';
import { hintForName } from './hints.js';
import { instantiate, specialisedType } from './instantiate.js';
import { constantText } from './patterns.js';
import { fail, failAt } from './problems.js';
import type { Scope } from './scope.js';
import { isObjectSafe } from './traits.js';
import {
  plain,
  primitiveNamed,
  reference,
  tuple,
  typeText,
  untyped,
  vector,
  type Type,
  type TypeParameter,
} from './types.js';
import type { UnitState } from './unit-state.js';

export function resolveType(node: TypeNode, scope: Scope, state: UnitState): Type {
  switch (node.kind) {
    case 'named':
      return resolveNamed(node, scope, state);
    case 'reference':
      return resolveReference(node, scope, state);
    case 'tuple':
      return tuple(
        node.items.flatMap(item => {
          const type = resolveType(item, scope, state);
          const seen = plain(type);
          return seen.kind === 'pack' ? seen.items : [type];
        }),
      );
    case 'either':
      return { kind: 'either', members: node.members.map(member => resolveType(member, scope, state)) };
    case 'pack':
      return resolvePack(node.of, scope, state);
    case 'constant':
      return { kind: 'constant', value: constantText(node) ?? '?', parameter: false };
    case 'typeof':
      return untyped;
  }
}

/** `T...`; a name that already stands for many types is them. */
export function resolvePack(node: TypeNode, scope: Scope, state: UnitState): Type {
  if (node.kind === 'pack') return resolvePack(node.of, scope, state);
  if (node.kind === 'named' && node.args.length === 0) {
    const known = scope.lookup(node.name);
    if (known === undefined) fail(`Unknown type: ${node.name}`, node, hintForName(node.name, scope));
    return known.kind === 'pack' ? known : { kind: 'pack', items: [known] };
  }
  return { kind: 'pack', items: [resolveType(node, scope, state)] };
}

function resolveReference(
  node: Extract<TypeNode, { kind: 'reference' }>,
  scope: Scope,
  state: UnitState,
): Type {
  const target = resolveType(node.target, scope, state);
  const special = specialisedType('ref', [target], scope, state, node);
  if (special !== undefined) return special;
  const seen = plain(target);
  if (seen.kind === 'trait' && !isObjectSafe(seen))
    fail(`Trait is not object-safe for ref<${typeText(target)}>`, node);
  return reference(target);
}

type NamedNode = Extract<TypeNode, { kind: 'named' }>;

function resolveNamed(node: NamedNode, scope: Scope, state: UnitState): Type {
  const { name, args } = node;
  const basic = args.length === 0 ? primitiveNamed(name) : builtInGeneric(node, scope, state);
  if (basic !== undefined) return basic;

  const types = args.map(arg => resolveType(arg, scope, state));
  if (types.length > 0) {
    const special = specialisedType(name, types, scope, state, node);
    if (special !== undefined) return special;
  }
  const known = scope.lookup(name);
  if (known === undefined) fail(`Unknown type: ${name}`, node, hintForName(name, scope));
  return types.length > 0 ? applied(known, types, node, state) : unapplied(known, node);
}

function applied(known: Type, types: readonly Type[], node: NamedNode, state: UnitState): Type {
  switch (known.kind) {
    case 'parameter':
      checkApplication(known, types.length, node);
      return { kind: 'application', of: known, args: types };
    case 'trait':
      if (known.parameters.length !== types.length)
        failAt(
          `Trait '${node.name}' expects ${known.parameters.length} type argument(s), got ${types.length}`,
          node,
        );
      return known;
    case 'genericType':
      return instantiate(known, types, state, node);
    default:
      return fail(`Type '${node.name}' is not generic`, node);
  }
}

function unapplied(known: Type, node: NamedNode): Type {
  if (known.kind === 'genericType') fail(`Generic type '${node.name}' requires type arguments`, node);
  if (known.kind === 'parameter' && (known.arity > 0 || known.variadicTail))
    failAt(`Type constructor parameter '${node.name}' requires type arguments`, node);
  return known;
}

function checkApplication(parameter: TypeParameter, given: number, node: NamedNode): void {
  const { arity, variadicTail } = parameter;
  if (arity === 0 && !variadicTail) failAt(`Type parameter '${node.name}' is not a type constructor`, node);
  if (variadicTail ? given >= arity : given === arity) return;
  const tail = variadicTail ? ' and a variadic tail' : '';
  failAt(
    `Type constructor parameter '${node.name}' expects ${arity} fixed type argument(s)${tail}, got ${given}`,
    node,
  );
}

/** `vector<T>`, `array<T, N>`, `span<T>`, `Range<T>` and the two that work on tuples. */
function builtInGeneric(node: NamedNode, scope: Scope, state: UnitState): Type | undefined {
  const [first, second] = node.args;
  if (first === undefined) return undefined;
  const count = node.args.length;
  const resolved = (arg: TypeNode): Type => resolveType(arg, scope, state);
  switch (node.name) {
    case 'vector':
      return count === 1 ? vector(resolved(first)) : undefined;
    case 'span':
      return count === 1 ? { kind: 'span', element: resolved(first) } : undefined;
    case 'Range':
      return count === 1 ? { kind: 'range', element: resolved(first) } : undefined;
    case 'array': {
      if (count === 1)
        failAt(
          'Fixed array type expects 2 generic arguments: array<T, N>; use vector<T> for dynamic arrays',
          node,
        );
      if (second === undefined || count !== 2) return undefined;
      const element = resolved(first);
      const length = resolved(second);
      if (length.kind !== 'constant') failAt('Array length expects a compile-time constant argument', node);
      return { kind: 'array', element, length };
    }
    case 'tuple_element':
      if (second === undefined || count !== 2)
        failAt('tuple_element<T, I> expects exactly 2 generic arguments', node);
      return tupleElement(plain(resolved(first)), plain(resolved(second)), node);
    case 'tuple_concat': {
      if (second === undefined || count !== 2)
        failAt('tuple_concat<A, B> expects exactly 2 generic arguments', node);
      const left = plain(resolved(first));
      const right = plain(resolved(second));
      if (left.kind !== 'tuple' || right.kind !== 'tuple')
        failAt('tuple_concat<A, B> expects tuple type arguments', node);
      return tuple([...left.items, ...right.items]);
    }
    default:
      return undefined;
  }
}

function tupleElement(type: Type, index: Type, node: Node): Type {
  if (type.kind !== 'tuple') failAt('tuple_element<T, I> expects a tuple type as T', node);
  if (index.kind !== 'constant' || index.parameter)
    failAt('tuple_element<T, I> expects a concrete const index', node);
  if (!/^-?\d+$/.test(index.value)) failAt('tuple_element<T, I> expects an integer const index', node);
  if (index.value.startsWith('-')) failAt('tuple_element<T, I> index cannot be negative', node);
  return type.items[Number(index.value)] ?? failAt('tuple_element<T, I> index out of range', node);
}
