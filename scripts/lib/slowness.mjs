// How slow this machine is, beside the one that budgets were written on: the same work, in seconds of the processor.
import { createHash } from 'node:crypto';

const rounds = 5;
const bytes = 8 * 1024 * 1024;

/** The quickest of a few: who else is on the machine only makes it slower. */
export function measureWork() {
  const data = Buffer.alloc(bytes, 7);
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    createHash('sha256').update(data).digest();
    JSON.parse(JSON.stringify(Array.from({ length: 50_000 }, (_, at) => ({ at, text: String(at) }))));
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}

/** At least 1: a quick machine need not be in a hurry. */
export const slowness = reference => Math.max(1, measureWork() / reference);
