// Values that lie in the byte memory of the machine, in compiled programs: where they are, and how they are loaded.
//
// All of it counts in one memory, that of the activation: pointers lead nowhere else.

import {
  notSupported,
  type Expression,
  type TypeDescription,
  type TypeId,
  type TypeTable,
} from '@sonde/engine';
import { flatFields, sizeOf, strideOf } from '../parts.js';
import { underlying } from '../decode.js';
import { wrongExpression } from './arithmetic.js';
import { integralRange, type Operand } from './javascript-operand.js';
import type { JavaScriptWriter } from './javascript-writer.js';

/** `at` is the code of an offset, below zero where the value is in no memory; `word` then reads it elsewhere. */
interface Located {
  readonly at: string;
  readonly type: TypeId;
  readonly word?: string;
  readonly bits?: { readonly offset: number; readonly size: number };
}

export class MemoryReads {
  constructor(
    private readonly writer: JavaScriptWriter,
    private readonly types: TypeTable,
  ) {}

  /** Undefined for what is not read from memory. */
  visit(node: Expression): Operand | undefined {
    switch (node.op) {
      case 'addressOf': {
        const { at, bits } = this.#located(node.of);
        if (bits !== undefined) throw wrongExpression('a bit field has no address');
        return {
          code: this.writer.keep(`rt.placed(${at})`),
          kind: 'number',
          ...integralRange(0, 2 ** 32 - 1),
        };
      }
      case 'read':
        return node.place.kind === 'slot' || node.place.kind === 'global'
          ? this.#load(this.#located(node))
          : undefined;
      case 'field':
      case 'index':
      case 'deref':
        return this.#load(this.#located(node));
      default:
        return undefined;
    }
  }

  /** Whether the text of such a value is that of its number: others need a lens. */
  isPlain(type: TypeId): boolean {
    const { kind } = this.types.resolve(type);
    return kind !== 'character' && kind !== 'enum' && kind !== 'pointer';
  }

  #located(node: Expression): Located {
    const { writer } = this;
    switch (node.op) {
      case 'read': {
        const { place, type } = node;
        if (place.kind === 'slot')
          return { at: writer.keep(`rt.slotAt(a, ${place.slot})`), type, word: `a.slot(${place.slot})` };
        if (place.kind === 'global')
          return {
            at: writer.keep(`rt.globalAt(a, ${place.index})`),
            type,
            word: `a.global(${place.index})`,
          };
        throw notSupported(`a place in the ${place.kind} near the program`);
      }
      case 'field':
        return this.#field(node);
      case 'index':
        return this.#element(node);
      case 'deref':
        return { at: this.#target(node.of), type: node.type };
      default:
        throw notSupported(`a place of '${node.op}' near the program`);
    }
  }

  #field({ of, name, type }: Extract<Expression, { op: 'field' }>): Located {
    const whole = this.types.resolve(of.type);
    if (whole.kind !== 'struct' && whole.kind !== 'union')
      throw notSupported(`a member of ${whole.name} near the program`);
    const field = flatFields(whole.fields, this.types).find(each => each.name === name);
    if (field === undefined) throw wrongExpression(`${whole.name} has no field '${name}'`);
    const base = this.#located(of);
    const bytes = Math.floor(field.bitOffset / 8);
    const at = this.writer.keep(`rt.placed(${base.at}) + ${bytes}`);
    if (field.bitSize === undefined) return { at, type };
    return { at, type, bits: { offset: field.bitOffset % 8, size: field.bitSize } };
  }

  #element({ of, at, type }: Extract<Expression, { op: 'index' }>): Located {
    const whole = this.types.resolve(of.type);
    const { writer } = this;
    if (whole.kind === 'pointer') {
      const size = sizeOf(whole.target, this.types);
      if (size === undefined || size === 0) throw wrongExpression('what this points to has no size');
      const start = this.#target(of);
      const nth = writer.scalar(writer.visit(at));
      return { at: writer.keep(`rt.elementBehind(${start}, ${nth}, ${size})`), type };
    }
    if (whole.kind !== 'array') throw notSupported(`an element of ${whole.name} near the program`);
    const stride = strideOf(whole, this.types);
    if (stride === undefined) throw wrongExpression(`the elements of ${whole.name} have no size`);
    const base = this.#located(of);
    const nth = writer.scalar(writer.visit(at));
    const count = whole.count === undefined ? '' : `, ${whole.count}`;
    return { at: writer.keep(`rt.element(${base.at}, ${nth}, ${stride}${count})`), type };
  }

  #target(pointer: Expression): string {
    const { writer } = this;
    return writer.keep(`rt.target(${writer.scalar(writer.visit(pointer))})`);
  }

  #load(located: Located): Operand {
    const { writer } = this;
    const described = this.types.resolve(located.type);
    const base = underlying(described, this.types);
    if (located.bits !== undefined) return this.#loadBits(located.at, located.bits, base);
    const loading = loadOf(base);
    if (loading === undefined) {
      // A word that lies in no memory says what it is when it is looked at.
      if (located.word !== undefined && described.kind === 'dynamic')
        return { code: writer.keep(located.word), kind: 'word' };
      throw notSupported(`reading a ${described.name} near the program`);
    }
    const load = `rt.${loading.by}(a, ${located.at})`;
    if (located.word === undefined) return { ...loading.known, code: writer.keep(load) };
    // In a register it is a word, which may be anything; converted as its type has it.
    const elsewhere = `rt.held(a, ${located.word}, ${JSON.stringify(loading.by)})`;
    return { ...loading.known, code: writer.keep(`${located.at} < 0 ? ${elsewhere} : ${load}`) };
  }

  #loadBits(
    at: string,
    bits: { readonly offset: number; readonly size: number },
    base: TypeDescription,
  ): Operand {
    const signed = (base.kind === 'integer' || base.kind === 'character') && base.signed === true;
    const code = this.writer.keep(`rt.bits(a, ${at}, ${bits.offset}, ${bits.size}, ${signed})`);
    if (base.kind === 'boolean') return { code: this.writer.keep(`${code} != 0`), kind: 'boolean' };
    if (bits.size > 52) return { code, kind: 'integer' };
    const half = 2 ** (bits.size - 1);
    return {
      code,
      kind: 'number',
      ...(signed ? integralRange(-half, half - 1) : integralRange(0, 2 * half - 1)),
    };
  }
}

/** By which function of the runtime, and what is known of the result. */
interface Loading {
  readonly by: 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'u64' | 'i64' | 'f16' | 'f32' | 'f64' | 'truth';
  readonly known:
    | Omit<Extract<Operand, { kind: 'number' }>, 'code'>
    | { kind: 'integer' | 'boolean' }
    | { kind: 'float'; size: number };
}

function loadOf(type: TypeDescription): Loading | undefined {
  const { size } = type;
  switch (type.kind) {
    case 'boolean':
      return { by: 'truth', known: { kind: 'boolean' } };
    case 'float':
      if (type.format !== undefined || (size !== 2 && size !== 4 && size !== 8)) return undefined;
      return { by: `f${(size * 8) as 16 | 32 | 64}`, known: { kind: 'float', size } };
    case 'pointer':
      return size === 4 ? integerLoad(4, false) : undefined;
    case 'integer':
    case 'character':
      return size === 1 || size === 2 || size === 4 || size === 8
        ? integerLoad(size, type.signed ?? false)
        : undefined;
    default:
      return undefined;
  }
}

function integerLoad(size: 1 | 2 | 4 | 8, signed: boolean): Loading {
  const by = `${signed ? 'i' : 'u'}${(size * 8) as 8 | 16 | 32 | 64}` as const;
  if (size === 8) return { by, known: { kind: 'integer' } };
  const half = 2 ** (size * 8 - 1);
  const range = signed ? integralRange(-half, half - 1) : integralRange(0, 2 * half - 1);
  return { by, known: { kind: 'number', ...range } };
}
