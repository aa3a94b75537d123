// Writes the instructions of a function, one after the other, at the end of one of its blocks.

import { attributesBefore } from './attributes.js';
import type { Block, Phi } from './block.js';
import { intConstant } from './constants.js';
import { Cursor } from './cursor.js';
import { locationNode } from './debug/debug-unit.js';
import type { DebugExpression } from './debug/metadata.js';
import type { DebugLocation, DebugVariable, LocalScope } from './debug/nodes.js';
import type { FunctionBuilder } from './function.js';
import { copyIntrinsic, fillIntrinsic, overflowIntrinsic, trapIntrinsic } from './intrinsics.js';
import type { BlockIntrinsic, Intrinsic, OverflowOperator } from './intrinsics.js';
import { alignmentOf } from './layout.js';
import { requireAlignment } from './linkage.js';
import { misuse } from './misuse.js';
import { isFloating, requireBinary, requireCast } from './operations.js';
import type {
  BinaryOperator,
  CastOperator,
  FloatPredicate,
  IntPredicate,
  OperatorFlag,
} from './operations.js';
import { calleeType, i1, i32, i64, partType, ptr, requireStorable, typeText } from './types.js';
import type { FunctionType, IrType, StructType } from './types.js';
import { typedText, type FunctionValue, type Value } from './value.js';

export interface AccessOptions {
  /** That of the type where none is given, which is wrong for the fields of a packed struct: theirs is 1. */
  readonly align?: number;
  readonly volatile?: boolean;
}

export class Code {
  readonly #cursor: Cursor;

  constructor(private readonly fn: FunctionBuilder) {
    this.#cursor = new Cursor(fn);
  }

  get block(): Block {
    return this.#cursor.block;
  }

  /** True when the block is already left: what comes now can never run. */
  get terminated(): boolean {
    return this.#cursor.block.terminated;
  }

  /** Goes on at the end of this block. */
  moveTo(block: Block): void {
    this.#cursor.moveTo(block);
  }

  get location(): DebugLocation | undefined {
    return this.#cursor.location;
  }

  /** Where in the source all following instructions are; undefined: nowhere, as at the start of a function. */
  set location(location: DebugLocation | undefined) {
    this.#cursor.locate(location);
  }

  /** The same by line and column (from 1; line 0 belongs to no line). */
  at(line: number, column: number, scope: LocalScope): void {
    this.#cursor.locate(locationNode(this.fn.home.metadata, line, column, scope));
  }

  // Memory

  load(type: IrType, from: Value, name = 'v', options: AccessOptions = {}): Value {
    requireStorable(type, 'what is loaded');
    this.#cursor.expect(from, ptr, 'the address of a load');
    const { align, volatile } = access(type, options);
    return this.#cursor.result(
      type,
      name,
      `load ${volatile}${typeText(type)}, ptr ${from.text}, align ${align}`,
    );
  }

  store(value: Value, to: Value, options: AccessOptions = {}): void {
    this.#cursor.own(value);
    requireStorable(value.type, 'what is stored');
    this.#cursor.expect(to, ptr, 'the address of a store');
    const { align, volatile } = access(value.type, options);
    this.#cursor.append(`store ${volatile}${typedText(value)}, ptr ${to.text}, align ${align}`);
  }

  /** The address of a field. */
  member(type: StructType, base: Value, index: number, name = 'field'): Value {
    if (type.fields[index] === undefined) misuse(`${typeText(type)} has no field ${index}`);
    return this.getElementPtr(type, base, [intConstant(i32, 0), intConstant(i32, index)], name);
  }

  /** The address of an element, `index` elements behind the first; the index is signed. */
  element(type: IrType, first: Value, index: Value | number, name = 'element'): Value {
    return this.getElementPtr(
      type,
      first,
      [typeof index === 'number' ? intConstant(i64, index) : index],
      name,
    );
  }

  /** `inbounds` (the default) promises that the address stays within what was allocated. */
  getElementPtr(
    type: IrType,
    base: Value,
    indices: readonly Value[],
    name = 'address',
    options: { readonly inbounds?: boolean } = {},
  ): Value {
    requireStorable(type, 'what an address is calculated for');
    this.#cursor.expect(base, ptr, 'the base of an address');
    for (const index of indices) {
      this.#cursor.own(index);
      if (index.type.kind !== 'int') misuse(`an index must be an integer, not ${typeText(index.type)}`);
    }
    const inbounds = (options.inbounds ?? true) ? 'inbounds ' : '';
    const operands = [typeText(type), `ptr ${base.text}`, ...indices.map(typedText)];
    return this.#cursor.result(ptr, name, `getelementptr ${inbounds}${operands.join(', ')}`);
  }

  /** Room that is made anew each time control comes by; for all else see `FunctionBuilder.alloca`. */
  dynamicAlloca(type: IrType, count: Value, name = 'room'): Value {
    requireStorable(type, 'what room is made for');
    this.#cursor.own(count);
    if (count.type.kind !== 'int') misuse(`a count must be an integer, not ${typeText(count.type)}`);
    const operands = [typeText(type), typedText(count), `align ${alignmentOf(type)}`];
    return this.#cursor.result(ptr, name, `alloca ${operands.join(', ')}`);
  }

  copy(to: Value, from: Value, bytes: Value | number, kind: BlockIntrinsic = 'memcpy'): void {
    this.callIntrinsic(copyIntrinsic(kind), [to, from, byteCount(bytes), intConstant(i1, 0)]);
  }

  fill(to: Value, byte: Value, bytes: Value | number): void {
    this.callIntrinsic(fillIntrinsic, [to, byte, byteCount(bytes), intConstant(i1, 0)]);
  }

  // Calculation

  binary(
    operator: BinaryOperator,
    left: Value,
    right: Value,
    name = 'v',
    flags: readonly OperatorFlag[] = [],
  ): Value {
    this.#cursor.own(left);
    requireBinary(operator, left.type, flags);
    this.#cursor.expect(right, left.type, `the right side of ${operator}`);
    const words = [operator, ...flags, typedText(left)].join(' ');
    return this.#cursor.result(left.type, name, `${words}, ${right.text}`);
  }

  fneg(value: Value, name = 'v'): Value {
    this.#cursor.own(value);
    if (!isFloating(value.type)) misuse(`fneg takes float or double, not ${typeText(value.type)}`);
    return this.#cursor.result(value.type, name, `fneg ${typedText(value)}`);
  }

  icmp(predicate: IntPredicate, left: Value, right: Value, name = 'v'): Value {
    this.#cursor.own(left);
    if (left.type.kind !== 'int' && left.type.kind !== 'ptr')
      misuse(`icmp takes integers or pointers, not ${typeText(left.type)}`);
    this.#cursor.expect(right, left.type, 'the right side of icmp');
    return this.#cursor.result(i1, name, `icmp ${predicate} ${typedText(left)}, ${right.text}`);
  }

  fcmp(predicate: FloatPredicate, left: Value, right: Value, name = 'v'): Value {
    this.#cursor.own(left);
    if (!isFloating(left.type)) misuse(`fcmp takes float or double, not ${typeText(left.type)}`);
    this.#cursor.expect(right, left.type, 'the right side of fcmp');
    return this.#cursor.result(i1, name, `fcmp ${predicate} ${typedText(left)}, ${right.text}`);
  }

  cast(operator: CastOperator, value: Value, to: IrType, name = 'v'): Value {
    this.#cursor.own(value);
    requireCast(operator, value.type, to);
    return this.#cursor.result(to, name, `${operator} ${typedText(value)} to ${typeText(to)}`);
  }

  select(condition: Value, yes: Value, no: Value, name = 'v'): Value {
    this.#cursor.expect(condition, i1, 'the condition of select');
    this.#cursor.own(yes);
    requireStorable(yes.type, 'what is selected');
    this.#cursor.expect(no, yes.type, 'the second choice of select');
    return this.#cursor.result(
      yes.type,
      name,
      `select i1 ${condition.text}, ${typedText(yes)}, ${typedText(no)}`,
    );
  }

  /** Gives `{ iN, i1 }`: take it apart with `extractValue`. */
  withOverflow(operator: OverflowOperator, left: Value, right: Value, name = 'pair'): Value {
    if (left.type.kind !== 'int') return misuse(`${operator} takes integers, not ${typeText(left.type)}`);
    return this.callIntrinsic(overflowIntrinsic(operator, left.type), [left, right], name);
  }

  extractValue(aggregate: Value, index: number | readonly number[], name = 'v'): Value {
    this.#cursor.own(aggregate);
    const path = typeof index === 'number' ? [index] : index;
    const type = partType(aggregate.type, path);
    return this.#cursor.result(type, name, `extractvalue ${typedText(aggregate)}, ${path.join(', ')}`);
  }

  insertValue(aggregate: Value, part: Value, index: number | readonly number[], name = 'v'): Value {
    this.#cursor.own(aggregate);
    const path = typeof index === 'number' ? [index] : index;
    this.#cursor.expect(
      part,
      partType(aggregate.type, path),
      `part ${path.join('.')} of ${typeText(aggregate.type)}`,
    );
    const operands = [typedText(aggregate), typedText(part), ...path];
    return this.#cursor.result(aggregate.type, name, `insertvalue ${operands.join(', ')}`);
  }

  // Calls

  /** A call of a function without a result gives a value of type void, which nothing takes. */
  call(callee: FunctionValue, args: readonly Value[], name = 'v'): Value {
    this.#cursor.own(callee);
    const { parameterAttributes, resultAttributes } = callee;
    const given = this.#arguments(callee.signature, args, callee.text, parameterAttributes);
    if (!callee.name.startsWith('llvm.')) this.#cursor.requireLocation(callee.text);
    const result = `${attributesBefore(resultAttributes)}${calleeType(callee.signature)}`;
    return this.#cursor.result(callee.signature.result, name, `call ${result} ${callee.text}(${given})`);
  }

  /** `attributes` are those that the definition of the callee has. */
  callIndirect(
    signature: FunctionType,
    callee: Value,
    args: readonly Value[],
    name = 'v',
    attributes: Partial<Pick<FunctionValue, 'resultAttributes' | 'parameterAttributes'>> = {},
  ): Value {
    this.#cursor.expect(callee, ptr, 'a callee');
    this.#cursor.requireLocation(callee.text);
    const given = this.#arguments(signature, args, callee.text, attributes.parameterAttributes ?? []);
    const result = `${attributesBefore(attributes.resultAttributes ?? [])}${calleeType(signature)}`;
    return this.#cursor.result(signature.result, name, `call ${result} ${callee.text}(${given})`);
  }

  callIntrinsic(intrinsic: Intrinsic, args: readonly Value[], name = 'v'): Value {
    return this.call(this.fn.home.intrinsic(intrinsic), args, name);
  }

  // Control

  br(target: Block): void {
    this.#cursor.terminate(`br label ${target.name}`, [target]);
  }

  condBr(condition: Value, yes: Block, no: Block): void {
    this.#cursor.expect(condition, i1, 'the condition of br');
    this.#cursor.terminate(`br i1 ${condition.text}, label ${yes.name}, label ${no.name}`, [yes, no]);
  }

  switch(value: Value, otherwise: Block, cases: readonly (readonly [bigint | number, Block])[]): void {
    this.#cursor.own(value);
    const { type } = value;
    if (type.kind !== 'int') return misuse(`switch takes an integer, not ${typeText(type)}`);
    const known = new Set<bigint>();
    const lines = cases.map(([number, block]) => {
      const bits = BigInt.asUintN(type.bits, BigInt(number));
      if (known.has(bits)) misuse(`switch has the case ${number.toString()} twice`);
      known.add(bits);
      return `    ${typedText(intConstant(type, number))}, label ${block.name}\n`;
    });
    const targets = [otherwise, ...cases.map(([, block]) => block)];
    this.#cursor.terminate(
      `switch ${typedText(value)}, label ${otherwise.name} [\n${lines.join('')}  ]`,
      targets,
    );
  }

  ret(value?: Value): void {
    const { result } = this.fn.value.signature;
    if (value === undefined) {
      if (result.kind !== 'void') misuse(`${this.fn.value.text} must return ${typeText(result)}`);
      return this.#cursor.terminate('ret void', []);
    }
    if (result.kind === 'void') misuse(`${this.fn.value.text} returns nothing`);
    this.#cursor.expect(value, result, `the result of ${this.fn.value.text}`);
    this.#cursor.terminate(`ret ${typedText(value)}`, []);
  }

  unreachable(): void {
    this.#cursor.terminate('unreachable', []);
  }

  /** Ends the program with a signal. */
  trap(): void {
    this.callIntrinsic(trapIntrinsic('trap'), []);
    this.unreachable();
  }

  phi(type: IrType, incoming: readonly (readonly [Value, Block])[], name = 'v'): Phi {
    requireStorable(type, 'a phi');
    const phi = this.#cursor.block.addPhi(this.fn.newValue(type, name), this.#cursor.location);
    const addIncoming = (value: Value, from: Block) => {
      this.#cursor.own(value);
      phi.addIncoming(value, from);
    };
    for (const [value, from] of incoming) addIncoming(value, from);
    return { ...phi, addIncoming };
  }

  // Variables, for the debugger

  /** From here on the variable lies at this address, for as long as its scope lasts. */
  declareVariable(variable: DebugVariable, address: Value, expression: DebugExpression = []): void {
    this.#cursor.expect(address, ptr, 'the address of a variable');
    this.#cursor.record('declare', variable, address, expression);
  }

  /** From here on the variable has this value. */
  variableValue(variable: DebugVariable, value: Value, expression: DebugExpression = []): void {
    this.#cursor.own(value);
    this.#cursor.record('value', variable, value, expression);
  }

  #arguments(
    signature: FunctionType,
    args: readonly Value[],
    callee: string,
    attributes: FunctionValue['parameterAttributes'],
  ): string {
    const { parameters, varargs } = signature;
    if (args.length < parameters.length || (args.length > parameters.length && !varargs))
      misuse(
        `${callee} takes ${parameters.length}${varargs ? ' or more' : ''} arguments, not ${args.length}`,
      );
    return args
      .map((argument, index) => {
        const wanted = parameters[index];
        if (wanted !== undefined) this.#cursor.expect(argument, wanted, `argument ${index + 1} of ${callee}`);
        this.#cursor.own(argument);
        requireStorable(argument.type, `argument ${index + 1} of ${callee}`);
        return `${typeText(argument.type)} ${attributesBefore(attributes[index] ?? [])}${argument.text}`;
      })
      .join(', ');
  }
}

const byteCount = (bytes: Value | number): Value =>
  typeof bytes === 'number' ? intConstant(i64, bytes) : bytes;

const access = (type: IrType, { align, volatile }: AccessOptions) => ({
  align: requireAlignment(align ?? alignmentOf(type), typeText(type)),
  volatile: volatile === true ? 'volatile ' : '',
});
