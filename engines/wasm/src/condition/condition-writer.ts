// Writes the code of conditions and of what log messages show: expression programs over locals, globals and memory.

import type { Expression, RelativePlace, TypeId, TypeTable } from '@sonde/engine';
import { flatFields, sizeOf, strideOf } from '@sonde/lens';
import type { Code, GlobalReference, Label, MemoryReference, ValueType } from '@sonde/wasm';
import {
  globalLocation,
  slotLocation,
  type BaseLocation,
  type VariableLocation,
  type VariableLocations,
} from '../program/locations.js';
import {
  decoded,
  exactlyFloat,
  loaded,
  toBoolean,
  toFloat,
  toInteger,
  typed,
  type ConversionParts,
} from './conversions.js';
import { fit, integerOperation, type IntegerParts } from './integers.js';
import {
  isUnsigned,
  isWithin,
  NotCompiled,
  signedRange,
  union,
  unsignedRange,
  type Operand,
  type Range,
} from './operands.js';
import type { ValueForm } from './captures.js';
import { mostCaptured } from '../messages.js';

export interface ConditionSurroundings {
  readonly types: TypeTable;
  readonly locations: VariableLocations;
  /** Undefined in a module without memory. */
  readonly memory: MemoryReference | undefined;
  readonly locals: readonly ValueType[];
  parameter(local: number): number;
  global(index: number): { readonly reference: GlobalReference; readonly type: ValueType };
  newLocal(type: ValueType): number;
}

export class ConditionWriter implements IntegerParts, ConversionParts {
  readonly types: TypeTable;
  readonly memory: MemoryReference | undefined;
  readonly #bound = new Map<number, { readonly local: number; readonly operand: Operand }>();

  constructor(
    readonly code: Code,
    readonly fail: Label,
    private readonly around: ConditionSurroundings,
  ) {
    this.types = around.types;
    this.memory = around.memory;
  }

  readonly temporary = (type: 'i64'): number => this.around.newLocal(type);
  readonly newLocal = (type: ValueType): number => this.around.newLocal(type);

  /** Leaves an i32: whether the condition holds, as breakpoints take it. */
  condition(program: Expression): void {
    toBoolean(this, this.#loaded(program));
  }

  /** Leaves what is to be known of a value later: one i64, or the address and the size of a value in memory. */
  capture(program: Expression): ValueForm {
    const { type } = program;
    if (program.op === 'read' && (program.place.kind === 'slot' || program.place.kind === 'global')) {
      const location =
        program.place.kind === 'slot'
          ? slotLocation(this.around.locations, program.place.slot)
          : globalLocation(this.around.locations, program.place.index);
      if (location.kind === 'local' || location.kind === 'global') return this.#bits(location, type);
    }
    const operand = this.#write(program);
    switch (operand.kind) {
      case 'place': {
        const size = sizeOf(operand.type, this.types);
        if (size === undefined || size > mostCaptured) throw new NotCompiled('a value of this size');
        this.code.i64(size);
        return { kind: 'memory', type: operand.type };
      }
      case 'integer':
        return { kind: 'integer', type, unsigned: isUnsigned(operand.range) };
      case 'float':
        this.code.op('i64.reinterpret_f64');
        return { kind: 'float', type };
      case 'boolean':
        this.code.op('i64.extend_i32_u');
        return { kind: 'boolean', type };
    }
  }

  /** Leaves the address, and the length where there is one. */
  range(address: Expression, length: Expression | undefined): void {
    for (const each of length === undefined ? [address] : [address, length]) {
      const operand = this.#loaded(each);
      if (operand.kind !== 'integer') throw new NotCompiled('what is no number');
    }
  }

  #bits(location: BaseLocation, type: TypeId): ValueForm {
    const bits = this.#base(location);
    const available = bits === 'i32' ? 4 : bits === 'i64' ? 8 : 0;
    const size = sizeOf(type, this.types) ?? available;
    if (size > available || size === 0) throw new NotCompiled('a value of this size');
    if (bits === 'i32') this.code.op('i64.extend_i32_u');
    return { kind: 'bits', type, size };
  }

  #write(node: Expression): Operand {
    switch (node.op) {
      case 'constant':
        return this.#constant(node);
      case 'read':
        return this.#read(node.place, node.type);
      case 'field':
        return this.#field(node);
      case 'index':
        return this.#index(node);
      case 'deref': {
        this.#pointer(node.of);
        return { kind: 'place', type: node.type };
      }
      case 'addressOf': {
        if (this.#write(node.of).kind !== 'place') throw new NotCompiled('the address of what has none');
        return { kind: 'integer', range: unsignedRange };
      }
      case 'integer':
        return this.#integer(node);
      case 'float':
        return this.#float(node);
      case 'compare':
        return this.#compare(node);
      case 'and':
      case 'or':
        this.#boolean(node.a);
        this.code.if(
          'i32',
          () => (node.op === 'and' ? this.#boolean(node.b) : void this.code.i32(1)),
          () => (node.op === 'and' ? void this.code.i32(0) : this.#boolean(node.b)),
        );
        return { kind: 'boolean' };
      case 'not':
        this.#boolean(node.of);
        this.code.op('i32.eqz');
        return { kind: 'boolean' };
      case 'select':
        return this.#select(node);
      case 'let':
        return this.#let(node);
      case 'bound': {
        const found = this.#bound.get(node.slot);
        if (found === undefined) throw new NotCompiled('something that is not bound');
        this.code.get(found.local);
        return found.operand;
      }
      case 'convert':
        return this.#convert(node);
      case 'vouched':
        if (node.listed !== undefined) throw new NotCompiled('tables of a runtime');
        return this.#write(node.of);
      case 'fail': {
        // Nothing comes behind it, so that nothing has to be left.
        this.code.br(this.fail);
        const type = this.#blockType(node);
        if (type === 'f64') return { kind: 'float' };
        return type === 'i32' ? { kind: 'boolean' } : { kind: 'integer', range: { min: 0n, max: 0n } };
      }
      default:
        throw new NotCompiled(node.op);
    }
  }

  /** A value that was read, where it lies in memory. */
  #loaded(node: Expression): Operand {
    const operand = this.#write(node);
    return operand.kind === 'place' ? loaded(this, operand.type) : operand;
  }

  #constant({ value, type }: Extract<Expression, { op: 'constant' }>): Operand {
    const { kind } = this.types.resolve(type);
    const isFloat = kind === 'float' || (typeof value === 'number' && !Number.isInteger(value));
    if (typeof value === 'boolean' || kind === 'boolean') {
      if (typeof value === 'string') throw new NotCompiled('texts');
      this.code.i32(Number(value) === 0 ? 0 : 1);
      return { kind: 'boolean' };
    }
    if (typeof value === 'string' || Object.is(value, -0)) throw new NotCompiled('texts');
    if (isFloat) {
      this.code.f64(Number(value));
      return { kind: 'float' };
    }
    const number = BigInt(value);
    const range = { min: number, max: number };
    if (!isWithin(range, { min: signedRange.min, max: unsignedRange.max }))
      throw new NotCompiled('a large number');
    this.code.i64(number);
    return { kind: 'integer', range };
  }

  #read(place: RelativePlace, type: TypeId): Operand {
    switch (place.kind) {
      case 'slot':
        return this.#variable(slotLocation(this.around.locations, place.slot), type);
      case 'global':
        return this.#variable(globalLocation(this.around.locations, place.index), type);
      case 'memory':
        this.code.i64(place.offset);
        return { kind: 'place', type };
      default:
        throw new NotCompiled(`a ${place.kind}`);
    }
  }

  #variable(location: VariableLocation, type: TypeId): Operand {
    if (location.kind === 'local' || location.kind === 'global')
      return decoded(this, this.#base(location), type);
    if (location.kind !== 'memory' || location.base?.kind === 'pointer')
      throw new NotCompiled('a variable that is nowhere, or behind a pointer');
    if (location.base === undefined) this.code.i64(location.offset);
    else {
      if (this.#base(location.base) !== 'i32') throw new NotCompiled('an address that is no i32');
      this.code.op('i64.extend_i32_u').i64(location.offset).op('i64.add');
    }
    return { kind: 'place', type };
  }

  /** Leaves it as it crosses: floats as their bits. */
  #base(base: BaseLocation): ValueType {
    if (base.kind === 'local') {
      const type = this.around.locals[base.index];
      if (type === undefined) throw new NotCompiled('a local that is not handed out');
      this.code.get(this.around.parameter(base.index));
      return type === 'f32' || type === 'f64' || type === 'i32' || type === 'i64' ? bitsOf(type) : type;
    }
    const { reference, type } = this.around.global(base.index);
    this.code.globalGet(reference);
    if (type === 'f32') this.code.op('i32.reinterpret_f32');
    if (type === 'f64') this.code.op('i64.reinterpret_f64');
    return bitsOf(type);
  }

  #field({ of, name }: Extract<Expression, { op: 'field' }>): Operand {
    const whole = this.#write(of);
    if (whole.kind !== 'place') throw new NotCompiled('a member of what is not in memory');
    const type = this.types.resolve(whole.type);
    if (type.kind !== 'struct' && type.kind !== 'union') throw new NotCompiled(`members of ${type.name}`);
    const found =
      type.fields.find(field => field.name === name) ??
      flatFields(type.fields, this.types).find(field => field.name === name);
    const bits = found?.bitOffset ?? 0;
    if (found === undefined || found.bitSize !== undefined || bits % 8 !== 0)
      throw new NotCompiled(`the member ${name}`);
    if (bits > 0) this.code.i64(bits / 8).op('i64.add');
    return { kind: 'place', type: found.type };
  }

  #index({ of, at }: Extract<Expression, { op: 'index' }>): Operand {
    const { types } = this.around;
    const description = types.resolve(of.type);
    if (description.kind === 'pointer') {
      const size = sizeOf(description.target, types);
      if (size === undefined || size === 0) throw new NotCompiled('what has no size');
      this.#pointer(of);
      this.#offset(at, size);
      return { kind: 'place', type: description.target };
    }
    const whole = this.#write(of);
    if (whole.kind !== 'place' || description.kind !== 'array')
      throw new NotCompiled('elements of what is not in memory');
    const stride = strideOf(description, types);
    if (stride === undefined) throw new NotCompiled('elements without a size');
    this.#offset(at, stride, description.count ?? Number.MAX_SAFE_INTEGER);
    return { kind: 'place', type: description.element };
  }

  /** Adds so many elements to the address on the stack; with a count, only if there are so many. */
  #offset(at: Expression, stride: number, count?: number): void {
    const index = this.#loaded(at);
    if (index.kind !== 'integer' || !isWithin(index.range, signedRange))
      throw new NotCompiled('an index of this kind');
    if (count !== undefined) {
      const number = this.temporary('i64');
      this.code.tee(number).get(number).i64(count).op('i64.ge_u').brIf(this.fail);
    }
    this.code.i64(stride).op('i64.mul', 'i64.add');
  }

  /** Leaves where a pointer leads; a null pointer is for the session to tell. */
  #pointer(of: Expression): void {
    const operand = this.#loaded(of);
    if (operand.kind !== 'integer') throw new NotCompiled('what is no pointer');
    const address = this.temporary('i64');
    this.code.i64(0xffff_ffffn).op('i64.and').tee(address).get(address).op('i64.eqz').brIf(this.fail);
  }

  #integer(node: Extract<Expression, { op: 'integer' }>): Operand {
    const a = this.#integerOperand(node.a);
    const b = node.b === undefined ? { min: 0n, max: 0n } : this.#integerOperand(node.b);
    if (node.b === undefined) this.code.i64(0);
    return typed(
      this,
      { kind: 'integer', range: integerOperation(this, node.operator, node.kind, a, b) },
      node.type,
    );
  }

  #integerOperand(node: Expression): Range {
    const operand = this.#loaded(node);
    if (operand.kind !== 'integer') throw new NotCompiled('what is no integer');
    return operand.range;
  }

  #float({ operator, bits, a, b, type }: Extract<Expression, { op: 'float' }>): Operand {
    if (operator === 'rem') throw new NotCompiled('the remainder of floats');
    const rounded = (): void =>
      void (bits === 32 ? this.code.op('f32.demote_f64', 'f64.promote_f32') : this.code);
    this.#floatOperand(a);
    rounded();
    if (operator === 'neg') this.code.op('f64.neg');
    else {
      if (b === undefined) throw new NotCompiled('a missing operand');
      this.#floatOperand(b);
      rounded();
      this.code.op(`f64.${operator}`);
    }
    rounded();
    return typed(this, { kind: 'float' }, type);
  }

  #floatOperand(node: Expression): void {
    toFloat(this, this.#loaded(node));
  }

  #compare({ operator, a, b }: Extract<Expression, { op: 'compare' }>): Operand {
    const first = this.#loaded(a);
    const isLong = first.kind === 'integer';
    const held = this.around.newLocal(first.kind === 'float' ? 'f64' : isLong ? 'i64' : 'i32');
    this.code.set(held);
    const second = this.#loaded(b);
    if (first.kind === 'boolean' && second.kind === 'boolean') {
      const right = this.newLocal('i32');
      this.code
        .set(right)
        .get(held, right)
        .op(`i32.${order(operator, true)}`);
    } else if (isLong && second.kind === 'integer') {
      const unsigned = isUnsigned(first.range) || isUnsigned(second.range);
      if (unsigned && (first.range.min < 0n || second.range.min < 0n))
        throw new NotCompiled('signed and unsigned numbers of 64 bits');
      const right = this.temporary('i64');
      this.code
        .set(right)
        .get(held, right)
        .op(`i64.${order(operator, unsigned)}`);
    } else {
      exactlyFloat(this, second);
      const right = this.newLocal('f64');
      this.code.set(right).get(held);
      exactlyFloat(this, first);
      this.code.get(right).op(`f64.${operator}`);
    }
    return { kind: 'boolean' };
  }

  #boolean(node: Expression): void {
    if (this.#loaded(node).kind !== 'boolean') throw new NotCompiled('what is neither true nor false');
  }

  #select({ test, then, else: otherwise }: Extract<Expression, { op: 'select' }>): Operand {
    this.#boolean(test);
    let first: Operand | undefined;
    let second: Operand | undefined;
    // The type of the block has to be known before its branches are written.
    const type = this.#blockType(then);
    this.code.if(
      type,
      () => (first = this.#loaded(then)),
      () => (second = this.#loaded(otherwise)),
    );
    if (first === undefined || second === undefined || first.kind !== second.kind)
      throw new NotCompiled('branches of two kinds');
    if (first.kind === 'integer' && second.kind === 'integer') {
      const range = union(first.range, second.range);
      if (isUnsigned(range) && range.min < 0n) throw new NotCompiled('branches of two kinds');
      return { kind: 'integer', range };
    }
    return first;
  }

  #blockType(node: Expression): ValueType {
    const { kind } = this.types.resolve(node.type);
    return kind === 'float' ? 'f64' : kind === 'boolean' ? 'i32' : 'i64';
  }

  #let({ slot, value, body }: Extract<Expression, { op: 'let' }>): Operand {
    const operand = this.#write(value);
    const local = this.newLocal(
      operand.kind === 'float' ? 'f64' : operand.kind === 'boolean' ? 'i32' : 'i64',
    );
    this.code.set(local);
    this.#bound.set(slot, { local, operand });
    const result = this.#write(body);
    this.#bound.delete(slot);
    return result;
  }

  #convert({ of, to, type }: Extract<Expression, { op: 'convert' }>): Operand {
    const operand = this.#loaded(of);
    if (to.kind === 'text') throw new NotCompiled('texts');
    if (to.kind === 'boolean') return toBoolean(this, operand);
    if (to.kind === 'float') {
      if (operand.kind === 'boolean') this.code.op('f64.convert_i32_u');
      else if (operand.kind === 'integer' && to.bits === 32)
        this.code.op(
          isUnsigned(operand.range) ? 'f32.convert_i64_u' : 'f32.convert_i64_s',
          'f64.promote_f32',
        );
      else toFloat(this, operand);
      if (operand.kind === 'float' && to.bits === 32) this.code.op('f32.demote_f64', 'f64.promote_f32');
      return typed(this, { kind: 'float' }, type);
    }
    return typed(this, { kind: 'integer', range: fit(this, toInteger(this, operand), to) }, type);
  }
}

const bitsOf = (type: ValueType): ValueType => (type === 'f32' ? 'i32' : type === 'f64' ? 'i64' : type);

type Order = 'eq' | 'ne' | 'lt_s' | 'lt_u' | 'le_s' | 'le_u' | 'gt_s' | 'gt_u' | 'ge_s' | 'ge_u';

const order = (operator: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge', unsigned: boolean): Order =>
  operator === 'eq' || operator === 'ne' ? operator : `${operator}_${unsigned ? 'u' : 's'}`;
