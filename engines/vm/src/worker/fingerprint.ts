// Fingerprints: what a place holds, as something that can be compared with what it holds later.
//
// Identity does not tell: an object may be another one with the same members, or the same one with others.

import type { ObjectId } from '@sonde/engine';
import type { Machine, Word } from '../machine.js';

/** Members that are looked at in all; what is larger counts as changed with every write. */
const mostParts = 1_000;

/** Equal for equal values; undefined when there is too much to look at. */
export function fingerprint(machine: Machine, word: Word): string | undefined {
  const parts: string[] = [];
  /** Objects on the way, which may be among their own members. */
  const seen = new Map<ObjectId, number>();
  const pending: Word[] = [word];
  while (pending.length > 0) {
    if (parts.length > mostParts) return undefined;
    const next = pending.pop();
    const scalar = machine.scalar(next);
    if (scalar !== undefined) {
      parts.push(typeof scalar === 'string' ? JSON.stringify(scalar) : `${typeof scalar} ${scalar}`);
      continue;
    }
    const { content, type } = machine.describe(next, 0);
    if (content.kind !== 'object') {
      parts.push(`${type ?? ''} ${JSON.stringify(content, withoutBigint)}`);
      continue;
    }
    const before = seen.get(content.id);
    parts.push(before === undefined ? `${type ?? ''} object` : `again ${before}`);
    if (before !== undefined) continue;
    seen.set(content.id, parts.length);
    const room = mostParts - parts.length + 1;
    const children = machine.children?.(content.id, undefined, 0, room) ?? [];
    if (children.length === room) return undefined;
    parts.push(children.map(child => child.name).join());
    pending.push(...children.map(child => child.word).reverse());
  }
  return parts.join('\n');
}

const withoutBigint = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${value}n` : value;
