// Names that were meant to be those of capabilities.
import { capabilityNames } from '@sonde/dap';
import type { CapabilityName } from '@sonde/dap';

/** As many letters as one gets wrong when one means well. */
const slips = 2;

/** The capability that was probably meant by a name which is none; undefined if the name is an adapter's own. */
export function meantBy(name: string): CapabilityName | undefined {
  if ((capabilityNames as readonly string[]).includes(name)) return undefined;
  return capabilityNames.find(known => core(known) === core(name) || distance(known, name) <= slips);
}

/** What is left without the prefix, of which the protocol has two spellings, and without regard to case. */
const core = (name: string): string => name.replace(/^supports?/, '').toLowerCase();

/** How many letters have to be changed, added or left out to make one name of the other. */
export function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of Array.from(one).entries()) {
    const current = [row + 1];
    for (const [column, wanted] of Array.from(other).entries()) {
      const changed = (above[column] ?? 0) + (letter === wanted ? 0 : 1);
      current.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
