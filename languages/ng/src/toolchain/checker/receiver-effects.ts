// What a method's body does with the places of its receiver, so that a call of it can be checked for moved places.

import type { Expression, Statement } from '../ast.js';
import { placeOf, rootOf } from './places.js';
import type { ReceiverEffect } from './types.js';

/** In the order of the text; `unknown` when the receiver itself is borrowed or called. */
export function receiverEffects(body: Statement, receiver: string): readonly ReceiverEffect[] | 'unknown' {
  const collector = new EffectCollector(receiver);
  collector.statement(body);
  return collector.unknown ? 'unknown' : collector.effects;
}

class EffectCollector {
  readonly effects: ReceiverEffect[] = [];
  unknown = false;

  constructor(private readonly receiver: string) {}

  statement(statement: Statement): void {
    switch (statement.kind) {
      case 'expression':
        return this.expression(statement.expression);
      case 'block':
        for (const inner of statement.statements) this.statement(inner);
        return;
      case 'return':
        if (statement.value !== undefined) this.expression(statement.value);
        return;
      case 'if':
        this.expression(statement.test);
        this.statement(statement.then);
        if (statement.else !== undefined) this.statement(statement.else);
        return;
      case 'loop':
        for (const { value } of statement.bindings) if (value !== undefined) this.expression(value);
        return this.statement(statement.body);
      case 'next':
        return this.all(statement.values);
      case 'val':
        return this.expression(statement.value);
      case 'switch':
      case 'empty':
        return;
    }
  }

  private expression(expression: Expression): void {
    switch (expression.kind) {
      case 'name':
        return this.record('read', expression);
      case 'member':
        this.record('read', expression);
        if (this.inside(expression) === undefined) this.expression(expression.of);
        return this.all(expression.args ?? []);
      case 'index':
        this.record('read', expression);
        if (this.inside(expression) === undefined) this.expression(expression.of);
        return this.expression(expression.index);
      case 'unary':
        return this.unary(expression.operator, expression.operand);
      case 'binary':
        this.expression(expression.left);
        return this.expression(expression.right);
      case 'assign':
        this.expression(expression.value);
        return this.record('write', expression.target);
      case 'call':
        this.callee(expression.callee);
        return this.all(expression.args);
      case 'pipe':
        this.expression(expression.value);
        return this.expression(expression.into);
      case 'qualified':
        return this.all(expression.args);
      case 'new':
        return this.all(expression.fields.map(({ value }) => value));
      case 'array':
      case 'tuple':
        return this.all(expression.items);
      case 'spread':
      case 'is':
      case 'cast':
        return this.expression(expression.of);
      default:
        return;
    }
  }

  private unary(operator: string, operand: Expression): void {
    if (operator === 'move') return this.record('move', operand);
    if (operator !== 'ref' && operator !== '&') return this.expression(operand);
    if (this.inside(operand) !== undefined) this.unknown = true;
  }

  private callee(callee: Expression): void {
    if (this.inside(callee) !== undefined) this.unknown = true;
    else this.expression(callee);
  }

  private all(expressions: readonly Expression[]): void {
    for (const expression of expressions) this.expression(expression);
  }

  private record(kind: ReceiverEffect['kind'], expression: Expression): void {
    const place = this.inside(expression);
    if (place !== undefined) this.effects.push({ kind, place });
  }

  /** The place inside the receiver; empty for the whole of it. */
  private inside(expression: Expression): string | undefined {
    const place = placeOf(expression);
    if (place === undefined || rootOf(place) !== this.receiver) return undefined;
    return place.slice(this.receiver.length + 1);
  }
}
