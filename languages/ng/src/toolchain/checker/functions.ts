// Signatures and bodies of functions and methods.

import type { FunctionDeclaration, Node, Parameter, TypeNode } from '../ast.js';
import { typeOf } from './expressions.js';
import { typesMatch } from './matching.js';
import { deletedText } from './node-text.js';
import { fail, failAt } from './problems.js';
import { receiverEffects } from './receiver-effects.js';
import { resolvePack, resolveType } from './resolve-type.js';
import type { Scope } from './scope.js';
import { checkStatement } from './statements.js';
import { noteTraitObject } from './trait-objects.js';
import { accepts } from './traits.js';
import { functionType, plain, typeText, unit, untyped, type FunctionType, type Type } from './types.js';
import { contextAt, type UnitState } from './unit-state.js';

/** Traits and types without a shape exist only behind references. */
export function rejectByValue(type: Type, where: string, said: Node): void {
  const seen = plain(type);
  if (seen.kind === 'record' && seen.shape === 'abstract')
    failAt(`abstract type '${seen.name}' cannot be used by value in ${where}`, said);
  if (seen.kind === 'trait')
    failAt(
      `trait type '${seen.name}' cannot be used by value in ${where}`,
      said,
      said,
      `write \`ref<${seen.name}>\``,
    );
}

export function parameterType(parameter: Parameter, scope: Scope, state: UnitState): Type {
  const { name, type: node, pack, default: value } = parameter;
  let type: Type = untyped;
  if (node !== undefined) {
    type = pack ? resolvePack(node, scope, state) : resolveType(node, scope, state);
    rejectByValue(type, `parameter '${name}'`, parameter);
  }
  if (value === undefined) return type;
  const given = typeOf(value, contextAt(state, scope, state.notes));
  noteTraitObject(value, type, state.notes);
  if (type.kind === 'untyped') return { kind: 'defaulted', of: given };
  if (!typesMatch(type, given)) fail(`Invalid default value for type: ${typeText(type)}`, value);
  return { kind: 'defaulted', of: type };
}

export function resultType(node: TypeNode | undefined, scope: Scope, state: UnitState): Type {
  return node === undefined ? untyped : resolveType(node, scope, state);
}

export function isReceiver(parameter: Parameter | undefined): boolean {
  const node = parameter?.type?.kind === 'reference' ? parameter.type.target : parameter?.type;
  return node?.kind === 'named' && node.name === 'Self' && node.args.length === 0;
}

/** Of a method in a trait or an impl, whose receiver is written. */
export function signatureOf(declaration: FunctionDeclaration, scope: Scope, state: UnitState): FunctionType {
  const { parameters, result, body } = declaration;
  const types = parameters.map(parameter => {
    const type = parameterType(parameter, scope, state);
    rejectByValue(type, `function parameter '${parameter.name}'`, parameter);
    return type;
  });
  const returned = resultType(result, scope, state);
  if (result !== undefined) rejectByValue(returned, 'function return type', result);
  const [receiver] = parameters;
  const type = functionType(
    types,
    returned,
    receiver !== undefined && isReceiver(receiver) ? effectsOf(body, receiver.name) : [],
  );
  if (body === 'delete') type.deleted = deletedText(declaration);
  return type;
}

export const effectsOf = (body: FunctionDeclaration['body'], receiver: string): FunctionType['effects'] =>
  typeof body === 'string' ? 'unknown' : receiverEffects(body, receiver);

interface BodyOptions {
  /** With everything but the parameters. */
  readonly scope: Scope;
  readonly state: UnitState;
  /** Of the parameters that are written, in order. */
  readonly parameters: readonly Type[];
  readonly type: FunctionType;
  /** Methods in the braces of a record do not tell their literals what they should be. */
  readonly expectsResult: boolean;
  /** Whether a reference may be returned as a trait object. */
  readonly mayReturnObject: boolean;
}

export function checkBody(declaration: FunctionDeclaration, options: BodyOptions): void {
  const { body } = declaration;
  const { state, parameters, type } = options;
  const scope = options.scope.inner();
  for (const [index, parameter] of declaration.parameters.entries()) {
    const given = plainParameter(parameters[index] ?? untyped);
    scope.declare(parameter.name, given);
    if (given.kind !== 'untyped') state.notes.declared.set(parameter, given);
  }
  if (typeof body === 'string') return;
  const declared = type.result.kind === 'untyped' ? undefined : type.result;
  const found =
    checkStatement(body, {
      ...contextAt(state, scope, state.notes),
      next: type.parameters,
      expected: options.expectsResult ? declared : undefined,
      result: declared,
    }) ?? unit;
  if (declared === undefined || found.kind === 'untyped') return;
  const fits = options.mayReturnObject ? accepts(declared, found, scope, state) : typesMatch(declared, found);
  if (!fits) failAt(`Return Type Mismatch: ${typeText(found)} to ${typeText(declared)}`, declaration);
}

const plainParameter = (type: Type): Type =>
  type.kind === 'defaulted' || type.kind === 'alias' ? plain(type) : type;
