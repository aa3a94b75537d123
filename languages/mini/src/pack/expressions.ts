// Expressions for the debugger: the language's own parser, its trees lowered to expression programs.

import type { Expression, NameScope } from '@sonde/engine';
import { expressionFailure, Mistake } from '@sonde/engine-vm/kit';
import type { ExpressionLanguage } from '@sonde/language';
import { build } from '@sonde/lens';
import { memory, types } from '../runtime/values.js';
import { Parser, type Expr } from '../toolchain/parser.js';

const { concat, constant, convert, kindOf, length, select } = build;
const { int, text, byte } = types;

// What the language means by its operators is spelled out here, so that no back end has to know it.
const int32 = build.integers({ bits: 32, signed: true, overflow: 'wrap' }, int);
const holds = build.conditions(int);
const zero = constant(0n, int);
const oneIf = (test: Expression): Expression => select(test, constant(1n, int), zero);
const isText = (value: Expression): Expression => holds.eq(kindOf(value, text), constant('text', text));
const asText = (value: Expression): Expression => convert(value, { kind: 'text' }, text);
const place = { kind: 'memory', space: memory, offset: 0n } as const;

type Operations = Partial<Record<string, (a: Expression, b: Expression) => Expression>>;
const arithmetic: Operations = { '-': int32.sub, '*': int32.mul, '/': int32.div, '%': int32.rem };
const orders: Operations = { '<': holds.lt, '<=': holds.le, '>': holds.gt, '>=': holds.ge };

class Lowering {
  readonly #bindings = new build.Bindings();

  constructor(private readonly names: NameScope) {}

  lower(node: Expr): Expression {
    switch (node.kind) {
      case 'constant':
        return typeof node.value === 'string'
          ? constant(node.value, text)
          : constant(BigInt(node.value), int);
      case 'name': {
        const name = this.names.lookup(node.name);
        if (name === undefined) throw new Mistake(`there is no variable ${node.name} here`, node.at);
        return build.read(name);
      }
      case 'byte':
        return build.index({ op: 'read', place, type: types.memory }, this.lower(node.index), byte);
      case 'unary':
        if (node.operator === '-') return int32.neg(this.lower(node.of));
        return oneIf(holds.not(this.#truth(node.of)));
      case 'binary':
        return this.#binary(node);
      case 'call':
      case 'spawn':
        if (node.name === 'len' && node.args.length === 1) return length(this.lower(node.args[0]!), int);
        throw new Mistake(`${node.name} cannot be called here`, node.at, 'Only len can.');
    }
  }

  /** Neither 0 nor an empty text. */
  #truth(node: Expr): Expression {
    return this.#bindings.bind(this.lower(node), value =>
      select(isText(value), holds.ne(length(value, int), zero), holds.ne(value, zero)),
    );
  }

  #binary({ operator, left, right }: Expr & { readonly kind: 'binary' }): Expression {
    if (operator === 'and' || operator === 'or')
      return oneIf(holds[operator](this.#truth(left), this.#truth(right)));
    const [a, b] = [this.lower(left), this.lower(right)];
    const calculate = arithmetic[operator];
    if (calculate !== undefined) return calculate(a, b);
    const order = orders[operator];
    if (order !== undefined) return oneIf(order(a, b));
    return this.#bindings.bind(a, x =>
      this.#bindings.bind(b, y => {
        const joined = concat([asText(x), asText(y)], text);
        if (operator === '+') return select(holds.or(isText(x), isText(y)), joined, int32.add(x, y));
        const equal = holds.and(holds.eq(isText(x), isText(y)), holds.eq(x, y));
        return oneIf(operator === '==' ? equal : holds.not(equal));
      }),
    );
  }
}

export const expressions: ExpressionLanguage = {
  compile(source, { names }) {
    try {
      const parser = new Parser(source, 'the end');
      const lowering = new Lowering(names);
      let program = lowering.lower(parser.expression());
      if (parser.take('=')) program = build.assign(program, lowering.lower(parser.expression()), types.value);
      if (!parser.atEnd) throw parser.unexpected('the end');
      return build.compiled(source, program);
    } catch (error) {
      throw expressionFailure(error);
    }
  },
  complete(source, { names }) {
    const typed = /[A-Za-z_]\w*$/.exec(source)?.[0] ?? '';
    const variables = [...names.all()].map(({ name }) => ({ label: name, kind: 'variable' as const }));
    const words = ['and', 'or', 'not', 'mem', 'len'].map(label => ({ label, kind: 'keyword' as const }));
    const fitting = [...variables, ...words].filter(({ label }) => label.startsWith(typed));
    return fitting.map(completion => ({ ...completion, replaces: typed.length }));
  },
};
