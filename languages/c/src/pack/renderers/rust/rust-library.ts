// How values of Rust's library look: maps, and what holds one other, such as shared values, cells and locks. The engine
// knows texts and lists.

import type { RawValue } from '@sonde/engine';
import {
  inMemory,
  loaded,
  missingView,
  namedChildren,
  textsOf,
  withRaw,
  type Reading,
  type Renderer,
  type RenderContext,
  type TypeMatch,
  type View,
} from '@sonde/lens';
import { entryOfPair, mapRenderer } from '../standard-library/entries.js';
import { memberAt, numberAt, targetAt, typeAt, type Path } from '../standard-library/members.js';

const block: Path = ['ptr', 'pointer'];
/** Of the block that all owners share: how many they are, counted by one thread or by several. */
const owners: readonly Path[] = [
  ['strong', 'value', 'value'],
  ['strong', 'v', 'value'],
];
/** What the block is about. */
const contents: readonly Path[] = [['value'], ['data']];
/** A weak one that never had any has no block but this address. */
const nowhere = 0xffff_ffff_ffff_ffffn;

const firstMember = (value: RawValue, paths: readonly Path[], context: RenderContext): RawValue | undefined =>
  paths.map(path => memberAt(value, path, context)).find(found => found !== undefined);

const firstNumber = (value: RawValue, paths: readonly Path[], context: RenderContext): bigint | undefined =>
  paths.map(path => numberAt(value, path, context)).find(found => found !== undefined);

/** The value inside, with what else there is to say of its holder. */
function* holding(value: RawValue, ...remarks: readonly (string | false)[]): Reading<View> {
  const [text] = yield* textsOf([value]);
  const told = remarks.filter(remark => remark !== false).join(', ');
  return {
    text: told === '' ? (text ?? '…') : `${text ?? '…'} (${told})`,
    children: namedChildren([{ name: 'value', value }]),
  };
}

const structWith =
  (name: RegExp, path: Path): TypeMatch =>
  (type, types) =>
    type.kind === 'struct' && name.test(type.name) && typeAt(type, types, path) !== undefined;

/** A pointer with a length beside it leads to texts and rows. One with a table of methods leads to nobody knows what. */
const blockOfRow: Path = [...block, 'data_ptr'];

const leadsToBlock =
  (name: RegExp, path: Path): TypeMatch =>
  (type, types) =>
    type.kind === 'struct' && name.test(type.name) && typeAt(type, types, path)?.kind === 'pointer';

const plural = (count: bigint, what: string): string => `${count} ${what}${count === 1n ? '' : 's'}`;

const sharing = /^alloc::(?:rc|sync)::(?:Rc|Arc|Weak|UniqueRc)</;

/** `heldBy`: what is shared, given the value and the block that all owners share. `typeName`: where LLDB has another. */
const shared = (
  name: string,
  leads: Path,
  heldBy: (whole: RawValue, inside: RawValue, context: RenderContext) => RawValue | undefined,
  typeName: (context: RenderContext) => string | undefined = () => undefined,
): Renderer => ({
  name,
  matches: leadsToBlock(sharing, leads),
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
    const target = targetAt(whole, leads, context);
    if (target === undefined || target.address.offset === nowhere)
      return withRaw({ text: 'dangling' }, value, context);
    const inside = yield* loaded(inMemory(target.type, target.address), context);
    if (inside.content.kind === 'unavailable')
      return withRaw(missingView(inside.content.why), value, context);
    const strong = firstNumber(inside, owners, context) ?? 0n;
    const held = heldBy(whole, inside, context);
    if (strong === 0n || held === undefined) return withRaw({ text: 'dropped' }, value, context);
    const type = typeName(context);
    const view = yield* holding(held, plural(strong, 'owner'));
    return withRaw(type === undefined ? view : { ...view, type }, value, context);
  },
});

const sharedValue = shared('Rc, Arc and their weak kinds', block, (_, inside, context) =>
  firstMember(inside, contents, context),
);

/** LLDB calls the type by its elements. What it really is, only the pointer tells: `*const alloc::rc::RcInner<str>`. */
const rowType = /^\*(?:const|mut) alloc::\w+::\w+<(.*)>$/;

function rowTypeName(context: RenderContext): string | undefined {
  const held = rowType.exec(typeAt(context.type, context.types, block)?.name ?? '')?.[1];
  return held === undefined ? undefined : context.type.name.replace(/<.*$/s, `<${held}>`);
}

/** The engine shows a text or a row by the pointer to it. */
const sharedRow = shared(
  'Rc<str> and its like',
  blockOfRow,
  (whole, _, context) => memberAt(whole, block, context),
  rowTypeName,
);

/** What a cell is borrowed by. */
const borrow: Renderer = {
  name: 'Ref and RefMut',
  matches: structWith(/^core::cell::Ref(?:Mut)?</, ['value', 'pointer']),
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
    const target = targetAt(whole, ['value', 'pointer'], context);
    // Of a text or a row there is a pointer with a length, which is shown as those are.
    const held =
      target === undefined
        ? memberAt(whole, ['value', 'pointer'], context)
        : inMemory(target.type, target.address);
    return withRaw(held === undefined ? missingView('empty') : yield* holding(held), value, context);
  },
};

const cell: Renderer = {
  name: 'Cell',
  matches: structWith(/^core::cell::(?:once::)?(?:Cell|UnsafeCell|SyncUnsafeCell)</, ['value']),
  *render(value, context) {
    const held = firstMember(value, [['value', 'value'], ['value']], context);
    return withRaw(held === undefined ? missingView('empty') : yield* holding(held), value, context);
  },
};

/** Counts those who look, and is negative while somebody changes it. */
const borrowed = (count: bigint): string | false =>
  count === 0n ? false : count < 0n ? 'borrowed mutably' : `borrowed ${plural(count, 'time')}`;

const refCell: Renderer = {
  name: 'RefCell',
  matches: structWith(/^core::cell::RefCell</, ['value', 'value']),
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
    // LLDB does not always read the type of the counter: it takes numbers of pointer size for others of 64 bits.
    const count = numberAt(whole, ['borrow', 'value', 'value'], context) ?? 0n;
    const held = memberAt(whole, ['value', 'value'], context)!;
    return withRaw(yield* holding(held, borrowed(count)), value, context);
  },
};

/** Of a lock: 0 where nobody has it. */
const states: readonly Path[] = [
  ['inner', 'futex', 'v', 'value'],
  ['inner', 'state', 'v', 'value'],
];

const lock: Renderer = {
  name: 'Mutex and RwLock',
  matches: structWith(/^std::sync::(?:\w+::)*(?:Mutex|RwLock)</, ['data', 'value']),
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
    const held = memberAt(whole, ['data', 'value'], context)!;
    const isLocked = (firstNumber(whole, states, context) ?? 0n) !== 0n && 'locked';
    const isPoisoned =
      (numberAt(whole, ['poison', 'failed', 'v', 'value'], context) ?? 0n) !== 0n && 'poisoned';
    return withRaw(yield* holding(held, isLocked, isPoisoned), value, context);
  },
};

const atomic: Renderer = {
  name: 'atomic numbers',
  matches: structWith(/^core::sync::atomic::Atomic\w+(?:<|$)/, ['v', 'value']),
  *render(value, context) {
    const held = memberAt(value, ['v', 'value'], context);
    return withRaw(held === undefined ? missingView('empty') : yield* holding(held), value, context);
  },
};

/** The engine tells of keys and values that lie apart, and the formatters of the compiler of pairs. */
const treeMap = mapRenderer('BTreeMap', /^alloc::collections::btree::map::BTreeMap</, {
  entryOf: ({ key, value }) => key && { key, value },
});
const hashMap = mapRenderer('HashMap', /^(?:std::collections::hash::map|hashbrown::map)::HashMap</, {
  entryOf: entryOfPair('0', '1'),
});

export const rustLibrary: readonly Renderer[] = [
  treeMap,
  hashMap,
  sharedValue,
  sharedRow,
  cell,
  refCell,
  borrow,
  lock,
  atomic,
];
