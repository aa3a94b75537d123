// What the bridge tells of stacks, registers and symbols, for runtimes that look for pointers.

import type { Debuggee } from '../debuggee.js';
import { big, fields, integer, list, text } from '../wire.js';
import type { StackQuestions } from './heap-stop.js';
import type { NamedPlace, StackExtent } from './native-heap.js';

export const stackQuestions = (debuggee: Debuggee): StackQuestions => ({
  stacks: async (stop, signal) => list(await debuggee.ask('stack-extents', { stop }, signal), extentFrom),
  placesAt: async (stop, addresses, signal) => {
    const asked = addresses.map(address => `0x${address.toString(16)}`);
    return list(await debuggee.ask('places-at', { stop, addresses: asked }, signal), placeFrom);
  },
});

function extentFrom(value: unknown): StackExtent {
  const from = fields(value);
  return {
    thread: text(from['thread']),
    low: Number(big(from['low'])),
    high: Number(big(from['high'])),
    registers: list(from['registers'], register => {
      const { name, value: held } = fields(register);
      return { name: text(name), value: Number(big(held)) };
    }),
  };
}

function placeFrom(value: unknown): NamedPlace | undefined {
  if (value === null) return undefined;
  const { name, offset } = fields(value);
  return { name: text(name), offset: integer(offset) };
}
