// Futures: what a coroutine is doing, and what came of it.

import { address, type Address, type NamedValue, type RawValue } from '@sonde/engine';
import {
  fieldOf,
  flatFields,
  hexText,
  inMemory,
  loaded,
  missingView,
  namedChildren,
  scalarOf,
  textsOf,
  type Child,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';

/** `ARIA_READY` and those that follow it in runtime/aria.h. */
const states = ['ready', 'running', 'suspended', 'done', 'failed'] as const;
const longestName = 128;

export const future: Renderer = {
  name: 'future',
  matches: (type, types) =>
    /^future<.+>$/.test(type.name) && type.kind === 'alias' && types.resolve(type.target).kind === 'pointer',
  render: futureView,
};

function* futureView(value: RawValue, context: RenderContext): Reading<View> {
  const { type, types, littleEndian } = context;
  const read = yield* loaded(value, context);
  if (read.content.kind === 'unavailable') return missingView(read.content.why);
  const pointer = scalarOf(read, types, littleEndian);
  if (typeof pointer !== 'bigint' || type.kind !== 'pointer') return missingView('not a future');
  if (pointer === 0n) return { text: 'NULL' };
  const at = address(BigInt.asUintN(64, pointer));
  const frame = yield* loaded(inMemory(type.target, at), context);
  const fields = fieldsOf(frame, context);
  const number = (name: string): bigint | undefined => {
    const found = fields.find(field => field.name === name);
    const scalar = found && scalarOf(found.value, types, littleEndian);
    return typeof scalar === 'bigint' ? scalar : undefined;
  };
  const state = number('state');
  if (frame.content.kind === 'unavailable' || state === undefined)
    return { ...missingView(`no coroutine at ${hexText(at.offset)}: it cannot be read`), memory: at };
  const word = states[Number(state)];
  if (word === undefined)
    return {
      ...missingView(`no coroutine at ${hexText(at.offset)}: its state would be ${state}`),
      memory: at,
    };
  const promise = word === 'done' || word === 'failed' ? promiseOf(fields, context) : undefined;
  const [outcome] = promise === undefined ? [] : yield* textsOf([promise.value]);
  const awaited = word === 'suspended' ? yield* textOf(number('awaiting')) : undefined;
  const name = yield* textOf(number('name'));
  const more = outcome ?? (awaited === undefined ? undefined : `awaits ${awaited}`);
  const inWords = more === undefined ? word : `${word}, ${more}`;
  const whole: Child = { name: '[frame]', value: frame };
  return {
    text: name === undefined ? inWords : `${name}: ${inWords}`,
    memory: at,
    children: namedChildren(promise === undefined ? [whole] : [promise, whole]),
  };
}

function fieldsOf(frame: RawValue, { types, littleEndian }: RenderContext): readonly NamedValue[] {
  const type = types.resolve(frame.type);
  if (type.kind !== 'struct' || frame.content.kind !== 'bytes') return [];
  return flatFields(type.fields, types).map(field => ({
    name: field.name,
    value: fieldOf(frame, field, types, littleEndian),
  }));
}

/** What it came to, where its type is known. */
function promiseOf(
  fields: readonly NamedValue[],
  { types, littleEndian }: RenderContext,
): NamedValue | undefined {
  const found = fields.find(({ name }) => name === 'promise');
  const pointer = found && scalarOf(found.value, types, littleEndian);
  const type = found && types.resolve(found.value.type);
  if (typeof pointer !== 'bigint' || pointer === 0n || type?.kind !== 'pointer') return undefined;
  if (types.resolve(type.target).kind !== 'struct') return undefined;
  return { name: 'result', value: inMemory(type.target, address(BigInt.asUintN(64, pointer))) };
}

function* textOf(pointer: bigint | undefined): Reading<string | undefined> {
  if (pointer === undefined || pointer === 0n) return undefined;
  const at: Address = address(BigInt.asUintN(64, pointer));
  const [answer] = yield [{ read: 'memory', address: at, size: longestName }];
  const bytes = answer?.read === 'memory' ? answer.memory.bytes : new Uint8Array();
  const end = bytes.indexOf(0);
  return end <= 0 ? undefined : new TextDecoder().decode(bytes.subarray(0, end));
}
