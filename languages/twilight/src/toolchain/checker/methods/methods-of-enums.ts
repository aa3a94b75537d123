// Methods of Option and Result, as matches.

import type { Span } from '@sonde/front-end';
import type { MethodCallTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { checkAs, checkExpression } from '../expressions/check-expressions.js';
import { readLocation, type Location } from '../expressions/locations.js';
import { CheckMistake } from '../mistake.js';
import { errorType, innerType } from '../type-rules/type-facts.js';
import { constant, hiddenBlock, letHidden, read, variantArm, variantOf } from '../typed-make.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { EnumType, Type } from '../types.js';

export const enumMethods: Readonly<Record<'option' | 'result', readonly string[]>> = {
  option: ['is_some', 'is_none', 'unwrap', 'expect', 'unwrap_or', 'unwrap_or_default', 'ok_or', 'clone'],
  result: [
    'is_ok',
    'is_err',
    'unwrap',
    'expect',
    'unwrap_or',
    'unwrap_or_default',
    'unwrap_err',
    'ok',
    'err',
    'clone',
  ],
};

export function checkEnumMethod(
  body: Body,
  tree: MethodCallTree,
  target: Location,
): TypedExpression | undefined {
  const { type } = target;
  const { name, args, at } = tree;
  if (type.kind !== 'enum' || type.family === 'user' || name.text === 'clone') return undefined;
  if (!enumMethods[type.family].includes(name.text)) return undefined;
  const wants = /^(?:expect|unwrap_or|ok_or)$/.test(name.text) ? 1 : 0;
  if (args.length !== wants)
    throw new CheckMistake(
      at,
      `${name.text} takes ${wants === 0 ? 'nothing' : 'one argument'}, not ${args.length}`,
    );
  return new EnumMethod(body, tree, target, type).check();
}

/** One call of a method. */
class EnumMethod {
  readonly #at: Span;
  /** The receiver, where it was evaluated already. */
  #subject: TypedExpression | undefined;

  constructor(
    private readonly body: Body,
    private readonly tree: MethodCallTree,
    private readonly target: Location,
    private readonly type: EnumType,
  ) {
    this.#at = tree.at;
  }

  check(): TypedExpression {
    const { types } = this.body.checker;
    const { type, tree } = this;
    const inner = innerType(type);
    const isResult = type.family === 'result';
    const [argument] = tree.args;
    switch (tree.name.text) {
      case 'is_some':
      case 'is_ok':
        return this.#is(isResult ? 'Ok' : 'Some');
      case 'is_none':
      case 'is_err':
        return this.#is(isResult ? 'Err' : 'None');
      case 'unwrap':
        return this.#inner(inner, () => this.#panic(`called unwrap on ${isResult ? 'Err' : 'None'}`));
      case 'expect': {
        if (argument!.kind !== 'string')
          throw new CheckMistake(argument!.at, 'expect takes a text in quotes');
        const { value } = argument as { readonly value: string };
        return this.#inner(inner, () => this.#panic(value));
      }
      case 'unwrap_or':
        return this.#withArgument(checkAs(this.body, argument!, inner), value =>
          this.#inner(inner, () => value),
        );
      case 'unwrap_or_default':
        return this.#inner(inner, () => ({ kind: 'zero', type: inner, at: this.#at }));
      case 'unwrap_err':
        return this.#match(errorType(type), {
          Err: value => value!,
          Ok: () => this.#panic('called unwrap_err on Ok'),
        });
      case 'ok_or': {
        const error = checkExpression(this.body, argument!, undefined, 'value');
        const made = types.result(inner, error.type);
        return this.#withArgument(error, value =>
          this.#match(made, {
            Some: found => variantOf(made, 'Ok', found, this.#at),
            None: () => variantOf(made, 'Err', value, this.#at),
          }),
        );
      }
      case 'ok':
        return this.#toOption(inner, 'Ok', 'Err');
      default:
        return this.#toOption(errorType(type), 'Err', 'Ok');
    }
  }

  /** Evaluated behind the receiver, whether it is needed or not, as the arguments of all calls are. */
  #withArgument(value: TypedExpression, make: (value: TypedExpression) => TypedExpression): TypedExpression {
    if (value.kind === 'constant' || value.kind === 'zero') return make(value);
    return this.body.within(this.#at, scope => {
      const subject = readLocation(this.body, this.target, 'value', this.tree.target.at);
      const [receiver, argument] = [
        this.body.hidden('receiver', subject.type, this.#at),
        this.body.hidden('argument', value.type, value.at),
      ];
      this.#subject = read(receiver, this.#at);
      const result = make(read(argument, value.at));
      return hiddenBlock(
        scope,
        [letHidden(receiver, subject), letHidden(argument, value)],
        result,
        result.type,
        this.#at,
      );
    });
  }

  #toOption(inner: Type, kept: string, dropped: string): TypedExpression {
    const made = this.body.checker.types.option(inner);
    return this.#match(made, {
      [kept]: value => variantOf(made, 'Some', value, this.#at),
      [dropped]: () => variantOf(made, 'None', undefined, this.#at),
    });
  }

  #panic(text: string): TypedExpression {
    return { kind: 'panic', message: [text], type: this.body.checker.types.never, at: this.#at };
  }

  /** What is in Some or Ok, else what `otherwise` gives. */
  #inner(type: Type, otherwise: () => TypedExpression): TypedExpression {
    const arms = this.type.family === 'option' ? ['Some', 'None'] : ['Ok', 'Err'];
    return this.#match(type, { [arms[0]!]: value => value!, [arms[1]!]: otherwise });
  }

  #match(
    type: Type,
    arms: Readonly<Record<string, (value: TypedExpression | undefined) => TypedExpression>>,
  ): TypedExpression {
    const subject = this.#subject ?? readLocation(this.body, this.target, 'value', this.tree.target.at);
    const typed = Object.entries(arms).map(([name, make]) =>
      variantArm(this.body, this.type, name, this.#at, local => make(local && read(local, this.#at))),
    );
    return { kind: 'match', subject, arms: typed, origin: 'method', type, at: this.#at };
  }

  /** Only looks at the tag. */
  #is(name: string): TypedExpression {
    const { bool } = this.body.checker.types;
    const subject = readLocation(this.body, this.target, 'borrow', this.tree.target.at);
    const variant = this.type.variants.find(one => one.name === name)!;
    const arms = [true, false].map(value =>
      this.body.within(this.#at, scope => ({
        pattern: value
          ? ({ kind: 'variant', type: this.type, variant, parts: [], at: this.#at } as const)
          : ({ kind: 'any', at: this.#at } as const),
        guard: undefined,
        scope,
        body: constant(value, bool, this.#at),
        at: this.#at,
      })),
    );
    return { kind: 'match', subject, arms, origin: 'method', type: bool, at: this.#at };
  }
}
