// The entry of the generator: a typed program to LLVM IR, with debug information or without.

import { createHash } from 'node:crypto';
import {
  functionType,
  i32,
  intConstant,
  nullPointer,
  ptr,
  stringConstant,
  typeText,
  zeroConstant,
} from '@sonde/llvm-ir';
import type { TypedProgram } from '../checker/typed-program.js';
import { intType } from '../checker/types.js';
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
  emitMain(home);
  // Writing one may find others.
  for (let instance = home.unwritten.shift(); instance !== undefined; instance = home.unwritten.shift())
    emitFunction(home, instance);
  return home.module.toString();
}

/** What functions read of the file level; of a variable that may change, its cell. */
function defineGlobals(home: ModuleContext): void {
  const { debug } = home;
  for (const variable of home.program.globals) {
    const type = concrete(variable.type, new Map());
    const held = variable.mutable ? ptr : irType(type);
    const described = debug?.unit.globalVariable({
      name: variable.name,
      file: debug.unit.file,
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
  }
}

/** Statements of the file level, as C's main. */
function emitMain(home: ModuleContext): void {
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
  fc.call('osp_start');
  emitStatements(fc, program.main.statements);
  fc.atNoLine();
  fc.code.ret(intConstant(i32, 0));
}

function emitFunction(home: ModuleContext, { target, substitution, value }: Instance): void {
  const { debug } = home;
  const subprogram = debug?.unit.subprogram({
    name: target.name,
    file: debug.unit.file,
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
  target.parameters.forEach((parameter, nth) => fc.declare(parameter, builder.parameters[nth + 1]!, nth + 1));
  fc.code.ret(bodyValue(fc, target.code));
}
