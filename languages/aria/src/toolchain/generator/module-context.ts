// What all functions of a module share: its types, its symbols, the runtime, and the debug information.

import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { arrayConstant, i32, intConstant, IrModule, ptr, stringConstant } from '@sonde/llvm-ir';
import type { Attribute, Constant, DebugUnit, FunctionValue, GlobalValue, Value } from '@sonde/llvm-ir';
import type { AriaType, TypedFunction, TypedProgram, Variable } from '../checker/typed-program.js';
import { resultType } from '../checker/types.js';
import { conventionOf, type Convention, type Machine } from './calling-convention.js';
import type { GcTypes } from './gc-types.js';
import { RuntimeFunctions } from './runtime-functions.js';
import { TypeDescriptions } from './type-descriptions.js';
import { TypeLayout } from './type-layout.js';
import { symbolOf } from './symbol-names.js';

export interface GenerateOptions {
  /** The bytes of the source, for its checksum. */
  readonly source: Uint8Array;
  /** Plain wild pointers and no checks of them. */
  readonly release: boolean;
  readonly debugInfo: boolean;
  readonly machine: Machine;
  readonly dwarfVersion: 4 | 5;
}

export interface DebugInfo {
  readonly unit: DebugUnit;
  readonly types: TypeDescriptions;
}

/** A function as its callers know it. */
export interface Callable {
  readonly value: FunctionValue;
  readonly convention: Convention;
}

/**
 * Frame pointers: suspended coroutines are walked by them. Tables: a debugger unwinds from anywhere. Access through NULL faults: LLVM
 * may not take it for something that never happens.
 */
export const functionAttributes: readonly Attribute[] = [
  'uwtable',
  'null_pointer_is_valid',
  { name: 'frame-pointer', value: 'all' },
];

export const rootChainSymbol = '__aria_gc_roots';

export class ModuleContext {
  readonly module: IrModule;
  readonly layout: TypeLayout;
  readonly runtime: RuntimeFunctions;
  readonly debug: DebugInfo | undefined;
  readonly globals = new Map<Variable, Value>();
  /** Bodies of coroutines by symbol. */
  readonly bodies = new Map<string, FunctionValue>();
  readonly #callables = new Map<string, Callable>();
  readonly #loadable = new Map<string, GlobalValue>();
  #rootChain: GlobalValue | undefined;
  readonly #tables = new Map<string, GlobalValue>();

  constructor(
    readonly program: TypedProgram,
    readonly options: GenerateOptions,
    readonly gcTypes: GcTypes,
    /** Functions that are loaded at run time, as object files. */
    private readonly objects: ReadonlyMap<string, Uint8Array> = new Map(),
  ) {
    this.module = new IrModule({ name: program.source.name, dwarfVersion: options.dwarfVersion });
    this.layout = new TypeLayout(program, this.module, !options.release);
    this.runtime = new RuntimeFunctions(this.module);
    this.debug = options.debugInfo ? this.#describe() : undefined;
  }

  /** The source's name as traps print it. */
  get file(): Constant {
    return this.text(this.program.source.name);
  }

  /** Where the runtime keeps the records of variables that hold gc pointers. */
  get rootChain(): GlobalValue {
    return (this.#rootChain ??= this.module.global(rootChainSymbol, ptr));
  }

  text(content: string): Constant {
    return this.module.string(content);
  }

  callable(target: TypedFunction): Callable {
    let known = this.#callables.get(target.id);
    if (known === undefined) {
      const types = target.parameters.map(({ type }) => type);
      const convention = target.extern
        ? this.#foreign(target)
        : this.convention(types, resultType(target.result));
      const value = this.module.declare(symbolOf(target), convention.signature, convention);
      this.#callables.set(target.id, (known = { value, convention }));
    }
    return known;
  }

  convention(parameters: readonly AriaType[], result: AriaType): Convention {
    return conventionOf(this.layout, this.options.machine, parameters, result);
  }

  /** The object file of a jit function. */
  loadable(target: TypedFunction): { readonly global: Constant; readonly size: number } {
    const bytes = this.objects.get(target.id);
    if (bytes === undefined) throw new Error(`${target.id} was not compiled`);
    let global = this.#loadable.get(target.id);
    if (global === undefined) {
      const initial = stringConstant(bytes);
      const options = { initial, linkage: 'private', constant: true, align: 16 } as const;
      global = this.module.global(`.code.${target.id}`, initial.type, options);
      this.#loadable.set(target.id, global);
    }
    return { global, size: bytes.length };
  }

  /** Numbers in constant memory; equal ones share a place. */
  table(numbers: readonly number[], name: string): Constant {
    const key = numbers.join();
    let known = this.#tables.get(key);
    if (known === undefined) {
      const initial = arrayConstant(
        i32,
        numbers.map(number => intConstant(i32, number)),
      );
      const options = { initial, linkage: 'private', constant: true, unnamedAddress: true } as const;
      known = this.module.global(`.${name}.${this.#tables.size}`, initial.type, options);
      this.#tables.set(key, known);
    }
    return known;
  }

  /** C takes and gives a string as the address of its bytes. */
  #foreign(target: TypedFunction): Convention {
    const asC = (type: AriaType): AriaType =>
      type.kind === 'string' ? { kind: 'pointer', name: 'byte@', target: type } : type;
    return this.convention(
      target.parameters.map(({ type }) => asC(type)),
      asC(target.result),
    );
  }

  #describe(): DebugInfo {
    const { program, options } = this;
    const path = program.source.path ?? program.source.name;
    const md5 = createHash('md5').update(options.source).digest('hex');
    const unit = this.module.debugUnit({
      language: 'DW_LANG_C11',
      producer: 'Sonde ariac',
      file: { name: basename(path), directory: dirname(path), md5 },
      isOptimized: options.release,
    });
    return { unit, types: new TypeDescriptions(program, this.layout, unit) };
  }
}
