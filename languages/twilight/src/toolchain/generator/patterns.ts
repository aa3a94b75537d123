// Patterns: tests that lead to the next arm, and bindings on the way.

import type { Label } from '@sonde/wasm';
import type { TypedArm, TypedExpression } from '../checker/typed-expressions.js';
import type { TypedPattern } from '../checker/typed-patterns.js';
import type { Local } from '../checker/typed-places.js';
import type { Type } from '../checker/types.js';
import { enumLayout, fieldsLayout, listHead, shapeOf, strideOf } from '../layout/layout.js';
import { constantAddress } from './constants.js';
import { closeNever, emitToLocal, signatureFor } from './control-flow.js';
import { emit, emitAddress, emitAs, emitDropped, emitOwnAddress } from './expressions.js';
import type { Destination, FunctionContext } from './function-context.js';
import { copyBytes, loadScalar } from './memory.js';
import { equality } from './by-type/equality.js';

/** What a pattern is held against: a number in a local of WebAssembly, or something in memory. */
export type Subject =
  | { readonly kind: 'none'; readonly type: Type }
  | { readonly kind: 'number'; readonly index: number; readonly type: Type }
  | { readonly kind: 'memory'; readonly base: number; readonly offset: number; readonly type: Type };

/** A local as a subject. */
export function subjectOf(g: FunctionContext, local: Local): Subject {
  if (shapeOf(local.type) === 'none') return { kind: 'none', type: local.type };
  const index = g.home(local);
  return g.inMemory(local)
    ? { kind: 'memory', base: index, offset: 0, type: local.type }
    : { kind: 'number', index, type: local.type };
}

export function emitLet(g: FunctionContext, pattern: TypedPattern, value: TypedExpression): void {
  // Of what never comes there are no parts.
  if (pattern.kind === 'any' || value.type.kind === 'never') return emitDropped(g, value);
  const simple = pattern.kind === 'bind' && pattern.inner === undefined && pattern.use !== 'borrow';
  if (simple) {
    emitToLocal(g, pattern.local, value);
    return g.live(pattern.local);
  }
  withSubject(g, value, subject => bindPattern(g, pattern, subject));
}

/** Whether something of the value is only looked at, so that it has to stay where it is. */
export function bindsBorrowed(pattern: TypedPattern): boolean {
  switch (pattern.kind) {
    case 'bind':
      return pattern.use === 'borrow' || (pattern.inner !== undefined && bindsBorrowed(pattern.inner));
    case 'variant':
    case 'product':
      return pattern.parts.some(part => bindsBorrowed(part.pattern));
    case 'list':
      return pattern.parts.some(bindsBorrowed);
    default:
      return false;
  }
}

function withSubject(g: FunctionContext, value: TypedExpression, body: (subject: Subject) => void): void {
  const { type } = value;
  const shape = shapeOf(type);
  if (shape === 'none') {
    emit(g, value);
    return body({ kind: 'none', type });
  }
  g.scratch(shape === 'i64' ? 'i64' : 'i32', index => {
    if (shape !== 'memory') emit(g, value);
    else if (value.kind === 'read' && value.use !== 'copy') emitAddress(g, value);
    else emitOwnAddress(g, value);
    g.code.set(index);
    body(
      shape === 'memory' ? { kind: 'memory', base: index, offset: 0, type } : { kind: 'number', index, type },
    );
  });
}

/** A pattern that always fits. */
export function bindPattern(g: FunctionContext, pattern: TypedPattern, subject: Subject): void {
  g.code.block(undefined, never => emitTest(g, pattern, subject, never));
}

export function emitMatch(
  g: FunctionContext,
  e: Extract<TypedExpression, { kind: 'match' }>,
  to: Destination | undefined,
): void {
  withSubject(g, e.subject, subject => {
    g.code.block(signatureFor(e.type), done => {
      for (const arm of e.arms) emitArm(g, arm, subject, e.type, to, done);
      // The checker made sure that one arm fits.
      g.code.op('unreachable');
    });
  });
  closeNever(g, e.type);
}

function emitArm(
  g: FunctionContext,
  { pattern, guard, scope, body }: TypedArm,
  subject: Subject,
  type: Type,
  to: Destination | undefined,
  done: Label,
): void {
  g.code.block(undefined, next => {
    g.scope(scope, () => {
      emitTest(g, pattern, subject, next);
      if (guard !== undefined) {
        emit(g, guard);
        g.code.op('i32.eqz').brIf(next);
      }
      emitAs(g, body, type, to);
      g.code.br(done);
    });
  });
}

/** Branches to `next` where it does not fit; binds what it binds. */
function emitTest(g: FunctionContext, pattern: TypedPattern, subject: Subject, next: Label): void {
  switch (pattern.kind) {
    case 'any':
      return;
    case 'bind':
      if (pattern.inner !== undefined) emitTest(g, pattern.inner, subject, next);
      return bind(g, pattern, subject);
    case 'constant':
      pushEquals(g, pattern, subject);
      return void g.code.op('i32.eqz').brIf(next);
    case 'variant': {
      const layout = enumLayout(pattern.type);
      pushBase(g, subject);
      g.code.load(layout.tagSize === 1 ? 'i32.load8_u' : 'i32.load16_u', { offset: offsetOf(subject) });
      g.code.i32(pattern.variant.tag).op('i32.ne').brIf(next);
      const offsets = layout.offsetsOf(pattern.variant);
      for (const part of pattern.parts)
        emitPart(g, part.pattern, subject, pattern.variant.fields[part.nth]!.type, offsets[part.nth]!, next);
      return;
    }
    case 'product': {
      if (pattern.type.kind !== 'struct' && pattern.type.kind !== 'tuple') return;
      const { fields } = pattern.type;
      const { offsets } = fieldsLayout(fields);
      for (const part of pattern.parts)
        emitPart(g, part.pattern, subject, fields[part.nth]!.type, offsets[part.nth]!, next);
      return;
    }
    case 'list':
      return emitListTest(g, pattern, subject, next);
  }
}

function emitListTest(
  g: FunctionContext,
  { type, parts }: Extract<TypedPattern, { kind: 'list' }>,
  subject: Subject,
  next: Label,
): void {
  if (type.kind === 'array') {
    for (const [nth, part] of parts.entries())
      emitPart(g, part, subject, type.element, nth * strideOf(type.element), next);
    return;
  }
  if (type.kind !== 'vector') return;
  g.scratch('i32', items => {
    pushBase(g, subject);
    g.code.load('i32.load', { offset: offsetOf(subject) }).tee(items);
    g.code.load('i32.load', { offset: listHead.length }).i32(parts.length).op('i32.ne').brIf(next);
    g.code.get(items).load('i32.load', { offset: listHead.items }).set(items);
    for (const [nth, part] of parts.entries()) {
      const offset = nth * strideOf(type.element);
      emitPart(g, part, { kind: 'memory', base: items, offset: 0, type }, type.element, offset, next);
    }
  });
}

/** A part of something in memory. */
function emitPart(
  g: FunctionContext,
  pattern: TypedPattern,
  subject: Subject,
  type: Type,
  offset: number,
  next: Label,
): void {
  if (pattern.kind === 'any') return;
  const base = baseOf(subject);
  emitTest(g, pattern, { kind: 'memory', base, offset: offsetOf(subject) + offset, type }, next);
}

function bind(
  g: FunctionContext,
  { local }: Extract<TypedPattern, { kind: 'bind' }>,
  subject: Subject,
): void {
  if (shapeOf(local.type) === 'none' || subject.kind === 'none') return g.live(local);
  if (subject.kind === 'number') g.code.get(subject.index).set(g.home(local));
  else if (local.holds !== 'owned') {
    pushAddressOf(g, subject);
    g.code.set(g.home(local));
  } else if (g.inMemory(local)) {
    const room = g.enterRoom(local);
    pushAddressOf(g, subject);
    copyBytes(g, local.type, room);
  } else {
    g.code.get(subject.base);
    loadScalar(g.code, local.type, subject.offset);
    g.code.set(g.home(local));
  }
  g.live(local);
}

function pushEquals(
  g: FunctionContext,
  { value, type }: Extract<TypedPattern, { kind: 'constant' }>,
  subject: Subject,
): void {
  const { code, module } = g;
  const shape = shapeOf(type);
  if (shape === 'none' || subject.kind === 'none') return void code.i32(1);
  if (shape === 'memory') {
    if (subject.kind !== 'memory') throw new Error(`${type.name} is in memory`);
    pushAddressOf(g, subject);
    if (type.kind === 'string') code.i32(stringSlot(g, value as string));
    else code.i32(constantAddress(module.data, type, value as bigint));
    return void code.call(equality(module, type));
  }
  if (subject.kind === 'number') code.get(subject.index);
  else {
    code.get(subject.base);
    loadScalar(code, type, subject.offset);
  }
  if (shape === 'i64') code.i64(value as bigint).op('i64.eq');
  else code.i32(Number(value)).op('i32.eq');
}

/** The address of a handle of a literal. */
function stringSlot({ module: { data } }: FunctionContext, text: string): number {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, data.string(text), true);
  return data.bytes(bytes, 4);
}

function pushAddressOf(g: FunctionContext, { base, offset }: Extract<Subject, { kind: 'memory' }>): void {
  g.code.get(base);
  if (offset !== 0) g.code.i32(offset).op('i32.add');
}

const pushBase = (g: FunctionContext, subject: Subject): void => void g.code.get(baseOf(subject));

function baseOf(subject: Subject): number {
  if (subject.kind !== 'memory') throw new Error(`${subject.type.name} has no parts in memory`);
  return subject.base;
}

const offsetOf = (subject: Subject): number => (subject.kind === 'memory' ? subject.offset : 0);
