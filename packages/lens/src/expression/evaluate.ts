// The back end "over a stop": expression programs evaluated for watches, hovers and consoles.

import {
  asFailure,
  Failure,
  operandsOf,
  scalar,
  unavailable,
  type Expression,
  type FailureWords,
  type RawValue,
  type Scalar,
  type TypeId,
  type ValueKind,
} from '@sonde/engine';
import { scalarOf, typedScalar } from '../decode.js';
import type { EvaluationContext } from '../evaluation.js';
import { wantedMemory, withMemory } from '../parts.js';
import {
  compareScalars,
  convertScalar,
  failedExpression,
  floatOperation,
  integerOperation,
  joinedText,
  kindOfScalar,
  noValue,
  plainText,
  toBoolean,
  toFloat,
  toInteger,
  wrongExpression,
} from './arithmetic.js';
import { addressOf, dereferenced, elementOf, lengthOf, memberOf, textAt, zeroEndedText } from './navigate.js';
import { madeOf, placed } from './made-values.js';
import { checkProgram, isUnary, secondOperand } from './program-limits.js';

/** Between two pauses for the event loop, so that an abort is heard. */
const stepsPerTurn = 512;

/**
 * Runs a program over a stop. Values that were read keep their place, so that the result can be expanded, written and
 * watched. Throws a Failure: blame `user` when the text is at fault, `program` when what it met is.
 */
export async function evaluate(program: Expression, context: EvaluationContext): Promise<RawValue> {
  checkProgram(program);
  try {
    const value = await new Evaluation(context).value(program);
    const { space } = context;
    return space === undefined || value.place !== undefined ? value : { space, ...value };
  } catch (error) {
    throw asFailure(error);
  }
}

/** A failure in the words of the language, where it has any. */
function saying<Result>(words: FailureWords | undefined, compute: () => Result): Result {
  try {
    return compute();
  } catch (error) {
    if (words === undefined || !(error instanceof Failure) || error.blame !== 'program') throw error;
    const isZero = error.kind === 'no-value';
    throw noValue((isZero ? words.zero : undefined) ?? words.overflow);
  }
}

/** A value with its bytes, where they were not fetched yet; arrays and texts stay as they are. */
async function loadedValue(value: RawValue, context: EvaluationContext): Promise<RawValue> {
  const { types, reader, signal } = context;
  const { kind } = types.resolve(value.type);
  if (kind === 'array') return value;
  const wanted = wantedMemory(value, types);
  if (wanted === undefined) return value;
  if (wanted.size > 1 << 20) return value;
  try {
    return withMemory(value, await reader.memory(wanted.address, wanted.size, signal), wanted.size, types);
  } catch (error) {
    const failure = asFailure(error);
    if (failure.code === 'cancelled' || failure.code === 'stale') throw failure;
    return unavailable(value.type, failure.message, value.place);
  }
}

/** What counts as true for a condition: anything but false, zero and the empty text, wherever it lies. */
export async function isTrue(value: RawValue, context: EvaluationContext): Promise<boolean> {
  const found = await loadedValue(value, context);
  if (found.content.kind === 'unavailable') return false;
  const plain = scalarOf(found, context.types, context.littleEndian);
  return plain !== false && plain !== 0 && plain !== 0n && plain !== '';
}

class Evaluation {
  readonly #bound = new Map<number, RawValue>();
  #steps = 0;

  constructor(private readonly context: EvaluationContext) {}

  async value(node: Expression): Promise<RawValue> {
    const { context } = this;
    context.signal?.throwIfAborted();
    if (++this.#steps % stepsPerTurn === 0) await new Promise(resolve => setImmediate(resolve));
    switch (node.op) {
      case 'constant':
        return this.#result(node.type, node.value);
      case 'read':
        return context.read(node.place, node.type);
      case 'field':
        return memberOf(await this.#loaded(node.of), node.name, context);
      case 'index': {
        const of = await this.value(node.of);
        return elementOf(
          await this.#wholeText(of),
          toInteger(await this.#scalar(node.at)),
          node.type,
          context,
        );
      }
      case 'deref':
        return dereferenced(await this.#loaded(node.of), node.type, context);
      case 'addressOf':
        return scalar(node.type, addressOf(await this.value(node.of)));
      case 'text': {
        const address = toInteger(await this.#scalar(node.address));
        if (node.length === undefined) return scalar(node.type, await zeroEndedText(address, context));
        const length = toInteger(await this.#scalar(node.length));
        return scalar(node.type, await textAt(address, length, context));
      }
      case 'length':
        return scalar(node.type, lengthOf(await this.value(node.of), context));
      case 'integer': {
        const a = toInteger(await this.#scalar(node.a));
        const b = isUnary(node.operator) ? 0n : toInteger(await this.#scalar(secondOperand(node)));
        return this.#result(
          node.type,
          saying(node.says, () => integerOperation(node.operator, node.kind, a, b)),
        );
      }
      case 'float': {
        const a = toFloat(await this.#scalar(node.a), node.bits);
        const b = node.operator === 'neg' ? 0 : toFloat(await this.#scalar(secondOperand(node)), node.bits);
        return this.#result(node.type, floatOperation(node.operator, node.bits, a, b));
      }
      case 'compare':
        return scalar(node.type, await this.#compare(node));
      case 'and':
      case 'or': {
        const decided = toBoolean(await this.#scalar(node.a)) === (node.op === 'or');
        return scalar(node.type, decided ? node.op === 'or' : toBoolean(await this.#scalar(node.b)));
      }
      case 'not':
        return scalar(node.type, !toBoolean(await this.#scalar(node.of)));
      case 'select':
        return this.value(toBoolean(await this.#scalar(node.test)) ? node.then : node.else);
      case 'let': {
        this.#bound.set(node.slot, await this.value(node.value));
        const body = await this.value(node.body);
        this.#bound.delete(node.slot);
        return body;
      }
      case 'bound': {
        const bound = this.#bound.get(node.slot);
        if (bound === undefined) throw wrongExpression(`nothing is bound to ${node.slot}`);
        return bound;
      }
      case 'convert': {
        const of = await this.#loaded(node.of);
        const plain = await this.#scalarIn(of);
        return this.#result(
          node.type,
          saying(node.says, () => convertScalar(plain, node.to, this.#floatSize(of))),
        );
      }
      case 'kindOf':
        return scalar(node.type, this.#kindOf(await this.#loaded(node.of)));
      case 'concat': {
        const parts: string[] = [];
        for (const part of operandsOf(node)) {
          const value = await this.#loaded(part);
          parts.push(plainText(await this.#scalarIn(value), this.#floatSize(value)));
        }
        return scalar(node.type, joinedText(parts));
      }
      case 'format':
        return scalar(node.type, await this.#format(await this.#loaded(node.of)));
      case 'fail':
        throw noValue(await this.#reason(node));
      case 'record': {
        const members: { readonly name: string; readonly value: RawValue }[] = [];
        for (const { name, value } of node.members)
          members.push({ name, value: await this.#wholeText(await this.#loaded(value)) });
        return madeOf(members, node.type, context);
      }
      case 'placed':
        return placed(await this.#wholeText(await this.#loaded(node.of)), node, context);
      case 'symbol':
        return this.#result(node.type, await this.#symbol(node.name));
      case 'vouched': {
        const value = await this.#loaded(node.of);
        const objection = await context.objection?.(value);
        if (objection !== undefined) throw failedExpression(objection);
        return value;
      }
      case 'assign':
        return this.#assign(node);
      case 'call': {
        if (context.call === undefined) throw wrongExpression('functions cannot be called here');
        const code = node.code === undefined ? undefined : toInteger(await this.#scalar(node.code));
        const values: RawValue[] = [];
        for (const argument of node.arguments) values.push(await this.#loaded(argument));
        return context.call(code ?? node.callee, values, node.type, node.restores);
      }
      case 'run':
        if (context.run === undefined) throw wrongExpression('this cannot be evaluated here');
        return context.run(node.code, node.type);
    }
  }

  /** A computed scalar, in the form its type has. */
  #result(type: TypeId, value: Scalar): RawValue {
    return scalar(type, typedScalar(value, this.context.types.resolve(type)));
  }

  async #scalar(node: Expression): Promise<Scalar> {
    return this.#scalarIn(await this.#loaded(node));
  }

  async #scalarIn(read: RawValue): Promise<Scalar> {
    const value = await this.#wholeText(read);
    const { content } = value;
    if (content.kind === 'unavailable') throw failedExpression(content.why);
    const found = scalarOf(value, this.context.types, this.context.littleEndian);
    if (found !== undefined) return found;
    if (content.kind === 'object') throw wrongExpression('an object cannot be computed with');
    throw wrongExpression(
      `a value of type ${this.context.types.get(value.type).name} cannot be computed with`,
    );
  }

  async #loaded(node: Expression): Promise<RawValue> {
    return loadedValue(await this.value(node), this.context);
  }

  /** A text that was handed over in part, whole; everything else as it is. */
  async #wholeText(value: RawValue): Promise<RawValue> {
    if (value.content.kind !== 'partial') return value;
    if (value.place === undefined) throw failedExpression('only the beginning of this text is known');
    return this.context.reader.value(
      { place: value.place, type: value.type, whole: true },
      this.context.signal,
    );
  }

  async #compare(node: Extract<Expression, { op: 'compare' }>): Promise<boolean> {
    const a = await this.#loaded(node.a);
    const b = await this.#loaded(node.b);
    const isObjectA = a.content.kind === 'object';
    const isObjectB = b.content.kind === 'object';
    if (!isObjectA && !isObjectB)
      return compareScalars(node.operator, await this.#scalarIn(a), await this.#scalarIn(b));
    if (a.content.kind !== 'object' || b.content.kind !== 'object')
      throw wrongExpression('cannot compare an object with what is none');
    if (node.operator !== 'eq' && node.operator !== 'ne') throw wrongExpression('objects have no order');
    return (a.content.id === b.content.id) === (node.operator === 'eq');
  }

  #kindOf(value: RawValue): ValueKind {
    const { content } = value;
    if (content.kind === 'unavailable' || content.kind === 'object') return content.kind;
    if (content.kind === 'partial') return 'text';
    const found = scalarOf(value, this.context.types, this.context.littleEndian);
    if (found === undefined) return 'bytes';
    return typeof found === 'number' && this.#floatSize(value) !== undefined ? 'float' : kindOfScalar(found);
  }

  #floatSize(value: RawValue): number | undefined {
    const type = this.context.types.resolve(value.type);
    return type.kind === 'float' ? (type.size ?? 8) : undefined;
  }

  async #reason({ message, of }: Extract<Expression, { op: 'fail' }>): Promise<string> {
    if (of === undefined) return message;
    const value = await this.#loaded(of);
    return `${message}: ${plainText(await this.#scalarIn(value), this.#floatSize(value))}`;
  }

  /** Texts as they are, since output is for reading; everything else as the lens shows it. */
  async #format(read: RawValue): Promise<string> {
    const value = await this.#wholeText(read);
    const { content } = value;
    if (content.kind === 'scalar' && typeof content.value === 'string') return content.value;
    return this.context.format(value);
  }

  async #symbol(name: string): Promise<bigint> {
    const found = await this.context.symbol?.(name);
    if (found === undefined) throw failedExpression(`the program has no code for ${name}`);
    return found;
  }

  async #assign(node: Extract<Expression, { op: 'assign' }>): Promise<RawValue> {
    if (this.context.write === undefined) throw wrongExpression('nothing may be written here');
    const target = await this.value(node.target);
    if (target.place === undefined)
      throw wrongExpression('only a variable or a part of one can be assigned to');
    return this.context.write(target, await this.#loaded(node.value));
  }
}
