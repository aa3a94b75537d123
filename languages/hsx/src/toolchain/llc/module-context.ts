// What all functions of a module share while they are compiled.

import { readAliasTarget, readTypeShape, TypeLayout } from '@sonde/llvm-ir';
import type { FunctionData, ModuleData, Operand, TypeShape } from '@sonde/llvm-ir';
import { CannotCompile } from './compile-problem.js';
import { symbolName } from './symbol-names.js';

export interface SymbolAddress {
  readonly symbol: string;
  readonly offset: number;
}

/** In bytes. */
const leastStatic = 256;

export class ModuleContext {
  readonly layout: TypeLayout;
  readonly functions = new Map<string, FunctionData>();
  /** Local variables that need not be on the stack. */
  readonly statics: { readonly symbol: string; readonly size: number; readonly align: number }[] = [];
  readonly #types = new Map<string, TypeShape>();
  readonly #aliases = new Map<string, SymbolAddress>();

  constructor(readonly module: ModuleData) {
    this.layout = new TypeLayout(module.types, module.dataLayout);
    for (const found of module.functions) this.functions.set(found.name, found);
    for (const { name, kind, text } of module.globals) {
      if (kind !== 'alias') continue;
      const target = readAliasTarget(text);
      const address = target === undefined ? undefined : this.#target(target);
      if (address === undefined) throw new CannotCompile(`the alias '${name}' cannot be resolved`);
      this.#aliases.set(name, address);
    }
  }

  #target(target: Operand): SymbolAddress | undefined {
    const constant = this.constantAddress(target);
    return constant?.symbol === undefined ? undefined : { symbol: constant.symbol, offset: constant.offset };
  }

  /**
   * Large variables of main are static: it runs once, and stacks have few kilobytes. Undefined for others, and where main is
   * mentioned, so that it may be called again.
   */
  staticPlace(owner: string, size: number, align: number): string | undefined {
    if (owner !== 'main' || size < leastStatic || this.#mentionsMain()) return undefined;
    const symbol = `main$static${this.statics.length}`;
    this.statics.push({ symbol, size, align });
    return symbol;
  }

  #mainIsMentioned: boolean | undefined;

  #mentionsMain(): boolean {
    const isMention = (text: string): boolean => /@main\b(?!\.)/.test(text);
    this.#mainIsMentioned ??=
      this.module.globals.some(({ text }) => isMention(text)) ||
      this.module.functions.some(({ blocks }) =>
        blocks.some(({ instructions }) => instructions.some(({ text }) => isMention(text))),
      );
    return this.#mainIsMentioned;
  }

  /** The text of a type, read once. */
  typeOf(text: string): TypeShape {
    const known = this.#types.get(text);
    if (known !== undefined) return known;
    const shape = readTypeShape(text);
    this.#types.set(text, shape);
    return shape;
  }

  symbolOf(name: string): SymbolAddress {
    return this.#aliases.get(name) ?? { symbol: symbolName(name), offset: 0 };
  }

  /** A symbol and a number, or a number only; undefined where the constant is neither. */
  constantAddress(operand: Operand): { readonly symbol?: string; readonly offset: number } | undefined {
    switch (operand.kind) {
      case 'global':
        return this.symbolOf(operand.name);
      case 'integer':
        return { offset: Number(BigInt.asIntN(32, operand.value)) };
      case 'null':
      case 'zero':
      case 'undefined':
        return { offset: 0 };
      case 'expression':
        return this.#expression(operand);
      default:
        return undefined;
    }
  }

  #expression(operand: Operand & { readonly kind: 'expression' }) {
    const { operation, operands } = operand;
    const [first, ...others] = operands;
    const base = first === undefined ? undefined : this.constantAddress(first);
    if (base === undefined) return undefined;
    switch (operation) {
      case 'ptrtoint':
      case 'ptrtoaddr':
      case 'inttoptr':
      case 'bitcast':
      case 'addrspacecast':
      case 'trunc':
        return base;
      case 'getelementptr': {
        const { source } = operand;
        if (source === undefined) return undefined;
        const { fixed, scaled } = this.offsetOf(source, others);
        return scaled.length > 0 ? undefined : { ...base, offset: base.offset + fixed };
      }
      case 'add':
      case 'sub': {
        const right = others[0] === undefined ? undefined : this.constantAddress(others[0]);
        if (right === undefined) return undefined;
        const sign = operation === 'add' ? 1 : -1;
        const offset = base.offset + sign * right.offset;
        if (right.symbol === undefined) return { ...base, offset };
        if (operation === 'add') return base.symbol === undefined ? { ...right, offset } : undefined;
        return base.symbol === right.symbol ? { offset } : undefined;
      }
      default:
        return undefined;
    }
  }

  /** What `getelementptr` adds: bytes that are known, and indices with the size that each counts in. */
  offsetOf(source: Operand['type'], indices: readonly Operand[]) {
    let fixed = 0;
    const scaled: { readonly index: Operand; readonly size: number }[] = [];
    let type = source;
    indices.forEach((index, level) => {
      if (level > 0) {
        const shape = this.layout.resolved(type);
        if (shape.kind === 'struct') {
          const field = index.kind === 'integer' ? Number(index.value) : 0;
          fixed += this.layout.structLayout(shape).offsets[field] ?? 0;
          type = shape.fields[field] ?? { kind: 'other', text: '' };
          return;
        }
        if (shape.kind !== 'array' && shape.kind !== 'vector')
          throw new CannotCompile('an index into no array');
        type = shape.element;
      }
      const size = this.layout.sizeOf(type);
      if (index.kind === 'integer') fixed += Number(BigInt.asIntN(32, index.value)) * size;
      else if (index.kind === 'zero' || index.kind === 'undefined') fixed += 0;
      else scaled.push({ index, size });
    });
    return { fixed: fixed | 0, scaled };
  }
}
