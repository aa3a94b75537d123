// What a program has besides its functions: globals, tables for the runtime, and the way from C's main to Aria's.

import {
  arrayConstant,
  functionType,
  i32,
  i64,
  i8,
  intConstant,
  nullPointer,
  ptr,
  structConstant,
  structType,
  voidType,
  zeroConstant,
} from '@sonde/llvm-ir';
import type { Code, Constant, FunctionBuilder, Value } from '@sonde/llvm-ir';
import type { TypedFunction } from '../checker/typed-program.js';
import { enumType, resultType, structType as structNamed } from '../checker/types.js';
import { functionAttributes, rootChainSymbol, type ModuleContext } from './module-context.js';
import { symbolOf } from './symbol-names.js';
import { forEachPointer } from './roots.js';
import { usedFromOutside, touchesGc } from './traits.js';
import type { RuntimeName } from './runtime-functions.js';

/** Globals are zero until the module level gives them their values. */
export function defineGlobals(home: ModuleContext): void {
  for (const variable of home.program.globals) {
    const type = home.layout.ir(variable.type);
    const debug = home.debug?.unit.globalVariable({
      name: variable.name,
      file: home.debug.unit.file,
      line: variable.at.line,
      type: home.debug.types.get(variable.type),
      isLocal: true,
    });
    const options = {
      initial: zeroConstant(type),
      linkage: 'internal',
      ...(debug ? { debug } : {}),
    } as const;
    home.globals.set(variable, home.module.global(`aria.${variable.name}`, type, options));
  }
}

/** A debugger finds types by their names, also those of objects that no variable has the type of. */
export function describeTypes({ debug, program }: ModuleContext): void {
  if (debug === undefined) return;
  const declared = [
    ...[...program.structs.keys()].map(structNamed),
    ...[...program.enums.keys()].map(enumType),
  ];
  for (const type of declared) debug.unit.retain(debug.types.get(type));
}

/**
 * All that happens before main: the runtime is set up, and the module level runs. A constructor does it, so that main begins with
 * its first line, where a debugger stops.
 */
export function emitStart(home: ModuleContext, loadable: readonly TypedFunction[]): void {
  const builder = home.module.define('__aria_start', functionType(voidType, []), {
    linkage: 'internal',
    attributes: functionAttributes,
  });
  const { code } = builder;
  const call = (name: RuntimeName, ...args: readonly Value[]): Value =>
    code.call(home.runtime.get(name), args);
  call('__aria_streams_init');
  const types = home.gcTypes.all;
  if (types.length > 0) call('__aria_gc_types', gcTypeTable(home), intConstant(i32, types.length));
  for (const variable of home.program.globals) {
    forEachPointer(home, builder, home.globals.get(variable)!, variable.type, address => {
      call('__aria_gc_global', address);
    });
  }
  const symbols = symbolsFor(home, loadable);
  if (symbols.length > 0)
    call('__aria_jit_symbols', symbolTable(home, symbols), intConstant(i32, symbols.length));
  const { moduleInit } = home.program;
  if (moduleInit !== undefined) endIfFailed(home, builder, callWhole(home, builder, moduleInit).err);
  code.ret();
  const entry = structConstant(constructorEntry, [
    intConstant(i32, lastPriority),
    builder.value,
    nullPointer,
  ]);
  const initial = arrayConstant(constructorEntry, [entry]);
  home.module.global('llvm.global_ctors', initial.type, { initial, linkage: 'appending' });
}

/** Priority, function, and data it belongs to. Constructors of libraries come first. */
const constructorEntry = structType([i32, ptr, ptr]);
const lastPriority = 65535;

/** C's main for a program without one, or whose main is called by the program itself. Nobody wrote it: no debug information. */
export function emitPlainMain(home: ModuleContext): void {
  const builder = home.module.define('main', functionType(i32, []), { attributes: functionAttributes });
  const { code } = builder;
  const { main } = home.program;
  if (main === undefined) return code.ret(intConstant(i32, 0));
  const { err, value } = callWhole(home, builder, main);
  endIfFailed(home, builder, err);
  code.ret(value ?? intConstant(i32, 0));
}

function endIfFailed(home: ModuleContext, builder: FunctionBuilder, err: Value): void {
  const { code } = builder;
  const [failed, fine] = [builder.block('failed'), builder.block('fine')];
  code.condBr(code.icmp('eq', err, intConstant(i8, 0)), fine, failed);
  code.moveTo(failed);
  code.call(home.runtime.get('__aria_fail_main'), [err]);
  code.unreachable();
  code.moveTo(fine);
}

/** A call of a function without parameters that gives void or an int32. */
function callWhole(
  home: ModuleContext,
  builder: FunctionBuilder,
  target: TypedFunction,
): { readonly err: Value; readonly value?: Value } {
  const code: Code = builder.code;
  const { value: callee, convention } = home.callable(target);
  if (convention.returning.kind !== 'parts') throw new Error(`${target.id} gives more than fits registers`);
  const held = builder.alloca(convention.returning.parts, 'outcome');
  code.store(code.call(callee, []), held);
  const err = code.load(i8, held);
  if (target.result.kind === 'void') return { err };
  const struct = home.layout.struct(resultType(target.result));
  return { err, value: code.load(i32, code.member(struct, held, 1)) };
}

/** `aria_type` of runtime/aria.h. */
const typeEntry = structType([ptr, i64, i32, ptr]);
/** `aria_symbol`. */
const symbolEntry = structType([ptr, ptr]);

function gcTypeTable(home: ModuleContext): Constant {
  const entries = home.gcTypes.all.map(type => {
    const offsets = home.layout.gcOffsets(type);
    return structConstant(typeEntry, [
      home.text(type.name),
      intConstant(i64, home.layout.size(type)),
      intConstant(i32, offsets.length),
      offsets.length === 0 ? nullPointer : home.table(offsets, 'offsets'),
    ]);
  });
  return constantTable(home, '__aria_types', arrayConstant(typeEntry, entries));
}

interface NamedSymbol {
  readonly name: string;
  readonly value: Constant;
}

/** What loaded code may use that the system's linker does not find in the program: functions, and the chain of roots. */
function symbolsFor(home: ModuleContext, loadable: readonly TypedFunction[]): readonly NamedSymbol[] {
  const functions = usedFromOutside(loadable).map(target => ({
    name: symbolOf(target),
    value: home.callable(target).value,
  }));
  const usesGc = loadable.some(target => touchesGc(target, home.layout));
  return usesGc ? [...functions, { name: rootChainSymbol, value: home.rootChain }] : functions;
}

function symbolTable(home: ModuleContext, symbols: readonly NamedSymbol[]): Constant {
  const entries = symbols.map(({ name, value }) => structConstant(symbolEntry, [home.text(name), value]));
  return constantTable(home, '__aria_symbols', arrayConstant(symbolEntry, entries));
}

const constantTable = (home: ModuleContext, name: string, initial: Constant): Constant =>
  home.module.global(name, initial.type, { initial, linkage: 'internal', constant: true });
