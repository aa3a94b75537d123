// Methods: of the running transaction, of the library's values, of impls.

import type { Span } from '@sonde/front-end';
import type { MethodCallTree } from '../../toolchain/syntax/tree.js';
import { calculate, common, typed, type Mode } from './arithmetic.js';
import { functionOfType, invoke } from './calls.js';
import { alike, evaluate } from './evaluate.js';
import { cell, type Frame } from './frame.js';
import { asInt, type Machine } from './machine.js';
import { placeOf } from './places.js';
import { entryPlace, type Place } from './places.js';
import { Ended } from './signals.js';
import {
  bool,
  failed,
  int,
  keyOf,
  none,
  ok,
  some,
  text,
  textOf,
  unit,
  type IntValue,
  type Value,
  type ListValue,
} from './values.js';

export function callMethod(machine: Machine, frame: Frame, tree: MethodCallTree): Value {
  const context = contextCall(machine, frame, tree);
  if (context !== undefined) return context;
  const place: Place = placeOf(machine, frame, tree.target) ?? {
    ...cell(evaluate(machine, frame, tree.target)),
    type: undefined,
  };
  const receiver = place.get();
  const own = functionOfType(machine, frame, typeName(receiver), tree.name.text);
  if (own !== undefined)
    return invoke(machine, frame, own.tree, tree.args, own.types, place, typeName(receiver));
  const args = tree.args.map(arg => evaluate(machine, frame, arg));
  const { text: name } = tree.name;
  if (name === 'clone') return receiver;
  if (name === 'to_string') return text(textOf(machine.settled(receiver, tree.at)));
  switch (receiver.kind) {
    case 'int':
      return numberMethod(machine, receiver, name, args, tree.at);
    case 'enum':
      return enumMethod(receiver, name, args, tree.at);
    case 'vector':
    case 'array':
      return listMethod(machine, place, receiver, name, args, tree.at);
    case 'map':
      return mapMethod(machine, place, receiver, name, args);
    case 'string':
      return stringMethod(receiver.value, name, args);
    case 'address':
    case 'hash256':
      return bytes(receiver.value, receiver.kind === 'address' ? 20 : 32);
    default:
      throw new Error(`${receiver.kind} has no method ${name}`);
  }
}

const typeName = (value: Value): string =>
  value.kind === 'struct' || value.kind === 'enum'
    ? value.name
    : value.kind === 'int'
      ? (value.type ?? '')
      : value.kind;

function contextCall(
  { context }: Machine,
  frame: Frame,
  { target, name }: MethodCallTree,
): Value | undefined {
  if (target.kind !== 'path' || target.path.segments.length !== 1) return undefined;
  const object = target.path.segments[0]!.text;
  if (frame.scope.find(object) !== undefined) return undefined;
  switch (`${object}.${name.text}`) {
    case 'ctx.sender':
    case 'tx.sender':
      return { kind: 'address', value: context.sender };
    case 'ctx.value':
    case 'tx.value':
      return int(context.value, 'u128');
    case 'tx.origin':
      return { kind: 'address', value: context.origin };
    case 'self.address':
    case 'env.self_address':
      return { kind: 'address', value: context.self };
    case 'env.block_number':
      return int(context.blockNumber, 'u64');
    case 'env.timestamp':
      return int(context.timestamp, 'u64');
    default:
      return undefined;
  }
}

const signs: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  rem: '%',
  pow: 'pow',
};

function numberMethod(
  machine: Machine,
  receiver: IntValue,
  name: string,
  args: readonly Value[],
  at: Span,
): Value {
  if (name === 'into') return int(receiver.value);
  if (name === 'to_bytes')
    return bytes(
      BigInt.asUintN(Number(receiver.type!.slice(1)), receiver.value),
      Number(receiver.type!.slice(1)) / 8,
    );
  const found = /^(?:(checked|wrapping|saturating)_)?(add|sub|mul|div|rem|pow|neg)$/.exec(name);
  const [first] = args;
  if (found === null) {
    const type = common(receiver, asInt(first!)) ?? machine.declarations.defaultInt;
    const [left, right] = [typed(receiver, type, at), typed(asInt(first!), type, at)];
    return (name === 'min') === left.value < right.value ? left : right;
  }
  const mode = (found[1] === undefined ? 'checked' : found[1] === 'checked' ? 'option' : found[1]) as Mode;
  const operator = found[2]!;
  const result =
    operator === 'neg'
      ? calculate('-', int(0n, receiver.type), receiver, mode, at)
      : calculate(signs[operator]!, receiver, asInt(first!), mode, at);
  if (mode !== 'option') return result!;
  return result === undefined ? none : some(result);
}

function enumMethod(
  receiver: Extract<Value, { kind: 'enum' }>,
  name: string,
  args: readonly Value[],
  at: Span,
): Value {
  const { variant, fields } = receiver;
  const good = variant === 'Some' || variant === 'Ok';
  const inner = fields.get('0');
  const panic = (message: string): Ended => new Ended('panic', message, at);
  switch (name) {
    case 'is_some':
    case 'is_ok':
      return bool(good);
    case 'is_none':
    case 'is_err':
      return bool(!good);
    case 'unwrap':
      if (!good) throw panic(`called unwrap on ${variant}`);
      return inner!;
    case 'expect':
      if (!good) throw panic((args[0] as { readonly value: string }).value);
      return inner!;
    case 'unwrap_or':
      return good ? inner! : args[0]!;
    case 'unwrap_err':
      if (good) throw panic('called unwrap_err on Ok');
      return inner!;
    case 'ok_or':
      return good ? ok(inner!) : failed(args[0]!);
    case 'ok':
      return good ? some(inner!) : none;
    case 'err':
      return good ? none : some(inner!);
    default:
      throw new Error(`the interpreter has no ${name}`);
  }
}

function listMethod(
  machine: Machine,
  place: Place,
  receiver: ListValue,
  name: string,
  args: readonly Value[],
  at: Span,
): Value {
  const { items } = receiver;
  const element = place.type?.kind === 'named' ? place.type.args[0] : undefined;
  const put = (next: readonly Value[]): Value => {
    place.set({ kind: 'vector', items: next });
    return unit;
  };
  switch (name) {
    case 'len':
      return int(BigInt(items.length), 'u64');
    case 'is_empty':
      return bool(items.length === 0);
    case 'push':
      return put(alike([...items, machine.conform(args[0]!, element, at)]));
    case 'pop': {
      const last = items.at(-1);
      if (last === undefined) return none;
      put(items.slice(0, -1));
      return some(last);
    }
    case 'get': {
      const { value } = asInt(args[0]!);
      return value < BigInt(items.length) ? some(items[Number(value)]!) : none;
    }
    case 'clear':
      return put([]);
    case 'contains':
      return bool(items.some(item => keyOf(item) === keyOf(args[0]!)));
    case 'swap': {
      const [left, right] = args.map(arg => asInt(arg).value);
      if (left! >= BigInt(items.length) || right! >= BigInt(items.length))
        throw new Ended('panic', 'index out of bounds', at);
      const [a, b] = [Number(left), Number(right)];
      return put(items.with(a, items[b]!).with(b, items[a]!));
    }
    default:
      throw new Error(`a list has no method ${name}`);
  }
}

function mapMethod(
  machine: Machine,
  place: Place,
  receiver: Extract<Value, { kind: 'map' }>,
  name: string,
  args: readonly Value[],
): Value {
  const { entries } = receiver;
  const [key, value] = args;
  const known = key === undefined ? undefined : entries.get(keyOf(key));
  switch (name) {
    case 'len':
      return int(BigInt(entries.size), 'u64');
    case 'is_empty':
      return bool(entries.size === 0);
    case 'get':
      return known === undefined ? none : some(known[1]);
    case 'contains':
    case 'contains_key':
      return bool(known !== undefined);
    case 'insert': {
      const entry = entryPlace(machine, place, key!);
      entry.set(
        machine.conform(value!, entry.type, {
          start: 0,
          end: 0,
          line: 0,
          column: 0,
          endLine: 0,
          endColumn: 0,
        }),
      );
      return unit;
    }
    case 'remove': {
      if (known === undefined) return none;
      const rest = new Map(entries);
      rest.delete(keyOf(key!));
      place.set({ kind: 'map', entries: rest });
      return some(known[1]);
    }
    default:
      throw new Error(`a map has no method ${name}`);
  }
}

function stringMethod(receiver: string, name: string, args: readonly Value[]): Value {
  const encoded = Buffer.from(receiver, 'utf8');
  switch (name) {
    case 'len':
      return int(BigInt(encoded.length), 'u64');
    case 'is_empty':
      return bool(encoded.length === 0);
    case 'concat':
      return text(receiver + (args[0] as { readonly value: string }).value);
    case 'to_bytes':
      return { kind: 'vector', items: [...encoded].map(byte => int(BigInt(byte), 'u8')) };
    case 'into':
      return text(receiver);
    default:
      throw new Error(`a string has no method ${name}`);
  }
}

/** The first byte is the highest. */
function bytes(value: bigint, length: number): Value {
  const items = Array.from({ length }, (_, nth) =>
    int((value >> BigInt(8 * (length - 1 - nth))) & 255n, 'u8'),
  );
  return { kind: 'vector', items };
}
