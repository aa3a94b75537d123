// Blocks, branches, returns, and regions of inlined code.

import type { BlockSignature } from '@sonde/wasm';
import type { TypedExpression } from '../checker/typed-expressions.js';
import type { TypedBlock, TypedStatement } from '../checker/typed-places.js';
import type { Type } from '../checker/types.js';
import { shapeOf } from '../layout/layout.js';
import { emitAssertion } from './endings.js';
import { emit, emitAs, emitDropped, emitInto } from './expressions.js';
import type { Destination, FunctionContext } from './function-context.js';
import { bindsBorrowed, emitLet } from './patterns.js';

type Of<Kind extends TypedExpression['kind']> = Extract<TypedExpression, { kind: Kind }>;

export const signatureFor = (type: Type): BlockSignature => {
  const shape = shapeOf(type);
  return shape === 'i32' || shape === 'i64' ? shape : undefined;
};

/** Behind what does not come back: tells WebAssembly so. */
export function closeNever(g: FunctionContext, type: Type): void {
  if (type.kind === 'never') g.code.op('unreachable');
}

export function emitBlock(g: FunctionContext, block: TypedBlock, to: Destination | undefined): void {
  g.scope(block.scope, () => {
    for (const statement of block.statements) emitStatement(g, statement);
    if (block.result === undefined) return;
    if (block.resultStops) g.stopRow(block.result.at, false);
    emitAs(g, block.result, block.type, to);
  });
  closeNever(g, block.type);
}

function emitStatement(g: FunctionContext, statement: TypedStatement): void {
  const { kind, at, stops, generated } = statement;
  const asserts = kind === 'assertion' || kind === 'capture';
  if (asserts && !g.module.options.runtimeAsserts) return;
  if (stops) g.stopRow(at, generated);
  if (kind === 'let') {
    g.statement(() => emitLet(g, statement.pattern, statement.value), bindsBorrowed(statement.pattern));
  } else if (kind === 'expression') g.statement(() => emitDropped(g, statement.expression));
  else if (kind === 'assertion') g.statement(() => emitAssertion(g, statement.assertion));
  else {
    const { local, value } = statement;
    g.statement(() => emitToLocal(g, local, value));
    g.live(local);
  }
}

/** Gives a local of its own a value. */
export function emitToLocal(
  g: FunctionContext,
  local: Parameters<FunctionContext['home']>[0],
  value: TypedExpression,
): void {
  if (shapeOf(local.type) === 'none') return emit(g, value);
  if (g.inMemory(local)) return emitInto(g, value, g.enterRoom(local));
  emit(g, value);
  g.code.set(g.home(local));
}

export function emitIf(g: FunctionContext, e: Of<'if'>, to: Destination | undefined): void {
  emit(g, e.condition);
  const otherwise = e.else;
  g.code.if(
    signatureFor(e.type),
    () => emitAs(g, e.then, e.type, to),
    otherwise === undefined ? undefined : () => emitAs(g, otherwise, e.type, to),
  );
  closeNever(g, e.type);
}

export function emitLogic(g: FunctionContext, e: Of<'logic'>): void {
  emit(g, e.left);
  if (e.operator === 'and')
    g.code.if(
      'i32',
      () => emit(g, e.right),
      () => void g.code.i32(0),
    );
  else
    g.code.if(
      'i32',
      () => void g.code.i32(1),
      () => emit(g, e.right),
    );
}

/** The value goes on through the epilogue. */
export function emitReturn(g: FunctionContext, { value }: Of<'return'>): void {
  if (g.exit === undefined) throw new Error('a return outside a function');
  if (value !== undefined) emitResult(g, value);
  g.leaves();
  g.code.br(g.exit);
}

/** Leaves the function's result on the stack, or writes it where the caller wants it. */
export function emitResult(g: FunctionContext, value: TypedExpression): void {
  const to = g.out === undefined ? undefined : { base: g.out, offset: 0 };
  emitAs(g, value, g.of.result, to);
}

export function emitRegion(
  g: FunctionContext,
  { region, body, type }: Of<'region'>,
  to: Destination | undefined,
): void {
  const outer = g.region;
  g.region = region;
  g.code.block(signatureFor(type), end => {
    // Behind the instruction that opens the block: a stop at the statement that the region stands for is outside of it.
    const from = g.code.mark();
    g.regionEnds.set(region.id, end);
    emitAs(g, body, type, to);
    const scope = body.kind === 'block' ? body.scope : undefined;
    g.records.regions.push({ region, scope, parent: outer, range: { from, to: g.code.mark() } });
  });
  g.regionEnds.delete(region.id);
  g.region = outer;
  closeNever(g, type);
}

export function emitLeave(g: FunctionContext, { region }: Of<'leave'>): void {
  const end = g.regionEnds.get(region.id);
  if (end === undefined) throw new Error(`${region.name} is left from outside`);
  g.code.br(end);
}
