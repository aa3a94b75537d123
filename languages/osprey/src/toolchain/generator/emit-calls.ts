// Calls, closures and functions as values.

import {
  functionType,
  i1,
  nullPointer,
  ptr,
  sizeOf,
  structLayout,
  structType,
  voidType,
} from '@sonde/llvm-ir';
import type { Attribute, FunctionType, FunctionValue, IrType, StructType, Value } from '@sonde/llvm-ir';
import type { ExternFunction, TypedExpression, TypedLambda, Variable } from '../checker/typed-program.js';
import { isNamed, prune, type FunctionType as OspreyFunction, type Type } from '../checker/types.js';
import { emit, emitOwned, emitPlace } from './emit-expressions.js';
import { FunctionContext, unitValue } from './function-context.js';
import type { ModuleContext } from './module-context.js';
import { irType } from './type-layout.js';

type Node<Kind extends TypedExpression['kind']> = TypedExpression & { readonly kind: Kind };

export function emitCall(fc: FunctionContext, node: Node<'call'>): Value {
  const instance = fc.home.instance(
    node.target,
    node.typeArguments.map(argument => fc.type(argument)),
  );
  const args = ownedArguments(fc, node.args);
  return fc.temporary(fc.code.call(instance.value, [nullPointer, ...args]), fc.type(node.type));
}

/** Code owns its arguments. What they were made of is let go before the call, which may then be the last of its function. */
export const ownedArguments = (fc: FunctionContext, args: readonly TypedExpression[]): readonly Value[] =>
  fc.temporaries(() => args.map(argument => emitOwned(fc, argument)));

/** A closure's code takes the closure itself first. */
const closureSignature = (result: IrType, parameters: readonly IrType[]): FunctionType =>
  functionType(result, [ptr, ...parameters]);

export function emitCallValue(fc: FunctionContext, node: Node<'callValue'>): Value {
  const callee = emit(fc, node.callee);
  const args = ownedArguments(fc, node.args);
  return callClosure(fc, callee, args, fc.type(node.type));
}

/** The arguments are owned; so is what it gives. */
export function callClosure(
  fc: FunctionContext,
  closure: Value,
  args: readonly Value[],
  result: Type,
): Value {
  const code = fc.code.load(ptr, closure, 'code');
  const signature = closureSignature(
    irType(result),
    args.map(({ type }) => type),
  );
  return fc.temporary(fc.code.callIndirect(signature, code, [closure, ...args]), result);
}

export function emitCallExtern(fc: FunctionContext, node: Node<'callExtern'>): Value {
  const { target } = node;
  const value = externFunction(fc.home, target);
  const args = node.args.map((argument, nth) => {
    const wanted = prune(target.parameters[nth]!.type);
    const given = emit(fc, argument);
    return wanted.kind === 'function' ? callbackOf(fc, given, wanted) : given;
  });
  const result = fc.code.call(value, args);
  if (isNamed(target.result, 'Unit')) return unitValue;
  return isNamed(target.result, 'string') ? fc.call('osp_text_of', result) : result;
}

/** A function as C calls it: without the closure, whose code captures nothing. */
function callbackOf(fc: FunctionContext, closure: Value, { parameters, result }: OspreyFunction): Value {
  const { home } = fc;
  const isUnit = isNamed(result, 'Unit');
  const signature = functionType(isUnit ? voidType : irType(result), parameters.map(irType));
  const builder = home.module.define(home.uniqueName('osp.callback'), signature, { linkage: 'internal' });
  const inner = new FunctionContext(home, builder, new Map(), 'callback');
  const value = inner.temporaries(() => {
    const args = builder.parameters.map((given, nth) => {
      const type = parameters[nth]!;
      return isNamed(type, 'string') ? inner.own(inner.call('osp_text_of', given), type) : given;
    });
    return inner.own(callClosure(inner, closure, args, result), result);
  });
  if (isUnit) inner.code.ret();
  else inner.code.ret(value);
  return builder.value;
}

function externFunction(
  { module }: ModuleContext,
  { symbol, parameters, result }: ExternFunction,
): FunctionValue {
  const asByte = (type: IrType): readonly Attribute[] => (type === i1 ? ['zeroext'] : []);
  const types = parameters.map(({ type }) => irType(type));
  const given = isNamed(result, 'Unit') ? voidType : irType(result);
  return module.declare(symbol, functionType(given, types), {
    resultAttributes: asByte(given),
    parameterAttributes: types.map(asByte),
  });
}

/** A function of the file level captures nothing, and takes a closure like all others. */
export function emitFunctionValue(fc: FunctionContext, node: Node<'function'>): Value {
  const args = node.typeArguments.map(argument => fc.type(argument));
  return fc.home.constantCell(fc.home.instance(node.target, args).value);
}

/** What a body captures, in the order of names, so that it is the same in both flavors. */
export const capturesOf = (captures: ReadonlySet<Variable>): readonly Variable[] =>
  [...captures].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id));

export interface InnerFunction {
  readonly captures: ReadonlySet<Variable>;
  /** As its frames are called. */
  readonly name: string;
  readonly signature: FunctionType;
  readonly at: TypedExpression['at'];
  readonly bodyAt: TypedExpression['at'];
  readonly types: { readonly result: Type; readonly parameters: readonly Type[] };
  /** Writes the body; what it captured is declared already. */
  write(inner: FunctionContext, parameters: readonly Value[]): void;
  /** Its own name, where it may call itself. */
  readonly self?: Variable | undefined;
  readonly suspension?: (parameters: readonly Value[]) => Value;
}

export function emitLambda(fc: FunctionContext, lambda: TypedLambda, what: 'lambda' | 'function'): Value {
  const result = fc.type(lambda.code.type);
  const parameters = lambda.parameters.map(({ type }) => fc.type(type));
  return emitInner(fc, {
    captures: lambda.body.captures,
    name: lambda.self === undefined ? `${fc.name}.${what}` : `${fc.name}.${lambda.self.name}`,
    signature: closureSignature(irType(result), parameters.map(irType)),
    at: lambda.at,
    bodyAt: lambda.code.at,
    types: { result, parameters },
    self: lambda.self,
    write: (inner, given) => {
      const value = bodyValue(inner, lambda.code, () => inner.declareAll(lambda.parameters, given.slice(1)));
      inner.code.ret(value);
    },
  });
}

/** From its first line; what leads out of it belongs to none. The value is owned, all else is let go. */
export function bodyValue(
  inner: FunctionContext,
  code: TypedExpression,
  declare: () => void = () => undefined,
): Value {
  const value = inner.variables(() =>
    inner.temporaries(() => {
      declare();
      inner.at(code.at);
      return inner.own(emitPlace(inner, code), inner.type(code.type));
    }),
  );
  inner.atNoLine();
  return value;
}

/** What lies in a closure behind its code. Variables of the file level have places of their own. */
export function closureCell(
  fc: FunctionContext,
  all: ReadonlySet<Variable>,
  self?: Variable,
): { readonly captures: readonly Variable[]; readonly cell: StructType } {
  const captures = capturesOf(all).filter(variable => variable !== self && !fc.home.globals.has(variable));
  const types = captures.map(variable => (variable.mutable ? ptr : fc.ir(variable.type)));
  return { captures, cell: structType([ptr, ...types]) };
}

/** A function inside another, and the closure that holds what it captures. */
export function emitInner(fc: FunctionContext, what: InnerFunction): Value {
  const { home, code } = fc;
  const { captures, cell } = closureCell(fc, what.captures, what.self);
  const made = defineInner(fc, what, captures, cell);
  if (captures.length === 0 && what.self === undefined) return home.constantCell(made);
  const { offsets } = structLayout(cell);
  const described = captures.map((variable, nth) => {
    const type = fc.type(variable.type);
    return {
      name: variable.name,
      type: variable.mutable ? home.types.cell(type) : home.types.get(type),
      offset: offsets[nth + 1]!,
    };
  });
  const closure = fc.allocate(home.types.closure(what.name, sizeOf(cell), described), sizeOf(cell));
  const held = captures.map(variable => fc.captured(variable, what.captures));
  code.store(made, code.member(cell, closure, 0));
  held.forEach((value, nth) => code.store(value, code.member(cell, closure, nth + 1)));
  return closure;
}

function defineInner(
  fc: FunctionContext,
  what: InnerFunction,
  captures: readonly Variable[],
  cell: StructType,
): FunctionValue {
  const { home } = fc;
  const symbol = home.uniqueName(`osp.${what.name}`);
  const { debug } = home;
  const subprogram = debug?.unitOf(what.at).subprogram({
    name: what.name,
    file: debug.unitOf(what.at).file,
    line: what.at.line,
    scopeLine: what.bodyAt.line,
    type: debug.types.subroutine(what.types.result, what.types.parameters),
    isLocal: true,
  });
  const builder = home.module.define(symbol, what.signature, {
    linkage: 'internal',
    attributes: home.attributes,
    ...(subprogram === undefined ? {} : { subprogram }),
  });
  const suspension = what.suspension?.(builder.parameters);
  const inner = new FunctionContext(home, builder, fc.substitution, what.name, suspension);
  captures.forEach((variable, nth) => {
    const type = variable.mutable ? ptr : inner.ir(variable.type);
    const value = inner.code.load(
      type,
      inner.code.member(cell, builder.parameters[0]!, nth + 1),
      variable.name,
    );
    inner.declareHeld(variable, value);
  });
  if (what.self !== undefined) inner.declareHeld(what.self, builder.parameters[0]!);
  what.write(inner, builder.parameters);
  return builder.value;
}
