// One module while it is generated: what it imports, its globals, literals, and the helpers that its functions share.

import {
  ModuleBuilder,
  type FunctionBuilder,
  type FunctionReference,
  type FunctionType,
  type GlobalReference,
  type MemoryReference,
} from '@sonde/wasm';
import type { SourceFile, TypedFunction } from '../checker/typed-program.js';
import { hostFunctions, moduleExports, type HostFunctionName } from '../host/host-functions.js';
import { DataPool } from './data-pool.js';
import { memoryMap, type MemoryMap } from './memory-map.js';

export interface GeneratorOptions {
  /** Assertions make code. */
  readonly runtimeAsserts: boolean;
  /** `print` makes code: nodes need not have it in production. */
  readonly prints: boolean;
}

export class ModuleContext {
  readonly builder: ModuleBuilder;
  readonly data = new DataPool();
  readonly memory: MemoryReference;
  readonly stackPointer: GlobalReference;
  readonly heapPointer: GlobalReference;
  readonly panicText: GlobalReference;
  /** In the order in which they were asked for. */
  readonly helpers: FunctionBuilder[] = [];
  readonly #helpers = new Map<string, FunctionBuilder>();
  readonly #hosts = new Map<HostFunctionName, FunctionReference>();
  readonly #functions = new Map<TypedFunction, FunctionBuilder>();

  constructor(
    name: string,
    readonly files: readonly SourceFile[],
    readonly options: GeneratorOptions,
  ) {
    const map = (): MemoryMap => this.map;
    this.builder = new ModuleBuilder(name);
    // How much there are of literals is known at the end.
    this.memory = this.builder.memory({
      get min() {
        return map().pages;
      },
      get max() {
        return map().pages;
      },
    });
    const global = (called: string, value: () => number): GlobalReference => {
      const made = this.builder.global(
        called,
        { type: 'i32', mutable: true },
        code => void code.i32Late(value),
      );
      this.builder.export(called, made);
      return made;
    };
    this.builder.export(moduleExports.memory, this.memory);
    this.stackPointer = global(moduleExports.stackPointer, () => this.map.heapStart);
    this.heapPointer = global(moduleExports.heapPointer, () => this.map.heapStart);
    this.panicText = global(moduleExports.panicText, () => 0);
  }

  /** Final when all code is there. */
  get map(): MemoryMap {
    return memoryMap(this.data.end);
  }

  host(name: HostFunctionName): FunctionReference {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const { module, name: called, type } = hostFunctions[name];
    const made = this.builder.importFunction(module, called, type);
    this.#hosts.set(name, made);
    return made;
  }

  /** A function of the compiler's own, made when it is first asked for. It may call itself. */
  helper(name: string, type: FunctionType, write: (made: FunctionBuilder) => void): FunctionReference {
    const known = this.#helpers.get(name);
    if (known !== undefined) return known.reference;
    const made = this.builder.function(name, type);
    this.#helpers.set(name, made);
    this.helpers.push(made);
    write(made);
    return made.reference;
  }

  declare(of: TypedFunction, type: FunctionType): FunctionBuilder {
    const made = this.builder.function(of.mangled, type);
    this.#functions.set(of, made);
    return made;
  }

  function(of: TypedFunction): FunctionBuilder {
    const found = this.#functions.get(of);
    if (found === undefined)
      throw new Error(`${of.mangled} is called and not among the contract's functions`);
    return found;
  }
}
