// Writes the JavaScript of an expression program: straight statements, one variable per intermediate value.
//
// Knowing what an operand is (an integer in some range, a float, a word of the machine) decides how little code is
// needed; what is not known is tested for the common case and handed to the runtime otherwise.

import { notSupported, type Conversion, type Expression, type TypeId, type TypeTable } from '@sonde/engine';
import { wrongExpression } from './arithmetic.js';
import { writeFloat, writeInteger, writeIntegerConversion } from './javascript-numbers.js';
import { MemoryReads } from './javascript-memory.js';
import { integralRange, isNumeric, join, scalarKinds, type Operand } from './javascript-operand.js';

export class JavaScriptWriter {
  readonly #lines: string[] = [];
  readonly #bound = new Map<number, Operand>();
  readonly #conversions: Conversion[] = [];
  /** Code for the machine, which is no text: the compiled program gets it beside the runtime. */
  readonly codes: unknown[] = [];
  #variables = 0;

  readonly #memory: MemoryReads | undefined;

  constructor(
    private readonly types: TypeTable | undefined,
    inMemory = false,
  ) {
    this.#memory = inMemory && types !== undefined ? new MemoryReads(this, types) : undefined;
  }

  /** The body of a function of the runtime that answers with the compiled program. */
  write(program: Expression): string {
    const result = this.visit(program);
    const answer =
      result.kind === 'word' || result.kind === 'mixed' ? `rt.result(a, ${result.code})` : result.code;
    return [
      '"use strict";',
      `const conversions = ${JSON.stringify(this.#conversions)};`,
      'return a => {',
      'try {',
      ...this.#lines,
      `return ${answer};`,
      '} catch (error) { throw rt.failure(error); }',
      '};',
    ].join('\n');
  }

  line(text: string): void {
    this.#lines.push(text);
  }

  /** A new variable with this value. */
  keep(value: string): string {
    const name = this.name();
    this.line(`const ${name} = ${value};`);
    return name;
  }

  /** A new variable that is assigned later. */
  variable(value?: string): string {
    const name = this.name();
    this.line(value === undefined ? `let ${name};` : `let ${name} = ${value};`);
    return name;
  }

  private name(): string {
    return `v${this.#variables++}`;
  }

  visit(node: Expression): Operand {
    return this.#memory?.visit(node) ?? this.#visit(node);
  }

  #visit(node: Expression): Operand {
    switch (node.op) {
      case 'constant':
        return this.#constant(node);
      case 'read':
        return this.#read(node);
      case 'field': {
        const of = this.#asWord(this.visit(node.of));
        return this.#word(`rt.field(a, ${of}, ${JSON.stringify(node.name)})`, node.type);
      }
      case 'index':
        return this.#index(node);
      case 'length':
        return this.#length(node.of);
      case 'integer':
        return writeInteger(this, node);
      case 'float':
        return writeFloat(this, node);
      case 'compare':
        return this.#compare(node);
      case 'and':
      case 'or':
        return this.#shortCircuit(node);
      case 'not':
        return { code: this.keep(`!${this.#boolean(this.visit(node.of))}`), kind: 'boolean' };
      case 'select':
        return this.#select(node);
      case 'let':
        return this.#let(node);
      case 'bound': {
        const bound = this.#bound.get(node.slot);
        if (bound === undefined) throw wrongExpression(`nothing is bound to ${node.slot}`);
        return bound;
      }
      case 'convert':
        return this.#convert(node);
      case 'kindOf':
        return this.#kindOf(this.visit(node.of));
      case 'concat': {
        const parts = node.parts.map(part => this.#text(this.visit(part), 'text'));
        return { code: this.keep(`rt.concat([${parts.join(', ')}])`), kind: 'text' };
      }
      case 'format':
        if (this.#memory?.isPlain(node.of.type) === false) throw notSupported('formatting near the program');
        return { code: this.keep(this.#text(this.visit(node.of), 'format')), kind: 'text' };
      case 'fail': {
        const more = node.of === undefined ? '' : ` + ': ' + ${this.#text(this.visit(node.of), 'text')}`;
        this.line(`throw rt.failed(${JSON.stringify(node.message)}${more});`);
        return { code: 'undefined', kind: 'never' };
      }
      case 'run':
        return this.#word(`rt.run(a, codes[${this.codes.push(node.code) - 1}])`, node.type);
      case 'deref':
      case 'addressOf':
      case 'text':
      case 'assign':
      case 'call':
      case 'record':
      case 'placed':
      case 'symbol':
      case 'vouched':
        throw notSupported(`'${node.op}' near the program`);
    }
  }

  /** The code of a scalar, or of undefined where a word is an object. */
  scalar(operand: Operand): string {
    if (operand.kind === 'word') return this.keep(`a.scalar(${operand.code})`);
    if (operand.kind === 'mixed') return this.keep(`rt.scalarOfMixed(a, ${operand.code})`);
    return operand.code;
  }

  floatSize(type: TypeId): number | undefined {
    const description = this.types?.resolve(type);
    return description?.kind === 'float' ? (description.size ?? 8) : undefined;
  }

  #constant(node: Extract<Expression, { op: 'constant' }>): Operand {
    const { value } = node;
    if (typeof value === 'string') return { code: JSON.stringify(value), kind: 'text' };
    if (typeof value === 'boolean') return { code: String(value), kind: 'boolean' };
    const size = this.floatSize(node.type);
    if (size !== undefined) return { code: numberCode(Number(value)), kind: 'float', size };
    const whole = Number(value);
    if (typeof value === 'bigint' && !Number.isSafeInteger(whole))
      return { code: `${value}n`, kind: 'bigint' };
    if (Number.isSafeInteger(whole) && !Object.is(whole, -0))
      return { code: numberCode(whole), kind: 'number', ...integralRange(whole, whole) };
    // A whole number beyond exactness is an integer all the same, as kindOf has it.
    return { code: numberCode(whole), kind: Number.isInteger(whole) && whole !== 0 ? 'scalar' : 'float' };
  }

  #read(node: Extract<Expression, { op: 'read' }>): Operand {
    const { place } = node;
    switch (place.kind) {
      case 'slot':
        return this.#word(`a.slot(${indexCode(place.slot)})`, node.type);
      case 'global':
        return this.#word(`a.global(${indexCode(place.index)})`, node.type);
      case 'memory':
        return this.#word(`a.memory(${JSON.stringify(place.space)}, ${offsetCode(place.offset)})`, node.type);
      case 'named':
        return this.#word(`rt.named(a, ${JSON.stringify(place.name)})`, node.type);
      case 'register':
        return this.#word(`rt.register(a, ${JSON.stringify(place.name)})`, node.type);
    }
  }

  #word(code: string, type: TypeId): Operand {
    const size = this.floatSize(type);
    return { code: this.keep(code), kind: 'word', ...(size === undefined ? {} : { size }) };
  }

  #index(node: Extract<Expression, { op: 'index' }>): Operand {
    const { of } = node;
    // An array in byte memory has no word of its own: its elements are read where they are.
    if (of.op === 'read' && of.place.kind === 'memory') {
      const at = this.#position(this.visit(node.at));
      const base = of.place.offset;
      const offset = Number.isSafeInteger(Number(base))
        ? `${numberCode(Number(base))} + ${at}`
        : `${offsetCode(base)} + BigInt(${at})`;
      return this.#word(`a.memory(${JSON.stringify(of.place.space)}, ${offset})`, node.type);
    }
    const collection = this.visit(of);
    const at = this.#position(this.visit(node.at));
    if (collection.kind === 'word' || collection.kind === 'mixed')
      return { code: this.keep(`rt.index(a, ${collection.code}, ${at})`), kind: 'mixed' };
    return { code: this.keep(`rt.unitOfText(${collection.code}, ${at})`), kind: 'text' };
  }

  #position(operand: Operand): string {
    if (operand.kind === 'number' && operand.low >= 0) return operand.code;
    return this.keep(`rt.position(${this.scalar(operand)})`);
  }

  #length(of: Expression): Operand {
    const operand = this.visit(of);
    const code =
      operand.kind === 'text' ? `${operand.code}.length` : `rt.length(a, ${this.#asWord(operand)})`;
    return { code: this.keep(code), kind: 'number', ...integralRange(0, Number.MAX_SAFE_INTEGER) };
  }

  #compare(node: Extract<Expression, { op: 'compare' }>): Operand {
    const first = this.visit(node.a);
    const second = this.visit(node.b);
    const a = this.scalar(first);
    const b = this.scalar(second);
    const direct = `${a} ${comparisons[node.operator]} ${b}`;
    const types = [...new Set([jsType(first), jsType(second)])].filter(type => type !== undefined);
    if (types.length === 1 && jsType(first) !== undefined && jsType(second) !== undefined)
      return { code: this.keep(direct), kind: 'boolean' };
    const slow = `rt.compare(${JSON.stringify(node.operator)}, ${a}, ${b}, ${first.code}, ${second.code})`;
    if (types.length > 1) return { code: this.keep(slow), kind: 'boolean' };
    const type = types[0] ?? 'number';
    const tests = [first, second]
      .map((operand, nth) =>
        jsType(operand) === undefined ? `typeof ${nth === 0 ? a : b} === "${type}"` : '',
      )
      .filter(test => test !== '');
    return { code: this.keep(`${tests.join(' && ')} ? ${direct} : ${slow}`), kind: 'boolean' };
  }

  #shortCircuit(node: Extract<Expression, { op: 'and' | 'or' }>): Operand {
    const result = this.variable(this.#boolean(this.visit(node.a)));
    this.line(`if (${node.op === 'and' ? '' : '!'}${result}) {`);
    this.line(`${result} = ${this.#boolean(this.visit(node.b))};`);
    this.line('}');
    return { code: result, kind: 'boolean' };
  }

  #boolean(operand: Operand): string {
    if (operand.kind === 'boolean') return operand.code;
    const value = this.scalar(operand);
    return this.keep(`typeof ${value} === "boolean" ? ${value} : rt.boolean(${value})`);
  }

  #select(node: Extract<Expression, { op: 'select' }>): Operand {
    const test = this.#boolean(this.visit(node.test));
    const result = this.variable();
    this.line(`if (${test}) {`);
    const whenTrue = this.visit(node.then);
    const trueEnd = this.#lines.length;
    this.line('} else {');
    const whenFalse = this.visit(node.else);
    const joined = join(whenTrue, whenFalse);
    const assign = (operand: Operand): string => {
      const computed = joined.kind === 'mixed' && operand.kind !== 'word' && operand.kind !== 'mixed';
      return `${result} = ${computed ? `new rt.Computed(${operand.code})` : operand.code};`;
    };
    this.line(assign(whenFalse));
    this.line('}');
    this.#lines.splice(trueEnd, 0, assign(whenTrue));
    return { ...joined, code: result };
  }

  #let(node: Extract<Expression, { op: 'let' }>): Operand {
    this.#bound.set(node.slot, this.visit(node.value));
    const body = this.visit(node.body);
    this.#bound.delete(node.slot);
    return body;
  }

  #convert(node: Extract<Expression, { op: 'convert' }>): Operand {
    const operand = this.visit(node.of);
    const { to } = node;
    switch (to.kind) {
      case 'integer':
        return writeIntegerConversion(this, operand, to);
      case 'float': {
        const size = to.bits / 8;
        if (operand.kind === 'number' || operand.kind === 'float') {
          const code = to.bits === 32 ? this.keep(`Math.fround(${operand.code})`) : operand.code;
          return { code, kind: 'float', size };
        }
        return { code: this.keep(this.conversion(operand, to)), kind: 'float', size };
      }
      case 'boolean':
        if (operand.kind === 'boolean') return operand;
        // Loose on purpose: the operand may be a number or a bigint, and NaN is not zero.
        if (isNumeric(operand)) return { code: this.keep(`${operand.code} != 0`), kind: 'boolean' };
        return { code: this.keep(this.conversion(operand, to)), kind: 'boolean' };
      case 'text':
        return { code: this.keep(this.#text(operand, 'text')), kind: 'text' };
    }
  }

  /** The general conversion, by the runtime. */
  conversion(operand: Operand, to: Conversion): string {
    const at = this.#conversions.push(to) - 1;
    return `rt.convert(${this.scalar(operand)}, conversions[${at}])`;
  }

  #text(operand: Operand, by: 'text' | 'format'): string {
    if (operand.kind === 'text') return operand.code;
    if (operand.kind === 'number' || operand.kind === 'integer' || operand.kind === 'boolean')
      return `String(${operand.code})`;
    const size = operand.size === undefined ? '' : `, ${operand.size}`;
    return `rt.${by}(${this.scalar(operand)}${size})`;
  }

  #kindOf(operand: Operand): Operand {
    const known = scalarKinds[operand.kind];
    if (known !== undefined) return { code: JSON.stringify(known), kind: 'text' };
    if (operand.kind === 'word' || operand.kind === 'mixed')
      return {
        code: this.keep(`rt.kindOfWord(a, ${operand.code}, ${operand.size !== undefined})`),
        kind: 'text',
      };
    return { code: this.keep(`rt.kindOf(${operand.code})`), kind: 'text' };
  }

  #asWord(operand: Operand): string {
    if (operand.kind === 'word' || operand.kind === 'mixed') return operand.code;
    return this.keep(`new rt.Computed(${operand.code})`);
  }
}

const comparisons = { eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

/** What `typeof` is bound to say, where operands of that type compare as the contract wants. */
function jsType(operand: Operand): string | undefined {
  if (isNumeric(operand)) return 'number';
  if (operand.kind === 'text') return 'string';
  return operand.kind === 'boolean' ? 'boolean' : undefined;
}

export function numberCode(value: number): string {
  if (Object.is(value, -0)) return '(-0)';
  return value < 0 ? `(${value})` : String(value);
}

function indexCode(value: number): string {
  if (!Number.isSafeInteger(value)) throw wrongExpression(`there is no variable ${value}`);
  return String(value);
}

const offsetCode = (offset: bigint): string => {
  const near = Number(offset);
  return Number.isSafeInteger(near) ? numberCode(near) : `${BigInt.asIntN(256, offset)}n`;
};
