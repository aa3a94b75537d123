// Calls of functions, and how values get into and out of registers.

import { nullPointer, type Value } from '@sonde/llvm-ir';
import type { AriaType, Call, Expression, IndirectCall } from '../checker/typed-program.js';
import { resultType } from '../checker/types.js';
import type { Convention, Passing } from './calling-convention.js';
import { emitValue, hold } from './emit-values.js';
import { nothing, type FunctionContext } from './function-context.js';

/** What a call gives: a value, or the address of one that lives in memory. */
export function emitCall(fc: FunctionContext, call: Call | IndirectCall): Value {
  const { type } = call;
  if (call.kind === 'call' && call.function.extern) return emitForeign(fc, call);
  if (type.kind === 'void') throw new Error('only extern functions give nothing');
  const slot = fc.temporary(type);
  emitCallInto(fc, call, slot);
  return fc.home.layout.inMemory(type) ? slot : fc.code.load(fc.ir(type), slot);
}

/** Writes the result of a call where it is wanted. */
export function emitCallInto(fc: FunctionContext, call: Call | IndirectCall, to: Value): void {
  const outer = fc.cleanup;
  if (call.kind === 'call') {
    const { value, convention } = fc.home.callable(call.function);
    const values = emitArguments(fc, call.arguments);
    fc.during(call.at, () => {
      place(fc, call.type, convention, values(), call.arguments, to, given => fc.code.call(value, given));
    });
  } else {
    const { parameters, result } = call.callee.type;
    const callee = emitValue(fc, call.callee);
    const values = emitArguments(fc, call.arguments);
    requireFunction(fc, callee, call.at);
    const convention = fc.home.convention(parameters, resultType(result));
    fc.during(call.at, () => {
      place(fc, call.type, convention, values(), call.arguments, to, given =>
        fc.code.callIndirect(convention.signature, callee, given, 'v', convention),
      );
    });
  }
  // Objects that were lent to the call may move again.
  fc.runCleanups(outer);
  fc.cleanup = outer;
}

export function requireFunction(fc: FunctionContext, callee: Value, at: Expression['at']): void {
  fc.require(fc.code.icmp('ne', callee, nullPointer), () => fc.trap('call of a function that is NULL', at));
}

/** All arguments, evaluated in their order; to be taken at the call. */
export function emitArguments(fc: FunctionContext, parts: readonly Expression[]): () => readonly Value[] {
  const values = parts.map((part, index) => hold(fc, part, parts.slice(index + 1)));
  return () => values.map(value => value());
}

/** One call as the convention wants it, its result written into memory. */
function place(
  fc: FunctionContext,
  type: AriaType,
  convention: Convention,
  values: readonly Value[],
  parts: readonly { readonly type: AriaType }[],
  to: Value,
  call: (given: readonly Value[]) => Value,
): void {
  const given = values.flatMap((value, index) =>
    passed(fc, value, parts[index]!.type, convention.parameters[index]!),
  );
  returned(fc, type, convention, given, to, call);
}

/** The arguments of LLVM's call that stand for one of Aria's. */
export function passed(
  fc: FunctionContext,
  value: Value,
  type: AriaType,
  passing: Passing,
): readonly Value[] {
  const { code } = fc;
  if (passing.kind === 'direct') return [value];
  const inMemory = fc.home.layout.inMemory(type);
  if (passing.kind === 'copy') {
    if (inMemory) return [value];
    const held = fc.scratch(fc.ir(type));
    code.store(value, held);
    return [held];
  }
  const held = fc.scratch(passing.parts);
  if (inMemory) fc.copy(held, value, type);
  else code.store(value, held);
  return passing.parts.fields.map((part, index) => code.load(part, code.member(passing.parts, held, index)));
}

/** Calls, and writes what came back into memory. */
export function returned(
  fc: FunctionContext,
  type: AriaType,
  { returning }: Convention,
  given: readonly Value[],
  to: Value,
  call: (given: readonly Value[]) => Value,
): void {
  const { code } = fc;
  if (returning.kind === 'sret') {
    call([to, ...given]);
    return;
  }
  const value = call(given);
  if (returning.kind === 'direct') code.store(value, to);
  if (returning.kind !== 'parts') return;
  // Registers may be wider than what is in them.
  const held = fc.scratch(returning.parts);
  code.store(value, held);
  fc.copy(to, held, type);
}

/** C gives plain values, and knows strings by the address of their bytes. */
function emitForeign(fc: FunctionContext, { function: target, arguments: parts, type, at }: Call): Value {
  const { code } = fc;
  const { value } = fc.home.callable(target);
  const values = emitArguments(fc, parts)().map((part, index) =>
    parts[index]!.type.kind === 'string' ? bytesOf(fc, part) : part,
  );
  const given = fc.during(at, () => code.call(value, values));
  if (type.kind === 'void') return nothing;
  return type.kind === 'string' ? fc.call('__aria_string_from_c', given) : given;
}

/** A string without bytes has no address; C wants one. */
function bytesOf(fc: FunctionContext, string: Value): Value {
  const data = fc.code.extractValue(string, 0);
  return fc.code.select(fc.code.icmp('eq', data, nullPointer), fc.home.text(''), data);
}
