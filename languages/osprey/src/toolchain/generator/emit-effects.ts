// Effects, fibers and channels: bodies and arms are closures that the runtime calls.

import { functionType, i64, i8, intConstant, nullPointer, ptr, structType, type Value } from '@sonde/llvm-ir';
import type { TypedExpression, TypedHandlerArm, TypedLambda } from '../checker/typed-program.js';
import { isNamed, type Type } from '../checker/types.js';
import { bodyValue, callClosure, emitInner, ownedArguments } from './emit-calls.js';
import { emit, emitOwned } from './emit-expressions.js';
import { unitValue, type FunctionContext } from './function-context.js';
import { handleSite } from './handle-sites.js';
import { irType } from './type-layout.js';

type Node<Kind extends TypedExpression['kind']> = TypedExpression & { readonly kind: Kind };

/** The runtime gives and takes words. */
function emitApart(fc: FunctionContext, lambda: TypedLambda, what: 'fiber' | 'handled'): Value {
  return emitInner(fc, {
    captures: lambda.body.captures,
    name: `${fc.name}.${what}`,
    signature: functionType(i64, [ptr]),
    at: lambda.at,
    bodyAt: lambda.code.at,
    types: { result: fc.type(lambda.code.type), parameters: [] },
    write: inner => inner.code.ret(inner.toWord(bodyValue(inner, lambda.code))),
  });
}

export const emitSpawn = (fc: FunctionContext, node: Node<'spawn'>): Value =>
  fc.call('osp_spawn', emitApart(fc, node.lambda, 'fiber'), fc.home.types.get(fc.type(node.type)));

/** A word that the runtime gives away. */
const given = (fc: FunctionContext, word: Value, type: Type): Value =>
  fc.temporary(fc.fromWord(word, type), type);

export const emitAwait = (fc: FunctionContext, node: Node<'await'>): Value =>
  given(fc, fc.call('osp_await', emit(fc, node.fiber)), fc.type(node.type));

export function emitSend(fc: FunctionContext, node: Node<'send'>): Value {
  const channel = emit(fc, node.channel);
  fc.call('osp_send', channel, fc.toWord(emit(fc, node.value)));
  return unitValue;
}

export const emitRecv = (fc: FunctionContext, node: Node<'recv'>): Value =>
  given(fc, fc.call('osp_recv', emit(fc, node.channel)), fc.type(node.type));

/** `osp_handler` of runtime/osprey.h. */
const handlerStruct = structType([ptr, ptr, ptr, ptr, ptr, i64, ptr]);
const [armsField, resumesField] = [2, 3];

/** Which arm answers is known only when it happens; so is whether that resumes. */
export function emitPerform(fc: FunctionContext, node: Node<'perform'>): Value {
  const { code, home } = fc;
  const { operation, effect } = node;
  const args = ownedArguments(fc, node.args);
  const result = fc.type(operation.result);
  const handler = fc.call(
    'osp_find_handler',
    home.effect(effect, fc.substitution),
    home.text(operation.name),
  );
  const resumes = code.load(ptr, code.member(handlerStruct, handler, resumesField), 'resumes');
  const flag = code.load(i8, code.element(i8, resumes, operation.nth));
  const [direct, apart, done] = [fc.block('direct'), fc.block('apart'), fc.block('performed')];
  code.condBr(code.icmp('eq', flag, intConstant(i8, 0)), direct, apart);

  code.moveTo(direct);
  const arms = code.load(ptr, code.member(handlerStruct, handler, armsField), 'arms');
  const arm = code.load(ptr, code.element(ptr, arms, operation.nth), 'arm');
  const before = fc.call('osp_enter_arm', handler);
  const answer = fc.temporaries(() => fc.own(callClosure(fc, arm, args, result), result));
  fc.call('osp_leave_arm', before);
  const behindDirect = code.block;
  code.br(done);

  code.moveTo(apart);
  const words = fc.wordArray(args.map(argument => fc.toWord(argument)));
  const word = fc.call('osp_suspend', handler, intConstant(i64, operation.nth), words);
  const resumed = fc.fromWord(word, result);
  const behindApart = code.block;
  code.br(done);

  code.moveTo(done);
  const either = code.phi(irType(result), [
    [answer, behindDirect],
    [resumed, behindApart],
  ]);
  return fc.temporary(either, result);
}

export function emitHandle(fc: FunctionContext, node: Node<'handle'>): Value {
  const { code } = fc;
  const { effect, arms } = node;
  const closures = new Map(
    arms.map(arm => [
      arm.operation.nth,
      arm.resumes ? emitResumingArm(fc, node, arm) : emitDirectArm(fc, node, arm),
    ]),
  );
  const count = effect.operations.length;
  const room = fc.builder.alloca({ kind: 'array', element: ptr, count: Math.max(1, count) }, 'arms');
  for (let nth = 0; nth < count; nth++)
    code.store(closures.get(nth) ?? nullPointer, code.element(ptr, room, nth));
  const site = handleSite(fc, node);
  if (node.handled !== undefined) {
    const body = emitApart(fc, node.handled, 'handled');
    const word = fc.call('osp_handle_apart', site, room, body);
    return given(fc, word, fc.type(node.type));
  }
  const handler = fc.call('osp_handle', site, room);
  const value = emit(fc, node.direct!);
  // The way out belongs to no line: else a debugger would go back to the first of the handler.
  fc.atNoLine();
  fc.call('osp_unhandle', handler);
  return value;
}

const armName = ({ effect }: Node<'handle'>, { operation }: TypedHandlerArm): string =>
  `${effect.name}.${operation.name}`;

function emitDirectArm(fc: FunctionContext, node: Node<'handle'>, arm: TypedHandlerArm): Value {
  const parameters = arm.operation.parameters.map(type => fc.type(type));
  const result = fc.type(arm.operation.result);
  return emitInner(fc, {
    captures: arm.body.captures,
    name: armName(node, arm),
    signature: functionType(irType(result), [ptr, ...parameters.map(irType)]),
    at: arm.at,
    bodyAt: arm.code.at,
    types: { result, parameters },
    write: (inner, words) => {
      const value = bodyValue(inner, arm.code, () => inner.declareAll(arm.parameters, words.slice(1)));
      if (!isNamed(result, 'Unit')) return inner.code.ret(value);
      // What is done only for its effect may have any value.
      inner.release(value, inner.type(arm.code.type));
      return inner.code.ret(unitValue);
    },
  });
}

/** `osp_suspension` of runtime/osprey.h: region, operation, words. */
const suspensionStruct = structType([ptr, i64, ptr]);

function emitResumingArm(fc: FunctionContext, node: Node<'handle'>, arm: TypedHandlerArm): Value {
  return emitInner(fc, {
    captures: arm.body.captures,
    name: armName(node, arm),
    signature: functionType(i64, [ptr, ptr]),
    at: arm.at,
    bodyAt: arm.code.at,
    types: { result: fc.type(node.type), parameters: arm.operation.parameters.map(type => fc.type(type)) },
    suspension: ([, suspension]) => suspension!,
    write: (inner, [, suspension]) => {
      const { code } = inner;
      const value = bodyValue(inner, arm.code, () => {
        const words = code.load(ptr, code.member(suspensionStruct, suspension!, 2), 'words');
        const values = arm.parameters.map((parameter, nth) => {
          const word = code.load(i64, code.element(i64, words, nth));
          return inner.fromWord(word, inner.type(parameter.type));
        });
        inner.declareAll(arm.parameters, values);
      });
      code.ret(inner.toWord(value));
    },
  });
}

export function emitResume(fc: FunctionContext, node: Node<'resume'>): Value {
  const value = node.value === undefined ? unitValue : emitOwned(fc, node.value);
  const word = fc.call('osp_resume', fc.suspension ?? nullPointer, fc.toWord(value));
  return given(fc, word, fc.type(node.type));
}
