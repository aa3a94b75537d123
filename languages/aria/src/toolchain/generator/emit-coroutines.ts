// Coroutines: the body that the runtime calls, starting one, and waiting for one.

import { i32, intConstant, nullPointer, ptr, structLayout, structType } from '@sonde/llvm-ir';
import type { Constant, FunctionValue, StructType, Value } from '@sonde/llvm-ir';
import type { AriaType, Call, Expression, IndirectCall } from '../checker/typed-program.js';
import { emitArguments, requireFunction } from './emit-calls.js';
import { emitValue } from './emit-values.js';
import { bodySignature, lineConstant, wordConstant, type FunctionContext } from './function-context.js';
import { functionAttributes, type Callable, type ModuleContext } from './module-context.js';

/** Starts a coroutine with a copy of its arguments; for a function value, that comes first in them. */
export function emitSpawn(fc: FunctionContext, { call, at }: Extract<Expression, { kind: 'spawn' }>): Value {
  const { code, home } = fc;
  const callee = call.kind === 'call-indirect' ? emitValue(fc, call.callee) : undefined;
  const values = emitArguments(fc, call.arguments)();
  if (callee !== undefined) requireFunction(fc, callee, at);
  const types = call.arguments.map(({ type }) => type);
  const packed = argumentsStruct(home, types, callee !== undefined);
  const held = fc.scratch(packed);
  const first = callee === undefined ? 0 : 1;
  if (callee !== undefined) code.store(callee, code.member(packed, held, 0));
  values.forEach((value, index) => {
    const field = code.member(packed, held, index + first);
    if (home.layout.inMemory(types[index]!)) fc.copy(field, value, types[index]!);
    else code.store(value, field);
  });
  const { size, offsets } = structLayout(packed);
  const name = call.kind === 'call' ? call.function.name : call.callee.type.name;
  const frame = fc.during(at, () =>
    fc.call(
      '__aria_spawn',
      bodyOf(home, call),
      held,
      wordConstant(size),
      wordConstant(home.layout.size(call.type)),
      home.text(name),
    ),
  );
  const inArguments = types.flatMap((type, index) =>
    home.layout.gcOffsets(type).map(offset => offset + offsets[index + first]!),
  );
  tellRoots(fc, frame, inArguments, home.layout.gcOffsets(call.type));
  return frame;
}

const argumentsStruct = (home: ModuleContext, types: readonly AriaType[], indirect: boolean): StructType =>
  structType([...(indirect ? [ptr] : []), ...types.map(type => home.layout.ir(type))]);

function tellRoots(
  fc: FunctionContext,
  frame: Value,
  inArguments: readonly number[],
  inPromise: readonly number[],
): void {
  if (inArguments.length + inPromise.length === 0) return;
  const table = (offsets: readonly number[]): Constant =>
    offsets.length === 0 ? nullPointer : fc.home.table(offsets, 'offsets');
  fc.call(
    '__aria_spawn_roots',
    frame,
    table(inArguments),
    intConstant(i32, inArguments.length),
    table(inPromise),
    intConstant(i32, inPromise.length),
  );
}

/**
 * `void body(args, promise)`: unpacks, calls, and stores the result. It has no debug information: nobody wrote it, and a
 * debugger steps through it. One for each function that is started, and one for each type of function value.
 */
function bodyOf(home: ModuleContext, call: Call | IndirectCall): FunctionValue {
  const types = call.arguments.map(({ type }) => type);
  const name = call.kind === 'call' ? call.function.id : call.callee.type.name;
  const symbol = `__aria_body.${name}`;
  const known = home.bodies.get(symbol);
  if (known !== undefined) return known;
  const builder = home.module.define(symbol, bodySignature, {
    linkage: 'internal',
    attributes: functionAttributes,
    parameterNames: ['args', 'promise'],
  });
  home.bodies.set(symbol, builder.value);
  const { code } = builder;
  const [packed, promise] = builder.parameters as readonly [Value, Value];
  const indirect = call.kind === 'call-indirect';
  const struct = argumentsStruct(home, types, indirect);
  const target: Callable | undefined = call.kind === 'call' ? home.callable(call.function) : undefined;
  const convention = target?.convention ?? home.convention(types, call.type);
  const given = types.flatMap((type, index): readonly Value[] => {
    const passing = convention.parameters[index]!;
    const field = code.member(struct, packed, index + (indirect ? 1 : 0));
    if (passing.kind === 'copy') return [field];
    if (passing.kind === 'direct') return [code.load(passing.type, field)];
    const held = builder.alloca(passing.parts);
    code.copy(held, field, home.layout.size(type));
    return passing.parts.fields.map((part, at) => code.load(part, code.member(passing.parts, held, at)));
  });
  const { returning } = convention;
  const whole = returning.kind === 'sret' ? [promise, ...given] : given;
  const value =
    target === undefined
      ? code.callIndirect(convention.signature, code.load(ptr, packed), whole, 'v', convention)
      : code.call(target.value, whole);
  if (returning.kind === 'direct') code.store(value, promise);
  else if (returning.kind === 'parts') {
    const held = builder.alloca(returning.parts);
    code.store(value, held);
    code.copy(promise, held, home.layout.size(call.type));
  }
  code.ret();
  return builder.value;
}

/** The address of the result. */
export function emitAwait(
  fc: FunctionContext,
  { future, what, type, at }: Extract<Expression, { kind: 'await' }>,
): Value {
  const frame = emitValue(fc, future);
  const result = fc.temporary(type);
  const size = wordConstant(fc.home.layout.size(type));
  fc.during(at, () => {
    fc.call('__aria_await', frame, result, size, fc.home.file, lineConstant(at), fc.home.text(what));
    // Nobody else can know the future of a call that was awaited at once.
    if (future.kind === 'spawn') fc.call('__aria_release', frame);
  });
  return result;
}
