// Evaluates expressions as they are written.

import type { Span } from '@sonde/front-end';
import type { ConstTree, ExpressionTree } from '../../toolchain/syntax/tree.js';
import { bits, calculate, common, compared, converted, inverted, shift, typed } from './arithmetic.js';
import { callPath } from './calls.js';
import { runBlock, runFor, runIf, runLoop, runMatch, runWhile } from './control.js';
import { Scope, type Frame } from './frame.js';
import { asInt, isTrue, type Machine } from './machine.js';
import { callMethod } from './methods.js';
import { placeOf } from './places.js';
import { Broken, Continued, Ended, Returned } from './signals.js';
import {
  bool,
  int,
  keyOf,
  none,
  text,
  textOf,
  unit,
  type IntValue,
  type Value,
  type ListValue,
} from './values.js';

export function evaluate(machine: Machine, frame: Frame, tree: ExpressionTree): Value {
  machine.step();
  const { at } = tree;
  const value = (one: ExpressionTree): Value => evaluate(machine, frame, one);
  switch (tree.kind) {
    case 'int':
      return int(tree.value, tree.suffix);
    case 'bool':
      return bool(tree.value);
    case 'string':
      return text(tree.value);
    case 'path':
      return placeOf(machine, frame, tree)?.get() ?? named(machine, frame, tree);
    case 'storage':
    case 'field':
    case 'index':
      return placeOf(machine, frame, tree)!.get();
    case 'tuple':
      return tree.items.length === 0 ? unit : { kind: 'tuple', items: tree.items.map(value) };
    case 'array':
      return { kind: 'array', items: alike(tree.items.map(value)) };
    case 'repeat': {
      const item = value(tree.item);
      const count = Number(asInt(value(tree.count)).value);
      return { kind: 'array', items: Array.from({ length: count }, () => item) };
    }
    case 'struct':
      return construct(machine, frame, tree);
    case 'call':
      return callPath(machine, frame, tree);
    case 'methodCall':
      return callMethod(machine, frame, tree);
    case 'unary':
      return unary(tree.operator, value(tree.operand), at);
    case 'binary':
      return binary(machine, frame, tree);
    case 'propagate': {
      const found = value(tree.operand) as Extract<Value, { kind: 'enum' }>;
      if (found.variant === 'Ok' || found.variant === 'Some') return found.fields.get('0')!;
      throw new Returned(machine.conform(found, frame.result, at, frame));
    }
    case 'cast': {
      const to = machine.declarations.intName(tree.type)!;
      const operand = value(tree.operand);
      if (operand.kind === 'enum') return int(machine.declarations.placeOf(operand), to);
      return converted(asInt(operand), to, at);
    }
    case 'zero':
      return machine.declarations.zero(tree.type, frame.types);
    case 'clear':
      return clear(machine, frame, tree.place);
    case 'assign':
      return assign(machine, frame, tree.target, tree.value, at);
    case 'block':
      return runBlock(machine, frame, tree);
    case 'if':
      return runIf(machine, frame, tree);
    case 'match':
      return runMatch(machine, frame, tree);
    case 'loop':
      return runLoop(machine, frame, tree);
    case 'while':
      return runWhile(machine, frame, tree);
    case 'for':
      return runFor(machine, frame, tree);
    case 'range':
      throw new Error('a range is no value');
    case 'return':
      throw new Returned(
        tree.value === undefined ? unit : machine.conform(value(tree.value), frame.result, at, frame),
      );
    case 'break':
      throw new Broken(tree.value === undefined ? unit : value(tree.value));
    case 'continue':
      throw new Continued();
    case 'emit': {
      const name = tree.event.segments.at(-1)!.text;
      const event = machine.declarations.contract.events.find(one => one.name.text === name)!;
      const args = tree.args.map((arg, nth) =>
        machine.conform(value(arg), event.parameters[nth]!.type, arg.at),
      );
      machine.events.push({ name, args });
      return unit;
    }
    case 'require':
      if (!isTrue(value(tree.condition))) throw new Ended('revert', tree.message ?? 'requirement failed', at);
      return unit;
    case 'revert':
      throw new Ended('revert', revertText(machine, frame, tree), at);
    case 'panic':
      throw new Ended('panic', formatted(machine, frame, tree.format, tree.args), at);
    case 'print':
      machine.output.push(formatted(machine, frame, tree.format, tree.args));
      return unit;
    case 'assert':
      return assertion(machine, frame, tree);
    case 'old':
      return frame.olds.get(tree.at)!;
    case 'placeholder':
      frame.placeholder!();
      return unit;
    case 'hole':
      throw new Error('a hole has no value');
  }
}

/** Literals beside numbers with a type are of that type. */
export function alike(values: readonly Value[]): readonly Value[] {
  const type = values.find(
    (value): value is IntValue => value.kind === 'int' && value.type !== undefined,
  )?.type;
  return type === undefined
    ? values
    : values.map(value => (value.kind === 'int' ? int(value.value, type) : value));
}

function named(machine: Machine, frame: Frame, tree: Extract<ExpressionTree, { kind: 'path' }>): Value {
  const { declarations } = machine;
  const names = tree.path.segments.map(segment => segment.text);
  const [name, owner] = [names.at(-1)!, names.at(-2) ?? ''];
  if (name === 'None') return none;
  const constant = owner === '' || !/^[ui]\d+$/.test(owner) ? declarations.consts.get(name) : undefined;
  if (constant !== undefined && !declarations.enums.has(owner)) return evaluateConst(machine, constant);
  if (declarations.enums.has(owner)) return { kind: 'enum', name: owner, variant: name, fields: new Map() };
  const number = /^([ui])(\d+)$/.exec(owner);
  if (number !== null) {
    const bitsOf = BigInt(number[2]!);
    const signed = number[1] === 'i';
    const top = 2n ** (signed ? bitsOf - 1n : bitsOf);
    return int(name === 'MAX' ? top - 1n : signed ? -top : 0n, owner);
  }
  if (declarations.structs.has(name)) return { kind: 'struct', name, fields: new Map() };
  const own = declarations.impls.flatMap(({ consts }) => consts).find(one => one.name.text === name);
  if (own !== undefined) return evaluateConst(machine, own);
  throw new Error(`there is no ${names.join('::')} in ${frame.name}`);
}

export function evaluateConst(machine: Machine, tree: ConstTree): Value {
  const frame: Frame = {
    name: tree.name.text,
    depth: 0,
    region: undefined,
    scope: new Scope(undefined),
    result: tree.type,
    types: new Map(),
    placeholder: undefined,
    olds: new Map(),
  };
  return machine.conform(evaluate(machine, frame, tree.value), tree.type, tree.at);
}

function construct(machine: Machine, frame: Frame, tree: Extract<ExpressionTree, { kind: 'struct' }>): Value {
  const { declarations } = machine;
  const names = tree.path.segments.map(segment => segment.text);
  const [name, owner] = [names.at(-1)!, names.at(-2) ?? ''];
  const variant = declarations.enums.get(owner)?.variants.find(one => one.name.text === name);
  const declared = variant ?? declarations.structs.get(name)!;
  const given = new Map(
    tree.fields.map(field => {
      const type = declared.fields.find(one => one.name.text === field.name.text)?.type;
      return [
        field.name.text,
        machine.conform(evaluate(machine, frame, field.value), type, field.value.at, frame),
      ];
    }),
  );
  const fields = new Map(declared.fields.map(field => [field.name.text, given.get(field.name.text)!]));
  return variant === undefined
    ? { kind: 'struct', name, fields }
    : { kind: 'enum', name: owner, variant: name, fields };
}

function unary(operator: '!' | '-', value: Value, at: Span): Value {
  if (operator === '!') return value.kind === 'bool' ? bool(!value.value) : inverted(asInt(value));
  return calculate('-', int(0n, asInt(value).type), asInt(value), 'checked', at)!;
}

function binary(machine: Machine, frame: Frame, tree: Extract<ExpressionTree, { kind: 'binary' }>): Value {
  const { operator, at } = tree;
  const left = evaluate(machine, frame, tree.left);
  if (operator === '&&') return isTrue(left) ? evaluate(machine, frame, tree.right) : left;
  if (operator === '||') return isTrue(left) ? left : evaluate(machine, frame, tree.right);
  const right = evaluate(machine, frame, tree.right);
  if (/^(?:==|!=|<=?|>=?)$/.test(operator) && operator !== ('<<' as string))
    return compared(operator, left, right);
  const [a, b] = [asInt(left), asInt(right)];
  if (operator === '<<' || operator === '>>')
    return shift(operator, a, b, machine.declarations.defaultInt, at);
  if (operator === '&' || operator === '|' || operator === '^') return bits(operator, a, b);
  const type = common(a, b);
  const [x, y] = type === undefined ? [a, b] : [typed(a, type, at), typed(b, type, at)];
  return calculate(operator, x, y, 'checked', at)!;
}

/** The places of the target first, then the value. */
function assign(
  machine: Machine,
  frame: Frame,
  target: ExpressionTree,
  value: ExpressionTree,
  at: Span,
): Value {
  if (target.kind === 'tuple') {
    const places = target.items.map(item =>
      item.kind === 'hole' ? undefined : placeOf(machine, frame, item)!,
    );
    const found = evaluate(machine, frame, value) as ListValue;
    for (const [nth, place] of places.entries())
      place?.set(like(machine, found.items[nth]!, place, at, frame));
    return unit;
  }
  const place = placeOf(machine, frame, target)!;
  const found = evaluate(machine, frame, value);
  place.set(like(machine, found, place, at, frame));
  return unit;
}

/** A literal takes the type of what was there. */
function like(
  machine: Machine,
  value: Value,
  place: NonNullable<ReturnType<typeof placeOf>>,
  at: Span,
  frame: Frame,
): Value {
  const conformed = machine.conform(value, place.type, at, frame);
  if (conformed.kind === 'int' && conformed.type === undefined) {
    const before = place.get();
    if (before.kind === 'int' && before.type !== undefined) return typed(conformed, before.type, at);
  }
  if (conformed.kind === 'array' && place.get().kind === 'vector')
    return { kind: 'vector', items: conformed.items };
  return conformed;
}

function clear(machine: Machine, frame: Frame, tree: ExpressionTree): Value {
  const place = placeOf(machine, frame, tree)!;
  if (tree.kind === 'index') {
    const map = placeOf(machine, frame, tree.target);
    const held = map?.get();
    if (map !== undefined && held?.kind === 'map') {
      const entries = new Map(held.entries);
      const key = evaluate(machine, frame, tree.index);
      entries.delete(keyOf(key));
      map.set({ kind: 'map', entries });
      return unit;
    }
  }
  place.set(zeroLike(machine, place));
  return unit;
}

function zeroLike(machine: Machine, place: NonNullable<ReturnType<typeof placeOf>>): Value {
  if (place.type !== undefined) return machine.declarations.zero(place.type);
  const value = place.get();
  switch (value.kind) {
    case 'int':
      return int(0n, value.type);
    case 'bool':
      return bool(false);
    case 'string':
      return text('');
    case 'vector':
      return { kind: 'vector', items: [] };
    case 'address':
    case 'hash256':
      return { kind: value.kind, value: 0n };
    default:
      throw new Error(`the zero of a ${value.kind} is not known`);
  }
}

function revertText(
  machine: Machine,
  frame: Frame,
  tree: Extract<ExpressionTree, { kind: 'revert' }>,
): string {
  if (tree.error === undefined) return tree.message ?? 'reverted';
  const name = tree.error.path.segments.at(-1)!.text;
  const declared = machine.declarations.contract.errors.find(one => one.name.text === name)!;
  const args = tree.error.args.map((arg, nth) =>
    machine.conform(evaluate(machine, frame, arg), declared.parameters[nth]!.type, arg.at),
  );
  return `${name}(${args.map(textOf).join(',')})`;
}

function formatted(machine: Machine, frame: Frame, format: string, args: readonly ExpressionTree[]): string {
  const values = args.map(arg => textOf(evaluate(machine, frame, arg)));
  return format
    .split(/(\{\{|\}\}|\{\})/)
    .map(piece => (piece === '{}' ? values.shift()! : piece === '{{' ? '{' : piece === '}}' ? '}' : piece))
    .join('');
}

function assertion(machine: Machine, frame: Frame, tree: Extract<ExpressionTree, { kind: 'assert' }>): Value {
  const value = evaluate(machine, frame, tree.condition);
  if (tree.equals === undefined) {
    if (!isTrue(value)) throw new Ended('panic', tree.message ?? 'assertion failed', tree.at);
    return unit;
  }
  const other = evaluate(machine, frame, tree.equals);
  if (keyOf(value) !== keyOf(other))
    throw new Ended('panic', tree.message ?? 'assertion failed: values differ', tree.at);
  return unit;
}
