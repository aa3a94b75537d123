// What all functions of a module share: its symbols, the runtime, instances still to be written, and the debug information.

import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import {
  addressConstant,
  functionType,
  i32,
  i64,
  intConstant,
  IrModule,
  ptr,
  stringConstant,
  structConstant,
  structType,
} from '@sonde/llvm-ir';
import type {
  Attribute,
  Constant,
  DebugUnit,
  FileOptions,
  FunctionValue,
  GlobalValue,
  IrType,
} from '@sonde/llvm-ir';
import type { SourceRef } from '@sonde/engine';
import type { Span } from '@sonde/native-compiler';
import type { Effect, TypedFunction, TypedProgram, Variable } from '../checker/typed-program.js';
import { flatRow, typeName, type Type } from '../checker/types.js';
import { InspectionTables } from './inspection-tables.js';
import { ownershipByScope, ownershipByUse, type Ownership } from './ownership.js';
import { runtimeFunction, type RuntimeName } from './runtime-functions.js';
import { TypeDescriptions } from './type-descriptions.js';
import { concrete, irType, type Substitution } from './type-layout.js';
import { headerSize, TypeTables } from './type-tables.js';

export interface GenerateOptions {
  /** The bytes of the source, for its checksum. */
  readonly source: Uint8Array;
  /** The bytes of the further files of the program, in their order. */
  readonly others?: readonly Uint8Array[];
  readonly debugInfo: boolean;
  readonly dwarfVersion: 4 | 5;
  readonly optimised: boolean;
}

export interface DebugInfo {
  /** Of the file in which the program begins. */
  readonly unit: DebugUnit;
  /** That of the file that something stands in. */
  readonly unitOf: (at: Span) => DebugUnit;
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
  readonly types: TypeTables;
  readonly tables: InspectionTables;
  readonly ownership: Ownership;
  /** Instances that are used and not yet written. */
  readonly unwritten: Instance[] = [];
  readonly #instances = new Map<string, Instance>();
  readonly #effects = new Map<string, GlobalValue>();
  readonly #counts = new Map<string, number>();
  readonly #statics = new Map<string, Constant>();
  #site: GlobalValue | undefined;

  constructor(
    readonly program: TypedProgram,
    options: GenerateOptions,
  ) {
    const { source } = program;
    this.module = new IrModule({ name: source.path ?? source.name, dwarfVersion: options.dwarfVersion });
    this.attributes = options.debugInfo ? debugAttributes : [];
    this.debug = options.debugInfo ? this.#describe(options) : undefined;
    this.types = new TypeTables(this.module, program, options.debugInfo);
    this.tables = new InspectionTables(this.module, this.types, options.debugInfo);
    this.ownership = options.debugInfo ? ownershipByScope : ownershipByUse(program);
  }

  runtime(name: RuntimeName): FunctionValue {
    return runtimeFunction(this.module, name);
  }

  text(content: string): Constant {
    return this.#static(`"${content}`, '.text', this.types.staticHeader('string'), [
      stringConstant(content, { terminated: true }),
    ]);
  }

  /** Where code of debug builds says which place makes the next objects. */
  get site(): GlobalValue {
    // Its address must not be computed on one line for the next: a debugger may jump between them.
    this.#site ??= this.module.global('osp_site_now', i32, { threadLocal: 'localexec' });
    return this.#site;
  }

  /** An object that is part of the program: the same address for the same key. */
  #static(key: string, name: string, header: Constant, words: readonly Constant[]): Constant {
    let address = this.#statics.get(key);
    if (address === undefined) {
      const parts = [header, ...words];
      const initial = structConstant(structType(parts.map(({ type }) => type)), parts);
      const options = { initial, linkage: 'private', constant: true, align: 8 } as const;
      const object = this.module.global(this.uniqueName(name), initial.type, options);
      address = addressConstant(object, headerSize);
      this.#statics.set(key, address);
    }
    return address;
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
    const effects = [...flatRow(target.effects).labels.keys()].sort();
    const performs = effects.length === 0 ? '' : `!${effects.join(', ')}`;
    const symbol = `${symbolOf(target.name)}${suffix}${performs}`;
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
  effect({ name: own, parameters }: Effect, substitution: Substitution): Constant {
    const args = parameters.map(parameter => typeName(concrete(parameter, substitution)));
    const name = [own, ...args].join('$');
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
    return this.#static(code.name, `${code.name}.cell`, this.types.staticHeader('closure'), [code]);
  }

  /** A variant without a payload is the same object everywhere. */
  constantVariant(type: Type, tag: number): Constant {
    const name = `osprey.variant.${typeName(type)}.${tag}`;
    return this.#static(name, name, this.types.staticHeader({ type }), [intConstant(i64, tag)]);
  }

  #describe({ source, others = [], optimised }: GenerateOptions): DebugInfo {
    // One for each file, so that debuggers know all of them as sources.
    const units = this.program.texts.map(({ source: own }, nth) =>
      this.module.debugUnit({
        // Until DWARF has a code for the language; debuggers know it by its producer.
        language: 'DW_LANG_C',
        producer,
        isOptimized: optimised,
        file: fileOptions(own, (nth === 0 ? source : others[nth - 1]) ?? new Uint8Array(0)),
      }),
    );
    const unit = units[0]!;
    const unitOf = (at: Span): DebugUnit => units[this.textNumber(at)] ?? unit;
    return { unit, unitOf, types: new TypeDescriptions(this.program, unit, at => unitOf(at).file) };
  }

  /** Which of the files of the program something stands in. */
  textNumber(at: Span): number {
    return Math.max(
      0,
      this.program.texts.findIndex(text => text.holds(at)),
    );
  }
}

const fileOptions = ({ name, path = name }: SourceRef, bytes: Uint8Array): FileOptions => ({
  name: basename(path),
  directory: dirname(path),
  md5: createHash('md5').update(bytes).digest('hex'),
});

/** Members of modules have symbols that any linker takes: for each name of the path its length and its bytes. */
export function symbolOf(name: string): string {
  if (!name.includes('::')) return `osp.${name}`;
  const parts = name.split('::').map(part => {
    const bytes = Buffer.from(part, 'utf8');
    return `${bytes.length}x${bytes.toString('hex')}`;
  });
  return `__osp_${parts.join('_')}`;
}

/** A word of a container. */
export const word = i64;
