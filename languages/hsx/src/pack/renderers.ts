// How the machine's own values look: registers as people write them in assembly.

import type { RawValue, TypeTable } from '@sonde/engine';
import { scalarOf, type Renderer, type View } from '@sonde/lens';
import { Flag } from '../toolchain/isa.js';

const numberIn = (value: RawValue, types: TypeTable): number | undefined => {
  const scalar = scalarOf(value, types);
  return typeof scalar === 'bigint' ? Number(BigInt.asUintN(32, scalar)) : undefined;
};

const hex = (value: number, digits: number): string => `0x${value.toString(16).padStart(digits, '0')}`;

const shown = (name: string, text: (value: number) => string): Renderer => ({
  name,
  matches: { name },
  render(value, { types }): View {
    if (value.content.kind === 'unavailable') return { text: `<${value.content.why}>`, missing: true };
    const number = numberIn(value, types);
    return { text: number === undefined ? '?' : text(number) };
  },
});

/** `Z-N-`: the letters of those that are set. */
const flagsText = (value: number): string =>
  Object.entries(Flag)
    .map(([letter, bit]) => ((value & bit) === 0 ? '-' : letter))
    .join('');

export const renderers: readonly Renderer[] = [
  shown('word', value => hex(value, 8)),
  shown('code address', value => hex(value, 4)),
  shown('flags', flagsText),
];
