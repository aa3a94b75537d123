// One line about an object, of what was read of it anyway.

import type { TypeDetail } from '../inspection/type-details.js';
import { layouts } from '../inspection/layout.js';

const longestText = 60;

export function objectSummary(
  { kind, variants }: TypeDetail,
  bytes: Uint8Array,
  littleEndian: boolean,
): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (offset: number): bigint | undefined =>
    offset + 8 <= bytes.length ? view.getBigInt64(offset, littleEndian) : undefined;
  const counted = (count: bigint | undefined, what: string): string | undefined =>
    count === undefined || count < 0n ? undefined : `${count} ${what}${count === 1n ? '' : 's'}`;
  switch (kind) {
    case 'string':
      return textIn(bytes);
    case 'union':
      return variants[Number(word(0))]?.name;
    case 'List':
      return counted(word(0), 'element');
    case 'Map':
      return counted(word(8), 'key');
    case 'Result':
      return bytes[8] === 0 ? 'Success' : 'Error';
    case 'Fiber':
      return word(layouts.fiber.id) === undefined ? undefined : `fiber ${word(layouts.fiber.id)}`;
    case 'Channel':
      return word(layouts.channel.id) === undefined
        ? undefined
        : `channel ${word(layouts.channel.id)}, ${word(layouts.channel.count)} of ${word(layouts.channel.capacity)} waiting`;
    default:
      return undefined;
  }
}

export function textIn(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const text = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
