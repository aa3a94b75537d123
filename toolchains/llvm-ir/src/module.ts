// A module that is being written: types, globals, functions and debug information, and in the end its text.

import { attributesAfter, attributesBefore, type Attribute } from './attributes.js';
import { stringConstant } from './constants.js';
import { DebugUnit, type UnitOptions } from './debug/debug-unit.js';
import { MetadataTable } from './debug/metadata.js';
import { FunctionBuilder, type DefinitionOptions } from './function.js';
import { globalText, requireGlobal, type GlobalOptions } from './global.js';
import type { Intrinsic } from './intrinsics.js';
import { misuse } from './misuse.js';
import { quoted, spelledName } from './spelling.js';
import { ptr, sameType, structBodyText, structType, typeText } from './types.js';
import type { FunctionType, IrType, StructType } from './types.js';
import type { Constant, FunctionValue, GlobalValue } from './value.js';

export interface ModuleOptions {
  /** The source it came from, for messages of LLVM. */
  readonly name: string;
  /** That of the compiler which takes the module, where it is not given. */
  readonly triple?: string;
  readonly dataLayout?: string;
  readonly dwarfVersion?: 4 | 5;
}

export interface DeclarationOptions {
  readonly attributes?: readonly Attribute[];
  readonly resultAttributes?: readonly Attribute[];
  readonly parameterAttributes?: readonly (readonly Attribute[])[];
}

export interface LaterGlobal {
  readonly address: Constant;
  define(type: IrType, options: GlobalOptions): GlobalValue;
}

/** What happens when modules with different values of a flag are linked. */
const flagBehaviors = { error: 1, warning: 2, override: 4, max: 7, min: 8 } as const;

interface FunctionEntry {
  readonly value: FunctionValue;
  readonly attributes: readonly Attribute[];
  definition: FunctionBuilder | undefined;
}

export class IrModule {
  readonly metadata = new MetadataTable();
  readonly #structs = new Map<string, StructType>();
  readonly #globals = new Map<string, { readonly value: GlobalValue; readonly options: GlobalOptions }>();
  readonly #functions = new Map<string, FunctionEntry>();
  readonly #strings = new Map<string, GlobalValue>();
  readonly #later = new Set<string>();

  constructor(private readonly options: ModuleOptions) {}

  /** A named struct. */
  struct(name: string, fields: readonly IrType[], options: { readonly packed?: boolean } = {}): StructType {
    if (this.#structs.has(name)) misuse(`the module already has a struct ${name}`);
    const type: StructType = { ...structType(fields, options), name };
    this.#structs.set(name, type);
    return type;
  }

  global(name: string, type: IrType, options: GlobalOptions = {}): GlobalValue {
    this.#requireFree(name);
    requireGlobal(name, type, options);
    if (options.debug !== undefined) this.metadata.ref(options.debug);
    const owner = options.initial?.owner;
    if (owner !== undefined && owner !== this) misuse(`the initial value of ${name} is of another module`);
    const value: GlobalValue = { ...this.#symbol(name), valueType: type };
    this.#globals.set(name, { value, options });
    return value;
  }

  /** A variable whose address is needed before its content is known: tables that lead back to themselves. */
  laterGlobal(name: string): LaterGlobal {
    this.#requireFree(name);
    this.#later.add(name);
    return {
      address: this.#symbol(name),
      define: (type, options) => {
        this.#later.delete(name);
        return this.global(name, type, options);
      },
    };
  }

  /** The address of these bytes and a zero byte behind them, somewhere; equal texts share a place. */
  string(content: string | Uint8Array, name = 'string'): GlobalValue {
    const initial = stringConstant(content, { terminated: true });
    const known = this.#strings.get(initial.text);
    if (known !== undefined) return known;
    let free = `.${name}`;
    for (let count = 1; this.#isTaken(free); count += 1) free = `.${name}.${count + this.#strings.size}`;
    const options = { initial, linkage: 'private', constant: true, unnamedAddress: true } as const;
    const value = this.global(free, initial.type, options);
    this.#strings.set(initial.text, value);
    return value;
  }

  /** A function by name, here or elsewhere. Asked again it is the same one; `define` gives it a body. */
  declare(name: string, signature: FunctionType, options: DeclarationOptions = {}): FunctionValue {
    const known = this.#functions.get(name);
    if (known !== undefined) {
      if (!sameType(known.value.signature, signature))
        misuse(`@${name} is ${typeText(known.value.signature)}, not ${typeText(signature)}`);
      return known.value;
    }
    this.#requireFree(name);
    const value: FunctionValue = {
      ...this.#symbol(name),
      signature,
      resultAttributes: options.resultAttributes ?? [],
      parameterAttributes: options.parameterAttributes ?? [],
    };
    this.#functions.set(name, { value, attributes: options.attributes ?? [], definition: undefined });
    return value;
  }

  /** The body of a function, declared before or not; attributes of parameters are those of its first mention. */
  define(
    name: string,
    signature: FunctionType,
    options: DefinitionOptions & Omit<DeclarationOptions, 'attributes'> = {},
  ): FunctionBuilder {
    const { resultAttributes = [], parameterAttributes = [] } = options;
    const value = this.declare(name, signature, { resultAttributes, parameterAttributes });
    const entry = this.#functions.get(name)!;
    if (entry.definition !== undefined) misuse(`@${name} is defined twice`);
    const attributes = [...entry.attributes, ...(options.attributes ?? [])];
    entry.definition = new FunctionBuilder(this, value, { ...options, attributes });
    return entry.definition;
  }

  intrinsic({ name, signature }: Intrinsic): FunctionValue {
    return this.declare(name, signature);
  }

  /** The debug information of one source. */
  debugUnit(options: UnitOptions): DebugUnit {
    this.addFlag('max', 'Dwarf Version', this.options.dwarfVersion ?? 5);
    this.addFlag('warning', 'Debug Info Version', 3);
    return new DebugUnit(this.metadata, options);
  }

  /** A module flag, such as `PIC Level`. */
  addFlag(behavior: keyof typeof flagBehaviors, name: string, value: number): void {
    if (!Number.isInteger(value) || value < 0) misuse(`the flag ${name} cannot be ${value}`);
    const id = this.metadata.shared(`!{i32 ${flagBehaviors[behavior]}, !${quoted(name)}, i32 ${value}}`);
    this.metadata.addNamed('llvm.module.flags', `!${id}`);
  }

  /** The module in LLVM's textual form; the same calls give the same text. */
  toString(): string {
    for (const missing of this.#later) misuse(`@${missing} was never defined`);
    const { name, triple, dataLayout } = this.options;
    const head = [
      `source_filename = ${quoted(name)}\n`,
      dataLayout === undefined ? '' : `target datalayout = ${quoted(dataLayout)}\n`,
      triple === undefined ? '' : `target triple = ${quoted(triple)}\n`,
    ];
    const structs = [...this.#structs.values()].map(
      type => `${typeText(type)} = type ${structBodyText(type)}\n`,
    );
    const globals = [...this.#globals.values()].map(({ value, options }) => globalText(value, options));
    const functions = [...this.#functions.values()];
    const declared = functions.filter(({ definition }) => definition === undefined).map(declarationText);
    const defined = functions.flatMap(({ definition }) =>
      definition === undefined ? [] : [definition.text()],
    );
    const sections = [head, structs, globals, declared].map(lines => lines.join(''));
    return [...sections, ...defined, this.metadata.text()].filter(section => section !== '').join('\n');
  }

  #symbol(name: string) {
    return { type: ptr, text: `@${spelledName(name)}`, name, owner: this, isConstant: true } as const;
  }

  #isTaken(name: string): boolean {
    return this.#globals.has(name) || this.#functions.has(name) || this.#later.has(name);
  }

  #requireFree(name: string): void {
    if (this.#isTaken(name)) misuse(`the module already has a symbol @${name}`);
  }
}

function declarationText({ value, attributes }: FunctionEntry): string {
  const { signature, resultAttributes, parameterAttributes } = value;
  const parameters = signature.parameters.map(
    (type, index) => `${typeText(type)}${attributesAfter(parameterAttributes[index] ?? [])}`,
  );
  if (signature.varargs) parameters.push('...');
  const result = `${attributesBefore(resultAttributes)}${typeText(signature.result)}`;
  return `declare ${result} ${value.text}(${parameters.join(', ')})${attributesAfter(attributes)}\n`;
}
