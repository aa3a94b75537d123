// Entries of maps and elements of vectors in storage, as expressions name them: `shares[who]`, `storage.grid[x][y]`, `people[0]`.

import type { Expression, NameScope, TypeId, TypeTable } from '@sonde/engine';
import { build } from '@sonde/lens';
import type { TwilightValue } from '../../toolchain/toolchain.js';
import type { ExpressionTree } from '../../toolchain/syntax/tree.js';
import { addressMistake, isAddressLike } from '../../toolchain/checker/expressions/address-literals.js';
import { containerType } from '../values/container-types.js';
import { storageName } from '../values/debugger-names.js';
import type { CompiledText } from './compiled-texts.js';
import type { EntryKey, ExpressionCode } from './expression-code.js';

interface Variable {
  readonly name: string;
  readonly type: TypeId;
}

/** The storage variable that a tree names, which a local of its name hides. */
export function storageVariable(tree: ExpressionTree, names: NameScope): Variable | undefined {
  const name =
    tree.kind === 'storage'
      ? tree.name.text
      : tree.kind === 'path' && tree.path.segments.length === 1
        ? tree.path.segments[0]!.text
        : undefined;
  if (name === undefined) return undefined;
  const found = names.lookup(tree.kind === 'storage' ? storageName(name) : name);
  return found?.place.kind === 'global' ? { name, type: found.type } : undefined;
}

/** Undefined where the tree is no entry of storage, or a part of one. Throws an ExpressionMistake. */
export function storageEntry(
  tree: Extract<ExpressionTree, { kind: 'index' }>,
  text: CompiledText,
  names: NameScope,
  types: TypeTable,
): Expression | undefined {
  const indexes: ExpressionTree[] = [];
  let base: ExpressionTree = tree;
  for (; base.kind === 'index'; base = base.target) indexes.unshift(base.index);
  const variable = storageVariable(base, names);
  if (variable === undefined) return undefined;
  const keys: EntryKey[] = [];
  let index: EntryKey | undefined;
  const computed: { readonly tree: ExpressionTree; readonly type: string }[] = [];
  let { type } = variable;
  for (const each of indexes) {
    // What follows an element is a part of its value.
    const container = index === undefined ? containerType(types.resolve(type), types) : undefined;
    if (container === undefined) return undefined;
    const keyType = container.kind === 'map' ? types.resolve(container.key).name : 'u64';
    const key = knownKey(each, keyType) ?? 'computed';
    if (key === 'computed') computed.push({ tree: each, type: keyType });
    if (container.kind === 'map') keys.push(key);
    else index = key;
    type = container.kind === 'map' ? container.value : container.element;
  }
  const [first] = computed;
  const run =
    first === undefined
      ? undefined
      : text.function(
          computed.length === 1
            ? first.tree
            : { kind: 'tuple', items: computed.map(each => each.tree), at: tree.at },
          computed.map(each => each.type),
        ).run;
  const code: ExpressionCode = { kind: 'entry', variable: variable.name, keys, index, run };
  return build.run(code, false, type);
}

/** A literal that fits; everything else is the compiler's. */
function knownKey(tree: ExpressionTree, type: string): EntryKey | undefined {
  if (tree.kind === 'string' && type === 'string') return { known: { kind: 'string', text: tree.value } };
  if (tree.kind === 'bool' && type === 'bool') return { known: { kind: 'bool', value: tree.value } };
  if (tree.kind !== 'int' || !isAddressLike(type) || addressMistake(tree, type) !== undefined)
    return undefined;
  const digits = tree.value.toString(16).padStart(tree.hexDigits!, '0');
  const known: TwilightValue = { kind: 'bytes', bytes: new Uint8Array(Buffer.from(digits, 'hex')) };
  return { known };
}

const changing = new Set(['insert', 'remove', 'push', 'pop', 'clear', 'swap']);

/** Whether a text is written to change storage itself; what a function that it calls changes is not meant. */
export function changesStorage(tree: unknown, names: NameScope): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  if ('kind' in tree && tree.kind === 'methodCall') {
    const call = tree as Extract<ExpressionTree, { kind: 'methodCall' }>;
    let base: ExpressionTree = call.target;
    while (base.kind === 'index' || base.kind === 'field') base = base.target;
    if (changing.has(call.name.text) && storageVariable(base, names) !== undefined) return true;
  }
  return Object.values(tree).some(part => changesStorage(part, names));
}
