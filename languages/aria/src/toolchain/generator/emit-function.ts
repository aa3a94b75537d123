// One function: its parameters, its body, and what it gives back.

import { functionType, i32, i8, intConstant } from '@sonde/llvm-ir';
import type { FunctionLinkage, Subprogram, Value } from '@sonde/llvm-ir';
import { endOf } from '@sonde/native-compiler';
import type { TypedFunction } from '../checker/typed-program.js';
import { int32, resultType } from '../checker/types.js';
import { emitBlock } from './emit-statements.js';
import { FunctionContext } from './function-context.js';
import { functionAttributes, type Callable, type ModuleContext } from './module-context.js';

/** A function that gives a result<R>, as all of Aria do. */
export function emitFunction(home: ModuleContext, target: TypedFunction, linkage: FunctionLinkage): void {
  const { value, convention } = home.callable(target);
  const subprogram = describe(home, target, linkage === 'internal');
  const builder = home.module.define(value.name, convention.signature, {
    linkage,
    // What begins coroutines has no lines; a body that went up in it would lose its own.
    attributes: target.async ? [...functionAttributes, 'noinline'] : functionAttributes,
    ...(subprogram === undefined ? {} : { subprogram }),
  });
  const giveBack = (fc: FunctionContext): void => {
    const given = toRegisters(fc, { value, convention });
    fc.roots.pop();
    fc.code.ret(given);
  };
  const fc = new FunctionContext(home, builder, target, subprogram, giveBack);
  takeParameters(fc, { value, convention });
  emitBody(fc);
}

/** Aria's main as C's: what a debugger calls main is what the program calls main. */
export function emitMain(home: ModuleContext, target: TypedFunction): void {
  const subprogram = home.debug?.unit.subprogram({
    name: 'main',
    file: home.debug.unit.file,
    line: target.nameAt.line,
    scopeLine: target.body!.at.line,
    type: home.debug.types.subroutine(int32, []),
    isMain: true,
  });
  const builder = home.module.define('main', functionType(i32, []), {
    attributes: functionAttributes,
    ...(subprogram === undefined ? {} : { subprogram }),
  });
  const fc = new FunctionContext(home, builder, target, subprogram, giveStatus);
  emitBody(fc);
}

/** What the program exits with; a failure nobody took ends it. */
function giveStatus(fc: FunctionContext): void {
  const { code, result } = fc;
  const err = code.load(i8, result);
  fc.require(code.icmp('eq', err, intConstant(i8, 0)), () => fc.call('__aria_fail_main', err));
  const struct = fc.home.layout.struct(fc.resultType);
  const status =
    fc.target.result.kind === 'void' ? intConstant(i32, 0) : code.load(i32, code.member(struct, result, 1));
  fc.roots.pop();
  code.ret(status);
}

function describe(home: ModuleContext, target: TypedFunction, isLocal: boolean): Subprogram | undefined {
  if (home.debug === undefined) return undefined;
  const { unit, types } = home.debug;
  return unit.subprogram({
    name: target.id,
    file: unit.file,
    line: target.nameAt.line,
    scopeLine: target.body!.at.line,
    type: types.subroutine(
      resultType(target.result),
      target.parameters.map(({ type }) => type),
    ),
    isLocal,
  });
}

/** Parameters get room like any variable. This stands in no line: it is over before a debugger stops in the function. */
function takeParameters(fc: FunctionContext, { convention }: Callable): void {
  const { code, builder, target } = fc;
  const given = builder.parameters.slice(convention.returning.kind === 'sret' ? 1 : 0);
  target.parameters.forEach((parameter, index) => {
    const passing = convention.parameters[index]!;
    const slot = fc.declare(parameter, index + 1);
    if (passing.kind === 'direct') code.store(given.shift()!, slot);
    else if (passing.kind === 'copy') fc.copy(slot, given.shift()!, parameter.type);
    else {
      const { parts } = passing;
      const held = fc.scratch(parts);
      parts.fields.forEach((_part, at) => {
        code.store(given.shift()!, code.member(parts, held, at));
      });
      fc.copy(slot, held, parameter.type);
    }
  });
  fc.endStatement();
}

function emitBody(fc: FunctionContext): void {
  const { code, builder, target } = fc;
  const body = builder.block('body');
  code.moveTo(body);
  emitBlock(fc, target.body!);
  if (!code.terminated) {
    fc.at(endOf(target.body!.at));
    if (target.result.kind === 'void') {
      code.store(intConstant(i8, 0), fc.result);
      fc.leave();
    } else code.unreachable();
  }
  fc.finish();
  // Only now all roots are known. Like the parameters this stands in no line.
  code.moveTo(builder.entry);
  code.location = undefined;
  fc.roots.push();
  code.br(body);
}

/** What LLVM returns for the result, if anything. */
function toRegisters(fc: FunctionContext, { convention: { returning } }: Callable): Value | undefined {
  const { code, result, resultType: type, builder } = fc;
  if (returning.kind === 'sret') {
    fc.copy(builder.parameters[0]!, result, type);
    return undefined;
  }
  if (returning.kind !== 'parts') throw new Error('a result is an aggregate');
  const { parts } = returning;
  const held = fc.scratch(parts);
  fc.copy(held, result, type);
  return parts.fields.length === 1
    ? code.load(parts.fields[0]!, code.member(parts, held, 0))
    : code.load(parts, held);
}
