// Places: references to what an expression names, assignments to it, moves out of it.

import type { Expression, ExpressionOf } from '../ast.js';
import { nodeText } from '../checker/node-text.js';
import { markPart, type Body } from './body.js';
import { emitExpression } from './expressions.js';
import { refusal } from './refusal.js';

/** Leaves a reference to the place on the stack. */
export function emitReference(body: Body, place: Expression): void {
  const { code, tables } = body;
  switch (place.kind) {
    case 'name':
      emitNameReference(body, place);
      return;
    case 'member': {
      emitReference(body, place.of);
      markPart(body, place.span);
      if (/^\d+$/.test(place.name.text)) {
        code.emit('PUSH_I32', Number(place.name.text));
        code.emit('MAKE_INDEX_REF');
      } else code.emit('MAKE_PROPERTY_STR_REF', tables.string(place.name.text));
      return;
    }
    case 'index':
      emitReference(body, place.of);
      emitExpression(body, place.index);
      markPart(body, place.span);
      code.emit('MAKE_INDEX_REF');
      return;
    case 'unary':
      if (place.operator !== '*') break;
      emitExpression(body, place.operand);
      return;
    default:
  }
  throw refusal(
    `Reference target not supported: ${nodeText(place)}`,
    place,
    'Only names, members, elements and what a reference points at can be referred to.',
  );
}

function emitNameReference(body: Body, place: ExpressionOf<'name'>): void {
  const { code, scope, tables } = body;
  const local = scope.lookup(place.name);
  if (local !== undefined) {
    code.emit('MAKE_LOCAL_REF', local.slot);
    return;
  }
  const global = tables.global(place.name);
  if (global !== undefined) {
    code.emit('MAKE_GLOBAL_REF', global.index);
    return;
  }
  const self = scope.lookup('self');
  const field = fieldIndex(body, place.name);
  if (self === undefined || field < 0)
    throw refusal(`Reference target not supported: ${place.name}`, place, tables.hint(place.name));
  code.emit('MAKE_LOCAL_REF', self.slot);
  markPart(body, place.span);
  code.emit('MAKE_PROPERTY_REF', field);
}

/** Of the record whose method this is; -1 when it has no such field. */
export const fieldIndex = ({ tables, typeName }: Body, name: string): number =>
  typeName === undefined ? -1 : (tables.fields(typeName)?.indexOf(name) ?? -1);

export function emitAssignment(body: Body, assignment: ExpressionOf<'assign'>): void {
  const { target, value, span } = assignment;
  switch (target.kind) {
    case 'name':
      emitNameAssignment(body, assignment, target);
      return;
    case 'member':
    case 'index':
      emitReference(body, target);
      break;
    case 'unary':
      if (target.operator === '*') {
        emitExpression(body, target.operand);
        break;
      }
      throw notAssignable(target);
    default:
      throw notAssignable(target);
  }
  emitExpression(body, value);
  markPart(body, span);
  body.code.emit('STORE_REF');
}

const notAssignable = (target: Expression): Error =>
  refusal(
    `Assignment to non-id: ${nodeText(target)}`,
    target,
    'Only names, members, elements and what a reference points at can be assigned to.',
  );

function emitNameAssignment(
  body: Body,
  { value, span }: ExpressionOf<'assign'>,
  target: ExpressionOf<'name'>,
): void {
  const { code, scope, tables } = body;
  const local = scope.lookup(target.name);
  const place = local ?? tables.global(target.name);
  if (place !== undefined && !body.temporaries) {
    // The machine looks at what it stores through a reference for a debugger.
    emitReference(body, target);
    emitExpression(body, value);
    code.emit('STORE_REF');
    return;
  }
  if (place !== undefined) {
    emitExpression(body, value);
    emitTraitReference(body, place.trait);
    markPart(body, span);
    if (local !== undefined) code.emit('STORE_LOCAL', local.slot);
    else if ('index' in place) code.emit('STORE_GLOBAL', place.index);
    return;
  }
  if (scope.lookup('self') === undefined)
    throw refusal(`Unknown assignment target: ${target.name}`, target, tables.hint(target.name));
  // A field of a receiver that nobody wrote. The original evaluates the value once too often and forgets the first.
  if (body.upstreamCompatible) emitExpression(body, value);
  emitReference(body, target);
  emitExpression(body, value);
  markPart(body, span);
  code.emit('STORE_REF');
}

export function emitTraitReference({ code, tables }: Body, trait: string | undefined): void {
  if (trait !== undefined) code.emit('MAKE_TRAIT_REF', tables.string(trait));
}

/** Takes the value out of the place. */
export function emitMove(body: Body, place: Expression): void {
  const { code, scope, tables } = body;
  switch (place.kind) {
    case 'name': {
      const local = scope.lookup(place.name);
      const global = tables.global(place.name);
      if (local === undefined && global === undefined) break;
      markPart(body, place.span);
      if (local !== undefined) code.emit('MOVE_LOCAL', local.slot);
      else code.emit('MOVE_GLOBAL', global!.index);
      return;
    }
    case 'unary':
      if (place.operator !== '*') break;
      emitExpression(body, place.operand);
      markPart(body, place.span);
      code.emit('MOVE_REF');
      return;
    case 'member':
    case 'index':
      emitReference(body, place);
      markPart(body, place.span);
      code.emit('MOVE_REF');
      return;
    default:
  }
  throw refusal(
    `Move target not supported: ${nodeText(place)}`,
    place,
    'Only names, members, elements and what a reference points at can be moved.',
  );
}
