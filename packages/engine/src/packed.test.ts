import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { fieldsRead, fieldToHandOn, pack, packFields, unpack, unpackLazily, type Packed } from './packed.js';

const value = { list: [1, 2n], map: new Map([['a', new Uint8Array([1, 2])]]), none: undefined };

test('what was packed is the same again, also where other threads got it', () => {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(pack(value));
  const received: unknown = receiveMessageOnPort(port2)?.message;
  port1.close();
  expect(unpack(received)).toEqual(value);
  expect(unpack(value)).toBe(value);
});

test('fields are read when they are asked for, once, and can be handed on unread', () => {
  const object = unpackLazily(packFields({ one: value, other: [3] })) as { one: unknown; other: unknown };
  expect(fieldsRead(object)).toEqual([]);
  expect(unpack(fieldToHandOn(object, 'one') as Packed)).toEqual(value);
  expect(fieldsRead(object)).toEqual([]);
  expect(object.other).toEqual([3]);
  expect(object.other).toBe(object.other);
  expect(fieldsRead(object)).toEqual(['other']);
  expect({ ...object }).toEqual({ one: value, other: [3] });
});

test('an object that never was bytes has its values to hand on', () => {
  expect(fieldToHandOn({ one: value }, 'one')).toBe(value);
  expect(fieldsRead({ one: value })).toBeUndefined();
});
