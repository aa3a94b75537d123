// Names for addresses of code: labels where they are known, made-up ones for what is jumped to or called.

import { instructionParts } from './instruction-text.js';

export interface CodeNames {
  /** What stands above an instruction, in order. */
  at(address: number): readonly string[];
  /** Where instructions lead to it from. */
  sources(address: number): readonly number[];
}

/** `skip` says that the word's target is not known yet: in an object, before it is linked. */
export function codeNames(
  code: Uint32Array,
  labels: ReadonlyMap<number, readonly string[]>,
  entry: number | undefined,
  skip: (index: number) => boolean = () => false,
): CodeNames {
  const made = new Map<number, string>();
  const sources = new Map<number, number[]>();
  if (entry !== undefined) made.set(entry, 'entry');
  for (let index = 0; index < code.length;) {
    const pc = index * 4;
    const { mnemonic, target, size } = instructionParts(code[index]!, code[index + 1], pc);
    if (target !== undefined && !skip(index)) {
      const from = sources.get(target);
      if (from === undefined) sources.set(target, [pc]);
      else from.push(pc);
      const called = mnemonic === 'CALL';
      const hex = target.toString(16).padStart(4, '0');
      if (!made.has(target) || (called && made.get(target)!.startsWith('loc_')))
        made.set(target, `${called ? 'sub' : 'loc'}_${hex}`);
    }
    index += size / 4;
  }
  return {
    at: address => {
      const known = labels.get(address);
      if (known !== undefined && known.length > 0) return known;
      const own = made.get(address);
      return own === undefined ? [] : [own];
    },
    sources: address => sources.get(address) ?? [],
  };
}
