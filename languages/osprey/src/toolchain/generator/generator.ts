// The entry of the generator: a typed program to LLVM IR, with debug information or without.

import { createHash } from 'node:crypto';
import {
  functionType,
  i32,
  i64,
  intConstant,
  nullPointer,
  ptr,
  stringConstant,
  typeText,
  zeroConstant,
  type FunctionValue,
} from '@sonde/llvm-ir';
import type { TypedProgram, TypedStatement } from '../checker/typed-program.js';
import { intType } from '../checker/types.js';
import { shortName } from '../syntax/token-cursor.js';
import { bodyValue } from './emit-calls.js';
import { emitStatements } from './emit-statements.js';
import { FunctionContext } from './function-context.js';
import { ModuleContext, type GenerateOptions, type Instance } from './module-context.js';
import { concrete, irType } from './type-layout.js';

export type { GenerateOptions } from './module-context.js';

/**
 * The same for one program however it is compiled: a record of a run fits the debug build, too. Made of the code without
 * debug information, where neither places nor the flavor leave traces.
 */
function identityOf(code: string): string {
  const lines = code.split('\n').filter(line => !line.startsWith('source_filename'));
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
}

export function generate(program: TypedProgram, options: GenerateOptions): string {
  const plain = generateCode(program, { ...options, debugInfo: false });
  const code = options.debugInfo ? generateCode(program, options) : plain;
  const identity = stringConstant(identityOf(plain), { terminated: true });
  return `${code}\n@osp_program_identity = constant ${typeText(identity.type)} ${identity.text}\n`;
}

function generateCode(program: TypedProgram, options: GenerateOptions): string {
  const home = new ModuleContext(program, options);
  defineGlobals(home);
  emitMain(home, emitConstants(home));
  // Writing one may find others.
  for (let instance = home.unwritten.shift(); instance !== undefined; instance = home.unwritten.shift())
    emitFunction(home, instance);
  home.tables.finish();
  return home.module.toString();
}

/** What functions read of the file level; of a variable that may change, its cell. */
function defineGlobals(home: ModuleContext): void {
  const { debug } = home;
  const newest = new Map(home.program.globals.map(variable => [variable.name, variable]));
  for (const variable of home.program.globals) {
    const isHidden = newest.get(variable.name) !== variable;
    const type = concrete(variable.type, new Map());
    const held = variable.mutable ? ptr : irType(type);
    const described = debug?.unitOf(variable.at).globalVariable({
      // Debuggers find globals by name alone, and the newest is meant by it.
      name: isHidden ? `${shortName(variable.name)} @ ${variable.at.line}` : shortName(variable.name),
      file: debug.unitOf(variable.at).file,
      line: variable.at.line,
      type: debug.types.get(type),
      isLocal: true,
      ...(variable.mutable ? { expression: ['DW_OP_deref'] } : {}),
    });
    const initial = held === ptr ? nullPointer : zeroConstant(held);
    const global = home.module.global(`osp.g.${home.uniqueName(variable.name)}`, held, {
      initial,
      linkage: 'internal',
      ...(described === undefined ? {} : { debug: described }),
    });
    home.globals.set(variable, global);
    home.tables.addGlobal(
      variable.name,
      variable.mutable ? home.types.cell(type) : home.types.get(type),
      global,
    );
  }
}

/** Values of modules: a function for each piece of a module in which they follow each other. */
function emitConstants(home: ModuleContext): readonly FunctionValue[] {
  const { debug, program } = home;
  const pieces: (typeof program.constants)[number][][] = [];
  const keyOf = ({ variable, at }: (typeof program.constants)[number]): string =>
    `${home.textNumber(at)} ${moduleOf(variable.name)}`;
  for (const constant of program.constants) {
    const last = pieces.at(-1);
    if (last !== undefined && keyOf(last[0]!) === keyOf(constant)) last.push(constant);
    else pieces.push([constant]);
  }
  return pieces.map(statements => {
    const [{ variable, at }] = statements as [(typeof statements)[number]];
    const name = moduleOf(variable.name);
    const subprogram = debug?.unitOf(at).subprogram({
      name,
      file: debug.unitOf(at).file,
      line: at.line,
      type: debug.types.subroutine(intType, []),
      isLocal: true,
    });
    const builder = home.module.define(home.uniqueName(`osp.constants.${name}`), functionType(i64, []), {
      linkage: 'internal',
      attributes: home.attributes,
      ...(subprogram === undefined ? {} : { subprogram }),
    });
    const fc = new FunctionContext(home, builder, new Map(), name);
    fc.variables(() => emitStatements(fc, statements, 'unused'));
    fc.atNoLine();
    fc.code.ret(intConstant(i64, 0));
    return builder.value;
  });
}

/** The path of the module that a name is of. */
const moduleOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('::')));

/** Statements of the file level, as C's main. */
function emitMain(home: ModuleContext, groups: readonly FunctionValue[]): void {
  const { debug, program } = home;
  const first = program.main.statements[0]?.at ?? { line: 1, column: 1 };
  const subprogram = debug?.unit.subprogram({
    name: 'main',
    file: debug.unit.file,
    line: first.line,
    type: debug.types.subroutine(intType, []),
    isMain: true,
  });
  const builder = home.module.define('main', functionType(i32, []), {
    attributes: home.attributes,
    ...(subprogram === undefined ? {} : { subprogram }),
  });
  const fc = new FunctionContext(home, builder, new Map(), 'main');
  fc.atNoLine();
  fc.call('osp_start', home.tables.program);
  for (const constants of groups) fc.code.call(constants, []);
  fc.variables(() => emitStatements(fc, program.main.statements.map(withoutLine), 'unused'));
  fc.atNoLine();
  const status = program.isTest ? fc.call('osp_test_finish') : intConstant(i32, 0);
  fc.call('osp_end');
  fc.code.ret(status);
}

/** The call of a `main` of the program's own stands nowhere in the source: its caller is a frame that nobody wrote. */
function withoutLine(statement: TypedStatement): TypedStatement {
  if (statement.kind !== 'expression') return statement;
  const { expression } = statement;
  if (expression.kind !== 'call' || expression.target.name !== 'main') return statement;
  const at = { ...statement.at, line: 0, column: 0 };
  return { ...statement, at, expression: { ...expression, at } };
}

function emitFunction(home: ModuleContext, { target, substitution, value }: Instance): void {
  const { debug } = home;
  const subprogram = debug?.unitOf(target.nameAt).subprogram({
    // Without a linkage name, which debuggers would show instead of the path.
    name: target.name,
    file: debug.unitOf(target.nameAt).file,
    line: target.nameAt.line,
    scopeLine: target.code.at.line,
    type: debug.types.subroutine(
      concrete(target.result, substitution),
      target.parameters.map(({ type }) => concrete(type, substitution)),
    ),
    isLocal: true,
  });
  const builder = home.module.define(value.name, value.signature, {
    linkage: 'internal',
    attributes: home.attributes,
    ...(subprogram === undefined ? {} : { subprogram }),
  });
  const fc = new FunctionContext(home, builder, substitution, target.name);
  fc.code.ret(
    bodyValue(fc, target.code, () => fc.declareAll(target.parameters, builder.parameters.slice(1))),
  );
}
