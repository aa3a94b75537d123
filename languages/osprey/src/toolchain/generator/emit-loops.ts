// Loops: over lists, and over chains of range, map and filter, in which each number goes through all stages before the next.

import { i64, intConstant, ptr, type Value } from '@sonde/llvm-ir';
import type { TypedExpression } from '../checker/typed-program.js';
import { argumentsOf, prune, unitType, type FunctionType, type Type } from '../checker/types.js';
import { callClosure } from './emit-calls.js';
import { emit, emitOwned } from './emit-expressions.js';
import { unitValue, type FunctionContext } from './function-context.js';

/** What a function value gives. */
function resultOf(fc: FunctionContext, node: TypedExpression): Type {
  const type = prune(fc.type(node.type));
  return type.kind === 'function' ? (type satisfies FunctionType).result : unitType;
}

/** What a function value takes. */
function itemOf(fc: FunctionContext, node: TypedExpression, nth = 0): Type {
  const type = prune(fc.type(node.type));
  return type.kind === 'function' ? type.parameters[nth]! : unitType;
}

/** For every number from `from` up to `to`, which is not reached. */
function counted(fc: FunctionContext, from: Value, to: Value, body: (number: Value) => void): void {
  const { code } = fc;
  const counter = fc.builder.alloca(i64, 'counter');
  code.store(from, counter);
  const [head, inside, done] = [fc.block('loop'), fc.block('round'), fc.block('looped')];
  code.br(head);
  code.moveTo(head);
  const number = code.load(i64, counter, 'number');
  code.condBr(code.icmp('slt', number, to), inside, done);
  code.moveTo(inside);
  fc.temporaries(() => body(number));
  code.store(code.binary('add', code.load(i64, counter), intConstant(i64, 1)), counter);
  code.br(head);
  code.moveTo(done);
}

export function emitForEachList(fc: FunctionContext, items: TypedExpression, act: TypedExpression): Value {
  const list = emit(fc, items);
  const closure = emit(fc, act);
  const [element] = argumentsOf(fc.type(items.type), 'List') as [Type];
  const length = fc.code.load(i64, list, 'length');
  counted(fc, intConstant(i64, 0), length, index => {
    const word = fc.call('osp_list_word', list, index);
    const item = fc.share(fc.fromWord(word, element), element);
    callClosure(fc, closure, [item], resultOf(fc, act));
  });
  return unitValue;
}

/** The item is not owned yet. */
type Use = (item: Value) => void;

/** Part of a chain that becomes one loop. */
const isStage = (node: TypedExpression): node is TypedExpression & { readonly kind: 'callBuiltIn' } =>
  node.kind === 'callBuiltIn' && /^(?:range|map|filter)$/.test(node.name);

/** An iterator that was kept. */
function elementsOf(fc: FunctionContext, node: TypedExpression): (use: Use) => void {
  const list = emit(fc, node);
  const [element] = argumentsOf(fc.type(node.type), 'List') as [Type];
  const length = fc.code.load(i64, list, 'length');
  return use =>
    counted(fc, intConstant(i64, 0), length, index =>
      use(fc.fromWord(fc.call('osp_list_word', list, index), element)),
    );
}

/** A chain that nothing uses up here: what it goes through is found out now, once. */
export function emitKeptIterator(fc: FunctionContext, node: TypedExpression): Value {
  const type = fc.type(node.type);
  const run = chainOf(fc, node);
  const all = fc.builder.alloca(ptr, 'all');
  const none = fc.call('osp_list_of', fc.wordArray([]), intConstant(i64, 0), fc.home.types.get(type));
  fc.code.store(fc.own(none, type), all);
  run(item => {
    const before = fc.temporary(fc.code.load(ptr, all), type);
    fc.code.store(fc.own(fc.call('osp_list_append', before, fc.toWord(item)), type), all);
  });
  return fc.temporary(fc.code.load(ptr, all), type);
}

/** Evaluates what the chain is made of, from its beginning, and gives what runs it. */
function chainOf(fc: FunctionContext, node: TypedExpression): (use: Use) => void {
  if (!isStage(node)) return elementsOf(fc, node);
  const [first, second] = node.args as [TypedExpression, TypedExpression];
  if (node.name === 'range') {
    const [from, to] = [emit(fc, first), emit(fc, second)];
    return use => counted(fc, from, to, use);
  }
  const inner = chainOf(fc, first);
  const closure = emit(fc, second);
  if (node.name === 'map')
    return use =>
      inner(item => use(callClosure(fc, closure, [fc.own(item, itemOf(fc, second))], resultOf(fc, second))));
  return use =>
    inner(item => {
      const [kept, next] = [fc.block('kept'), fc.block('filtered')];
      const given = fc.share(item, itemOf(fc, second));
      fc.code.condBr(callClosure(fc, closure, [given], resultOf(fc, second)), kept, next);
      fc.code.moveTo(kept);
      fc.temporaries(() => use(item));
      fc.code.br(next);
      fc.code.moveTo(next);
    });
}

export function emitForEach(fc: FunctionContext, chain: TypedExpression, act: TypedExpression): Value {
  const run = chainOf(fc, chain);
  const closure = emit(fc, act);
  run(item => {
    callClosure(fc, closure, [fc.own(item, itemOf(fc, act))], resultOf(fc, act));
  });
  return unitValue;
}

export function emitFold(
  fc: FunctionContext,
  chain: TypedExpression,
  start: TypedExpression,
  step: TypedExpression,
): Value {
  const run = chainOf(fc, chain);
  const first = emitOwned(fc, start);
  const type = fc.type(start.type);
  const closure = emit(fc, step);
  const total = fc.builder.alloca(first.type, 'total');
  fc.code.store(first, total);
  run(item => {
    const args = [fc.code.load(first.type, total), fc.own(item, itemOf(fc, step, 1))];
    fc.code.store(fc.own(callClosure(fc, closure, args, type), type), total);
  });
  return fc.temporary(fc.code.load(first.type, total), type);
}
