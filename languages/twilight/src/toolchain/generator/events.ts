// Events: topic 0 names the event, the others are words of values, and the data is the ABI encoding of the rest.

import { keccak_256 } from '@noble/hashes/sha3.js';
import type { TypedExpression } from '../checker/typed-expressions.js';
import type { Type } from '../checker/types.js';
import { fieldsLayout, listHead } from '../layout/layout.js';
import { abiEncode, isDynamic, headSize, tupleOf, wordSize } from './by-type/abi.js';
import { emitInto, pushAddress } from './expressions.js';
import type { Destination, FunctionContext } from './function-context.js';
import { checkAnswer } from './runtime/host-answers.js';

export function emitEvent(
  g: FunctionContext,
  { event, args, at }: Extract<TypedExpression, { kind: 'emit' }>,
): void {
  const { code, module } = g;
  const places = new Map<number, { readonly type: Type; readonly place: Destination }>();
  const rest = event.parameters.flatMap(({ topic }, nth) => (topic ? [] : [nth]));
  const data = tupleOf(rest.map(nth => event.parameters[nth]!.type));
  const tuple = g.temporary(data);
  const { offsets } = fieldsLayout(data.fields);
  for (const [nth, arg] of args.entries()) {
    const position = rest.indexOf(nth);
    const place =
      position < 0 ? g.temporary(arg.type) : { base: tuple.base, offset: tuple.offset + offsets[position]! };
    emitInto(g, arg, place);
    places.set(nth, { type: arg.type, place });
  }
  const topics = event.parameters.flatMap(({ topic }, nth) => (topic ? [places.get(nth)!] : []));
  g.row(at);
  const words = emitTopics(g, event.signature, topics);
  const [from, count] = [g.named('words', 'i32'), g.named('count', 'i32')];
  // The words are only there until the host has them.
  code.globalGet(module.heapPointer).set(from);
  if (rest.length === 0) code.i32(0).set(count);
  else {
    pushAddress(g, tuple);
    code.get(from).call(abiEncode(module, data)).set(count);
  }
  words();
  code.i32(topics.length + 1).get(from, count);
  g.records.emits.push({ mark: code.mark(), event: event.signature });
  g.host('emitEvent');
  checkAnswer(module, code, 'emitEvent');
}

/** Gives what pushes the address of all topics. */
function emitTopics(
  g: FunctionContext,
  signature: string,
  topics: readonly { readonly type: Type; readonly place: Destination }[],
): () => void {
  const { code, module } = g;
  const name = module.data.bytes(keccak_256(new TextEncoder().encode(signature)));
  if (topics.length === 0) return () => void code.i32(name);
  const room = g.room(wordSize * (topics.length + 1));
  pushAddress(g, room);
  code.i32(name).i32(wordSize).memoryCopy(module.memory);
  for (const [nth, { type, place }] of topics.entries())
    emitTopic(g, type, place, { base: room.base, offset: room.offset + wordSize * (nth + 1) });
  return () => pushAddress(g, room);
}

/** What is one word is that word; of anything longer it is the Keccak-256. */
function emitTopic(g: FunctionContext, type: Type, place: Destination, to: Destination): void {
  const { code, module } = g;
  if (!isDynamic(type) && headSize(type) === wordSize) {
    pushAddress(g, place);
    pushAddress(g, to);
    return void code.call(abiEncode(module, type)).op('drop');
  }
  const [from, count] = [g.named('words', 'i32'), g.named('count', 'i32')];
  const bytes = type.kind === 'vector' && type.element.kind === 'int' && type.element.name === 'u8';
  if (type.kind === 'string' || bytes) {
    code.get(place.base).load('i32.load', { offset: place.offset }).set(from);
    code.get(from).load('i32.load').set(count).get(from);
    if (bytes) code.load('i32.load', { offset: listHead.items });
    else code.i32(4).op('i32.add');
    code.set(from);
  } else {
    code.globalGet(module.heapPointer).set(from);
    pushAddress(g, place);
    code.get(from).call(abiEncode(module, type)).set(count);
  }
  code.get(from, count);
  pushAddress(g, to);
  g.host('keccak256');
  checkAnswer(module, code, 'keccak256');
}
