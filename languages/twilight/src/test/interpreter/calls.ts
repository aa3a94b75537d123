// Calls of functions, constructors and what the library has by path.

import { blake3 } from '@noble/hashes/blake3.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { CallTree, ExpressionTree, FunctionTree } from '../../toolchain/syntax/tree.js';
import type { TypeTree } from '../../toolchain/syntax/type-tree.js';
import { converted, fits } from './arithmetic.js';
import { evaluate } from './evaluate.js';
import { cell, type Cell, type Frame } from './frame.js';
import { runFunction } from './functions.js';
import { asInt, type Machine } from './machine.js';
import { placeOf } from './places.js';
import { failed, int, ok, some, text, type Value } from './values.js';

export function callPath(machine: Machine, frame: Frame, tree: CallTree): Value {
  const { declarations } = machine;
  const names = tree.callee.segments.map(segment => segment.text);
  const [name, owner] = [names.at(-1)!, names.at(-2) ?? ''];
  const args = (): Value[] => tree.args.map(arg => evaluate(machine, frame, arg));
  if (name === 'Some') return some(args()[0]!);
  if (name === 'Ok') return ok(args()[0]!);
  if (name === 'Err') return failed(args()[0]!);
  const variant = declarations.enums.get(owner)?.variants.find(one => one.name.text === name);
  if (variant !== undefined) {
    const fields = positional(machine, frame, variant.fields, args(), tree);
    return { kind: 'enum', name: owner, variant: name, fields };
  }
  const struct = declarations.structs.get(name);
  if (struct !== undefined)
    return { kind: 'struct', name, fields: positional(machine, frame, struct.fields, args(), tree) };
  const library = callLibrary(machine, frame, names, tree);
  if (library !== undefined) return library;
  const own = owner === '' ? undefined : functionOfType(machine, frame, owner, name);
  if (own !== undefined) return invoke(machine, frame, own.tree, tree.args, own.types, undefined, owner);
  const found = declarations.functions.get(name);
  if (found === undefined) throw new Error(`there is no ${names.join('::')}`);
  const generics = tree.callee.generics ?? [];
  const types = new Map(
    found.generics.flatMap((one, nth) => (generics[nth] ? [[one.name.text, generics[nth]] as const] : [])),
  );
  return invoke(machine, frame, found, tree.args, types, undefined, '');
}

function positional(
  machine: Machine,
  frame: Frame,
  fields: readonly { readonly name: { readonly text: string }; readonly type: TypeTree }[],
  values: readonly Value[],
  { at }: CallTree,
): Map<string, Value> {
  return new Map(
    fields.map(({ name, type }, nth) => [name.text, machine.conform(values[nth]!, type, at, frame)]),
  );
}

/** A function of an impl, by the name of the type; for a type parameter by what it stands for. */
export function functionOfType(
  machine: Machine,
  frame: Frame | undefined,
  type: string,
  name: string,
): { readonly tree: FunctionTree; readonly types: ReadonlyMap<string, TypeTree> } | undefined {
  const { declarations } = machine;
  const bound = frame?.types.get(type);
  const wanted = bound === undefined ? type : declarations.nameOf(bound);
  for (const impl of declarations.impls) {
    if (declarations.nameOf(impl.target) !== wanted) continue;
    const found =
      impl.functions.find(one => one.name.text === name) ??
      (impl.trait &&
        declarations.traits
          .get(impl.trait.segments.at(-1)!.text)
          ?.functions.find(one => one.name.text === name && one.body !== undefined));
    if (found !== undefined) return { tree: found, types: new Map([['Self', impl.target]]) };
  }
  return undefined;
}

/** Arguments by value, or as places where the callee may change them. */
export function invoke(
  machine: Machine,
  frame: Frame,
  tree: FunctionTree,
  args: readonly ExpressionTree[],
  types: ReadonlyMap<string, TypeTree>,
  receiver: Cell | undefined,
  owner: string,
): Value {
  const cells = new Map<string, Cell>();
  const all = tree.self !== undefined && receiver === undefined ? args.slice(1) : args;
  if (tree.self !== undefined)
    cells.set('self', receiver ?? argumentCell(machine, frame, args[0]!, tree.self.mutable));
  const bound = new Map(types);
  for (const [nth, parameter] of tree.parameters.entries()) {
    const arg = all[nth]!;
    const given = argumentCell(machine, frame, arg, parameter.mutable);
    const value = machine.settled(
      machine.conform(given.get(), parameter.type, arg.at, { ...frame, types: bound }),
      arg.at,
    );
    const generic = machine.declarations.nameOf(parameter.type);
    if (tree.generics.some(one => one.name.text === generic) && !bound.has(generic))
      bound.set(generic, typeTreeOf(value, parameter.type));
    // What is copied is the callee's own, even where it may be changed.
    const isOwn = !parameter.mutable || isCopied(value);
    if (!isOwn) given.set(value);
    cells.set(parameter.name.text, isOwn ? cell(value, parameter.type) : given);
  }
  const name = owner === '' ? tree.name.text : `${owner}::${tree.name.text}`;
  return runFunction(machine, tree, cells, bound, name, frame.depth + 1);
}

const isCopied = ({ kind }: Value): boolean => /^(?:int|bool|address|hash256|unit)$/.test(kind);

const typeTreeOf = (value: Value, { at }: TypeTree): TypeTree => {
  const name =
    value.kind === 'int'
      ? (value.type ?? 'i64')
      : value.kind === 'struct' || value.kind === 'enum'
        ? value.name
        : value.kind;
  return { kind: 'named', path: { segments: [{ text: name, at }], at }, args: [], at };
};

function argumentCell(machine: Machine, frame: Frame, tree: ExpressionTree, mutable: boolean): Cell {
  const place = mutable ? placeOf(machine, frame, tree) : undefined;
  return place ?? cell(evaluate(machine, frame, tree));
}

function callLibrary(
  machine: Machine,
  frame: Frame,
  names: readonly string[],
  tree: CallTree,
): Value | undefined {
  const [name, owner] = [names.at(-1)!, names.at(-2) ?? ''];
  const value = (nth: number): Value => evaluate(machine, frame, tree.args[nth]!);
  const { context } = machine;
  switch (name) {
    case 'block_number':
      return owner === 'env' || owner === '' ? int(context.blockNumber, 'u64') : undefined;
    case 'keccak256':
      return { kind: 'hash256', value: toNumber(keccak_256(bytesOf(value(0)))) };
    case 'blake3':
      return { kind: 'hash256', value: toNumber(blake3(bytesOf(value(0)))) };
    case 'new':
      if (owner === 'vector') return { kind: 'vector', items: [] };
      return owner === 'map' ? { kind: 'map', entries: new Map() } : undefined;
    case 'filled': {
      const count = Number(asInt(value(0)).value);
      const item = value(1);
      return { kind: 'vector', items: Array.from({ length: count }, () => item) };
    }
    case 'zero':
      return owner === 'Address' || owner === 'address'
        ? { kind: 'address', value: 0n }
        : owner === 'Hash256' || owner === 'hash256'
          ? { kind: 'hash256', value: 0n }
          : undefined;
    case 'from_hex': {
      const given = value(0) as { readonly value: string };
      return /^0x[0-9a-fA-F]{40}$/.test(given.value)
        ? ok({ kind: 'address', value: BigInt(given.value) })
        : failed(text('not an address'));
    }
    case 'from_bytes': {
      const bytes = bytesOf(value(0));
      return bytes.length === 32
        ? ok({ kind: 'hash256', value: toNumber(bytes) })
        : failed(text('not a hash'));
    }
    case 'from':
    case 'try_from': {
      if (!/^[ui]\d+$/.test(owner)) return undefined;
      const given = asInt(machine.settled(value(0), tree.at));
      if (name === 'from') return converted(given, owner, tree.at);
      return fits(given.value, owner)
        ? ok(int(given.value, owner))
        : failed(text(`conversion out of range: ${given.type} to ${owner}`));
    }
    case 'default': {
      if (tree.args.length > 0 || functionOfType(machine, frame, owner, name) !== undefined) return undefined;
      const { at } = tree;
      const args = tree.callee.generics ?? [];
      return machine.declarations.zero(
        { kind: 'named', path: { segments: [{ text: owner, at }], at }, args, at },
        frame.types,
      );
    }
    default:
      return undefined;
  }
}

export const bytesOf = (value: Value): Uint8Array =>
  Uint8Array.from('items' in value ? value.items.map(item => Number(asInt(item).value)) : []);

const toNumber = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
