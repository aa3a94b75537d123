// Checked expressions lowered to expression programs, so that no back end has to know Aria.

import type { Expression, NameScope } from '@sonde/engine';
import { build } from '@sonde/lens';
import { isInGc, isPlace } from '../../toolchain/checker/places.js';
import type { ProgramNames } from '../../toolchain/checker/program-names.js';
import type * as typed from '../../toolchain/checker/typed-program.js';
import {
  bool,
  isPointer,
  pointerType,
  tbb8,
  type AriaType,
  type PointerType,
} from '../../toolchain/checker/types.js';
import { symbolOf } from '../../toolchain/generator/symbol-names.js';
import type { DebugTypes } from './debug-types.js';
import { NewValues, restores } from './new-values.js';
import { Numbers } from './numbers.js';
import { Pointers, uint64 } from './pointers.js';
import { refused } from './refusals.js';
import { Sharing } from './sharing.js';
import { Texts } from './texts.js';

export class Lowering {
  readonly #sharing = new Sharing();
  readonly #numbers: Numbers;
  readonly #pointers: Pointers;
  readonly #texts: Texts;
  readonly #newValues: NewValues;

  constructor(
    private readonly types: DebugTypes,
    private readonly scope: NameScope,
    names: ProgramNames,
  ) {
    this.#numbers = new Numbers(types, this.#sharing);
    const value = (expression: typed.Expression): Expression => this.value(expression);
    this.#pointers = new Pointers(types, this.#sharing, this.#numbers, value);
    this.#texts = new Texts(types, this.#sharing, this.#numbers, {
      value,
      withResult: (operand, body) => this.#withResult(operand, body),
    });
    this.#newValues = new NewValues(types, this.#sharing, names, expression => this.stored(expression));
  }

  /** What an expression of a user is, as a whole. */
  whole(expression: typed.Expression): Expression {
    const { kind } = expression;
    if (expression.type.kind === 'string' && this.#texts.isComputed(expression))
      return this.#texts.of(expression);
    // The name of a wild variable stands for what it points to; alone it is better shown with its bounds.
    if (kind === 'dereference' && expression.pointer.kind === 'variable') {
      const { variable } = expression.pointer;
      if (variable.readThrough && variable.type.kind === 'wild') return this.value(expression.pointer);
    }
    if (kind === 'safe-member' && expression.type.kind === 'result')
      return this.#withResult(expression, (error, value) =>
        build.select(
          this.#isOk(error),
          value(),
          build.fail('there is nothing: ?. gives Error(1)', error.type),
        ),
      );
    return this.value(expression);
  }

  /** Numbers, bools, enums and pointers as scalars; strings, structs, arrays and results as they lie in memory. */
  value(expression: typed.Expression): Expression {
    const { type, at } = expression;
    switch (expression.kind) {
      case 'integer':
      case 'float':
      case 'bool':
        return build.constant(expression.value, this.types.id(type));
      case 'null':
        return this.#pointers.pointer(build.constant(0n, this.types.id(uint64)), thin(type));
      case 'string':
      case 'concatenate':
      case 'text':
        return this.#texts.of(expression);
      case 'variable':
        return this.#variable(expression);
      case 'field':
        return this.#field(this.value(expression.object), expression.name, type);
      case 'element':
        return build.index(this.value(expression.array), this.value(expression.index), this.types.id(type));
      case 'string-byte':
        if (this.#texts.isComputed(expression.string))
          throw refused(at, 'only strings of the program have bytes to look at');
        return this.#texts.byte(expression.string, this.value(expression.index));
      case 'dereference':
        return this.#pointers.dereference(expression);
      case 'offset':
        return type.kind === 'wild' ? this.#pointers.wild(expression) : this.#pointers.offset(expression);
      case 'address': {
        if (type.kind === 'wild') return this.#pointers.wild(expression);
        const { place } = expression;
        const value = this.value(place);
        return build.addressOf(isPlace(place) ? value : this.#newValues.placed(value), this.types.id(type));
      }
      case 'binary':
        return this.#numbers.arithmetic(
          expression.operator,
          this.value(expression.left),
          this.value(expression.right),
          type,
        );
      case 'compare':
        return this.#compare(expression);
      case 'logic': {
        const { and, or } = this.#numbers.conditions;
        const [left, right] = [this.value(expression.left), this.value(expression.right)];
        return expression.operator === '&&' ? and(left, right) : or(left, right);
      }
      case 'negate':
        return this.#numbers.negated(this.value(expression.operand), type);
      case 'complement':
        return this.#numbers.complement(this.value(expression.operand), type);
      case 'not':
        return this.#numbers.conditions.not(this.value(expression.operand));
      case 'conditional':
        if (type.kind === 'string') return this.#texts.of(expression);
        if (type.kind === 'wild') return this.#pointers.wild(expression);
        return build.select(
          this.value(expression.condition),
          this.value(expression.then),
          this.value(expression.otherwise),
        );
      case 'coalesce':
        return this.#coalesce(expression);
      case 'safe-member':
        return this.#safeMember(expression);
      case 'convert':
        return type.kind === 'wild' ? this.#pointers.wild(expression) : this.#convert(expression);
      case 'unwrap':
        return this.#withResult(expression.operand, (error, value) =>
          build.select(
            this.#isOk(error),
            value(),
            build.fail(
              'the result is an error (? gives another value instead)',
              error.type,
              this.#errorText(error),
            ),
          ),
        );
      case 'unwrap-or':
        if (type.kind === 'string') return this.#texts.of(expression);
        return this.#withResult(expression.operand, (error, value) =>
          build.select(this.#isOk(error), value(), this.value(expression.fallback)),
        );
      case 'result-part':
        return this.#withResult(expression.operand, (error, value) =>
          expression.part === 'err' ? error : value(),
        );
      case 'assign':
        return this.#assign(expression, () => this.stored(expression.value));
      case 'compound-assign':
        return this.#assign(expression, place => this.#compound(expression, place));
      case 'increment':
        return this.#increment(expression);
      case 'call':
        return this.#call(expression);
      case 'call-indirect': {
        const { callee } = expression;
        const code = this.#pointers.address(callee);
        return this.#sharing.share(code, address =>
          build.select(
            this.#numbers.conditions.ne(address, build.constant(0n, address.type)),
            build.call('the function', this.#arguments(expression.arguments), this.types.id(type), {
              code: address,
              restores,
            }),
            build.fail('the function is NULL', this.types.id(type)),
          ),
        );
      }
      case 'builtin':
        return this.#builtin(expression);
      case 'function':
        return this.#pointers.pointer(
          build.symbol(symbolOf(expression.function), this.types.id(uint64)),
          type,
        );
      case 'pin':
        throw refused(at, 'pinning would keep the object where it is for good', 'Look at it without #.');
      case 'struct-literal':
        return this.#newValues.struct(expression);
      case 'array-literal':
        return this.#newValues.array(expression);
      case 'gc-new':
      case 'wild-new':
        throw refused(
          at,
          'a new object would need the collector, which must not run at any place of the program',
          'Assign to its fields or elements.',
        );
      case 'spawn':
      case 'await':
        throw refused(
          at,
          `${expression.kind} needs the scheduler of the program, which does not run at a stop`,
        );
    }
  }

  #variable({ variable, at }: typed.VariableReference): Expression {
    const visible = this.scope.lookup(variable.name);
    if (visible === undefined) throw refused(at, `there is no ${variable.name} here`);
    return build.read(visible);
  }

  #field(object: Expression, name: string, type: AriaType): Expression {
    return build.field(object, name, this.types.fieldId(object.type, name, type));
  }

  #compare({ operator, left, right, type }: typed.Comparison): Expression {
    const [a, b] = [this.#comparable(left), this.#comparable(right)];
    if (operator === '<=>') return this.#numbers.spaceship(a, b, type);
    return this.#numbers.conditions[comparisons[operator]](a, b);
  }

  #comparable(operand: typed.Expression): Expression {
    const { type } = operand;
    if (type.kind === 'string') return this.#texts.of(operand);
    return isPointer(type) || type.kind === 'function'
      ? this.#pointers.address(operand)
      : this.value(operand);
  }

  #coalesce(expression: typed.Coalesce): Expression {
    if (expression.type.kind === 'wild') return this.#pointers.wild(expression);
    return this.#sharing.share(this.value(expression.pointer), pointer =>
      build.select(this.#isSet(pointer), pointer, this.value(expression.fallback)),
    );
  }

  /** Whether a pointer leads anywhere. */
  #isSet(pointer: Expression): Expression {
    const number = this.types.id(uint64);
    const to = { kind: 'integer', bits: 64, signed: false, overflow: 'wrap' } as const;
    return this.#numbers.conditions.ne(build.convert(pointer, to, number), build.constant(0n, number));
  }

  /** Of a field that is a pointer; others give a result, which `#withResult` takes apart. */
  #safeMember(expression: typed.SafeMember): Expression {
    const { object, name, type } = expression;
    if (type.kind === 'result')
      return this.#withResult(expression, (error, value) =>
        build.select(this.#isOk(error), value(), build.fail('there is nothing behind ?.', error.type)),
      );
    const none = this.#pointers.pointer(build.constant(0n, this.types.id(uint64)), thin(type));
    if (object.type.kind === 'result')
      return this.#withResult(object, (error, value) =>
        build.select(this.#isOk(error), this.#field(value(), name, type), none),
      );
    return this.#ifLeads(object, target => this.#field(target, name, type), none);
  }

  /** What a pointer points to, unless it is NULL. It is evaluated once. */
  #ifLeads(
    pointer: typed.Expression,
    then: (target: Expression) => Expression,
    none: Expression,
  ): Expression {
    const { target: type } = pointer.type as PointerType;
    if (pointer.type.kind === 'wild' && this.types.isFat(pointer.type)) {
      const number = build.constant(0n, this.types.id(uint64));
      const target = this.value({ kind: 'dereference', pointer, type, at: pointer.at });
      return build.select(
        this.#numbers.conditions.ne(this.#pointers.address(pointer), number),
        then(target),
        none,
      );
    }
    return this.#sharing.share(this.value(pointer), address =>
      build.select(this.#isSet(address), then(build.deref(address, this.types.id(type))), none),
    );
  }

  #withResult(
    operand: typed.Expression,
    body: (error: Expression, value: () => Expression) => Expression,
  ): Expression {
    if (operand.kind === 'safe-member') return this.#withSafeMember(operand, body);
    if (operand.kind === 'conditional')
      return build.select(
        this.value(operand.condition),
        this.#withResult(operand.then, body),
        this.#withResult(operand.otherwise, body),
      );
    const { value: held } = operand.type as typed.ResultType;
    return this.#sharing.share(this.value(operand), result =>
      body(this.#field(result, 'err', tbb8), () => this.#field(result, 'val', held)),
    );
  }

  #withSafeMember(
    { object, name, type }: typed.SafeMember,
    body: (error: Expression, value: () => Expression) => Expression,
  ): Expression {
    const { value: held } = type as typed.ResultType;
    const error = (code: bigint): Expression => this.#numbers.constant(code, tbb8);
    const zero = (): Expression => this.#zero(held);
    if (object.type.kind === 'result')
      return this.#withResult(object, (failed, value) =>
        build.select(
          this.#isOk(failed),
          body(error(0n), () => this.#field(value(), name, held)),
          body(failed, zero),
        ),
      );
    return this.#ifLeads(
      object,
      target => body(error(0n), () => this.#field(target, name, held)),
      body(error(1n), zero),
    );
  }

  /** What `.val` is when there is no value. */
  #zero(type: AriaType): Expression {
    const id = this.types.id(type);
    if (type.kind === 'bool') return build.constant(false, id);
    if (type.kind === 'float') return build.constant(0, id);
    if (type.kind === 'string') return build.constant('', this.types.text);
    if (type.kind === 'integer' || type.kind === 'tbb' || type.kind === 'enum') return build.constant(0n, id);
    return build.fail('there is no value', id);
  }

  #isOk(error: Expression): Expression {
    return this.#numbers.conditions.eq(error, build.constant(0n, error.type));
  }

  /** A result with this code, as a text. */
  #errorText(code: Expression): Expression {
    const word = (text: string): Expression => build.constant(text, this.types.text);
    return build.concat([word('Error('), this.#numbers.text(code, tbb8), word(')')], this.types.text);
  }

  #convert({ operand, type, at }: typed.Conversion): Expression {
    const from = operand.type;
    if (isPointer(from) || from.kind === 'function') {
      const address = this.#pointers.address(operand);
      return isPointer(type)
        ? this.#pointers.pointer(address, type)
        : this.#numbers.converted(address, uint64, type);
    }
    if (isPointer(type)) return this.#pointers.pointer(this.value(operand), type);
    if (from.kind === 'struct' || from.kind === 'array' || from.kind === 'string')
      throw refused(at, `a value of type ${from.name} cannot be converted`);
    return this.#numbers.converted(this.value(operand), from, type);
  }

  #assign(
    { target, at }: typed.Assignment | typed.CompoundAssignment | typed.Increment,
    valueFor: (place: Expression) => Expression,
  ): Expression {
    // The collector has to know which old objects lead to young ones, and hears of it from the program's own code.
    if (target.type.kind === 'gc' && isInGc(target))
      throw refused(at, 'the collector would not hear of a reference that is written into an object here');
    return this.#sharing.share(this.value(target), place =>
      build.assign(place, valueFor(place), this.types.id(target.type)),
    );
  }

  /** A value that is to be put into memory. */
  stored(value: typed.Expression): Expression {
    if (value.type.kind === 'string' && this.#texts.isComputed(value))
      return this.#newValues.text(this.#texts.of(value), value);
    return value.kind === 'null' && value.type.kind === 'wild'
      ? this.#pointers.wild(value)
      : this.value(value);
  }

  #compound({ operator, target, value, at, type }: typed.CompoundAssignment, place: Expression): Expression {
    if (type.kind === 'string') {
      const parts = [this.#texts.inMemory(place), this.#texts.of(value)];
      return this.#newValues.text(build.concat(parts, this.types.text), value);
    }
    if (isPointer(type)) {
      const count: typed.Expression =
        operator === '-' ? { kind: 'negate', operand: value, type: value.type, at } : value;
      return this.value({ kind: 'offset', pointer: target, count, type, at });
    }
    return this.#numbers.arithmetic(operator, place, this.value(value), type);
  }

  #increment(expression: typed.Increment): Expression {
    const { by, gives, type } = expression;
    const one =
      type.kind === 'float' ? build.constant(1, this.types.id(type)) : this.#numbers.constant(1n, type);
    const changed = (from: Expression): Expression =>
      this.#numbers.arithmetic(by === 1 ? '+' : '-', from, one, type);
    if (gives === 'new') return this.#assign(expression, changed);
    // As a number of its own: what was read from the place would be what is there afterwards.
    const { target } = expression;
    return this.#sharing.share(this.value(target), place =>
      this.#sharing.once(this.#numbers.converted(place, type, type), old =>
        this.#sharing.once(build.assign(place, changed(old), this.types.id(type)), () => old),
      ),
    );
  }

  #call({ function: target, arguments: values, type, at }: typed.Call): Expression {
    if (target.async)
      throw refused(at, `${target.name} is async and needs the scheduler, which does not run at a stop`);
    const given = target.extern ? values.map(value => this.#foreign(value)) : this.#arguments(values);
    return build.call(symbolOf(target), given, this.types.id(type), { restores });
  }

  #arguments(values: readonly typed.Expression[]): readonly Expression[] {
    return values.map(value => this.stored(value));
  }

  /** C takes a string by the address of its bytes. */
  #foreign(value: typed.Expression): Expression {
    const stored = this.stored(value);
    if (value.type.kind !== 'string') return stored;
    return this.#field(stored, 'data', pointerType(bool));
  }

  #builtin({ name, arguments: values, at }: typed.BuiltinCall): Expression {
    const [first] = values;
    if (name === 'len' && first !== undefined) return this.#texts.length(first);
    throw refused(at, `${name} belongs to the running program and is not called from here`);
  }
}

const comparisons = {
  ...({ '==': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' } as const),
};

/** NULL of a wild pointer has no bounds. */
const thin = (type: AriaType): AriaType => (type.kind === 'wild' ? pointerType(type.target) : type);
