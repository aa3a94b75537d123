// What all functions of a module share: its symbols, the runtime, instances still to be written, and the debug information.

import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { functionType, i64, IrModule, ptr, stringConstant, structConstant, structType } from '@sonde/llvm-ir';
import type { Attribute, Constant, DebugUnit, FunctionValue, GlobalValue, IrType } from '@sonde/llvm-ir';
import type { Effect, TypedFunction, TypedProgram, Variable } from '../checker/typed-program.js';
import { flatRow, typeName, type Type } from '../checker/types.js';
import { runtimeFunction, type RuntimeName } from './runtime-functions.js';
import { TypeDescriptions } from './type-descriptions.js';
import { concrete, irType, type Substitution } from './type-layout.js';

export interface GenerateOptions {
  /** The bytes of the source, for its checksum. */
  readonly source: Uint8Array;
  readonly debugInfo: boolean;
  readonly dwarfVersion: 4 | 5;
  readonly optimised: boolean;
}

export interface DebugInfo {
  readonly unit: DebugUnit;
  readonly types: TypeDescriptions;
}

/** A function with all its type parameters decided. */
export interface Instance {
  readonly target: TypedFunction;
  readonly substitution: Substitution;
  readonly value: FunctionValue;
}

export const producer = 'osprey';

/** Frame pointers make unwinding exact and cheap; tables let a debugger unwind from anywhere. */
const debugAttributes: readonly Attribute[] = ['uwtable', { name: 'frame-pointer', value: 'all' }];

export class ModuleContext {
  readonly module: IrModule;
  readonly debug: DebugInfo | undefined;
  readonly globals = new Map<Variable, GlobalValue>();
  readonly attributes: readonly Attribute[];
  /** Instances that are used and not yet written. */
  readonly unwritten: Instance[] = [];
  readonly #instances = new Map<string, Instance>();
  readonly #effects = new Map<string, GlobalValue>();
  readonly #counts = new Map<string, number>();
  readonly #cells = new Map<string, GlobalValue>();

  constructor(
    readonly program: TypedProgram,
    options: GenerateOptions,
  ) {
    const { source } = program;
    this.module = new IrModule({ name: source.path ?? source.name, dwarfVersion: options.dwarfVersion });
    this.attributes = options.debugInfo ? debugAttributes : [];
    this.debug = options.debugInfo ? this.#describe(options) : undefined;
  }

  runtime(name: RuntimeName): FunctionValue {
    return runtimeFunction(this.module, name);
  }

  text(content: string): Constant {
    return this.module.string(content);
  }

  /** A name that no other symbol has; `base` itself where that is free. */
  uniqueName(base: string): string {
    const count = this.#counts.get(base) ?? 0;
    this.#counts.set(base, count + 1);
    return count === 0 ? base : `${base}.${count}`;
  }

  instance(target: TypedFunction, typeArguments: readonly Type[]): Instance {
    const args = typeArguments.map(argument => concrete(argument, new Map()));
    const suffix = args.length === 0 ? '' : `<${args.map(argument => typeName(argument)).join(', ')}>`;
    // Debug information has no word for effects; who calls a function from outside sees them in its symbol.
    const effects = [...flatRow(target.effects).labels].sort();
    const performs = effects.length === 0 ? '' : `!${effects.join(', ')}`;
    const symbol = `osp.${target.name}${suffix}${performs}`;
    const known = this.#instances.get(symbol);
    if (known !== undefined) return known;
    const substitution = new Map(target.typeParameters.map((parameter, nth) => [parameter, args[nth]!]));
    const ir = (type: Type): IrType => irType(concrete(type, substitution));
    const parameters = target.parameters.map(({ type }) => ir(type));
    // Takes a closure first like all code, so that it can be one; that of a function is never looked at.
    const value = this.module.declare(symbol, functionType(ir(target.result), [ptr, ...parameters]));
    const instance: Instance = { target, substitution, value };
    this.#instances.set(symbol, instance);
    this.unwritten.push(instance);
    return instance;
  }

  /** Effects are known by the address of their name. */
  effect({ name }: Effect): Constant {
    let known = this.#effects.get(name);
    if (known === undefined) {
      // A place of its own: plain texts of equal content share one.
      const initial = stringConstant(name, { terminated: true });
      known = this.module.global(`osp.effect.${name}`, initial.type, {
        initial,
        linkage: 'internal',
        constant: true,
      });
      this.#effects.set(name, known);
    }
    return known;
  }

  /** A closure that captures nothing is one constant cell. */
  constantCell(code: FunctionValue): Constant {
    let cell = this.#cells.get(code.name);
    if (cell === undefined) {
      const type = structType([ptr]);
      const initial = structConstant(type, [code]);
      cell = this.module.global(`${code.name}.cell`, type, { initial, linkage: 'private', constant: true });
      this.#cells.set(code.name, cell);
    }
    return cell;
  }

  #describe({ source, optimised }: GenerateOptions): DebugInfo {
    const { name, path = name } = this.program.source;
    const unit = this.module.debugUnit({
      // Until DWARF has a code for the language; debuggers know it by its producer.
      language: 'DW_LANG_C',
      producer,
      isOptimized: optimised,
      file: {
        name: basename(path),
        directory: dirname(path),
        md5: createHash('md5').update(source).digest('hex'),
      },
    });
    return { unit, types: new TypeDescriptions(this.program, unit) };
  }
}

/** A word of a container. */
export const word = i64;
